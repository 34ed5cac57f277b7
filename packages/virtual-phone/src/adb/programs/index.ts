/** The registry of everything that can be run on the device, by name. */
import type { Program } from '../shell/program.ts';
import { am } from './am.ts';
import { cmd } from './cmd.ts';
import { bracket, test } from './condition.ts';
import { date } from './date.ts';
import { reboot } from './device-conditions.ts';
import { base64, gzip, md5sum, sha256sum } from './digest-tools.ts';
import { dumpsys } from './dumpsys.ts';
import { cat, chmod, cp, ls, mkdir, mv, rm, stat, touch } from './file-tools.ts';
import { getprop, setprop } from './getprop.ts';
import { egrep, fgrep, grep } from './grep.ts';
import { ime } from './ime.ts';
import { input } from './input.ts';
import { cut, head, sort, tail, tr, wc } from './line-tools.ts';
import { logcat } from './logcat.ts';
import { pm } from './pm.ts';
import { echo, failing, printf, seq, sleep, succeed, timeout } from './print-tools.ts';
import { id, kill, pidof, ps, uname, whoami } from './process-tools.ts';
import { screencap } from './screencap.ts';
import { sed } from './sed.ts';
import { settings } from './settings.ts';
import { sh } from './sh.ts';
import { log, monkey, runAs, service, svc, which } from './small-tools.ts';
import { uiautomator } from './uiautomator.ts';
import { wm } from './wm.ts';

const all: readonly Program[] = [
  am,
  base64,
  bracket,
  cat,
  chmod,
  cmd,
  cp,
  cut,
  date,
  dumpsys,
  echo,
  egrep,
  failing,
  fgrep,
  getprop,
  grep,
  gzip,
  head,
  id,
  ime,
  input,
  kill,
  log,
  logcat,
  ls,
  md5sum,
  mkdir,
  monkey,
  mv,
  pidof,
  pm,
  printf,
  ps,
  reboot,
  rm,
  runAs,
  screencap,
  sed,
  seq,
  service,
  setprop,
  settings,
  sh,
  sha256sum,
  sleep,
  sort,
  stat,
  succeed,
  svc,
  tail,
  test,
  timeout,
  touch,
  tr,
  uiautomator,
  uname,
  wc,
  which,
  whoami,
  wm,
];

export const programs: ReadonlyMap<string, Program> = new Map(all.map((program) => [program.name, program]));

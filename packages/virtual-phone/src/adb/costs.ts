/** What each device program costs by the phone's timing profile, apart from what its arguments add. */
import type { TimingProfile } from '../phone/timing.ts';

type Cost = (timing: TimingProfile) => number;

const costs: Readonly<Record<string, Cost>> = {
  am: (timing) => timing.amMs,
  'am.force-stop': (timing) => timing.forceStopMs,
  cmd: (timing) => timing.pmMs,
  dumpsys: (timing) => timing.dumpsysMs,
  getprop: (timing) => timing.getpropMs,
  monkey: (timing) => timing.jvmStartMs + timing.amMs,
  pm: (timing) => timing.pmMs,
  'pm.clear': (timing) => timing.clearDataMs,
  'screencap.png': (timing) => timing.screencapPngMs,
  'screencap.raw': (timing) => timing.screencapRawMs,
  settings: (timing) => timing.settingsMs,
  'uiautomator.dump': (timing) => timing.dumpMs,
  'uiautomator.jvm': (timing) => timing.jvmStartMs,
  wm: (timing) => timing.wmMs,
};

/** Programs that charge themselves, and those that the shell has built in. */
const uncharged: ReadonlySet<string> = new Set([
  '[',
  'am',
  'cmd',
  'dumpsys',
  'echo',
  'false',
  'getprop',
  'input',
  'kill',
  'logcat',
  'monkey',
  'pidof',
  'pm',
  'printf',
  'ps',
  'screencap',
  'settings',
  'sleep',
  'svc',
  'test',
  'true',
  'uiautomator',
  'wm',
]);

/** What forking and running a small program costs that has nothing more to do; 0 for the rest. */
export function forkCostOf(timing: TimingProfile, program: string): number {
  return uncharged.has(program) ? 0 : timing.nativeMs;
}

/** Milliseconds; a small native program when the table has no entry. */
export function costOf(timing: TimingProfile, program: string): number {
  return (costs[program] ?? ((profile) => profile.nativeMs))(timing);
}

/** `ps`, `pidof`, `kill`, `id`, `whoami`, `uname`, `uptime`: processes and who one is. */

import type { PhoneProcess } from '../../phone/phone-types.ts';
import { costOf } from '../costs.ts';
import { type Call, err, out, type Program, phoneOf, spend } from '../shell/program.ts';
import { deviceEpochMs } from './date.ts';
import { readOptions, refuseOption } from './toybox.ts';

/** The system's own processes that every phone shows besides its apps. */
function systemProcesses(call: Call): PhoneProcess[] {
  const bootedAt = deviceEpochMs(phoneOf(call)) - 600_000;
  const process = (pid: number, name: string, uid: number): PhoneProcess => ({
    pid,
    ppid: pid === 1 ? 0 : 1,
    uid,
    name,
    packageName: '',
    startedAtEpochMs: bootedAt,
  });
  return [
    process(1, 'init', 0),
    process(210, 'logd', 1036),
    process(260, 'zygote64', 0),
    process(300, 'surfaceflinger', 1000),
    process(330, 'adbd', 2000),
    process(520, 'system_server', 1000),
  ];
}

function allProcesses(call: Call): PhoneProcess[] {
  const known = new Set(phoneOf(call).processes.map(({ name }) => name));
  const shellProcess = (pid: number, name: string): PhoneProcess => ({
    pid,
    ppid: 330,
    uid: 2000,
    name,
    packageName: '',
    startedAtEpochMs: deviceEpochMs(phoneOf(call)),
  });
  const { programs, uiAutomationOwner } = call.session.device;
  const running = [...programs].map(([pid, name]) => shellProcess(pid, name));
  const names = new Set([...known, ...programs.values()]);
  const outside =
    uiAutomationOwner !== null && !names.has(uiAutomationOwner)
      ? [shellProcess(19_999, uiAutomationOwner)]
      : [];
  return [
    ...systemProcesses(call).filter(({ name }) => !known.has(name)),
    ...phoneOf(call).processes,
    ...outside,
    ...running,
  ];
}

type Column = (call: Call, process: PhoneProcess) => string;

const columns: Readonly<Record<string, Column>> = {
  PID: (_call, { pid }) => String(pid),
  PPID: (_call, { ppid }) => String(ppid),
  UID: (_call, { uid }) => String(uid),
  USER: (_call, { uid }) => userName(uid),
  NAME: (_call, { name }) => name,
  CMD: (_call, { name }) => name,
  ARGS: (_call, { name }) => name,
  CMDLINE: (_call, { name }) => name,
  RSS: (_call, { pid }) => String(40_000 + (pid % 100) * 1000),
  VSZ: () => '14000000',
  WCHAN: () => '0',
  ADDR: () => '0',
  S: () => 'S',
  STAT: () => 'S',
  ETIME: (call, process) => elapsed(deviceEpochMs(phoneOf(call)) - process.startedAtEpochMs),
};

export const ps: Program = {
  name: 'ps',
  async run(op, call) {
    const { flags, operands, unknown } = readOptions(call.args, 'Aefo:O:p:Zlw');
    if (unknown !== null) return await refuseOption(call, unknown);
    await spend(op, call, costOf(call.session.device.timing, 'ps'));
    const named = (flags.get('o') ?? 'USER,PID,PPID,VSZ,RSS,WCHAN,ADDR,S,NAME')
      .split(',')
      .map((name) => name.replace(/=.*$/, ''));
    const bad = named.find((name) => !columns[name.toUpperCase()]);
    if (bad !== undefined) {
      await err(call, `ps: bad -o ${bad}\n`);
      return 1;
    }
    const everything = flags.has('A') || flags.has('e') || flags.has('p');
    const wanted = flags.get('p')?.split(',').map(Number) ?? operands.map(Number);
    const shown = allProcesses(call).filter((process) => {
      if (wanted.length > 0) return wanted.includes(process.pid);
      return everything || process.uid === 2000;
    });
    const names = named.map((name) => name.toUpperCase());
    const rows = [
      names,
      ...shown.map((process) => names.map((name) => columns[name]?.(call, process) ?? '')),
    ];
    await out(call, table(rows));
    return shown.length > 0 ? 0 : 1;
  },
};

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => (row[index] ?? '').length)));
  return rows
    .map((row) => {
      const cells = row.map((cell, index) =>
        index === row.length - 1 ? cell : cell.padStart(widths[index] ?? 0),
      );
      return `${cells.join(' ')}\n`;
    })
    .join('');
}

export const pidof: Program = {
  name: 'pidof',
  async run(op, call) {
    const { flags, operands, unknown } = readOptions(call.args, 'so:x');
    if (unknown !== null) return await refuseOption(call, unknown);
    await spend(op, call, costOf(call.session.device.timing, 'pidof'));
    const pids = allProcesses(call)
      .filter(({ name, pid }) => operands.includes(name) && pid !== call.pid)
      .map(({ pid }) => pid);
    if (pids.length === 0) return 1;
    await out(call, `${(flags.has('s') ? pids.slice(0, 1) : pids).join(' ')}\n`);
    return 0;
  },
};

export const kill: Program = {
  name: 'kill',
  async run(op, call) {
    const pids = call.args.filter((arg) => /^\d+$/.test(arg)).map(Number);
    for (const pid of pids) {
      const process = allProcesses(call).find((candidate) => candidate.pid === pid);
      op.check();
      if (process && process.uid === 2000) continue;
      await err(
        call,
        `/system/bin/sh: kill: ${pid}: ${process ? 'Operation not permitted' : 'No such process'}\n`,
      );
      return 1;
    }
    return 0;
  },
};

export const id: Program = {
  name: 'id',
  async run(_op, call) {
    const { flags } = readOptions(call.args, 'ugnGrZ');
    if (flags.has('u') || flags.has('g')) await out(call, flags.has('n') ? 'shell\n' : '2000\n');
    else
      await out(
        call,
        'uid=2000(shell) gid=2000(shell) groups=2000(shell),1004(input),1007(log),3003(inet) context=u:r:shell:s0\n',
      );
    return 0;
  },
};

export const whoami: Program = {
  name: 'whoami',
  async run(_op, call) {
    await out(call, 'shell\n');
    return 0;
  },
};

export const uname: Program = {
  name: 'uname',
  async run(_op, call) {
    const { flags, unknown } = readOptions(call.args, 'asnrvmo');
    if (unknown !== null) return await refuseOption(call, unknown);
    const parts: Readonly<Record<string, string>> = {
      s: 'Linux',
      n: 'localhost',
      r: '6.1.23-android14-4',
      v: '#1 SMP PREEMPT',
      m: 'x86_64',
    };
    const letters = flags.has('a') ? Object.keys(parts) : flags.size === 0 ? ['s'] : [...flags.keys()];
    await out(call, `${letters.map((letter) => parts[letter] ?? 'Android').join(' ')}\n`);
    return 0;
  },
};

export function userName(uid: number): string {
  const known: Readonly<Record<number, string>> = { 0: 'root', 1000: 'system', 1036: 'logd', 2000: 'shell' };
  const [user, own] = [Math.floor(uid / 100_000), uid % 100_000];
  return known[uid] ?? (own >= 10_000 ? `u${user}_a${own - 10_000}` : String(uid));
}

function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${two(hours)}:` : ''}${two(minutes)}:${two(seconds % 60)}`;
}

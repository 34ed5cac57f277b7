/** What this computer knows of a process by its id: from `/proc` on Linux, from `ps` on macOS, which has no `/proc`. */

import { readFile } from 'node:fs/promises';
import type { Environment } from '@mobile-debug/core/environment.ts';
import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { type RunProgram, runProcess } from './process.ts';

export interface ProcessAsker {
  /** This computer's unless told. */
  readonly platform?: NodeJS.Platform;
  readonly env?: Environment;
  /** Runs `ps`. */
  readonly run?: RunProgram;
}

/** A process that runs. Its id alone proves nothing: ids come back. */
export interface RunningProcess {
  readonly pid: number;
  /** The same for as long as this process runs, and for no other one with its id. */
  readonly startedAt: string;
  /** Program and arguments, joined by blanks. */
  readonly commandLine: string;
}

/** Those of the ids that run. None where the computer has no way to tell. */
export async function runningProcesses(
  op: Operation,
  pids: readonly number[],
  { platform = process.platform, env, run = runProcess }: ProcessAsker = {},
): Promise<ReadonlyMap<number, RunningProcess>> {
  op.check();
  const distinct = [...new Set(pids)];
  if (platform === 'linux') {
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim();
    const found = await Promise.all(distinct.map((pid) => readProc(pid, boot)));
    return new Map(found.flatMap((each) => (each === null ? [] : [[each.pid, each]])));
  }
  try {
    const { stdout } = await run(op, {
      command: 'ps',
      args: ['-ww', '-o', 'pid=,lstart=,command=', '-p', distinct.join(',')],
      // The time is written in the words of the locale.
      env: { ...env, LC_ALL: 'C' },
    });
    return parsePs(stdout.toString('utf8'));
  } catch (error) {
    if (isFault(error, 'TOOL_NOT_FOUND')) return new Map();
    throw error;
  }
}

/** Whether a debugger holds the process; only one can. False also for a process that is gone [T9]. */
export async function isTraced(
  op: Operation,
  pid: number,
  { platform = process.platform, env, run = runProcess }: ProcessAsker = {},
): Promise<boolean> {
  op.check();
  if (platform === 'linux') {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    return Number(/^TracerPid:\s*(\d+)/m.exec(status)?.[1] ?? 0) > 0;
  }
  const args = ['-o', 'stat=', '-p', String(pid)];
  const { stdout } = await run(op, { command: 'ps', args, ...(env && { env }) });
  // ps of macOS: X stands for a process that is traced or debugged.
  return stdout.toString('utf8').includes('X');
}

/** Lines `PID Mon Nov 30 13:30:56 2026 COMMAND`. */
export function parsePs(text: string): ReadonlyMap<number, RunningProcess> {
  const line = /^\s*(\d+)\s+(\w{3}\s+\w{3}\s+\d+\s+[\d:]{8}\s+\d{4})\s+(.*)$/gm;
  const found = [...text.matchAll(line)].map(([, pid, startedAt = '', commandLine = '']): RunningProcess => {
    return {
      pid: Number(pid),
      startedAt: startedAt.replace(/\s+/g, ' '),
      commandLine: commandLine.trimEnd(),
    };
  });
  return new Map(found.map((each) => [each.pid, each]));
}

/** Null for a process that is gone, or that ended and only waits for its parent to ask how (state Z). */
async function readProc(pid: number, boot: string): Promise<RunningProcess | null> {
  const [stat, commandLine] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
    readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
  ]);
  const fields = statFields(stat);
  if (fields === null || fields.state === 'Z') return null;
  return {
    pid,
    startedAt: `${boot}:${fields.startTicks}`,
    commandLine: commandLine.replaceAll('\0', ' ').trimEnd(),
  };
}

/** proc(5): the name in parentheses may hold blanks and parentheses itself; state is field 3, the start in ticks 22. */
function statFields(stat: string): { readonly state: string; readonly startTicks: string } | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = '', startTicks = ''] = [fields[0], fields[19]];
  return startTicks === '' ? null : { state, startTicks };
}

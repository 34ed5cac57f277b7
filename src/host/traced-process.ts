/** Whether another debugger already holds a process of this computer: only one can. */
import { readFile } from 'node:fs/promises';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { type ProcessRequest, type ProcessResult, runProcess } from './process.ts';

export interface TracedSearch {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly run?: (op: Operation, request: ProcessRequest) => Promise<ProcessResult>;
}

/** False also for a process that is gone. */
export async function isTraced(op: Operation, pid: number, search: TracedSearch): Promise<boolean> {
  op.check();
  if (search.platform === 'linux') {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    return Number(/^TracerPid:\s*(\d+)/m.exec(status)?.[1] ?? 0) > 0;
  }
  const { run = runProcess, env } = search;
  const args = ['-o', 'stat=', '-p', String(pid)];
  const { stdout } = await run(op, { command: 'ps', args, env });
  // ps of macOS: X stands for a process that is traced or debugged.
  return stdout.toString('utf8').includes('X');
}

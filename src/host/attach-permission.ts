/** Why this computer lets no debugger of this user attach to a process: LLDB itself only says that it lost a connection. */
import { readFile } from 'node:fs/promises';
import type { Operation } from '@mobile-debug/core/operation.ts';

export interface PermissionQuestion {
  readonly platform: NodeJS.Platform;
  /** This server's; undefined where there are no users. */
  readonly uid: number | undefined;
  /** Text of a file; empty when it cannot be read. */
  readonly read?: (path: string) => Promise<string>;
}

const scopePath = '/proc/sys/kernel/yama/ptrace_scope';

/** Null where nothing stands in the way, or none can be told [T9]. */
export async function attachRefusal(
  op: Operation,
  pid: number,
  { platform, uid, read = readOrEmpty }: PermissionQuestion,
): Promise<string | null> {
  op.check();
  if (platform !== 'linux' || uid === 0) return null;
  const owner = /^Uid:\s*(\d+)/m.exec(await read(`/proc/${pid}/status`))?.[1];
  if (owner !== undefined && Number(owner) !== uid) return 'the process belongs to another user';
  const scope = Number(await read(scopePath));
  return scope > 0 ? `kernel.yama.ptrace_scope is ${scope}` : null;
}

async function readOrEmpty(path: string): Promise<string> {
  return await readFile(path, 'utf8').catch(() => '');
}

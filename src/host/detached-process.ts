/** Starts programs that belong to the user and outlive this server, like an emulator started from Android Studio. */

import { spawn } from 'node:child_process';
import type { Environment } from '@mobile-debug/core/environment.ts';
import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';

export interface DetachedRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Environment;
  /** Time in which a start that is going to fail says so. */
  readonly earlyMs: number;
}

/** Null when it still runs after `earlyMs`, else why it ended. */
export async function startDetached(
  op: Operation,
  { command, args, env, earlyMs }: DetachedRequest,
): Promise<string | null> {
  const child = spawn(command, [...args], {
    env: { ...env },
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  child.unref();
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code) => resolve(`exit code ${code}`));
    child.once('error', (error) => resolve(error.message));
  });
  using early = op.within(earlyMs);
  return await early.race(ended).catch((error: unknown) => {
    if (isFault(error, 'TIMEOUT') && !op.ended) return null;
    throw error;
  });
}

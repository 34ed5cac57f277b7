/**
 * Starts programs that belong to the user and outlive this server, like an emulator started from Android Studio. What they
 * print goes to a file without a name, so that they can go on printing when nobody reads it any more.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

export interface Over {
  readonly why: string;
  /** The end of what it printed, both streams. */
  readonly words: string;
}

export interface Detached {
  /** Why it ended, and its last words; null while it runs. */
  readonly over: Over | null;
}

const wordsBytes = 8 << 10;

/** Answers when it ended, or after `earlyMs`. */
export async function startDetached(
  op: Operation,
  { command, args, env, earlyMs }: DetachedRequest,
): Promise<Detached> {
  const printed = openNameless();
  const child = spawn(command, [...args], {
    env: { ...env },
    detached: true,
    stdio: ['ignore', printed, printed],
  });
  child.unref();
  const running: { over: Over | null } = { over: null };
  const ended = whyEnded(child).then((why) => {
    running.over = { why, words: lastWords(printed) };
    closeSync(printed);
  });
  using early = op.within(earlyMs);
  try {
    await early.race(ended);
  } catch (error) {
    if (op.ended || !isFault(error, 'TIMEOUT')) throw error;
  }
  return running;
}

async function whyEnded(child: ChildProcess): Promise<string> {
  return await new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
    child.once('error', (error) => resolve(error.message));
  });
}

/** Readable and writable; it is gone with the last program that has it open. */
function openNameless(): number {
  const folder = mkdtempSync(join(tmpdir(), 'mobile-debug-started-'));
  try {
    return openSync(join(folder, 'printed'), 'w+');
  } finally {
    // Where a file that is open cannot be taken away, the system's own tidying has to.
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {}
  }
}

function lastWords(file: number): string {
  const { size } = fstatSync(file);
  const bytes = Buffer.alloc(Math.min(size, wordsBytes));
  const read = readSync(file, bytes, 0, bytes.length, size - bytes.length);
  return bytes.subarray(0, read).toString('utf8');
}

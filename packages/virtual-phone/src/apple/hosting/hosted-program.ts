/**
 * Simulated programs without their executables, for a caller in the same process: what client-script.ts is to everybody
 * else, without the start of a Node process for each call.
 */

import { Readable } from 'node:stream';
import type { Environment } from '@mobile-debug/core/environment.ts';
import type { EndSignal } from '../program.ts';
import { passedOn } from './client-script.ts';
import type { Ending, Host } from './control-socket.ts';

export interface HostedRequest {
  readonly tool: string;
  readonly args: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  readonly stdin?: Uint8Array | string | undefined;
  /** Told of what it prints, as it prints. */
  readonly onOutput: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => void;
}

export interface HostedProgram {
  /** Above what any system gives to a process, so that it can never be one of somebody else. */
  readonly pid: number;
  /** All its output was told before. Never rejects. */
  readonly ended: Promise<Ending>;
  signal(name: EndSignal): void;
}

/** Linux ends at 4,194,304 (PID_MAX_LIMIT in include/linux/threads.h), macOS at 99,999 (PID_MAX in bsd/sys/proc_internal.h). */
const firstPid = 5_000_000;
let started = 0;

/** Begins the program in a later microtask, as no process prints before its start was answered. */
export function startHosted(
  host: Host,
  request: HostedRequest,
  defect: (error: unknown) => void,
): HostedProgram {
  const { tool, args, cwd, stdin, onOutput } = request;
  const pid = firstPid + started++;
  const ending = new AbortController();
  const env = Object.fromEntries(
    Object.entries(request.env).flatMap(([name, value]) =>
      value !== undefined && passedOn.test(name) ? [[name, value]] : [],
    ),
  );
  const run = async (): Promise<Ending> => {
    await Promise.resolve();
    try {
      return await host({
        start: { tool, args, cwd, pid, env },
        stdin: Readable.from(stdin === undefined ? [] : [Buffer.from(stdin)]),
        signal: ending.signal,
        write: onOutput,
      });
    } catch (error) {
      defect(error);
      return { code: 70 };
    }
  };
  return { pid, ended: run(), signal: (name) => ending.abort(name) };
}

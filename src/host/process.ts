/** The only door to other programs. Arguments are always a list, no shell; each program runs in a group of its own. */

import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Environment } from '@mobile-debug/core/environment.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { errorCode } from './paths.ts';

export interface ProcessRequest {
  /** Path of the program, or a name to be found on PATH. */
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** The whole environment of the program; the server's own when left out. */
  readonly env?: Environment;
  readonly stdin?: Uint8Array | string;
  /** More output than this, stdout and stderr together, ends the program with a fault (default 16 MiB). */
  readonly maxBytes?: number;
  /**
   * What ends the wait: `close` (all output read) or `exit`, for a program that leaves a daemon behind which keeps its
   * output open. Default `close`.
   */
  readonly until?: 'close' | 'exit';
}

export interface ProcessResult {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/** As `runProcess`; tests give one that answers from a script, or from programs in their own process. */
export type RunProgram = (op: Operation, request: ProcessRequest) => Promise<ProcessResult>;

const defaultMaxBytes = 16 << 20;

/**
 * Runs a program to its end, whatever its exit code. TOOL_NOT_FOUND when there is no such program, UNKNOWN for too much
 * output; when `op` ends its whole group is killed and the call answers after its death.
 */
export async function runProcess(op: Operation, request: ProcessRequest): Promise<ProcessResult> {
  op.check();
  const child = spawnGroup(request);
  let failure: Fault | null = null;
  const stop = (fault: Fault): void => {
    failure ??= fault;
    killGroup(child);
  };
  const output = new BoundedOutput(request.maxBytes ?? defaultMaxBytes, stop);
  child.stdout.on('data', (chunk: Buffer) => output.stdout(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.stderr(chunk));
  // A program that ends without reading its input breaks this pipe; its exit code tells the result.
  child.stdin.on('error', () => {});
  child.stdin.end(request.stdin ?? '');
  const release = op.onEnd(stop);
  try {
    const end = await processEnd(child, request);
    if (failure) throw failure;
    return { ...end, ...output.result() };
  } finally {
    release();
    if (request.until === 'exit') letGo(child);
  }
}

/**
 * A child in a group of its own, so that what the program starts can be ended with it. INVALID_ARGUMENT for a NUL
 * character, which no argument can hold.
 */
export function spawnGroup({
  command,
  args,
  cwd,
  env,
}: Pick<ProcessRequest, 'command' | 'args' | 'cwd' | 'env'>): ChildProcessWithoutNullStreams {
  refuseNul(args);
  return spawn(command, [...args], {
    ...(cwd !== undefined && { cwd }),
    ...(env && { env: { ...env } }),
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** INVALID_ARGUMENT: arguments end at the first NUL, and Node refuses to pass one. */
export function refuseNul(args: readonly string[]): void {
  if (!args.some((arg) => arg.includes('\0'))) return;
  throw new Fault('INVALID_ARGUMENT', 'Text with a NUL character cannot be passed to a program.');
}

export type Ending = Pick<ProcessResult, 'exitCode' | 'signal'>;

/** Resolves when the child is over; TOOL_NOT_FOUND when there is no such program. */
export async function processEnd(
  child: ChildProcess,
  { command, until = 'close' }: Pick<ProcessRequest, 'command' | 'until'>,
): Promise<Ending> {
  return await new Promise<Ending>((resolve, reject) => {
    child.once(until, (exitCode: number | null, signal: NodeJS.Signals | null) =>
      resolve({ exitCode, signal }),
    );
    child.once('error', (cause) => {
      const missing = 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'EACCES');
      if (!missing) reject(new Fault('UNKNOWN', `${command} could not be run: ${cause.message}`, { cause }));
      else
        reject(
          new Fault('TOOL_NOT_FOUND', `The program ${command} was not found or is not executable.`, {
            cause,
          }),
        );
    });
  });
}

/** Ends the child and all that it started; `SIGTERM` asks it to, so that it can end what is not in its group. */
export function killGroup(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT' = 'SIGKILL'): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch (error) {
    // ESRCH: the group has already ended, as intended.
    const gone = errorCode(error) === 'ESRCH';
    if (!gone) throw error;
  }
}

/** Frees this process of the pipes that a daemon left behind still holds. */
export function letGo(child: ChildProcess): void {
  child.stdin?.destroy();
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.unref();
}

class BoundedOutput {
  readonly #out: Buffer[] = [];
  readonly #err: Buffer[] = [];
  readonly #maxBytes: number;
  readonly #stop: (fault: Fault) => void;
  #bytes = 0;

  constructor(maxBytes: number, stop: (fault: Fault) => void) {
    this.#maxBytes = maxBytes;
    this.#stop = stop;
  }

  stdout(chunk: Buffer): void {
    this.#take(this.#out, chunk);
  }

  stderr(chunk: Buffer): void {
    this.#take(this.#err, chunk);
  }

  result(): { stdout: Buffer; stderr: Buffer } {
    return { stdout: Buffer.concat(this.#out), stderr: Buffer.concat(this.#err) };
  }

  #take(into: Buffer[], chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes <= this.#maxBytes) into.push(chunk);
    else
      this.#stop(
        new Fault('UNKNOWN', `The program printed more than the ${this.#maxBytes} bytes allowed for it.`),
      );
  }
}

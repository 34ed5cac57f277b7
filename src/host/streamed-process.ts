/** A program whose output is too long to hold: each line is told as it comes, all of it goes to a log file, memory stays bounded. */

import { createWriteStream, type WriteStream } from 'node:fs';
import type { Environment } from '@mobile-debug/core/environment.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { watchGroup } from './group-watch.ts';
import { Lines } from './lines.ts';
import { killGroup, letGo, processEnd, spawnGroup } from './process.ts';

export interface StreamedRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Environment;
  /** Appended to; made when it is not there. */
  readonly logPath: string;
  /** Lines of stdout and stderr as they come, without their breaks, cut at 8,192 characters. */
  readonly onLine: (line: string) => void;
  /** Told the process id once it runs. */
  readonly onStart?: (pid: number) => void;
}

export interface StreamedResult {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** As `runStreamed`. */
export type StreamProgram = (op: Operation, request: StreamedRequest) => Promise<StreamedResult>;

/** A program that has ended has printed all it will; what its background processes print is waited for so long at most [O1]. */
const quietMs = 300;
const mostQuietRounds = 10;

/**
 * Runs to the end, whatever the exit code. A background process that the program leaves behind, such as a build daemon,
 * may keep its output open: the end of the program is the end. TOOL_NOT_FOUND when there is no such program; when `op` ends the whole group
 * is killed and the call answers after its death. What was printed until then is in the log.
 */
export async function runStreamed(op: Operation, request: StreamedRequest): Promise<StreamedResult> {
  op.check();
  const log = createWriteStream(request.logPath, { flags: 'a', mode: 0o600 });
  const child = spawnGroup(request);
  const unwatch = watchGroup(child.pid);
  if (child.pid !== undefined) request.onStart?.(child.pid);
  let failure: Fault | null = null;
  const stop = (fault: Fault): void => {
    failure ??= fault;
    killGroup(child);
  };
  log.on('error', (cause) =>
    stop(new Fault('UNKNOWN', `The log ${request.logPath} cannot be written: ${cause.message}.`, { cause })),
  );
  const closing = new Promise<boolean>((resolve) => child.once('close', () => resolve(true)));
  const ends: (() => void)[] = [];
  let chunks = 0;
  for (const stream of [child.stdout, child.stderr]) {
    const lines = new Lines(request.onLine);
    ends.push(() => lines.end());
    stream.on('data', (chunk: Buffer) => {
      chunks++;
      lines.push(chunk);
      // A disk slower than the program: the program waits, instead of its output piling up here.
      if (!log.write(chunk)) pauseUntilDrained(stream, log);
    });
    stream.on('end', () => lines.end());
  }
  child.stdin.on('error', () => {}); // a program that reads no input breaks this pipe
  child.stdin.end();
  const release = op.onEnd(stop);
  try {
    const end = await processEnd(child, { command: request.command, until: 'exit' });
    const outputs = [child.stdout, child.stderr];
    for (let round = 0; round < mostQuietRounds; round++) {
      const before = chunks;
      if (await Promise.race([closing, after(op, quietMs)])) break;
      if (chunks === before && !outputs.some((stream) => stream.isPaused())) break;
    }
    if (!outputs.every((stream) => stream.closed)) {
      letGo(child);
      for (const endLines of ends) endLines();
    }
    if (failure) throw failure;
    return end;
  } finally {
    release();
    unwatch();
    await closed(log);
  }
}

/** False when the time is over. */
async function after({ clock }: Operation, ms: number): Promise<boolean> {
  return await new Promise((resolve) => {
    clock.after(ms, () => resolve(false));
  });
}

function pauseUntilDrained(stream: NodeJS.ReadableStream, log: WriteStream): void {
  stream.pause();
  log.once('drain', () => stream.resume());
}

async function closed(log: WriteStream): Promise<void> {
  if (log.closed || log.destroyed) return;
  await new Promise<void>((resolve) => {
    log.once('close', resolve);
    log.end();
  });
}

/** A program whose output is too long to hold: each line is told as it comes, all of it goes to a log file, memory stays bounded. */

import { createWriteStream, type WriteStream } from 'node:fs';
import type { Environment } from '@mobile-debug/core/environment.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { Lines } from './lines.ts';
import { killGroup, processEnd, spawnGroup } from './process.ts';

export interface StreamedRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Environment;
  /** Appended to; made when it is not there. */
  readonly logPath: string;
  /** Lines of stdout and stderr as they come, without their breaks, cut at 8,192 characters. */
  readonly onLine: (line: string) => void;
}

export interface StreamedResult {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** As `runStreamed`. */
export type StreamProgram = (op: Operation, request: StreamedRequest) => Promise<StreamedResult>;

/**
 * Runs to the end, whatever the exit code. TOOL_NOT_FOUND when there is no such program; when `op` ends the whole group
 * is killed and the call answers after its death. What was printed until then is in the log.
 */
export async function runStreamed(op: Operation, request: StreamedRequest): Promise<StreamedResult> {
  op.check();
  const log = createWriteStream(request.logPath, { flags: 'a', mode: 0o600 });
  const child = spawnGroup(request);
  let failure: Fault | null = null;
  const stop = (fault: Fault): void => {
    failure ??= fault;
    killGroup(child);
  };
  log.on('error', (cause) =>
    stop(new Fault('UNKNOWN', `The log ${request.logPath} cannot be written: ${cause.message}.`, { cause })),
  );
  for (const stream of [child.stdout, child.stderr]) {
    const lines = new Lines(request.onLine);
    stream.on('data', (chunk: Buffer) => {
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
    const end = await processEnd(child, request);
    if (failure) throw failure;
    return end;
  } finally {
    release();
    await closed(log);
  }
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

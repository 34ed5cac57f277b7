/**
 * For tests only: programs that run in this process instead of one of their own, behind the same functions as those of the
 * host. Starting a process costs 60 to 90 ms of processor time each; what is asked and answered is the same.
 */

import { existsSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Environment } from '@mobile-debug/core/environment.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { type LineProcess, type StartProgram, startLines } from '../line-process.ts';
import { Lines } from '../lines.ts';
import { type Ending, type ProcessRequest, type RunProgram, refuseNul, runProcess } from '../process.ts';
import { runStreamed, type StreamProgram } from '../streamed-process.ts';

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGKILL';

/** A running program; `AppleFace.start` of the virtual phone answers with one. */
export interface Hosted {
  readonly pid: number;
  readonly ended: Promise<{ readonly code: number } | { readonly signal: NodeJS.Signals }>;
  signal(name: Signal): void;
}

/** Whoever has the programs: their executables stand in `bin`, and `start` runs one without it. */
export interface ProgramOwner {
  readonly bin: string;
  start(request: {
    readonly tool: string;
    readonly args: readonly string[];
    readonly env: Environment;
    readonly cwd: string;
    readonly stdin?: Uint8Array | string | undefined;
    readonly onOutput: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => void;
  }): Hosted;
}

export interface HostedPrograms {
  readonly run: RunProgram;
  readonly start: StartProgram;
  readonly stream: StreamProgram;
}

type Request = Pick<ProcessRequest, 'command' | 'args' | 'cwd' | 'env' | 'stdin'>;
type OnOutput = (stream: 'stdout' | 'stderr', bytes: Uint8Array) => void;

const keptErrorLines = 40;
const nothing = { exitCode: 1, signal: null, stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) };

/** Every other program is started as usual, but `ps`, which could not see these. */
export function hostedPrograms(owner: ProgramOwner): HostedPrograms {
  const begin = (request: Request, onOutput: OnOutput): Hosted => {
    const { command, args, env = {}, cwd = process.cwd(), stdin } = request;
    refuseNul(args);
    return owner.start({ tool: basename(command), args, env, cwd, stdin, onOutput });
  };
  return {
    async run(op, request) {
      if (request.command === 'ps') return nothing;
      if (!isOf(owner, request)) return await runProcess(op, request);
      op.check();
      const printed = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
      let bytes = 0;
      let failure: Fault | null = null;
      const hosted = begin(request, (stream, chunk) => {
        printed[stream].push(chunk);
        bytes += chunk.length;
        if (bytes <= (request.maxBytes ?? Number.POSITIVE_INFINITY)) return;
        failure ??= new Fault(
          'UNKNOWN',
          `The program printed more than the ${request.maxBytes} bytes allowed.`,
        );
        hosted.signal('SIGKILL');
      });
      const end = await endedOrKilled(op, hosted);
      if (failure) throw failure;
      return { ...end, stdout: Buffer.concat(printed.stdout), stderr: Buffer.concat(printed.stderr) };
    },
    async start(op, request) {
      if (!isOf(owner, request)) return await startLines(op, request);
      op.check();
      const errorLines: string[] = [];
      const { longestLine: longest = 1 << 20 } = request;
      const lines = {
        stdout: new Lines(request.onLine, longest),
        stderr: new Lines((line) => {
          errorLines.push(line);
          if (errorLines.length > keptErrorLines) errorLines.shift();
          request.onErrorLine?.(line);
        }, longest),
      };
      const hosted = begin(request, (stream, chunk) => lines[stream].push(Buffer.from(chunk)));
      return lineProcess(hosted, errorLines, () => {
        lines.stdout.end();
        lines.stderr.end();
      });
    },
    async stream(op, request) {
      if (!isOf(owner, request)) return await runStreamed(op, request);
      op.check();
      const log: Uint8Array[] = [];
      const lines = { stdout: new Lines(request.onLine), stderr: new Lines(request.onLine) };
      const hosted = begin(request, (stream, chunk) => {
        log.push(chunk);
        lines[stream].push(Buffer.from(chunk));
      });
      try {
        return await endedOrKilled(op, hosted);
      } finally {
        lines.stdout.end();
        lines.stderr.end();
        await appendFile(request.logPath, Buffer.concat(log), { mode: 0o600 });
      }
    },
  };
}

/** An executable that a test took away, or one elsewhere, is the computer's affair. */
function isOf({ bin }: ProgramOwner, { command, env }: Pick<Request, 'command' | 'env'>): boolean {
  if (command.includes('/')) return dirname(command) === bin && existsSync(command);
  const first = (env?.['PATH'] ?? '').split(':').find((folder) => existsSync(`${folder}/${command}`));
  return first === bin;
}

function endOf(how: Awaited<Hosted['ended']>): Ending {
  return 'code' in how ? { exitCode: how.code, signal: null } : { exitCode: null, signal: how.signal };
}

/** Answers after its death, as the host does. */
async function endedOrKilled(op: Operation, hosted: Hosted): Promise<Ending> {
  let failure: Fault | null = null;
  const release = op.onEnd((fault) => {
    failure = fault;
    hosted.signal('SIGKILL');
  });
  try {
    const end = endOf(await hosted.ended);
    if (failure) throw failure;
    return end;
  } finally {
    release();
  }
}

function lineProcess(hosted: Hosted, errorLines: readonly string[], flush: () => void): LineProcess {
  let end: LineProcess['end'] = null;
  const ended = hosted.ended.then((how) => {
    flush();
    end = { ...endOf(how), errorLines };
    return end;
  });
  return {
    pid: hosted.pid,
    ended,
    get end() {
      return end;
    },
    async stop() {
      hosted.signal('SIGTERM');
      await ended;
    },
  };
}

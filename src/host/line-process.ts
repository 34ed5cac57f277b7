/**
 * A long-running program that prints lines: a log stream, a companion. It lives beyond the
 * call that started it, in a group of its own, until `stop`.
 */
import type { Clock } from '@mobile-debug/core/clock.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { Lines } from './lines.ts';
import { type Ending, killGroup, type ProcessRequest, processEnd, spawnGroup } from './process.ts';

export interface LineProcessRequest extends Pick<ProcessRequest, 'command' | 'args' | 'cwd' | 'env'> {
  /** Lines of stdout as they come, without their breaks. */
  readonly onLine: (line: string) => void;
  /** Lines of stderr; the newest of them are in `ended` as well. */
  readonly onErrorLine?: (line: string) => void;
  /** Longer lines are cut: 1 Mi characters unless told. */
  readonly longestLine?: number;
  readonly clock: Clock;
}

export interface LineProcessEnd extends Ending {
  /** The newest lines of stderr, at most 40. */
  readonly errorLines: readonly string[];
}

export interface LineProcess {
  readonly pid: number;
  /** All its lines were told before. Never rejects. */
  readonly ended: Promise<LineProcessEnd>;
  /** The value of `ended`; null while it runs. */
  readonly end: LineProcessEnd | null;
  /** Asks it to end, kills the whole group after a second, and answers after its death. Safe to call twice. */
  stop(): Promise<void>;
}

/** One that is also spoken to. */
export interface SpokenProcess extends LineProcess {
  /** Nothing once its input has ended. */
  write(text: string): void;
  /** Most such programs end by that. */
  endInput(): void;
}

/** As `startLines`. */
export type StartProgram = (op: Operation, request: LineProcessRequest) => Promise<LineProcess>;

const defaultLongestLine = 1 << 20;
const keptErrorLines = 40;
/** A program that was asked to end needs no longer to end what it started elsewhere [O1]. */
const graceMs = 1_000;

/** Answers when the program runs. TOOL_NOT_FOUND when there is no such program. */
export async function startLines(op: Operation, request: LineProcessRequest): Promise<LineProcess> {
  const process = await startSpoken(op, request);
  process.endInput();
  return process;
}

/** As `startLines`, with the input of the program left open. */
export async function startSpoken(op: Operation, request: LineProcessRequest): Promise<SpokenProcess> {
  op.check();
  const child = spawnGroup(request);
  const errorLines: string[] = [];
  const longest = request.longestLine ?? defaultLongestLine;
  const lines = new Lines(request.onLine, longest);
  const errors = new Lines((line) => {
    errorLines.push(line);
    if (errorLines.length > keptErrorLines) errorLines.shift();
    request.onErrorLine?.(line);
  }, longest);
  child.stdout.on('data', (chunk: Buffer) => lines.push(chunk));
  child.stdout.on('end', () => lines.end());
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  child.stderr.on('end', () => errors.end());
  child.stdin.on('error', () => {}); // a program that reads no input breaks this pipe
  let end: LineProcessEnd | null = null;
  const over = processEnd(child, request).then((how) => {
    end = { ...how, errorLines };
    return end;
  });
  const started = new Promise<number>((resolve) => {
    child.once('spawn', () => resolve(child.pid ?? 0));
  });
  // Whichever is first: a missing program rejects `over` and never spawns.
  const pid = await op.race(Promise.race([started, over.then(() => child.pid ?? 0)])).catch((error) => {
    killGroup(child);
    throw error;
  });
  let stopping: Promise<void> | null = null;
  return {
    pid,
    ended: over,
    get end() {
      return end;
    },
    write: (text) => void (child.stdin.writable && child.stdin.write(text)),
    endInput: () => void child.stdin.end(),
    stop() {
      // Also after its exit: what it started may still hold the output open.
      stopping ??= end ? Promise.resolve() : stopGroup(child, over, request.clock);
      return stopping;
    },
  };
}

async function stopGroup(
  child: ReturnType<typeof spawnGroup>,
  over: Promise<LineProcessEnd>,
  clock: Clock,
): Promise<void> {
  killGroup(child, 'SIGTERM');
  using grace = Operation.start(graceMs, { clock });
  const release = grace.onEnd(() => killGroup(child));
  try {
    await over;
  } finally {
    release();
  }
}

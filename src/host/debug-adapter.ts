/**
 * Runs a debug adapter such as lldb-dap, spoken to over its standard input and output. Killing it may kill the program
 * that it holds, so it ends when its input ends, and that happens however this server ends. Only one that hangs, and
 * would keep the program stopped for ever, is killed.
 */
import type { Environment } from '@mobile-debug/core/environment.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { Lines } from './lines.ts';
import { processEnd, spawnGroup } from './process.ts';

export interface DebugAdapterRequest {
  readonly command: string;
  readonly env?: Environment;
  /** What is sent to it as the last message when this server is gone: a whole message with its header. */
  readonly farewell: string;
  /** How many seconds after the farewell an adapter counts as hung; 15 unless given. */
  readonly hungAfterSeconds?: number;
}

export interface DebugAdapterEnd {
  /** The newest lines of stderr, at most 40; among them the shell's own, when it could not start the adapter. */
  readonly errorLines: readonly string[];
}

export interface DebugAdapter {
  write(bytes: Uint8Array): void;
  /** Called once, before anything can arrive. */
  onData(take: (chunk: Buffer) => void): void;
  /** Closes its input: it detaches and ends by itself. Safe to call twice. */
  endInput(): void;
  /** Never rejects. */
  readonly ended: Promise<DebugAdapterEnd>;
  /** Lets this process end although the adapter still runs. */
  letGo(): void;
}

const keptErrorLines = 40;
const longestErrorLine = 1_024;
/** LLDB lets go of a program within a second, also on a busy computer [O1]. */
const usuallyHungAfterSeconds = 15;

/**
 * Between us and the adapter stands a shell that does two things. It ignores SIGPIPE, which the adapter inherits: one
 * that reports a stop into the closed pipe of a killed server would die of the signal, and the program with it (lldb-dap
 * 19.1.7 on Linux: two of four tries at 3,000 stops a second). And after the end of our input it sends the farewell,
 * so that the adapter hears a proper disconnect before its own input ends. The shell keeps neither pipe open, so that
 * the end of the adapter is seen at once, and ends itself then: `wait` for one program of a pipeline waits for all in
 * some shells, and `cat` reads until our end closes. All of them are one process group, which an adapter that hangs is
 * killed with. lldb-server, in a session of its own, ends then too, and the program runs on (lldb-dap 19.1.7 on Linux).
 */
const keeper = [
  "trap '' PIPE",
  'exec 3<&0 4>&1 >/dev/null',
  `{ cat <&3 3<&- 4>&-; printf '%s' "$1"; exec >/dev/null 3<&- 4>&-; sleep "$2"; kill -KILL 0; } 2>/dev/null | { "$0" >&4 3<&- 4>&-; exec 3<&- 4>&-; kill 0; } &`,
  'exec 3<&- 4>&- 0<&-',
  'wait',
].join('\n');

/** Answers when the program runs. TOOL_NOT_FOUND when there is no shell; a missing adapter ends at once. */
export async function startDebugAdapter(op: Operation, request: DebugAdapterRequest): Promise<DebugAdapter> {
  op.check();
  const hungAfter = String(request.hungAfterSeconds ?? usuallyHungAfterSeconds);
  const shell = { command: '/bin/sh', args: ['-c', keeper, request.command, request.farewell, hungAfter] };
  const child = spawnGroup({ ...shell, ...(request.env ? { env: request.env } : {}) });
  const errorLines: string[] = [];
  const errors = new Lines((line) => {
    errorLines.push(line);
    if (errorLines.length > keptErrorLines) errorLines.shift();
  }, longestErrorLine);
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  child.stderr.on('end', () => errors.end());
  child.stdin.on('error', () => {}); // an adapter that ended breaks this pipe; `ended` tells
  const ended = processEnd(child, shell).then(
    (): DebugAdapterEnd => ({ errorLines }),
    (error: unknown): DebugAdapterEnd => ({
      errorLines: [error instanceof Error ? error.message : String(error)],
    }),
  );
  const started = new Promise<boolean>((resolve) => child.once('spawn', () => resolve(true)));
  const runs = await op.race(Promise.race([started, ended.then(() => false)])).catch((error: unknown) => {
    child.stdin.end();
    throw error;
  });
  if (!runs)
    throw new Fault('TOOL_NOT_FOUND', 'The shell /bin/sh, which starts the debug adapter, is missing.');
  return {
    ended,
    write: (bytes) => void (child.stdin.writable && child.stdin.write(bytes)),
    onData: (take) => void child.stdout.on('data', take),
    endInput: () => child.stdin.end(),
    letGo: () => child.unref(),
  };
}

/** Runs a program for an executable: records it, applies the faults of the process as a whole, ends it on signals. */
import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import type { ProcessFault } from '../fault-script.ts';
import type { EndSignal, Output, Program, ProgramContext } from '../program.ts';
import type { SimulatedMac } from '../simulated-mac.ts';
import type { Caller, Ending } from './control-socket.ts';

/** Longer than any program of a test or a demo lives. */
const lifetimeMs = 7 * 24 * 3_600_000;

export interface ToolRun {
  readonly tool: string;
  readonly args: readonly string[];
  /** What of the environment tools look at. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly pid: number;
  readonly startedAtMs: number;
  /** Null while it runs; 128 and more when a signal ended it. */
  readonly exitCode: number | null;
}

interface Hosted {
  readonly ending: Promise<Ending>;
  kill(): void;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const signalNumbers: Readonly<Record<EndSignal, number>> = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };
const maxRuns = 50_000;

export class ProcessHost {
  readonly runs: ToolRun[] = [];
  readonly #world: SimulatedMac;
  readonly #programs: ReadonlyMap<string, Program>;
  readonly #running = new Map<ToolRun, Hosted>();
  readonly #closing = new AbortController();

  constructor(mac: SimulatedMac, programs: ReadonlyMap<string, Program>) {
    this.#world = mac;
    this.#programs = programs;
  }

  get running(): readonly ToolRun[] {
    return [...this.#running.keys()];
  }

  async host(caller: Caller): Promise<Ending> {
    const { tool, args, env, cwd, pid } = caller.start;
    const run: Mutable<ToolRun> = {
      tool,
      args,
      env,
      cwd,
      pid,
      startedAtMs: this.#world.clock.monotonicMs(),
      exitCode: null,
    };
    this.runs.push(run);
    if (this.runs.length > maxRuns) this.runs.splice(0, maxRuns / 2);
    const killing = new AbortController();
    const ending = this.#run(caller, killing);
    this.#running.set(run, { ending, kill: () => killing.abort('SIGKILL') });
    try {
      const how = await ending;
      run.exitCode = 'code' in how ? how.code : 128 + signalNumbers[how.signal];
      return how;
    } finally {
      this.#running.delete(run);
    }
  }

  /** Ends all programs and waits until they are over. */
  async close(): Promise<void> {
    this.#closing.abort('SIGKILL');
    await Promise.allSettled([...this.#running.values()].map(({ ending }) => ending));
  }

  /** As somebody else does with SIGKILL; false when no such program runs. */
  kill(pid: number): boolean {
    const found = [...this.#running].find(([run]) => run.pid === pid);
    found?.[1].kill();
    return found !== undefined;
  }

  async #run(caller: Caller, ending: AbortController): Promise<Ending> {
    const { tool, args } = caller.start;
    const onSignal = (): void => ending.abort(endSignalOf(caller.signal));
    const onClose = (): void => ending.abort('SIGKILL');
    for (const [from, act] of [
      [caller.signal, onSignal],
      [this.#closing.signal, onClose],
    ] as const) {
      if (from.aborted) act();
      else from.addEventListener('abort', act, { once: true });
    }
    using op = Operation.start(lifetimeMs, { signal: ending.signal, clock: this.#world.clock });
    const command = [tool, ...args].join(' ');
    const udid = args.find((arg) => this.#world.simulator(arg));
    const moment = { tool, command, ...(udid === undefined ? {} : { udid }) };
    const faults = this.#world.faults.forProcess(moment);
    const pipes = new Pipes(caller, faults, () => ending.abort('SIGKILL'));
    try {
      const code = await this.#perform(caller, faults, { op, signal: ending.signal, pipes });
      return ending.signal.reason === 'SIGKILL' ? { signal: 'SIGKILL' } : { code };
    } catch (error) {
      if (!(error instanceof Fault) || !ending.signal.aborted) throw error;
      return { signal: endSignalOf(ending.signal) };
    } finally {
      pipes.finish();
      this.#closing.signal.removeEventListener('abort', onClose);
    }
  }

  async #perform(
    caller: Caller,
    faults: readonly ProcessFault[],
    at: { readonly op: Operation; readonly signal: AbortSignal; readonly pipes: Pipes },
  ): Promise<number> {
    const { op, signal, pipes } = at;
    let exitCode: number | null = null;
    for (const fault of faults) {
      if (fault.kind === 'call') fault.run();
      else if (fault.kind === 'hang') await op.sleep(op.remainingMs);
      else if (fault.kind === 'slow') await op.sleep(fault.ms);
      else if (fault.kind === 'exit') exitCode = fault.code;
      else if (fault.kind === 'replace') {
        pipes.stdout.write(fault.stdout ?? '');
        pipes.stderr.write(fault.stderr ?? '');
        return fault.exitCode ?? 0;
      }
    }
    op.check();
    const { tool, args, env, cwd, pid } = caller.start;
    const program = this.#programs.get(tool);
    if (!program) throw new Error(`There is no program ${tool}.`);
    const context: ProgramContext = {
      tool,
      args,
      env,
      cwd,
      pid,
      op,
      signal,
      stdin: caller.stdin,
      stdout: pipes.stdout,
      stderr: pipes.stderr,
      mac: this.#world,
    };
    const code = await program(context);
    return exitCode ?? code;
  }
}

/** Standard output and error with what faults do to them. */
class Pipes {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly #caller: Caller;
  readonly #faults: readonly ProcessFault[];
  readonly #kill: () => void;
  /** All of stdout, held back until the end while only a share of it is to come through. */
  readonly #held: Uint8Array[] | null;
  #leftBytes: number;

  constructor(caller: Caller, faults: readonly ProcessFault[], kill: () => void) {
    this.#caller = caller;
    this.#faults = faults;
    this.#kill = kill;
    const killed = faults.find(({ kind }) => kind === 'kill');
    this.#leftBytes = killed?.kind === 'kill' ? (killed.afterBytes ?? 0) : Number.POSITIVE_INFINITY;
    this.#held = faults.some(({ kind }) => kind === 'truncate') ? [] : null;
    this.stdout = { write: (chunk) => this.#write(chunk) };
    this.stderr = { write: (chunk) => caller.write('stderr', bytesOf(chunk)) };
    for (const fault of faults) {
      if (fault.kind !== 'chatter') continue;
      this.stdout.write(fault.stdoutBefore ?? '');
      this.stderr.write(fault.stderrBefore ?? '');
    }
    if (this.#leftBytes === 0) kill();
  }

  finish(): void {
    for (const fault of this.#faults) {
      if (fault.kind === 'chatter') this.stderr.write(fault.stderrAfter ?? '');
      if (fault.kind !== 'truncate' || !this.#held) continue;
      const whole = Buffer.concat(this.#held);
      this.#caller.write('stdout', whole.subarray(0, Math.floor(whole.length * fault.share)));
    }
  }

  #write(chunk: string | Uint8Array): void {
    const bytes = bytesOf(chunk);
    if (bytes.length === 0) return;
    if (this.#held) this.#held.push(bytes);
    else this.#caller.write('stdout', bytes.subarray(0, this.#leftBytes));
    this.#leftBytes -= bytes.length;
    if (this.#leftBytes <= 0) this.#kill();
  }
}

function bytesOf(chunk: string | Uint8Array): Uint8Array {
  return typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : chunk;
}

function endSignalOf(signal: AbortSignal): EndSignal {
  const reason: unknown = signal.reason;
  return reason === 'SIGINT' || reason === 'SIGTERM' || reason === 'SIGHUP' ? reason : 'SIGKILL';
}

/**
 * When the helper runs: started at need or a little before, restarted once, given up after two failures, let go when idle.
 * Who uses it and what for is the facets' business; the start and the end of a run are helper-run.ts's.
 */
import { isFault } from '@mobile-debug/core/fault.ts';
import { Mutex } from '@mobile-debug/core/mutex.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { type TransportKind, TransportProblem } from '../../port/transport-problem.ts';
import type { AdbDevice } from '../adb/adb-types.ts';
import { type HelperOptions, type HelperState, missingWords } from './helper-options.ts';
import { type HelperRun, packagesThere, patience, type Starting, startRun, stopRun } from './helper-run.ts';
import type { HelperSession } from './helper-session.ts';
import { HelperTurn } from './helper-turns.ts';

// Chosen [O1].
const failuresBeforeGivingUp = 2;
const longestStartMs = 30_000;
const longestReadMs = 8_000;
/**
 * Another client holds UiAutomation or the port: back off, without counting a failure of the helper. Another client's
 * server (`foreign`) is checked at each use, which is cheap, so that its end is noticed at once.
 */
const respected: ReadonlySet<TransportKind> = new Set<TransportKind>(['busy', 'occupied']);
const respectMs = 10_000; // [O1]
const releaseWaitMs = 1_000;
const installBudgetMs = 300_000;

export class ResidentHelper {
  /** Serialises everything that reads the screen through UiAutomation, with or without the helper. */
  readonly mutex = new Mutex();
  readonly #adb: AdbDevice;
  readonly #options: HelperOptions;
  there: boolean | null = null; // installed on the device; null until looked up
  readonly #turn: HelperTurn;
  #run: HelperRun | null = null;
  #failures = 0;
  #last: TransportProblem | null = null;
  #notBeforeMs = 0;
  #starting: Starting | null = null;
  #users = 0;
  #doubtful: boolean = false;
  /** Thrown by an installation in the background: whoever needs the helper next gets it. */
  #bug: { readonly error: unknown } | null = null;
  #cancelIdle = (): void => {};
  #closed: boolean = false;

  constructor(adb: AdbDevice, options: HelperOptions) {
    this.#adb = adb;
    this.#options = options;
    this.#turn = new HelperTurn(options, adb.serial, () => this.#letGoLater());
  }

  /** What was found out so far; asks nothing. */
  get state(): HelperState {
    return { state: this.#stateName(), why: this.#last?.message ?? null };
  }

  /** The session of a helper that runs now; null when it would have to be started. */
  get session(): HelperSession | null {
    return this.#run?.instrumentation.running ? this.#run.session : null;
  }

  /** As `session`, unless it lately left an input without an answer and has not answered anything since. */
  get trusted(): HelperSession | null {
    return this.#doubtful ? null : this.session;
  }

  /** False when it is known to be unusable: switched off, not installed, or given up after failures. */
  get possible(): boolean {
    return this.session !== null || (this.there !== false && this.#blocked() === null);
  }

  /** Why a dump cannot work either: another client's helper holds UiAutomation. Null otherwise. */
  get shutOut(): string | null {
    return this.#last?.kind === 'foreign' ? this.#last.message : null;
  }

  /**
   * A reading through the helper, started if need be. Null when there is none or it failed: then it does not hold
   * UiAutomation any more, and `state.why` says what happened. Restarts it once when its process has ended. To be called
   * within `mutex`. Faults of the device and of `op` pass.
   */
  async read<T>(
    op: Operation,
    work: (op: Operation, session: HelperSession) => Promise<T>,
  ): Promise<T | null> {
    for (let attempt = 1; ; attempt++) {
      const run = await this.#ready(op, patience.forStart(op));
      if (run === null) {
        await this.#starting?.abort();
        await this.#stop(true);
        return null;
      }
      const problem = await this.#attempt(op, run, work);
      if (!(problem instanceof TransportProblem)) return problem.value;
      await this.failed(problem);
      const again = problem.kind === 'gone' && attempt === 1 && this.#blocked() === null;
      if (!again) return null;
    }
  }

  /**
   * Begins the start without waiting for it, where nothing has ever gone wrong. Never beside a dump, which holds
   * UiAutomation. What it comes to is told to the next who needs the helper.
   */
  prepare(): void {
    if (this.#run || this.#starting || this.#last || this.#closed || this.there === false) return;
    if (this.#blocked() !== null || this.mutex.isHeld) return;
    this.#starting = this.#begin();
  }

  /**
   * A session for input that only the helper can give, started if need be; null when there is none. Takes its turn.
   */
  async demand(op: Operation): Promise<HelperSession | null> {
    return await this.mutex.run(op, async () => (await this.#ready(op, null))?.session ?? null);
  }

  /** Keeps the helper running while `work` uses it. */
  async using<T>(work: () => Promise<T>): Promise<T> {
    this.#cancelIdle();
    this.#users += 1;
    try {
      return await work();
    } finally {
      this.#users -= 1;
      this.#letGoLater();
    }
  }

  /** Ends the run that failed and remembers it. */
  async failed(problem: TransportProblem): Promise<void> {
    this.#last = problem;
    if (problem.kind === 'missing') this.there = false;
    else if (respected.has(problem.kind)) this.#notBeforeMs = this.#options.clock.monotonicMs() + respectMs;
    else if (problem.kind !== 'foreign') this.#failures += 1;
    await this.#stop(false);
  }

  /** An input was not answered in time: other drivers are used until the helper answers again. */
  markUnconfirmed(): void {
    this.#doubtful = true;
  }

  succeeded(): void {
    this.#doubtful = false;
    this.#failures = 0;
    this.#last = null;
  }

  /** Ends the idle helper so that another client can connect; the next use starts it again. */
  async release(): Promise<void> {
    using op = Operation.start(releaseWaitMs, { clock: this.#options.clock });
    try {
      await this.mutex.run(op, async () => {
        if (this.#users === 0) await this.#stop(true);
      });
    } catch (error) {
      // A read is in progress; the idle timer restarts when it ends.
      if (!isFault(error, 'TIMEOUT')) throw error;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelIdle();
    await this.#starting?.abort();
    await this.#stop(true);
  }

  async #attempt<T>(
    op: Operation,
    run: HelperRun,
    work: (op: Operation, session: HelperSession) => Promise<T>,
  ): Promise<TransportProblem | { readonly value: T }> {
    using part = op.within(Math.min(longestReadMs, patience.forRead(op)));
    try {
      const value = await this.using(() => work(part, run.session));
      this.succeeded();
      return { value };
    } catch (error) {
      if (error instanceof TransportProblem) {
        // The output of the process explains its end better than the broken connection.
        return error.kind === 'gone' && !run.instrumentation.running ? run.instrumentation.problem() : error;
      }
      if (isFault(error, 'TIMEOUT') && !op.ended) return hung('The helper did not answer in time.');
      throw error;
    }
  }

  /** Waits for a start at most `patientMs`, or as long as `op` lasts: then the start goes on without it. */
  async #ready(op: Operation, patientMs: number | null): Promise<HelperRun | null> {
    if (this.#run && !this.#run.instrumentation.running) await this.#stop(false);
    if (this.#run) return this.#run;
    if (this.#bug) throw this.#bug.error;
    if (this.#blocked() !== null || this.#closed || this.there === false) return null;
    this.#starting ??= this.#begin();
    const { done, abort } = this.#starting;
    using part = patientMs === null ? null : op.within(patientMs);
    try {
      return await (part ?? op).race(done);
    } catch (error) {
      if (part === null || !isFault(error, 'TIMEOUT') || op.ended) throw error;
      await abort();
      return null;
    }
  }

  /** A start with its own time limit; each caller waits as long as its budget allows. */
  #begin(): Starting {
    const stop = new AbortController();
    const done = this.#started(stop.signal).finally(() => {
      this.#starting = null;
    });
    done.catch(() => {}); // heard by those who wait; without any, the next reading meets the device itself
    const abort = async (): Promise<void> => {
      stop.abort();
      await done.catch(() => null);
    };
    return { done, abort };
  }

  async #started(signal: AbortSignal): Promise<HelperRun | null> {
    using op = Operation.start(longestStartMs, { clock: this.#options.clock, signal });
    try {
      if (!(await this.#installed(op))) return null;
      this.#run = await this.#turn.take(op, () => startRun(op, this.#adb));
      this.#doubtful = false;
      this.#letGoLater();
      return this.#run;
    } catch (error) {
      const late = isFault(error, 'TIMEOUT') || signal.aborted;
      if (!(error instanceof TransportProblem || late)) throw error;
      await this.failed(
        error instanceof TransportProblem ? error : hung('The helper did not start in time.'),
      );
      return null;
    }
  }

  /** Looked up once for this connection of the device. */
  async #installed(op: Operation): Promise<boolean> {
    if (this.there === null) {
      this.there = await packagesThere(op, this.#adb);
      if (!this.there) this.#last = missing(missingWords);
      if (!this.there && this.#options.mode === 'install') void this.#installLater();
    }
    return this.there;
  }

  async #installLater(): Promise<void> {
    const { install, clock } = this.#options;
    if (!install) return;
    using op = Operation.start(installBudgetMs, { clock });
    try {
      await install(op, this.#adb);
      this.there = true;
      this.#last = null;
    } catch (error) {
      this.there = isFault(error) ? false : null; // null: the next who needs it comes to the bug
      if (!isFault(error)) this.#bug = { error };
      else this.#last = missing(`The helper could not be installed: ${error.message}`);
    }
  }

  #blocked(): TransportProblem | null {
    const { mode, clock } = this.#options;
    if (mode === 'off') return missing('It is turned off (--android-helper off).');
    if (this.#failures >= failuresBeforeGivingUp) return this.#last;
    return clock.monotonicMs() < this.#notBeforeMs ? this.#last : null;
  }

  async #stop(orderly: boolean): Promise<void> {
    const run = this.#run;
    this.#run = null;
    this.#cancelIdle();
    if (run) await stopRun(run, { adb: this.#adb, clock: this.#options.clock, orderly });
    if (run) await this.#turn.end();
  }

  #letGoLater(): void {
    this.#cancelIdle();
    if (this.#run === null || this.#closed || this.#users > 0) return;
    this.#cancelIdle = this.#options.clock.after(this.#turn.unusedMs, () => void this.release());
  }

  #stateName(): HelperState['state'] {
    if (this.#options.mode === 'off') return 'off';
    if (this.session !== null) return 'running';
    if (this.there === null) return 'not_looked_for';
    if (!this.there) return 'missing';
    if (this.#failures >= failuresBeforeGivingUp) return 'given_up';
    return this.#blocked() || this.shutOut !== null ? 'waiting' : 'idle';
  }
}

const told = (kind: TransportKind) => (words: string) => new TransportProblem(kind, 'not_delivered', words);
const [missing, hung] = [told('missing'), told('hung')];

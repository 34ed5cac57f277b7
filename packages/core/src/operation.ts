/**
 * The budget of one call: how long it may still take, and whether the client withdrew it. First parameter of
 * everything that waits. The only file that makes timers. Deadline and withdrawal end as two different faults.
 */
import { setMaxListeners } from 'node:events';
import type { Clock, Moment } from './clock.ts';
import { Fault } from './fault.ts';

export const systemClock: Clock = {
  monotonicMs: () => performance.now(),
  epochMs: () => Date.now(),
  after(ms, fire) {
    const timer = setTimeout(fire, ms);
    return () => clearTimeout(timer);
  },
};

export function momentOf(clock: Clock): Moment {
  return { monotonicMs: clock.monotonicMs(), epochMs: Math.round(clock.epochMs()) };
}

export interface OperationOptions {
  /** The client's request to stop; its `reason` becomes the cause of a CANCELLED fault. */
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

const listeningTicks = 30;

/** However late a tick comes, it counts once: what arrived while this process was busy is heard before the next. */
function afterListening(clock: Clock, ms: number, fire: () => void): () => void {
  let cancel = (): void => {};
  const listen = (left: number): void => {
    if (left === 0) fire();
    else cancel = clock.after(ms / listeningTicks, () => listen(left - 1));
  };
  listen(listeningTicks);
  return () => cancel();
}

/** What an operation and the dispatches on it share. */
class Budget {
  readonly clock: Clock;
  readonly controller = new AbortController();
  readonly #budgetMs: number;
  readonly #deadline: number;
  readonly #release: () => void;

  /** With `wallMs`, the budget itself is time of listening, and only that much may pass by the wall clock. */
  constructor(budgetMs: number, clock: Clock, parent: AbortSignal | undefined, wallMs?: number) {
    // Many parallel waits on one call are usual here (status asks a dozen programs); Node would call them a leak.
    setMaxListeners(0, this.controller.signal);
    this.clock = clock;
    this.#deadline = clock.monotonicMs() + (wallMs ?? budgetMs);
    this.#budgetMs = budgetMs;
    const expire = (): void => this.expire();
    const cancelTimer =
      wallMs === undefined ? clock.after(budgetMs, expire) : afterListening(clock, budgetMs, expire);
    // AbortSignal.any keeps its dependants alive on Node 20; a listener that dispose removes does not.
    const onParent = (): void => this.controller.abort(parent?.reason);
    if (parent?.aborted) onParent();
    else parent?.addEventListener('abort', onParent, { once: true });
    this.#release = () => {
      cancelTimer();
      parent?.removeEventListener('abort', onParent);
    };
  }

  get remainingMs(): number {
    return Math.max(0, this.#deadline - this.clock.monotonicMs());
  }

  expire(): void {
    this.controller.abort(new Fault('TIMEOUT', `Not done within ${Math.round(this.#budgetMs)} ms.`));
  }

  release(): void {
    this.#release();
  }
}

/** Deadline and withdrawal of a call: the first parameter of whatever waits. */
export class Operation implements Disposable {
  readonly #budget: Budget;

  /** Of an operation: the same budget under another type. */
  protected constructor(of: Budget | Operation) {
    this.#budget = of instanceof Operation ? of.#budget : of;
  }

  get clock(): Clock {
    return this.#budget.clock;
  }

  /** A new budget of `budgetMs`. Dispose it (`using`) when the call is over. */
  static start(budgetMs: number, { signal, clock = systemClock }: OperationOptions = {}): Operation {
    return new Operation(new Budget(budgetMs, clock, signal));
  }

  /** A shorter budget inside this one: it ends with its parent at the latest. */
  within(budgetMs: number): Operation {
    return new Operation(new Budget(Math.min(budgetMs, this.remainingMs), this.clock, this.signal));
  }

  /**
   * A shorter budget of time in which this process could have heard an answer. For what says something about the other
   * side by its silence: while this process was busy or the computer asleep, silence by the wall clock says nothing.
   */
  listening(budgetMs: number): Operation {
    return new Operation(new Budget(budgetMs, this.clock, this.signal, this.remainingMs));
  }

  /** Aborts when the deadline passes or the client withdraws; its reason is the fault or the client's. */
  get signal(): AbortSignal {
    return this.#budget.controller.signal;
  }

  get remainingMs(): number {
    return this.#budget.remainingMs;
  }

  /** Also true when the deadline has passed and its timer, held up by other work, has not fired yet. */
  get ended(): boolean {
    if (!this.signal.aborted && this.remainingMs <= 0) this.#budget.expire();
    return this.signal.aborted;
  }

  /** Throws TIMEOUT or CANCELLED when the operation has ended. */
  check(): void {
    if (this.ended) throw this.fault();
  }

  /** Why it ended. CANCELLED unless a deadline (its own or a parent's) passed. */
  fault(): Fault {
    const reason: unknown = this.signal.reason;
    if (reason instanceof Fault) return reason;
    return new Fault('CANCELLED', 'The call was cancelled.', { cause: reason });
  }

  async sleep(ms: number): Promise<void> {
    this.check();
    let cancel: () => void = () => {};
    const slept = new Promise<void>((resolve) => {
      cancel = this.clock.after(ms, resolve);
    });
    try {
      await this.race(slept);
    } finally {
      cancel();
    }
  }

  /** The result of `work`, or the fault when the operation ends first. `work` itself is not stopped. */
  async race<T>(work: Promise<T>): Promise<T> {
    if (this.ended) {
      work.catch(() => {}); // its failure has nobody left to hear it
      throw this.fault();
    }
    return await new Promise<T>((resolve, reject) => {
      const onAbort = (): void => reject(this.fault());
      this.signal.addEventListener('abort', onAbort, { once: true });
      work.then(resolve, reject).finally(() => this.signal.removeEventListener('abort', onAbort));
    });
  }

  /** Calls `stop` when the operation ends; the returned function takes that back. For sockets and processes. */
  onEnd(stop: (fault: Fault) => void): () => void {
    const onAbort = (): void => stop(this.fault());
    if (this.signal.aborted) onAbort();
    else this.signal.addEventListener('abort', onAbort, { once: true });
    return () => this.signal.removeEventListener('abort', onAbort);
  }

  [Symbol.dispose](): void {
    this.#budget.release();
  }
}

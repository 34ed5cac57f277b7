/**
 * What happens when the machine reports events: one set after the other is judged, and stops are presented one at a time.
 * Every set that suspended the program is released exactly once.
 */

import type { Clock } from '@mobile-debug/core/clock.ts';
import { foreseen } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import type { DebugEvent, DebugListener } from '../backend.ts';
import type { EventSet } from './events.ts';
import { JdwpRefusal, MalformedJdwp } from './jdwp-error.ts';
import { Judge, type JudgeDeps } from './judge.ts';

/** For one set of events: conditions and messages are a handful of questions [O1]. */
const handlingMs = 5_000;
/** A program that waits for its release sends a handful; more is no program. */
const mostWaiting = 1_000;

export interface EventLoopDeps extends JudgeDeps {
  readonly clock: Clock;
}

export class EventLoop {
  readonly #parts: EventLoopDeps;
  readonly #listener: DebugListener;
  readonly #judge: Judge;
  readonly #close: () => Promise<unknown>;
  readonly #waiting: EventSet[] = [];
  #work: Promise<void> = Promise.resolve();
  #isStopped: boolean = false;
  #isOver: boolean = false;
  #isInvoking: boolean = false;

  /** `close` ends the connection, upon which the machine lets its program run. */
  constructor(parts: EventLoopDeps, listener: DebugListener, close: () => Promise<unknown>) {
    this.#parts = parts;
    this.#listener = listener;
    this.#close = close;
    this.#judge = new Judge(parts, (event) => this.#emit(event));
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Never waits: sets are handled one after the other, those that come during a stop after it. */
  take(set: EventSet): void {
    if (set.events.some(({ kind }) => kind === 'vm_death')) {
      this.end('exited', 'The process ended.');
      this.#work = this.#work.then(async () => await this.#shut());
      return;
    }
    if (this.#isOver) return;
    if (this.#isInvoking) {
      this.#work = this.#work.then(async () => await this.#handle((op) => this.#pass(op, set)));
      return;
    }
    this.#waiting.push(set);
    if (this.#waiting.length > mostWaiting) {
      this.end('lost', 'The process sends events without end.');
      this.#work = this.#work.then(async () => await this.#shut());
      return;
    }
    this.#proceed();
  }

  /** Runs a method of the program during a stop. What it comes by, breakpoints included, is released at once and not told. */
  async invoking<T>(work: () => Promise<T>): Promise<T> {
    this.#isInvoking = true;
    try {
      return await work();
    } finally {
      this.#isInvoking = false;
    }
  }

  end(cause: 'exited' | 'lost' | 'worker', message: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#isStopped = false;
    this.#waiting.length = 0;
    this.#listener({ kind: 'ended', cause, message });
  }

  /** The stop is over; `release` lets the program run, and what came meanwhile is handled. */
  async leave(release: () => Promise<void>): Promise<void> {
    this.#isStopped = false;
    this.#parts.frames.forget();
    try {
      await release();
    } finally {
      this.#proceed();
    }
  }

  #proceed(): void {
    this.#work = this.#work.then(async () => {
      const set = this.#isStopped || this.#isOver ? undefined : this.#waiting.shift();
      if (!set) return;
      await this.#handle((op) => this.#present(op, set));
      this.#proceed();
    });
  }

  async #handle(work: (op: Operation) => Promise<void>): Promise<void> {
    using op = Operation.start(handlingMs, { clock: this.#parts.clock });
    try {
      await op.race(work(op));
    } catch (error) {
      if (this.#isOver) return;
      if (!(error instanceof JdwpRefusal || error instanceof MalformedJdwp)) foreseen(error);
      // What cannot be judged must not keep the app standing.
      this.end('lost', 'An event of the process could not be handled, so the debugger detaches.');
      await this.#shut();
    }
  }

  async #present(op: Operation, set: EventSet): Promise<void> {
    const stop = await this.#judge.stopIn(op, set);
    if (stop) {
      this.#isStopped = true;
      await this.#parts.steps.clear(op);
      this.#emit({ kind: 'stopped', stop });
    } else await this.#release(op, set);
  }

  async #pass(op: Operation, set: EventSet): Promise<void> {
    await this.#judge.bindAll(op, set);
    await this.#release(op, set);
  }

  async #release(op: Operation, { suspendsAll }: EventSet): Promise<void> {
    this.#parts.frames.forget();
    if (suspendsAll) await this.#parts.machine.threads.resume(op);
  }

  /** Whatever the machine holds of ours goes with the connection. */
  async #shut(): Promise<void> {
    try {
      await this.#close();
    } catch (error) {
      // The connection is gone either way, and the machine notices.
      foreseen(error);
    }
  }

  #emit(event: DebugEvent): void {
    if (!this.#isOver) this.#listener(event);
  }
}

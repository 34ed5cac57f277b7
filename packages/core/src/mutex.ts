/** What keeps callers in the order in which they came, also past one that failed or gave up waiting. */
import type { Operation } from './operation.ts';

/** A fair lock: callers run one at a time. */
export class Mutex {
  #last: Promise<void> = Promise.resolve();
  #users = 0;

  /** Whether anybody holds it or waits for it. */
  get isHeld(): boolean {
    return this.#users > 0;
  }

  /**
   * Runs `work` once all earlier callers are done. A caller whose `op` ends while it is queued leaves the queue with
   * the fault of its `op` and never runs its work.
   */
  async run<T>(op: Operation, work: () => Promise<T>): Promise<T> {
    op.check();
    const before = this.#last;
    let release = (): void => {};
    const done = new Promise<void>((resolve) => {
      release = resolve;
    });
    // Later callers wait for the earlier ones too, even when this one leaves the queue.
    this.#last = before.then(() => done);
    this.#users++;
    try {
      await op.race(before);
      return await work();
    } finally {
      this.#users--;
      release();
    }
  }
}

/** Callers work at the same time and get their results in the order in which they came. */
export class Arrivals {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Whether an earlier call is still looking. */
  waits(key: string): boolean {
    return this.#last.has(key);
  }

  /** The result of `work`, not before the earlier calls of `key` have theirs or have failed. A failure is told at once. */
  async inOrder<T>(op: Operation, key: string, work: Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const both = Promise.allSettled([before, work]).then(() => {
      if (this.#last.get(key) === both) this.#last.delete(key);
    });
    this.#last.set(key, both);
    const result = await work;
    await op.race(before);
    return result;
  }
}

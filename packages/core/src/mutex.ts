/** A fair lock: callers run one at a time, in the order they came, also past one that failed or gave up waiting. */
import type { Operation } from './operation.ts';

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

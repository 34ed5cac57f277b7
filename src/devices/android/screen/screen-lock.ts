/** One at a time, in the order of asking. Two screen dumps at once on one device kill each other. */
import type { Operation } from '@mobile-debug/core/operation.ts';

export class Turnstile {
  #last: Promise<void> = Promise.resolve();

  /** Waits for its turn within `op`; whoever gives up while waiting lets the next one pass. */
  async run<T>(op: Operation, work: () => Promise<T>): Promise<T> {
    op.check();
    const before = this.#last;
    let leave: () => void = () => {};
    const done = new Promise<void>((resolve) => {
      leave = resolve;
    });
    this.#last = before.then(() => done);
    try {
      await op.race(before);
      return await work();
    } finally {
      leave();
    }
  }
}

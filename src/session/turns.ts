/** A fair queue of one: calls take turns in the order they came, also past one that failed or gave up waiting. */
import type { Operation } from '@mobile-debug/core/operation.ts';

export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Runs `work` when all earlier ones are over. A caller whose `op` ends while waiting never runs its work. */
  async take<T>(op: Operation, work: () => Promise<T>): Promise<T> {
    const before = this.#last;
    let finish = (): void => {};
    const mine = new Promise<void>((resolve) => {
      finish = resolve;
    });
    // Whoever comes next waits for everybody before us too, even when we give up early.
    this.#last = before.then(() => mine);
    try {
      await op.race(before);
      return await work();
    } finally {
      finish();
    }
  }
}

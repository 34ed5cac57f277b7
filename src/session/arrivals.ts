/** Calls that mean the same device get it in the order in which they came, however long each had to look for it. */
import type { Operation } from '@mobile-debug/core/operation.ts';

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

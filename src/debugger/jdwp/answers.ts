/** Answers that cannot change while a class is loaded, or while a stop lasts, each asked for once. */
import { isFault } from '@mobile-debug/core/fault.ts';

export class Answers {
  readonly #known = new Map<string, Promise<unknown>>();

  /** A failure is not kept: the next caller asks again. The key tells what type the answer has. */
  async once<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#known.get(key) as Promise<T> | undefined;
    if (known === undefined) return await this.#begin(key, ask);
    try {
      return await known;
    } catch (error) {
      // Whoever asked first gave up, which is no answer for anybody else.
      if (!isFault(error, 'TIMEOUT', 'CANCELLED')) throw error;
      return await this.once(key, ask);
    }
  }

  async #begin<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const asked = ask();
    this.#known.set(key, asked);
    try {
      return await asked;
    } catch (error) {
      if (this.#known.get(key) === asked) this.#known.delete(key);
      throw error;
    }
  }
}

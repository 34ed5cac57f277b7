/** Answers that cannot change while a class is loaded, each asked for once. */
export class Answers {
  readonly #known = new Map<string, Promise<unknown>>();

  /** A failure is not kept: the next caller asks again. The key tells what type the answer has. */
  async once<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#known.get(key) as Promise<T> | undefined;
    if (known !== undefined) return await known;
    const asked = ask();
    this.#known.set(key, asked);
    try {
      return await asked;
    } catch (error) {
      this.#known.delete(key);
      throw error;
    }
  }
}

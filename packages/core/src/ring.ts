/** A bounded queue of numbered entries: the oldest fall out, readers go on from a sequence number. */

export interface RingRead<T> {
  readonly entries: readonly T[];
  /** Sequence number to pass as `after` next time. */
  readonly cursor: number;
  /** How many entries after the given number had already fallen out. */
  readonly dropped: number;
}

export class Ring<T> {
  readonly #capacity: number;
  readonly #slots: T[] = [];
  #written = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Returns the entry's sequence number; the first is 1. */
  push(entry: T): number {
    this.#slots[this.#written % this.#capacity] = entry;
    return ++this.#written;
  }

  get size(): number {
    return Math.min(this.#written, this.#capacity);
  }

  /** Sequence number of the newest entry, 0 when there was none yet. */
  get cursor(): number {
    return this.#written;
  }

  /** Entries after `after`, oldest first, at most `limit`. */
  read(after = 0, limit = Number.POSITIVE_INFINITY): RingRead<T> {
    const oldest = this.#written - this.size;
    const from = Math.max(after, oldest);
    const to = Math.min(this.#written, from + limit);
    const entries: T[] = [];
    for (let n = from; n < to; n++) entries.push(this.#slots[n % this.#capacity] as T);
    return { entries, cursor: Math.max(to, after), dropped: Math.max(0, oldest - after) };
  }

  /** Newest first, without copying. */
  *newest(): Generator<T> {
    for (let n = this.#written - 1; n >= this.#written - this.size; n--)
      yield this.#slots[n % this.#capacity] as T;
  }

  clear(): void {
    this.#slots.length = 0;
    this.#written = 0;
  }
}

/** A clock for tests, which stands still until it is told to advance. */
import type { Clock } from '../clock.ts';

interface Pending {
  readonly at: number;
  readonly order: number;
  readonly fire: () => void;
}

/** `advance` fires what falls due, in order, letting promises run in between. */
export class ManualClock implements Clock {
  #now = 0;
  #order = 0;
  readonly #startEpochMs: number;
  readonly #pending = new Set<Pending>();

  constructor(startEpochMs = Date.UTC(2026, 0, 1)) {
    this.#startEpochMs = startEpochMs;
  }

  monotonicMs(): number {
    return this.#now;
  }

  epochMs(): number {
    return this.#startEpochMs + this.#now;
  }

  after(ms: number, fire: () => void): () => void {
    const entry = { at: this.#now + Math.max(0, ms), order: this.#order++, fire };
    this.#pending.add(entry);
    return () => void this.#pending.delete(entry);
  }

  /** How many timers wait; a test's check that nothing was left behind. */
  get pending(): number {
    return this.#pending.size;
  }

  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    await settle();
    for (let next = this.#next(until); next; next = this.#next(until)) {
      this.#pending.delete(next);
      this.#now = next.at;
      next.fire();
      await settle();
    }
    this.#now = until;
  }

  /** As after a time in which the process was busy: what has fallen due meanwhile fires late, and once. */
  async leap(ms: number): Promise<void> {
    await settle();
    this.#now += ms;
    const due = [...this.#pending].filter(({ at }) => at <= this.#now);
    for (const entry of due.sort((a, b) => a.at - b.at || a.order - b.order)) {
      if (this.#pending.delete(entry)) entry.fire();
    }
    await settle();
  }

  #next(until: number): Pending | undefined {
    let first: Pending | undefined;
    for (const entry of this.#pending) {
      if (entry.at > until) continue;
      if (!first || entry.at < first.at || (entry.at === first.at && entry.order < first.order))
        first = entry;
    }
    return first;
  }
}

/** Lets chains of promises run; sixteen turns cover every chain in our code. */
async function settle(): Promise<void> {
  for (let round = 0; round < 16; round++) await Promise.resolve();
}

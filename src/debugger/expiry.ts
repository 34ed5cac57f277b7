/** The three limits of a session: how long it may hold the app, stay unused, and live. */
import type { Clock } from '@mobile-debug/core/clock.ts';

export const limitsMs = { paused: 60_000, idle: 5 * 60_000, life: 30 * 60_000 };
export type Limit = keyof typeof limitsMs;

export class Expiry {
  readonly #clock: Clock;
  readonly #over: (limit: Limit) => void;
  readonly #cancel = new Map<Limit, () => void>();

  constructor(clock: Clock, over: (limit: Limit) => void) {
    this.#clock = clock;
    this.#over = over;
    this.begin('life');
    this.begin('idle');
  }

  begin(limit: Limit): void {
    this.end(limit);
    this.#cancel.set(
      limit,
      this.#clock.after(limitsMs[limit], () => this.#over(limit)),
    );
  }

  end(limit: Limit): void {
    this.#cancel.get(limit)?.();
    this.#cancel.delete(limit);
  }

  endAll(): void {
    for (const cancel of this.#cancel.values()) cancel();
    this.#cancel.clear();
  }
}

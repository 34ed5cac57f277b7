/** Where the time of a call went, by part, on the monotonic clock. */
import type { Clock } from '@mobile-debug/core/clock.ts';

export type TimingPart =
  | 'device_resolution_ms'
  | 'pre_observation_ms'
  | 'target_resolution_ms'
  | 'dispatch_ms'
  | 'post_observation_ms'
  | 'verification_ms'
  | 'screenshot_ms'
  | 'serialization_ms';

export type Timing = Partial<Record<TimingPart, number>> & { readonly total_ms: number };

export class Stopwatch {
  readonly #clock: Clock;
  readonly #startedAtMs: number;
  readonly #parts = new Map<TimingPart, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedAtMs = clock.monotonicMs();
  }

  /** Adds the duration of `work` to a part, also when it fails. */
  async measure<T>(part: TimingPart, work: () => Promise<T>): Promise<T> {
    const from = this.#clock.monotonicMs();
    try {
      return await work();
    } finally {
      this.#add(part, from);
    }
  }

  /** The same for work that does not wait. */
  measureNow<T>(part: TimingPart, work: () => T): T {
    const from = this.#clock.monotonicMs();
    try {
      return work();
    } finally {
      this.#add(part, from);
    }
  }

  get elapsedMs(): number {
    return this.#clock.monotonicMs() - this.#startedAtMs;
  }

  #add(part: TimingPart, from: number): void {
    this.#parts.set(part, (this.#parts.get(part) ?? 0) + this.#clock.monotonicMs() - from);
  }

  read(): Timing {
    const parts = [...this.#parts].map(([part, ms]) => [part, tenths(ms)] as const);
    return { total_ms: tenths(this.elapsedMs), ...Object.fromEntries(parts) };
  }
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}

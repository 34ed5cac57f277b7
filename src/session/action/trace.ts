/**
 * What an action went through: its stages, written where each outcome is decided, and where its time went, by part, on the
 * monotonic clock. It only observes.
 */
import type { Clock } from '@mobile-debug/core/clock.ts';

export type Stage = 'resolve' | 'execute' | 'verify' | 'stabilize' | 'recover';

export interface TraceStep {
  readonly stage: Stage;
  readonly timestamp: string;
  readonly result: 'success' | 'failure' | 'retry';
  readonly attempt_index: number;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface Trace {
  readonly action_id: string;
  readonly steps: readonly TraceStep[];
  readonly final_outcome: 'success' | 'failure';
  readonly attempts: number;
}

export class TraceRecorder {
  readonly #actionId: string;
  readonly #clock: Clock;
  readonly #steps: TraceStep[] = [];

  constructor(actionId: string, clock: Clock) {
    this.#actionId = actionId;
    this.#clock = clock;
  }

  add(stage: Stage, result: TraceStep['result'], metadata?: Readonly<Record<string, unknown>>): void {
    this.#steps.push({
      stage,
      timestamp: new Date(this.#clock.epochMs()).toISOString(),
      result,
      attempt_index: this.#steps.length,
      ...(metadata === undefined ? {} : { metadata }),
    });
  }

  /** A path that ended before any stage was decided still has one step: the one in which it ended. */
  finish(success: boolean): Trace {
    if (this.#steps.length === 0) this.add('resolve', success ? 'success' : 'failure');
    return {
      action_id: this.#actionId,
      steps: this.#steps,
      final_outcome: success ? 'success' : 'failure',
      attempts: this.#steps.filter(({ stage }) => stage === 'execute').length,
    };
  }
}

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

/** What an action went through, stage by stage, written where each outcome is decided. It only observes. */
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

/**
 * What this process did and when: ids, scope, timing and order of completed actions, without content or
 * arguments. It links observations to actions.
 */
import type { Clock, Moment } from '@mobile-debug/core/clock.ts';

export interface ActionRef {
  readonly sessionId: string;
  readonly actionId: string;
}

export interface ActionRecord {
  readonly actionId: string;
  readonly sessionId: string;
  readonly correlationId: string;
  /** `platform:id`. */
  readonly deviceKey: string;
  readonly actionType: string;
  readonly success: boolean;
  readonly started: Moment;
  readonly completed: Moment;
  readonly dispatchStarted: Moment | null;
  readonly dispatchCompleted: Moment | null;
  readonly verificationCompleted: Moment | null;
}

export type Association =
  | { readonly kind: 'self' | 'explicit' | 'internal'; readonly record: ActionRecord }
  | { readonly kind: 'none' }
  | {
      readonly kind: 'unavailable';
      readonly reason: 'unknown_or_expired' | 'other_session' | 'other_device';
    };

const maxRecords = 1_000;
const maxAgeMs = 10 * 60_000;

export class ActionJournal {
  readonly sessionId: string;
  readonly #clock: Clock;
  readonly #records = new Map<string, ActionRecord>();

  constructor(sessionId: string, clock: Clock) {
    this.sessionId = sessionId;
    this.#clock = clock;
  }

  add(record: ActionRecord): void {
    this.#records.set(record.actionId, record);
    this.#forget();
  }

  /** The action that an observation of `deviceKey` with `ref` belongs to. Never selects a device. */
  associate(ref: ActionRef | undefined, deviceKey: string): Association {
    if (!ref) return { kind: 'none' };
    if (ref.sessionId !== this.sessionId) return { kind: 'unavailable', reason: 'other_session' };
    this.#forget();
    const record = this.#records.get(ref.actionId);
    if (!record) return { kind: 'unavailable', reason: 'unknown_or_expired' };
    if (record.deviceKey !== deviceKey) return { kind: 'unavailable', reason: 'other_device' };
    return { kind: 'explicit', record };
  }

  /** For what the server itself observed on behalf of an action. */
  internal(actionId: string): Association {
    const record = this.#records.get(actionId);
    return record ? { kind: 'internal', record } : { kind: 'unavailable', reason: 'unknown_or_expired' };
  }

  /** Completed actions in the order of their completion. */
  records(): readonly ActionRecord[] {
    this.#forget();
    return [...this.#records.values()];
  }

  #forget(): void {
    const oldestMs = this.#clock.monotonicMs() - maxAgeMs;
    for (const [id, { completed }] of this.#records) {
      if (this.#records.size <= maxRecords && completed.monotonicMs >= oldestMs) return;
      this.#records.delete(id);
    }
  }
}

/**
 * Proves a state of an element: success needs two equal readings, failure needs rechecks, so a flicker
 * counts as neither. The first of the two may be a reading from before the call that is still current; a failure needs two
 * of its own, and even on a slow source they are made before the window closes.
 */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { FaultCode } from '@mobile-debug/core/fault-codes.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { UiElement } from '../ui/ui-tree.ts';
import type { SessionOf } from './device-session.ts';
import { type Observation, shareable } from './observation.ts';
import { type Fold, foldReadings, type Reading } from './readings.ts';
import {
  type Handles,
  holds,
  type Sample,
  type StateExpectation,
  type StateValue,
  sameOutcome,
  sampleOf,
} from './state-sample.ts';

export interface StateResult {
  readonly success: boolean;
  readonly element: UiElement | null;
  readonly observation: Observation | null;
  /** null when unreadable or there is no element. */
  readonly value: StateValue;
  readonly readable: boolean;
  /** Readings made for it. */
  readonly reads: number;
  /** The reading from before that counts as the first of those in a row; null where none does. */
  readonly shared: Observation | null;
  /** Readings in a row, up to the newest, that gave the same value. */
  readonly stableCount: number;
  readonly failure: { readonly code: FaultCode; readonly reason: string } | null;
}

/** Makes at least one reading. Throws only if none succeeded or the device is gone. */
export async function expectState(
  op: Operation,
  session: SessionOf<'screen'>,
  wanted: StateExpectation,
): Promise<StateResult> {
  const { shared, firstAfterMs } = shareable(op, session.current, wanted.intervalMs);
  // The end of the operation is not a fault: what was read until then is judged.
  const pace = { pauseMs: () => wanted.intervalMs, firstAfterMs };
  return await foldReadings(op, session, pace, new StateProof(wanted, { handles: session, shared }));
}

export class StateProof implements Fold<StateResult> {
  readonly #wanted: StateExpectation;
  readonly #handles: Handles;
  readonly #shared: Observation | null;
  #beganMs: number | null = null;
  #last: Sample | null = null;
  #fault: Fault | null = null;
  #stableCount = 0;
  #reads = 0;
  /** Of the readings made for it, those that succeeded. */
  #good = 0;

  constructor(wanted: StateExpectation, { handles, shared }: StateProofOptions) {
    this.#wanted = wanted;
    this.#handles = handles;
    this.#shared = shared;
    if (shared) this.#see(sampleOf(shared, handles, wanted));
  }

  add(reading: Reading): boolean {
    this.#beganMs ??= reading.begunMs;
    this.#reads++;
    if (reading.kind === 'seen') {
      this.#good++;
      this.#see(sampleOf(reading.observation, this.#handles, this.#wanted));
    } else this.#miss(reading.fault);
    return this.#isDecided(reading.ended.monotonicMs - this.#beganMs);
  }

  result(): StateResult {
    const last = this.#last;
    if (!last || this.#good === 0)
      throw this.#fault ?? new Fault('OBSERVATION_FAILED', 'The screen could not be read in time.');
    const reads = this.#reads;
    const stableCount = this.#stableCount;
    const shared = stableCount > reads ? this.#shared : null;
    return verdict(last, this.#wanted, { reads, stableCount, shared });
  }

  #see(sample: Sample): void {
    this.#stableCount = this.#last && sameOutcome(this.#last, sample) ? this.#stableCount + 1 : 1;
    this.#last = sample;
  }

  /** A failed reading resets the count. */
  #miss(fault: Fault): void {
    this.#fault = fault;
    this.#stableCount = 0;
  }

  #isDecided(elapsedMs: number): boolean {
    const { maxRechecks, intervalMs, windowMs } = this.#wanted;
    if (this.#reads >= 2 + maxRechecks) return true;
    if (!this.#last || this.#stableCount < 2) return false;
    if (holds(this.#last, this.#wanted)) return true;
    // A value that has just changed may be a flicker: on a slow source it is rechecked past the window.
    return Math.min(this.#stableCount, this.#reads) >= 2 && elapsedMs + intervalMs > windowMs;
  }
}

export interface StateProofOptions {
  readonly handles: Handles;
  /** A reading from before that is still current, if there is one. */
  readonly shared: Observation | null;
}

function verdict(
  last: Sample,
  wanted: StateExpectation,
  { reads, stableCount, shared }: Pick<StateResult, 'reads' | 'stableCount' | 'shared'>,
): StateResult {
  const success = stableCount >= 2 && holds(last, wanted);
  const { observation, element, value, readable } = last;
  return {
    success,
    element,
    observation,
    value,
    readable,
    reads,
    shared,
    stableCount,
    failure: success ? null : failureOf(last, wanted),
  };
}

function failureOf(last: Sample, wanted: StateExpectation): NonNullable<StateResult['failure']> {
  if (last.absence) return last.absence;
  const { property, expected } = wanted;
  if (!last.readable) {
    return {
      code: 'EXPECT_STATE_MISMATCH',
      reason: `${property} of this element cannot be read on this platform.`,
    };
  }
  if (holds(last, wanted)) {
    return {
      code: 'ASSERTION_TIMEOUT',
      reason: `${property} was as expected, but not in two consecutive good readings.`,
    };
  }
  return {
    code: 'EXPECT_STATE_MISMATCH',
    reason: `${property} is ${JSON.stringify(last.value)}, not ${JSON.stringify(expected)}.`,
  };
}

/**
 * Proves a state of an element: success needs two equal readings, failure needs rechecks, so a flicker
 * counts as neither. Even on a slow source, two readings are made before the window closes.
 */
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { FaultCode } from '@mobile-debug/core/fault-codes.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { matchElements, type Selector } from '../ui/selector.ts';
import { writtenForm } from '../ui/spelling.ts';
import type { UiElement } from '../ui/ui-tree.ts';
import type { DeviceSession, SessionOf } from './device-session.ts';
import type { Observation } from './observation.ts';
import { type Fold, foldReadings, type Reading } from './readings.ts';

export const stateProperties = [
  'checked',
  'selected',
  'focused',
  'expanded',
  'enabled',
  'text_value',
  'value',
  'raw_value',
] as const;

export type StateProperty = (typeof stateProperties)[number];
export type StateValue = string | number | boolean | null;

export interface StateExpectation {
  readonly target: { readonly elementId: string } | { readonly selector: Selector };
  readonly property: StateProperty;
  readonly expected: StateValue;
  /** Pause between readings, 100 to 200 for expect_state. */
  readonly intervalMs: number;
  /** Time that a value may take to settle, 500 to 1,500 ms; after it two equal readings decide either way. */
  readonly windowMs: number;
  /** Rechecks after the first two readings. */
  readonly maxRechecks: number;
}

export interface StateResult {
  readonly success: boolean;
  readonly element: UiElement | null;
  readonly observation: Observation | null;
  /** null when unreadable or there is no element. */
  readonly value: StateValue;
  readonly readable: boolean;
  readonly reads: number;
  /** Readings in a row, up to the newest, that gave the same value. */
  readonly stableCount: number;
  readonly failure: { readonly code: FaultCode; readonly reason: string } | null;
}

interface Sample {
  readonly observation: Observation;
  readonly element: UiElement | null;
  readonly value: StateValue;
  readonly readable: boolean;
  readonly absence: { readonly code: FaultCode; readonly reason: string } | null;
}

/** Throws only if no reading succeeded or the device is gone. */
export async function expectState(
  op: Operation,
  session: SessionOf<'screen'>,
  wanted: StateExpectation,
): Promise<StateResult> {
  // The end of the operation is not a fault: what was read until then is judged.
  const pace = { pauseMs: () => wanted.intervalMs };
  return await foldReadings(op, session, pace, new StateProof(wanted, session));
}

export class StateProof implements Fold<StateResult> {
  readonly #wanted: StateExpectation;
  readonly #handles: Handles;
  #beganMs: number | null = null;
  #last: Sample | null = null;
  #fault: Fault | null = null;
  #stableCount = 0;
  #reads = 0;

  constructor(wanted: StateExpectation, handles: Handles) {
    this.#wanted = wanted;
    this.#handles = handles;
  }

  add(reading: Reading): boolean {
    this.#beganMs ??= reading.begunMs;
    this.#reads++;
    if (reading.kind === 'seen') this.#see(sampleOf(reading.observation, this.#handles, this.#wanted));
    else this.#miss(reading.fault);
    return this.#isDecided(reading.ended.monotonicMs - this.#beganMs);
  }

  result(): StateResult {
    const last = this.#last;
    if (!last) throw this.#fault ?? new Fault('OBSERVATION_FAILED', 'The screen could not be read in time.');
    return verdict(last, this.#wanted, { reads: this.#reads, stableCount: this.#stableCount });
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
    // A value that has just changed may be a flicker: on a slow source it is rechecked past the window.
    return holds(this.#last, this.#wanted) || elapsedMs + intervalMs > windowMs;
  }
}

type Handles = Pick<DeviceSession, 'locate'>;

function sampleOf(observation: Observation, handles: Handles, wanted: StateExpectation): Sample {
  const found = find(observation, wanted, handles);
  if (!(found.element && found.absence === null)) {
    return { observation, element: null, value: null, readable: false, absence: found.absence };
  }
  const value = found.element.state[wanted.property];
  return { observation, element: found.element, value, readable: value !== null, absence: null };
}

function find(observation: Observation, { target }: StateExpectation, handles: Handles) {
  const { tree } = observation;
  if ('elementId' in target) {
    try {
      return { element: handles.locate(observation, target.elementId), absence: null };
    } catch (error) {
      if (!isFault(error, 'STALE_REFERENCE')) throw error;
      return { element: null, absence: { code: error.code, reason: error.message } };
    }
  }
  const element = matchElements(tree, target.selector)[0] ?? null;
  if (element) return { element, absence: null };
  const { quality } = tree;
  const absence =
    quality.status === 'suspect'
      ? ({
          code: 'OBSERVATION_FAILED',
          reason: `The reading is suspect: ${quality.reasons.join('; ')}.`,
        } as const)
      : ({ code: 'ELEMENT_NOT_FOUND', reason: 'Nothing on the screen matches.' } as const);
  return { element: null, absence };
}

function sameOutcome(a: Sample, b: Sample): boolean {
  return a.value === b.value && a.readable === b.readable && (a.element === null) === (b.element === null);
}

/** Numbers and their texts are the same value: platforms give a slider's position as either. */
function holds({ readable, value }: Sample, { expected }: StateExpectation): boolean {
  if (!readable) return false;
  if (typeof value === 'boolean' || typeof expected === 'boolean') return value === expected;
  return value === expected || writtenForm(String(value)) === writtenForm(String(expected));
}

function verdict(
  last: Sample,
  wanted: StateExpectation,
  { reads, stableCount }: { reads: number; stableCount: number },
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

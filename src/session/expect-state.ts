/**
 * Proves a state of an element: success needs two equal readings, failure needs rechecks, so a flicker
 * counts as neither. The first of the two may be a reading from before the call that is still current; a failure needs two
 * of its own, and even on a slow source they are made before the window closes.
 */
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { FaultCode } from '@mobile-debug/core/fault-codes.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { whyUnproved } from '../ui/quality.ts';
import { matchElements, type Selector } from '../ui/selector.ts';
import { writtenForm } from '../ui/spelling.ts';
import { competing } from '../ui/target.ts';
import type { UiElement, UiTree } from '../ui/ui-tree.ts';
import type { DeviceSession, SessionOf } from './device-session.ts';
import { type Observation, shareable } from './observation.ts';
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

const truths: ReadonlySet<StateProperty> = new Set(['checked', 'selected', 'focused', 'expanded', 'enabled']);

/** INVALID_ARGUMENT for a text in the place of true or false: it would equal neither, and prove something false. */
export function assertComparable(property: StateProperty, expected: StateValue): void {
  if (!truths.has(property) || typeof expected === 'boolean' || expected === null) return;
  const word = String(expected).trim().toLowerCase();
  const form = word === 'true' || word === 'false' ? ` Write ${word} without quotes.` : '';
  throw new Fault(
    'INVALID_ARGUMENT',
    `"expected": ${property} is true or false, not ${JSON.stringify(expected)}.${form}`,
  );
}

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
  /** Readings made for it. */
  readonly reads: number;
  /** The reading from before that counts as the first of those in a row; null where none does. */
  readonly shared: Observation | null;
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

type Handles = Pick<DeviceSession, 'locate'>;

export interface StateProofOptions {
  readonly handles: Handles;
  /** A reading from before that is still current, if there is one. */
  readonly shared: Observation | null;
}

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
  const element = competing(matchElements(tree, target.selector), target.selector)[0] ?? null;
  if (element) return { element, absence: null };
  const { quality } = tree;
  const absence =
    quality.status === 'suspect'
      ? ({
          code: 'OBSERVATION_FAILED',
          reason: `The reading is suspect: ${quality.reasons.join('; ')}.`,
        } as const)
      : ({ code: 'ELEMENT_NOT_FOUND', reason: notFoundIn(tree) } as const);
  return { element: null, absence };
}

function notFoundIn(tree: UiTree): string {
  const unproved = whyUnproved(tree);
  if (unproved === null) return 'Nothing on the screen matches.';
  return `Nothing that could be read matches, which does not prove that it is absent: ${unproved}.`;
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

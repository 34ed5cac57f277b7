/** What one reading shows of the state of an element, and whether that is as expected. */
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { FaultCode } from '@mobile-debug/core/fault-codes.ts';
import { whyUnproved } from '../ui/quality.ts';
import { matchElements, type Selector } from '../ui/selector.ts';
import { writtenForm } from '../ui/spelling.ts';
import { competing } from '../ui/target.ts';
import type { UiElement, UiTree } from '../ui/ui-tree.ts';
import type { DeviceSession } from './device-session.ts';
import type { Observation } from './observation.ts';

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

export interface Sample {
  readonly observation: Observation;
  readonly element: UiElement | null;
  readonly value: StateValue;
  readonly readable: boolean;
  readonly absence: { readonly code: FaultCode; readonly reason: string } | null;
}

export type Handles = Pick<DeviceSession, 'locate'>;

export function sampleOf(observation: Observation, handles: Handles, wanted: StateExpectation): Sample {
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

export function sameOutcome(a: Sample, b: Sample): boolean {
  return a.value === b.value && a.readable === b.readable && (a.element === null) === (b.element === null);
}

/** Numbers and their texts are the same value: platforms give a slider's position as either. */
export function holds({ readable, value }: Sample, { expected }: StateExpectation): boolean {
  if (!readable) return false;
  if (typeof value === 'boolean' || typeof expected === 'boolean') return value === expected;
  return value === expected || writtenForm(String(value)) === writtenForm(String(expected));
}

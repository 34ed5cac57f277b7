/** The answer of an expectation about the state of an element: its shape, and how it is filled. */
import * as z from 'zod';
import type { TraceRecorder } from '../session/action/trace.ts';
import type { StateResult } from '../session/expect-state.ts';
import { handleOf } from '../session/observation.ts';
import { briefElement } from '../ui/brief.ts';
import { elementName } from '../ui/element-line.ts';
import type { Selector } from '../ui/selector.ts';
import { named, visibleText } from '../ui/visible-text.ts';
import { elementToWire } from '../ui/wire.ts';
import { elementShape } from './element-shapes.ts';
import { nextAfterState } from './missed.ts';
import { askedText, valueText } from './outline/words.ts';
import { restsOn, restsShape } from './rests-on.ts';
import { sourceField, untrusted } from './shapes.ts';
import { traceShape } from './timing-shapes.ts';

const stateValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const stateShape = z.looseObject({
  success: z.boolean().meta({ doc: 'Whether two reads in a row showed the expected value' }),
  expected_state: z
    .object({
      property: z.string().meta({ doc: 'As given' }),
      expected: stateValue.meta({ doc: 'As given' }),
    })
    .meta({ doc: 'What was expected' }),
  element: elementShape.optional(),
  observed_state: z
    .looseObject({
      property: z.string().meta({ doc: 'As given' }),
      value: stateValue.meta({ doc: 'Its last value; null when it cannot be read' }),
      raw_value: stateValue.optional().meta({ doc: 'The value as the platform spells it' }),
    })
    .meta({ doc: 'What the last read showed' }),
  reason: z.string().optional().meta({ doc: 'For a failure: the reason' }),
  failure_code: z
    .string()
    .optional()
    .meta({ doc: 'For a failure: the error code, such as `EXPECT_STATE_MISMATCH`' }),
  retryable: z.boolean().optional().meta({ doc: 'For a failure: whether asking again may succeed' }),
  stabilization_attempts: z.number().optional().meta({ doc: 'Reads made by this call' }),
  observation: restsShape.optional(),
  stabilization_window_ms: z
    .number()
    .optional()
    .meta({ doc: 'Milliseconds that a changing value was given to settle' }),
  stable_observation_count: z
    .number()
    .optional()
    .meta({ doc: 'Reads in a row, up to the last, with the same value' }),
  snapshot_freshness_ms: z
    .number()
    .nullable()
    .optional()
    .meta({ doc: 'Age of the last read in milliseconds' }),
  trace: traceShape.optional(),
  source: sourceField,
});

interface Claim {
  readonly property: string;
  readonly expected: string | number | boolean | null;
}

interface StateDetails {
  /** How long a changing value was given to settle. */
  readonly windowMs: number;
  readonly nowMs: number;
  readonly trace: TraceRecorder;
}

/** Without `details` the compact answer. */
export function stateToWire(seen: StateResult, { property, expected }: Claim, details: StateDetails | null) {
  const { success, observation, element } = seen;
  return {
    success,
    expected_state: { property, expected },
    source: untrusted,
    ...(observation && element
      ? {
          element: details
            ? elementToWire(observation.tree, element, handleOf(observation, element))
            : briefElement(element, handleOf(observation, element)),
        }
      : {}),
    observed_state: observedState(seen, property),
    ...failureToWire(seen),
    ...(details ? detailsToWire(seen, details) : {}),
  };
}

function detailsToWire(seen: StateResult, { windowMs, nowMs, trace }: StateDetails) {
  const { observation, reads, stableCount, success } = seen;
  return {
    stabilization_attempts: reads,
    observation: restsOn(seen),
    stabilization_window_ms: windowMs,
    stable_observation_count: stableCount,
    snapshot_freshness_ms: observation ? Math.round(nowMs - observation.completed.monotonicMs) : null,
    trace: { ...trace.finish(success) },
  };
}

interface AskedElement {
  readonly selector?: Selector | undefined;
  readonly element_id?: string | undefined;
}

export function stateTold(
  seen: StateResult,
  { selector, element_id, property, expected }: Claim & AskedElement,
) {
  const { success, observation, element, failure, reads } = seen;
  const asked = element_id === undefined ? askedText(selector) : named(element_id);
  return {
    tool: 'expect_state',
    success,
    subject: observation && element ? elementName(element, handleOf(observation, element)) : asked,
    claim: `${property} = ${valueText(expected)}`,
    ...(failure ? { failure: { ...failure, next: nextAfterState(seen), retryable: canStillBe(seen) } } : {}),
    reads,
    shared: seen.shared !== null,
    observation,
  };
}

function failureToWire(seen: StateResult) {
  const { failure } = seen;
  return failure ? { reason: failure.reason, failure_code: failure.code, retryable: canStillBe(seen) } : {};
}

/** What the platform does not let be read will not be readable next time. */
function canStillBe({ element, readable }: StateResult): boolean {
  return element === null || readable;
}

function observedState({ value, element }: StateResult, property: string) {
  const shown = typeof value === 'string' ? visibleText(value) : value;
  const raw = element?.state.raw_value ?? null;
  return { property, value: element?.secure ? null : shown, ...(raw === null ? {} : { raw_value: raw }) };
}

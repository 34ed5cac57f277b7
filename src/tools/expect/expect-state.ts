import { Fault } from '@mobile-debug/core/fault.ts';
import { randomId } from '@mobile-debug/core/ids.ts';
import * as z from 'zod';
import { TraceRecorder } from '../../session/action/trace.ts';
import {
  assertComparable,
  expectState as prove,
  type StateResult,
  stateProperties,
} from '../../session/expect-state.ts';
import { handleOf } from '../../session/observation.ts';
import { briefElement } from '../../ui/brief.ts';
import { elementName } from '../../ui/element-line.ts';
import { assertSelector, selectorSchema } from '../../ui/selector.ts';
import { named, visibleText } from '../../ui/visible-text.ts';
import { elementToWire } from '../../ui/wire.ts';
import { traceShape } from '../../wire/envelope-shape.ts';
import { outlineAnswer } from '../../wire/outline/outline-answer.ts';
import { askedText, valueText } from '../../wire/outline/words.ts';
import { restsOn, restsShape } from '../../wire/rests-on.ts';
import { answerMode, elementId, sourceField, untrusted } from '../../wire/shapes.ts';
import { elementShape } from '../../wire/tree-shapes.ts';
import { nextAfterState } from '../../workflows/missed.ts';
import { deviceTool } from '../define-tool.ts';

const windowMs = 1_000;
const budgetMs = 20_000;

const stateValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const input = z.object({
  selector: selectorSchema.optional(),
  element_id: elementId.optional(),
  property: z.enum(stateProperties).meta({
    doc: 'What to read of the element. `value`: of sliders, steppers, drop-downs; `raw_value`: the same as the platform spells it; `text_value`: text of a field',
  }),
  expected: z
    .union([z.boolean(), z.number(), z.string().max(10_000), z.null()])
    .meta({ doc: 'The value that it must have' }),
  responseMode: answerMode,
});

export const expectState = deviceTool({
  name: 'expect_state',
  title: 'Expect a state',
  description: 'Proves a state or value of an element by two equal reads.',
  effect: 'read',
  whilePaused: 'refused',
  toolset: 'core',
  needs: ['screen'],
  budgetMs: () => budgetMs,
  input,
  output: z.looseObject({
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
  }),
  examples: [
    {
      about: 'A button that is still disabled.',
      app: 'com.example.shop',
      input: { selector: { text: 'Sign in' }, property: 'enabled', expected: false },
    },
  ],
  async run({ op, input, session }) {
    const { selector, element_id, property, expected } = input;
    if ((selector === undefined) === (element_id === undefined)) {
      throw new Fault('INVALID_ARGUMENT', 'Give exactly one of selector and element_id.');
    }
    assertComparable(property, expected);
    if (selector) assertSelector(selector);
    if (element_id !== undefined) session.assertKnown(element_id);
    const trace = new TraceRecorder(randomId('exp'), op.clock);
    const target = element_id === undefined ? { selector: selector ?? {} } : { elementId: element_id };
    const seen = await prove(op, session, {
      target,
      property,
      expected,
      intervalMs: 150,
      windowMs,
      maxRechecks: 3,
    });
    trace.add('verify', seen.success ? 'success' : 'failure', { reads: seen.reads });
    if (input.responseMode === 'outline') return outlineAnswer(session, 'expectation', toldOf(seen, input));
    const { observation, element } = seen;
    const common = { success: seen.success, expected_state: { property, expected }, source: untrusted };
    const failed = failureToWire(seen);
    if (input.responseMode === 'compact') {
      return {
        ...common,
        ...(observation && element ? { element: briefElement(element, handleOf(observation, element)) } : {}),
        observed_state: observedState(seen, property),
        ...failed,
      };
    }
    return {
      ...common,
      ...(observation && element
        ? { element: elementToWire(observation.tree, element, handleOf(observation, element)) }
        : {}),
      observed_state: observedState(seen, property),
      ...failed,
      stabilization_attempts: seen.reads,
      observation: restsOn(seen),
      stabilization_window_ms: windowMs,
      stable_observation_count: seen.stableCount,
      snapshot_freshness_ms: observation
        ? Math.round(op.clock.monotonicMs() - observation.completed.monotonicMs)
        : null,
      trace: { ...trace.finish(seen.success) },
    };
  },
});

function toldOf(seen: StateResult, { selector, element_id, property, expected }: z.output<typeof input>) {
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

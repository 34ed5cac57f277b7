import { Fault } from '@mobile-debug/core/fault.ts';
import { randomId } from '@mobile-debug/core/ids.ts';
import * as z from 'zod';
import { TraceRecorder } from '../../session/action/trace.ts';
import { expectState as prove } from '../../session/expect-state.ts';
import { assertComparable, stateProperties } from '../../session/state-sample.ts';
import { assertSelector, selectorSchema } from '../../ui/selector.ts';
import { outlineAnswer } from '../../wire/outline/outline-answer.ts';
import { answerMode, elementId } from '../../wire/shapes.ts';
import { stateShape, stateTold, stateToWire } from '../../wire/state-answer.ts';
import { deviceTool } from '../define-tool.ts';

const windowMs = 1_000;
const budgetMs = 20_000;

export const expectState = deviceTool({
  name: 'expect_state',
  title: 'Expect a state',
  description: 'Proves a state or value of an element by two equal reads.',
  effect: 'read',
  whilePaused: 'refused',
  toolset: 'core',
  needs: ['screen'],
  budgetMs: () => budgetMs,
  input: z.object({
    selector: selectorSchema.optional(),
    element_id: elementId.optional(),
    property: z.enum(stateProperties).meta({
      doc: 'What to read of the element. `value`: of sliders, steppers, drop-downs; `raw_value`: the same as the platform spells it; `text_value`: text of a field',
    }),
    expected: z
      .union([z.boolean(), z.number(), z.string().max(10_000), z.null()])
      .meta({ doc: 'The value that it must have' }),
    responseMode: answerMode,
  }),
  output: stateShape,
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
    if (input.responseMode === 'outline')
      return outlineAnswer(session, 'expectation', stateTold(seen, input));
    const details = { windowMs, nowMs: op.clock.monotonicMs(), trace };
    return stateToWire(seen, input, input.responseMode === 'compact' ? null : details);
  },
});

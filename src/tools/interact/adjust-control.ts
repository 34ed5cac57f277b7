import { Fault } from '@mobile-debug/core/fault.ts';
import * as z from 'zod';
import { findTarget } from '../../session/action/find-target.ts';
import { selectorSchema } from '../../ui/selector.ts';
import { adjustedShape } from '../../wire/adjusted-shape.ts';
import { elementId, noWait } from '../../wire/shapes.ts';
import { checkAdjustable, reachTarget } from '../../workflows/adjust.ts';
import { actionTool } from '../define-tool.ts';

export const adjustControl = actionTool({
  name: 'adjust_control',
  title: 'Set a control',
  description: 'Sets a slider, stepper, switch or drop-down to targetValue, verified by reading it.',
  effect: 'act',
  toolset: 'core',
  needs: ['screen', 'input'],
  sourceModule: 'interact',
  actionTimeoutMs: 5_000,
  guarded: false,
  explainsNoChange: false,
  input: z.object({
    selector: selectorSchema.optional(),
    element_id: elementId.optional(),
    property: z
      .enum(['value', 'checked', 'selected'])
      .default('value')
      .meta({ doc: 'What to bring to `targetValue`; `checked` and `selected` take true or false' }),
    targetValue: z.union([z.number(), z.string().min(1).max(1_000), z.boolean()]).meta({
      doc: 'A number for sliders and steppers, true or false for switches, the text of the choice for drop-downs and wheels',
    }),
    tolerance: z.number().min(0).optional().meta({
      doc: 'How far a number may be off. Default: 0 for discrete controls, otherwise half a step or 1 % of the range, whichever is larger',
    }),
    maxAttempts: z
      .int()
      .min(1)
      .max(20)
      .default(5)
      .meta({ doc: 'Maximum number of attempts: a touch, then a read' }),
  }),
  details: adjustedShape,
  examples: [
    {
      about: 'A switch, on.',
      app: 'com.example.shop',
      input: { selector: { text: 'Remember me' }, property: 'checked', targetValue: false },
    },
  ],
  target: ({ selector, element_id }) => (element_id === undefined ? selector : { elementId: element_id }),
  validate({ selector, element_id }) {
    if ((selector === undefined) === (element_id === undefined)) {
      throw new Fault('INVALID_ARGUMENT', 'Give exactly one of selector and element_id.');
    }
  },
  lifts: ['target_state', 'actual_state', 'within_tolerance', 'converged', 'attempts', 'adjustment_mode'],
  async prepare({ input, session }, preparation) {
    const { selector, element_id, property, targetValue, tolerance, maxAttempts } = input;
    const named =
      element_id === undefined ? { selector: selector ?? {}, wait: noWait } : { elementId: element_id };
    const target = await findTarget(preparation, session, named);
    const request = { property, target: targetValue, tolerance, maxAttempts };
    const control = checkAdjustable(target.observation, target.element, request);
    let unread = false;
    return {
      target,
      aim: { point: target.point, gesture: true },
      async send(dispatch) {
        const result = await reachTarget(dispatch, session, control, request);
        unread = result.actual_state === null;
        return result;
      },
      conclude: () => (unread ? { unproved: true } : {}),
      // The adjusting itself ended with a reading that shows the value.
      reached: () => true,
    };
  },
});

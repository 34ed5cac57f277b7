import { Fault } from '@mobile-debug/core/fault.ts';
import * as z from 'zod';
import { findTarget } from '../../session/action/find-target.ts';
import { typedShape } from '../../wire/typed-shape.ts';
import { aimAtFocus, aimAtTarget } from '../../workflows/aimed-field.ts';
import { readTyped, sendText, typedOutcome, typingInto } from '../../workflows/type-into-field.ts';
import { echoTarget, elementTarget, namedTarget } from '../action-request.ts';
import { actionTool } from '../define-tool.ts';
import { inputAction } from '../input-action.ts';

export const typeText = actionTool({
  ...inputAction,
  name: 'type_text',
  title: 'Type text',
  description:
    'Types into the focused field or an element tapped first. Appends unless clear. Reads back: details.matches.',
  input: elementTarget.extend({
    text: z.string().max(10_000).meta({ doc: 'Text to type; empty only together with `clear`' }),
    clear: z.boolean().default(false).meta({ doc: 'Empty the field first' }),
    submit: z.boolean().default(false).meta({ doc: 'Press enter afterwards' }),
  }),
  details: typedShape,
  examples: [
    {
      about: 'Into a field, replacing what is there.',
      app: 'com.example.shop',
      input: { selector: { resource_id: 'email' }, text: "o'hara+1@example.com", clear: true },
    },
  ],
  target: echoTarget,
  validate({ elementId, selector, waitFor, text, clear }) {
    if (elementId !== undefined && selector !== undefined) {
      throw new Fault('INVALID_ARGUMENT', 'Give at most one of elementId and selector.');
    }
    if (waitFor !== undefined && selector === undefined) {
      throw new Fault('INVALID_ARGUMENT', 'waitFor requires a selector.');
    }
    if (text === '' && !clear) throw new Fault('INVALID_ARGUMENT', 'text is empty and clear is not set.');
  },
  async prepare({ input, session }, preparation) {
    const named = input.elementId !== undefined || input.selector !== undefined;
    const touch = named ? await findTarget(preparation, session, namedTarget(input)) : null;
    // What is in the field now is needed to empty it, and to know what should stand there afterwards.
    const aimed = touch ? aimAtTarget(touch) : aimAtFocus(await preparation.look());
    if (input.text !== '') await session.device.input.canType?.(preparation.op, input.text);
    const typing = typingInto(aimed, input);
    return {
      ...(touch ? { target: touch, aim: touch } : {}),
      ...(!touch && aimed.field ? { aim: { point: aimed.field.center, gesture: true as const } } : {}),
      send: (dispatch) => sendText(dispatch, session, typing),
      reached: (after) => !input.submit && readTyped(after, typing).matches === true,
      conclude: (after) => (after ? typedOutcome(readTyped(after, typing), typing) : {}),
    };
  },
});

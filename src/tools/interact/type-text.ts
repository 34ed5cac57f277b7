import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import * as z from 'zod';
import type { DeviceWith } from '../../devices/port/device.ts';
import { findTarget, type Touch } from '../../session/action/find-target.ts';
import type { UiElement } from '../../ui/ui-tree.ts';
import { echoTarget, elementTarget, namedTarget } from '../../wire/target-input.ts';
import { focusedField, readBack, textOf } from '../../workflows/typed-text.ts';
import { actionTool } from '../define-tool.ts';
import { inputAction } from '../input-action.ts';

export const typeText = actionTool({
  ...inputAction,
  name: 'type_text',
  title: 'Type text',
  description:
    'Types into the focused field, or into an element tapped first. Appends unless clear. Reads back: details.matches.',
  input: elementTarget.extend({
    text: z.string().max(10_000).meta({ doc: 'Text to type; empty only together with `clear`' }),
    clear: z.boolean().default(false).meta({ doc: 'Empty the field first' }),
    submit: z.boolean().default(false).meta({ doc: 'Press enter afterwards' }),
  }),
  details: z
    .looseObject({
      method: z
        .string()
        .optional()
        .meta({ doc: 'How it was typed, such as `input text`; absent when nothing was typed' }),
      characters: z.number().meta({ doc: 'How many characters were typed' }),
      matches: z.boolean().nullable().optional().meta({
        doc: 'Whether the field holds the text; null when that cannot be told. Absent without verification',
      }),
      note: z.string().optional().meta({ doc: 'Why it cannot be told' }),
      field_text: z.string().optional().meta({ doc: 'What the field holds instead' }),
      difference: z.string().optional().meta({ doc: 'Where the two differ' }),
    })
    .meta({ doc: 'What was typed, and what the field holds' }),
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
    const before = touch?.observation ?? (await preparation.look());
    const field = touch?.element ?? focusedField(before.tree);
    assertWritable(field);
    if (input.text !== '') await session.device.input.canType?.(preparation.op, input.text);
    const expected = expectedTexts(input, field);
    const typed: TypedRecord = { method: null };
    return {
      ...(touch ? { target: touch } : {}),
      send: (dispatch) => sendText(dispatch, session.device, { input, touch, field, typed }),
      reached: (after) => !input.submit && readBack(after.tree, field, expected).matches === true,
      conclude: (after) => conclude(after ? readBack(after.tree, field, expected) : null, input.submit),
    };
  },
});

interface TypedRecord {
  method: string | null;
}

interface Typing {
  readonly input: { readonly text: string; readonly clear: boolean; readonly submit: boolean };
  readonly touch: Touch | null;
  readonly field: UiElement | null;
  readonly typed: TypedRecord;
}

function assertWritable(field: UiElement | null): void {
  if (!field || field.enabled) return;
  throw new Fault('ELEMENT_NOT_INTERACTABLE', 'The field is disabled; nothing was typed.');
}

/**
 * What the field may hold afterwards, the likeliest first. null when that cannot be known: no field, or one whose text
 * cannot be read. An empty field shows its hint as its text, and most dumps do not say which of the two it is.
 */
function expectedTexts({ text, clear }: Typing['input'], field: UiElement | null): readonly string[] | null {
  const present = field ? textOf(field) : null;
  if (present === null) return null;
  return clear || present === '' ? [text] : [present + text, text];
}

async function sendText(
  dispatch: Dispatch,
  device: DeviceWith<'input'>,
  { input, touch, field, typed }: Typing,
) {
  if (touch && !touch.element.state.focused) await device.input.tap(dispatch, touch.point);
  if (input.clear) await device.input.clear(dispatch, field ? lengthToClear(field) : maxCleared);
  if (input.text !== '') typed.method = (await device.input.type(dispatch, input.text)).method;
  if (input.submit) await device.input.key(dispatch, 'enter');
  return { ...(typed.method === null ? {} : { method: typed.method }), characters: [...input.text].length };
}

const maxCleared = 500;

/** A masked field tells its length by its bullets, if at all. */
function lengthToClear(field: UiElement): number {
  return Math.max((textOf(field) ?? field.text ?? '').length, field.secure ? maxCleared : 0);
}

function conclude(read: ReturnType<typeof readBack> | null, submitted: boolean) {
  if (!read) return {};
  const { matches, note, field_text, difference } = read;
  const details = {
    matches,
    ...(note === undefined ? {} : { note }),
    ...(matches === false ? { field_text, difference } : {}),
  };
  // After a submit the field is usually gone or emptied, which is no mistake.
  if (matches !== false || submitted) return { details };
  return {
    details,
    missed: {
      code: 'VERIFICATION_FAILED' as const,
      nextStep:
        'The field does not hold what was typed: see details.difference, then type again with clear. If single characters differ, set the device keyboard to US English.',
    },
  };
}

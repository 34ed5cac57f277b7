import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import * as z from 'zod';
import { findTarget } from '../../session/action/find-target.ts';
import type { SessionOf } from '../../session/device-session.ts';
import type { Observation } from '../../session/observation.ts';
import type { UiElement } from '../../ui/ui-tree.ts';
import { type AimedField, aimAtFocus, aimAtTarget, nameIn, withFocus } from '../../workflows/aimed-field.ts';
import { type Expected, maskedLength, type ReadBack, readBack, textOf } from '../../workflows/typed-text.ts';
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
      field: z.string().optional().meta({
        doc: 'The field that had the focus, as an outline names it; absent where nothing tells which it was',
      }),
      focus_seen: z.literal(false).optional().meta({
        doc: 'Only where the screen is read in a way that does not tell the focus',
      }),
      note: z.string().optional().meta({
        doc: 'Why it cannot be told, or how the app shows it: `formatted by the app`, `spread over 6 boxes`',
      }),
      field_text: z.string().optional().meta({ doc: 'What the field holds instead' }),
      difference: z.string().optional().meta({ doc: 'Which characters are missing, exchanged or not typed' }),
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
    const aimed = touch ? aimAtTarget(touch) : aimAtFocus(await preparation.look());
    if (input.text !== '') await session.device.input.canType?.(preparation.op, input.text);
    const typing: Typing = { input, aimed, expected: expectedOf(input, aimed.field), method: null };
    const read = (after: Observation) => readBack(after.tree, typing.aimed.field, typing.expected);
    return {
      ...(touch ? { target: touch, aim: touch } : {}),
      ...(!touch && aimed.field ? { aim: { point: aimed.field.center, gesture: true as const } } : {}),
      send: (dispatch) => sendText(dispatch, session, typing),
      reached: (after) => !input.submit && read(after).matches === true,
      conclude: (after) => conclude(after ? read(after) : null, typing),
    };
  },
});

interface Typing {
  readonly input: { readonly text: string; readonly clear: boolean; readonly submit: boolean };
  /** As last seen before the text was sent. */
  aimed: AimedField;
  expected: Expected;
  method: string | null;
}

/**
 * What the field may hold afterwards. An empty field shows its hint as its text, and most dumps do not say which of the
 * two it is.
 */
function expectedOf({ text, clear }: Typing['input'], field: UiElement | null): Expected {
  if (!field) return { texts: null, typed: text };
  if (field.secure) return { texts: null, typed: text, lengths: maskedLengths(text, clear ? null : field) };
  const present = textOf(field) ?? '';
  return { texts: clear || present === '' ? [text] : [present + text, text], typed: text };
}

/** A mask may stand for the hint; some count an emoji as two. */
function maskedLengths(text: string, present: UiElement | null): readonly number[] {
  const added = [text.length, [...text].length];
  const before = present ? maskedLength(present) : null;
  return before === null ? added : [...added.map((count) => before + count), ...added];
}

async function sendText(dispatch: Dispatch, session: SessionOf<'screen' | 'input'>, typing: Typing) {
  const { input: device } = session.device;
  const { input } = typing;
  if (typing.aimed.touch) {
    await device.tap(dispatch, typing.aimed.touch);
    typing.aimed = await withFocus(dispatch, session, typing.aimed);
    typing.expected = expectedOf(input, typing.aimed.field);
  }
  const { field, observation, proved } = typing.aimed;
  if (input.clear) await device.clear(dispatch, field ? lengthToClear(field) : maxCleared);
  if (input.text !== '') typing.method = (await device.type(dispatch, input.text)).method;
  if (input.submit) await device.key(dispatch, 'enter');
  return {
    ...(typing.method === null ? {} : { method: typing.method }),
    characters: [...input.text].length,
    ...(field ? { field: nameIn(observation, field) } : {}),
    ...(proved ? {} : { focus_seen: false }),
  };
}

const maxCleared = 500;

/** A masked field tells its length by its bullets, if at all. */
function lengthToClear(field: UiElement): number {
  return Math.max((textOf(field) ?? field.text ?? '').length, field.secure ? maxCleared : 0);
}

function conclude(read: ReadBack | null, { input }: Typing) {
  if (!read) return {};
  const { matches, note, field_text, difference, exchanged } = read;
  const details = {
    matches,
    ...(note === undefined ? {} : { note }),
    ...(field_text === undefined ? {} : { field_text }),
    ...(difference === undefined ? {} : { difference }),
  };
  // After a submit the field is usually gone or emptied, which is no mistake.
  if (matches !== false || input.submit) return { details };
  const remedy = exchanged
    ? 'If single characters were exchanged, set the device keyboard to US English and type once more with clear.'
    : 'The app or its limits may want it so: the same text again would end the same. Go on from what the field holds.';
  return {
    details,
    missed: {
      code: 'VERIFICATION_FAILED' as const,
      nextStep: `The field does not hold what was typed: see details.difference. ${remedy}`,
    },
  };
}

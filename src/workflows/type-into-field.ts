/** Typing into a field: the touch that gives it the focus, the text, and what the field holds afterwards. */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import type { SessionOf } from '../session/device-session.ts';
import type { Observation } from '../session/observation.ts';
import type { UiElement } from '../ui/ui-tree.ts';
import { type AimedField, nameIn, withFocus } from './aimed-field.ts';
import { type Expected, maskedLength, type ReadBack, readBack, textOf } from './typed-text.ts';

export interface Typing {
  readonly input: { readonly text: string; readonly clear: boolean; readonly submit: boolean };
  /** As last seen before the text was sent. */
  aimed: AimedField;
  expected: Expected;
  method: string | null;
}

export function typingInto(aimed: AimedField, input: Typing['input']): Typing {
  return { input, aimed, expected: expectedOf(input, aimed.field), method: null };
}

export function readTyped({ tree }: Observation, { aimed, expected }: Typing): ReadBack {
  return readBack(tree, aimed.field, expected);
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

export async function sendText(dispatch: Dispatch, session: SessionOf<'screen' | 'input'>, typing: Typing) {
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

/** What the answer says of the field, and whether it missed what was typed. */
export function typedOutcome(read: ReadBack, { input }: Typing) {
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

/** Reads a field back after typing: its text and how that differs from the expected text. Pure. */
import type { UiElement, UiTree } from '../ui/ui-tree.ts';
import { visibleText } from '../ui/visible-text.ts';
import { differenceOf, isFormatted, shortestDifference } from './text-difference.ts';

export interface ReadBack {
  /** null: cannot be determined; `note` says why. */
  readonly matches: boolean | null;
  readonly note?: string;
  readonly field_text?: string;
  readonly difference?: string;
  /** Characters were exchanged one for one, as another keyboard layout does. */
  readonly exchanged?: boolean;
}

/** What has the focus, of the window that has it; of elements within one another the innermost field, else the innermost. */
export function focusedElement(tree: UiTree): UiElement | null {
  const focused = tree.elements.filter(({ state }) => state.focused === true);
  const inFront = focused.filter(({ window }) => tree.windows[window]?.focused);
  const known = tree.windows.some(({ focused: has, kind }) => has && kind !== 'keyboard');
  const [first, ...others] = known ? inFront : focused;
  if (!first) return null;
  return others.reduce(better, first);
}

function better(best: UiElement, one: UiElement): UiElement {
  if (one.editable !== best.editable) return one.editable ? one : best;
  return one.depth > best.depth ? one : best;
}

/** Whether the reading says of anything that it has the focus or not: some ways of reading iOS do not. */
export function tellsFocus(tree: UiTree): boolean {
  return tree.elements.some(({ state }) => state.focused !== null);
}

export function focusedField(tree: UiTree): UiElement | null {
  const focused = focusedElement(tree);
  return focused?.editable ? focused : null;
}

/** The text that a field holds, '' for an empty one that shows its hint, null when it is masked. */
export function textOf(field: UiElement): string | null {
  if (field.secure) return null;
  const text = field.state.text_value ?? field.text ?? '';
  return text !== '' && text === field.hint ? '' : text;
}

/** How many characters a masked field shows; null when it shows none. */
export function maskedLength({ secure, text }: UiElement): number | null {
  return secure && text !== null && /^\u2022+$/.test(text) && text.length < longestMask ? text.length : null;
}

/** Longer masks are cut. */
const longestMask = 64;
const masked = 'masked: cannot verify';

/** What the field may hold afterwards, and what was typed. */
export interface Expected {
  /** The likeliest first; null when unknown. */
  readonly texts: readonly string[] | null;
  readonly typed: string;
  /** Of a masked field: how many characters it may show. */
  readonly lengths?: readonly number[] | null;
}

export function readBack(tree: UiTree, field: UiElement | null, expected: Expected): ReadBack {
  const now = again(tree, field);
  const boxes = now || field ? boxesFrom(tree, now, field) : [];
  if (boxes.length > 1) {
    const read = readBoxes(boxes, expected.typed);
    if (read) return read;
  }
  if (field?.secure || now?.secure) return maskedRead(tree, now, expected);
  if (expected.texts === null) return { matches: null, note: 'no text field had the focus: cannot verify' };
  if (!now) return { matches: null, note: 'the field is gone: cannot verify' };
  const text = textOf(now) ?? '';
  if (expected.texts.includes(text)) return { matches: true };
  // Some readers return no texts at all; a missing text is not a difference.
  if (tree.quality.status === 'suspect')
    return { matches: null, note: 'the reading is suspect: cannot verify' };
  if (expected.texts.some((wanted) => isFormatted(wanted, text, now.hint)))
    return { matches: true, note: 'formatted by the app', field_text: visibleText(text) };
  const { difference, exchanged } = shortestDifference(expected.texts, text);
  return { matches: false, field_text: visibleText(text), difference: visibleText(difference), exchanged };
}

/** What it holds stays unknown, but not how much of it, where the mask shows that. */
function maskedRead(tree: UiTree, now: UiElement | null, { lengths }: Expected): ReadBack {
  const shown = now ? maskedLength(now) : null;
  if (!lengths || shown === null || lengths.includes(shown) || tree.quality.status === 'suspect')
    return { matches: null, note: masked };
  return {
    matches: false,
    field_text: `${shown} masked characters`,
    difference: `the field shows ${shown} masked characters, ${lengths[0]} were expected`,
  };
}

/** The same field in a later tree: by its own identifier, else the one that has the focus now. */
function again(tree: UiTree, field: UiElement | null): UiElement | null {
  const same = field?.stable_id ? tree.elements.filter(({ stable_id }) => stable_id === field.stable_id) : [];
  return same.length === 1 ? (same[0] ?? null) : focusedField(tree);
}

/** Boxes of a one-time code: fields of one row and one size that hold a character or two each, from `field` on. */
function boxesFrom(tree: UiTree, now: UiElement | null, field: UiElement | null): readonly UiElement[] {
  const first = field ?? now;
  if (!first) return [];
  const [, top, , bottom] = first.bounds;
  const height = bottom - top;
  const row = tree.elements.filter(
    ({ editable, visible, bounds: [left, above, right, below] }) =>
      editable &&
      visible &&
      Math.abs(above - top) <= height / 4 &&
      Math.abs(below - above - height) <= height / 4 &&
      right - left <= 2 * Math.max(1, first.bounds[2] - first.bounds[0]),
  );
  const sorted = [...row].sort((a, b) => a.bounds[0] - b.bounds[0]);
  const small = sorted.every((box) => [...(box.secure ? (box.text ?? '') : (textOf(box) ?? ''))].length <= 1);
  return small ? sorted : [];
}

/** null when the text stands in one field all the same, or in none. */
function readBoxes(boxes: readonly UiElement[], typed: string): ReadBack | null {
  const wanted = typed.replace(/[\s-]/g, '');
  const filled = boxes.filter((box) => (box.secure ? maskedLength(box) : textOf(box)));
  if ([...wanted].length < 2 || filled.length < 2) return null;
  const spread = `spread over ${boxes.length} boxes`;
  if (boxes.some(({ secure }) => secure)) {
    return { matches: null, note: `${masked}; ${spread}, ${filled.length} of which are filled` };
  }
  const text = boxes.map((box) => textOf(box) ?? '').join('');
  if (text === wanted || text.endsWith(wanted)) return { matches: true, note: spread };
  if (text.toLowerCase() === wanted.toLowerCase())
    return { matches: true, note: `${spread}; formatted by the app`, field_text: visibleText(text) };
  const { difference, exchanged } = differenceOf(wanted, text);
  return {
    matches: false,
    note: spread,
    field_text: visibleText(text),
    difference: visibleText(difference),
    exchanged,
  };
}

/** Reads a field back after typing: its text and how that differs from the expected text. Pure. */
import type { UiElement, UiTree } from '../ui/ui-tree.ts';
import { visibleText } from '../ui/visible-text.ts';

export interface ReadBack {
  /** null: cannot be determined; `note` says why. */
  readonly matches: boolean | null;
  readonly note?: string;
  readonly field_text?: string;
  readonly difference?: string;
}

export function focusedField(tree: UiTree): UiElement | null {
  return tree.elements.find(({ editable, state }) => editable && state.focused === true) ?? null;
}

/** The text that a field holds, '' for an empty one that shows its hint, null when it is masked. */
export function textOf(field: UiElement): string | null {
  if (field.secure) return null;
  const text = field.state.text_value ?? field.text ?? '';
  return text !== '' && text === field.hint ? '' : text;
}

/** `expected`: what the field may hold; null when unknown. */
export function readBack(
  tree: UiTree,
  field: UiElement | null,
  expected: readonly string[] | null,
): ReadBack {
  if (field?.secure) return { matches: null, note: 'masked: cannot verify' };
  if (expected === null) return { matches: null, note: 'no text field had the focus: cannot verify' };
  const now = again(tree, field);
  if (!now) return { matches: null, note: 'the field is gone: cannot verify' };
  const text = textOf(now);
  if (text === null) return { matches: null, note: 'masked: cannot verify' };
  if (expected.includes(text)) return { matches: true };
  // Some readers return no texts at all; a missing text is not a difference.
  if (tree.quality.status === 'suspect')
    return { matches: null, note: 'the reading is suspect: cannot verify' };
  return {
    matches: false,
    field_text: visibleText(text),
    difference: difference(closest(expected, text), text),
  };
}

function closest(expected: readonly string[], actual: string): string {
  const common = (wanted: string): number => {
    let at = 0;
    while (at < wanted.length && wanted[at] === actual[at]) at++;
    return at;
  };
  return expected.reduce(
    (best, wanted) => (common(wanted) > common(best) ? wanted : best),
    expected[0] ?? '',
  );
}

/** The same field in a later tree: by its own identifier, else the one that has the focus now. */
function again(tree: UiTree, field: UiElement | null): UiElement | null {
  const same = field?.stable_id ? tree.elements.filter(({ stable_id }) => stable_id === field.stable_id) : [];
  return same.length === 1 ? (same[0] ?? null) : focusedField(tree);
}

function difference(expected: string, actual: string): string {
  const [wanted, got] = [[...expected], [...actual]];
  let at = 0;
  while (at < wanted.length && wanted[at] === got[at]) at++;
  const part = (chars: string[]): string => JSON.stringify(chars.slice(at, at + 12).join(''));
  return visibleText(
    `from character ${at + 1}: expected ${part(wanted)}, the field has ${part(got)} (${wanted.length} and ${got.length} characters)`,
  );
}

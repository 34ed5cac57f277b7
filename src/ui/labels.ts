/** What a person would call an element: its own words, else those of what lies in it. */
import type { Draft } from './build-tree.ts';
import type { UiElement } from './ui-tree.ts';

type Named = Pick<
  UiElement,
  'text' | 'contentDescription' | 'hint' | 'editable' | 'secure' | 'clickable' | 'longClickable' | 'role'
> & { readonly children: readonly number[] };

/** Icon fonts put glyphs of the private use areas where a label would be; they cannot be named in a selector. */
const privateUse = /\p{Co}/gu;
const spaces = /\s+/g;
const simple = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;
const maxPieces = 4;
const maxVisited = 60;

/** White space collapsed, icon glyphs gone; null when nothing is left. */
export function labelForm(text: string | null): string | null {
  if (text === null || simple.test(text)) return text;
  const form = withoutIcons(text).replace(spaces, ' ').trim();
  return form === '' ? null : form;
}

/** React Native joins the words below an accessible view with `, `, icons among them: such a piece goes as a whole. */
function withoutIcons(text: string): string {
  const words = text.replace(privateUse, '');
  if (words === text || !words.includes(',')) return words;
  const pieces = text.split(',').map((piece) => ({ piece, rest: piece.replace(privateUse, '') }));
  return pieces
    .filter(({ piece, rest }) => rest === piece || rest.trim() !== '')
    .map(({ rest }) => rest)
    .join(',');
}

/**
 * The words an element carries itself. A field is called by its description or hint, not by what was typed; nor is a
 * slider by its position, which newer Android prints as its text.
 */
export function ownLabel(element: Named): string | null {
  const description = labelForm(element.contentDescription);
  if (element.editable || element.role === 'slider') {
    const typed = element.secure ? null : labelForm(element.text);
    return description ?? labelForm(element.hint) ?? typed;
  }
  return labelForm(element.text) ?? description;
}

export function canBeActedOn(
  element: Pick<UiElement, 'clickable' | 'longClickable' | 'editable' | 'role'>,
): boolean {
  return element.clickable || element.longClickable || element.editable || element.role === 'slider';
}

/**
 * Own words, else for what can be acted on the words below it, in reading order, without those of other controls
 * inside; only when there are none without, with them. Last the hint.
 */
export function labelOf(elements: readonly Named[], index: number): string | null {
  const element = elements[index];
  if (element === undefined) return null;
  const own = ownLabel(element);
  if (own !== null) return own;
  if (!canBeActedOn(element) && element.role !== 'list_item') return labelForm(element.hint);
  const pieces = piecesBelow(elements, element, false);
  const found = pieces.length > 0 ? pieces : piecesBelow(elements, element, true);
  return found.length > 0 ? found.join(', ') : labelForm(element.hint);
}

function piecesBelow(elements: readonly Named[], from: Named, alsoControls: boolean): readonly string[] {
  const pieces: string[] = [];
  const stack = [...from.children].reverse();
  for (let visited = 0; visited < maxVisited && pieces.length < maxPieces; visited++) {
    const index = stack.pop();
    const element = index === undefined ? undefined : elements[index];
    if (element === undefined) break;
    if (!alsoControls && canBeActedOn(element)) continue;
    const own = element.editable ? null : ownLabel(element);
    if (own !== null && !pieces.includes(own)) pieces.push(own);
    // Words of an element with words of its own repeat them as a rule.
    if (own === null)
      for (let i = Math.min(element.children.length, maxVisited) - 1; i >= 0; i--) {
        const child = element.children[i];
        if (child !== undefined) stack.push(child);
      }
  }
  return pieces;
}

const maxShared = 60;

/**
 * Compose puts `selected` on a parent without words; whoever reads the words below it asks for their state. Other controls
 * inside keep their own.
 */
export function shareSelection(elements: readonly Draft[]): void {
  for (const element of elements) {
    if (element.state.selected !== true || element.text !== null || element.contentDescription !== null)
      continue;
    const waiting = [...element.children];
    for (let visited = 0; visited < maxShared; visited++) {
      const child = elements[waiting.pop() ?? -1];
      if (child === undefined) break;
      if (child.clickable || child.editable || child.scrollable || child.role === 'list') continue;
      child.state = { ...child.state, selected: true };
      waiting.push(...child.children);
    }
  }
}

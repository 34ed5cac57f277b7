/** Which elements of two trees are the same, and which of them changed. */
import { elementSignature } from './fingerprint.ts';
import type { UiElement } from './ui-tree.ts';

/** As many elements as a retained base holds. */
export const maxCompared = 500;

interface Difference {
  readonly added: readonly UiElement[];
  readonly removed: readonly UiElement[];
  readonly changed: readonly Pair[];
}

export interface Pair {
  readonly was: UiElement;
  readonly now: UiElement;
}

export function compare(
  before: readonly UiElement[],
  after: readonly UiElement[],
  isSame: (pair: Pair) => boolean = () => true,
): Difference {
  const old = new Map<string, UiElement>();
  const seen = new Map<string, number>();
  for (const element of before) old.set(numbered(identity(element), seen), element);
  seen.clear();
  const added: UiElement[] = [];
  const changed: Pair[] = [];
  for (const element of after) {
    const key = numbered(identity(element), seen);
    const match = old.get(key);
    if (match === undefined) added.push(element);
    else if (differs(match, element) || !isSame({ was: match, now: element }))
      changed.push({ was: match, now: element });
    old.delete(key);
  }
  return { added, removed: [...old.values()], changed };
}

/**
 * The id where there is one, else everything that can be seen of it. Equal ones are numbered in tree order; the index
 * in the tree would make every element below an inserted one a new one.
 */
function identity(element: UiElement): string {
  if (element.stable_id !== null) return `#${element.stable_id}`;
  const { text, contentDescription, resourceId, type, bounds } = element;
  return JSON.stringify([text, contentDescription, resourceId, type, bounds]);
}

function numbered(key: string, seen: Map<string, number>): string {
  const count = (seen.get(key) ?? 0) + 1;
  seen.set(key, count);
  return count === 1 ? key : `${key}~${count}`;
}

/** What the wire shows of an element apart from its place among the others. */
function differs(a: UiElement, b: UiElement): boolean {
  return (
    elementSignature(a) !== elementSignature(b) ||
    a.text !== b.text ||
    a.contentDescription !== b.contentDescription ||
    a.label !== b.label ||
    a.coveredBy !== b.coveredBy ||
    a.clipped !== b.clipped ||
    a.offscreen !== b.offscreen
  );
}

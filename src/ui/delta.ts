/** What changed between two snapshots of one device: counts for every observation, elements for compact answers. */
import { elementSignature } from './fingerprint.ts';
import type { UiElement, UiTree } from './ui-tree.ts';
import { visibleText } from './visible-text.ts';
import { elementToWire, type WireElement } from './wire.ts';

export interface SnapshotDelta {
  readonly previous_snapshot_revision: number;
  readonly added_elements: number;
  readonly removed_elements: number;
  readonly mutated_elements: number;
  readonly total_elements: number;
}

export interface RemovedElement {
  readonly stable_id?: string;
  readonly resourceId?: string;
  readonly contentDescription?: string;
  readonly text?: string;
  /** Its place in the base. */
  readonly index: number;
}

export interface StateDelta {
  readonly base_snapshot_revision: number;
  readonly snapshot_revision: number;
  /** With `index`, their place in the new tree. */
  readonly added: readonly WireElement[];
  readonly removed: readonly RemovedElement[];
  /** As they are now, with `index`. */
  readonly changed: readonly WireElement[];
  /** Some changes are left out, or the trees were too large to compare wholly: read the whole tree. */
  readonly truncated: boolean;
  readonly omitted_changes?: number;
}

interface Numbered {
  readonly revision: number;
  readonly tree: UiTree;
  readonly elementCount: number;
}

const maxChanges = 200;
/** As many elements as a retained base holds. */
const maxCompared = 500;

interface Difference {
  readonly added: readonly UiElement[];
  readonly removed: readonly UiElement[];
  readonly changed: readonly UiElement[];
}

export function snapshotDelta(base: Numbered, next: UiTree): SnapshotDelta {
  const whole = base.tree.elements.length === base.elementCount;
  const { added, removed, changed } = whole
    ? compare(base.tree.elements, next.elements)
    : compare(base.tree.elements, next.elements.slice(0, maxCompared));
  return {
    previous_snapshot_revision: base.revision,
    added_elements: added.length,
    removed_elements: removed.length,
    mutated_elements: changed.length,
    total_elements: next.elements.length,
  };
}

/**
 * The elements that differ, at most 200 and never more text than the whole tree would be. Applied to the base it
 * gives the new tree, unless `truncated`. `handles` are those of the new tree.
 */
export function stateDelta(base: Numbered, next: Numbered, handles: readonly string[] = []): StateDelta {
  const large = Math.max(base.elementCount, next.elementCount) > maxCompared;
  const before = large ? base.tree.elements.slice(0, maxCompared) : base.tree.elements;
  const after = large ? next.tree.elements.slice(0, maxCompared) : next.tree.elements;
  const { added, removed, changed } = compare(before, after);
  const room = new Room(next.tree, handles);
  const taken = {
    changed: room.take(changed, (element) => indexedElement(next.tree, element, handles)),
    added: room.take(added, (element) => indexedElement(next.tree, element, handles)),
    removed: room.take(removed, removedOf),
  };
  const kept = taken.changed.length + taken.added.length + taken.removed.length;
  const omitted = added.length + removed.length + changed.length - kept;
  return {
    base_snapshot_revision: base.revision,
    snapshot_revision: next.revision,
    ...taken,
    truncated: omitted > 0 || large,
    ...(omitted > 0 ? { omitted_changes: omitted } : {}),
  };
}

function indexedElement(tree: UiTree, element: UiElement, handles: readonly string[]): WireElement {
  return { index: element.index, ...elementToWire(tree, element, handles[element.index] ?? null) };
}

function removedOf(element: UiElement): RemovedElement {
  const { stable_id, resourceId, contentDescription, text, index } = element;
  return {
    ...(stable_id === null ? {} : { stable_id: visibleText(stable_id) }),
    ...(resourceId === null ? {} : { resourceId: visibleText(resourceId) }),
    ...(contentDescription === null ? {} : { contentDescription: visibleText(contentDescription) }),
    ...(text === null ? {} : { text: visibleText(text) }),
    index,
  };
}

/** Takes changes as long as the answer stays under the whole view of the new tree. */
class Room {
  #changes = 0;
  #sizeChars = 0;
  readonly #mostChars: number;

  constructor(tree: UiTree, handles: readonly string[]) {
    let full = 0;
    for (const element of tree.elements)
      full += JSON.stringify(elementToWire(tree, element, handles[element.index] ?? null)).length + 1;
    this.#mostChars = full;
  }

  take<T>(elements: readonly UiElement[], wire: (element: UiElement) => T): readonly T[] {
    const taken: T[] = [];
    for (const element of elements) {
      if (this.#changes >= maxChanges) break;
      const entry = wire(element);
      const sizeChars = JSON.stringify(entry).length + 1;
      if (this.#sizeChars + sizeChars > this.#mostChars) break;
      this.#sizeChars += sizeChars;
      this.#changes += 1;
      taken.push(entry);
    }
    return taken;
  }
}

function compare(before: readonly UiElement[], after: readonly UiElement[]): Difference {
  const old = new Map<string, UiElement>();
  const seen = new Map<string, number>();
  for (const element of before) old.set(numbered(identity(element), seen), element);
  seen.clear();
  const added: UiElement[] = [];
  const changed: UiElement[] = [];
  for (const element of after) {
    const key = numbered(identity(element), seen);
    const match = old.get(key);
    if (match === undefined) added.push(element);
    else if (differs(match, element)) changed.push(element);
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

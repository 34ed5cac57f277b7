/** What changed between two snapshots of one device: counts for every observation, elements for compact answers. */
import { type Brief, briefElement, changedFields, shortText } from './brief.ts';
import { elementSignature } from './fingerprint.ts';
import { canBeActedOn } from './labels.ts';
import { outline } from './outline.ts';
import type { UiElement, UiTree } from './ui-tree.ts';
import { isSideShow } from './windows.ts';

export interface SnapshotDelta {
  readonly previous_snapshot_revision: number;
  readonly added_elements: number;
  readonly removed_elements: number;
  readonly mutated_elements: number;
  readonly total_elements: number;
}

export interface RemovedElement {
  readonly elementId?: string;
  readonly resourceId?: string;
  readonly contentDescription?: string;
  readonly text?: string;
  /** Its place in the base. */
  readonly index: number;
}

export interface StateDelta {
  readonly base_snapshot_revision: number;
  readonly snapshot_revision: number;
  /** In brief, in tree order. */
  readonly added: readonly Brief[];
  readonly removed: readonly RemovedElement[];
  /** The handle and only what changed. */
  readonly changed: readonly Brief[];
  /** Some changes are left out, or the trees were too large to compare wholly: read the whole tree. */
  readonly truncated: boolean;
  readonly omitted_changes?: number;
}

interface Numbered {
  readonly revision: number;
  readonly tree: UiTree;
  readonly elementCount: number;
  /** By element index; without them elements are named by their places. */
  readonly handles?: readonly string[];
}

const mostChanges = 200;
const mostChars = 1_500;
/** What the change may cost beyond the new screen told as an outline. */
const overOutline = 300;
/** Of the fields around the entries. */
const frameChars = 160;
/** An element in full has at least this. */
const leastElementChars = 90;
/** As many elements as a retained base holds. */
const maxCompared = 500;

interface Difference {
  readonly added: readonly UiElement[];
  readonly removed: readonly UiElement[];
  readonly changed: readonly Pair[];
}

interface Pair {
  readonly was: UiElement;
  readonly now: UiElement;
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
 * The elements that differ, in at most 1,500 characters and never 300 more than the outline of the new screen: what can be
 * used and what has a label first. Applied to the base it gives labels, states and handles of the new tree, unless
 * `truncated`.
 */
export function stateDelta(base: Numbered, next: Numbered): StateDelta {
  const large = Math.max(base.elementCount, next.elementCount) > maxCompared;
  const entries = entriesOf(base, next, large).sort((a, b) => a.rank - b.rank);
  const taken = withinRoom(entries, next);
  const omitted = entries.length - taken.length;
  const of = (kind: Entry['kind']) => taken.filter((entry) => entry.kind === kind).sort(byPlace);
  return {
    base_snapshot_revision: base.revision,
    snapshot_revision: next.revision,
    added: of('added').map(({ wire }) => wire),
    removed: of('removed').map(({ wire, place }) => ({ ...wire, index: place })),
    changed: of('changed').map(({ wire }) => wire),
    truncated: omitted > 0 || large,
    ...(omitted > 0 ? { omitted_changes: omitted } : {}),
  };
}

interface Entry {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly wire: Brief;
  readonly place: number;
  /** Small ones first. */
  readonly rank: number;
}

function byPlace(a: Entry, b: Entry): number {
  return a.place - b.place;
}

function entriesOf(base: Numbered, next: Numbered, large: boolean): Entry[] {
  const within = ({ elements }: UiTree): readonly UiElement[] =>
    large ? elements.slice(0, maxCompared) : elements;
  const isSame = ({ was, now }: Pair): boolean => handleIn(base, was) === handleIn(next, now);
  // One of several alike may have got another handle though nothing of it is to be seen.
  const difference = compare(within(base.tree), within(next.tree), isSame);
  const renamed = difference.changed.filter((pair) => !isSame(pair));
  const added = [...difference.added, ...renamed.map(({ now }) => now)];
  const removed = [...difference.removed, ...renamed.map(({ was }) => was)];
  return [
    ...difference.changed.filter(isSame).map(({ was, now }): Entry => {
      const fields = changedFields(was, now);
      const handle = handleIn(next, now);
      const wire = { ...(handle === '' ? { index: now.index } : { elementId: handle }), ...fields };
      const moved = Object.keys(fields).every((field) => field === 'bounds' || field === 'clipped');
      return { kind: 'changed', wire, place: now.index, rank: moved ? 3 : rankOf(next.tree, now) };
    }),
    ...added.map((element): Entry => {
      const wire = briefElement(element, handleIn(next, element));
      return { kind: 'added', wire, place: element.index, rank: rankOf(next.tree, element) };
    }),
    ...removed.map((element): Entry => {
      const wire = removedOf(element, handleIn(base, element));
      return { kind: 'removed', wire, place: element.index, rank: rankOf(base.tree, element) };
    }),
  ];
}

function handleIn({ handles }: Numbered, { index }: UiElement): string {
  return handles?.[index] ?? '';
}

/** What a reader can use or know it by comes first; bars and keyboard come last. */
function rankOf(tree: UiTree, element: UiElement): number {
  if (isSideShow(tree, element.window)) return 4;
  const acts = element.visible && canBeActedOn(element);
  if (acts && element.label !== null) return 0;
  return acts || (element.visible && element.label !== null) ? 1 : 2;
}

function removedOf({ resourceId, contentDescription, text }: UiElement, handle: string): Brief {
  const name =
    resourceId === null
      ? contentDescription === null
        ? text === null
          ? {}
          : { text: shortText(text, 60) }
        : { contentDescription: shortText(contentDescription, 60) }
      : { resourceId: shortText(resourceId, 120) };
  return { ...(handle === '' ? {} : { elementId: handle }), ...name };
}

/** As many entries from the front as have room. */
function withinRoom(entries: readonly Entry[], { tree, handles = [] }: Numbered): readonly Entry[] {
  if (entries.length === 0) return [];
  const told = outline(tree, handles, { revision: null }).length + overOutline - frameChars;
  const room = Math.min(mostChars - frameChars, told, tree.elements.length * leastElementChars);
  let used = 0;
  const end = entries.findIndex(({ kind, wire, place }) => {
    used += JSON.stringify(kind === 'removed' ? { ...wire, index: place } : wire).length + 1;
    return used > room;
  });
  return entries.slice(0, Math.min(end < 0 ? entries.length : end, mostChanges));
}

function compare(
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

/** What changed between two snapshots of one device: counts for every observation, elements for compact answers. */
import { type Brief, briefElement, changedFields, shortText } from './brief.ts';
import { canBeActedOn } from './labels.ts';
import { outline } from './outline.ts';
import { compare, maxCompared, type Pair } from './tree-difference.ts';
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

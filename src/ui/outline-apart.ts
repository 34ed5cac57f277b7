/**
 * What tells lines of an outline apart that would read alike: of labels that are cut the part that differs, of controls
 * that are called the same their ids, else other words of their row, else their place. Pure.
 */
import { canBeActedOn } from './labels.ts';
import type { OutlineLine } from './outline-lines.ts';
import { nameOfId } from './selector.ts';
import type { UiElement, UiTree } from './ui-tree.ts';

/** Of a line that would read like another. */
export interface Apart {
  /** The label with what it shares with the others shortened, one character longer than others at most; null to cut it as usual. */
  readonly label: string | null;
  readonly id: boolean;
  /** Words of the row it stands in; null where they are not needed or none differ. */
  readonly row: string | null;
  /** Its centre; null where something better tells it apart. */
  readonly place: readonly [x: number, y: number] | null;
}

const longestRowWords = 24;
const nothing: Apart = { label: null, id: false, row: null, place: null };

/**
 * By line; lines that differ anyway are not in it. `render` gives a line without its handle, and `limit` is the length
 * of a label in it.
 */
export function tellApart(
  tree: UiTree,
  lines: readonly OutlineLine[],
  render: (line: OutlineLine, apart: Apart | undefined) => string,
  limit: number,
): ReadonlyMap<OutlineLine, Apart> {
  const found = new Map<OutlineLine, Apart>();
  const alike = (): readonly (readonly OutlineLine[])[] =>
    groups(lines, (line) => (line.element === null ? null : render(line, found.get(line))));
  // A second round for those that differ in two places.
  for (let round = 0; round < 2; round++) {
    for (const group of alike()) {
      for (const [line, label] of differentEnds(group, limit))
        found.set(line, { ...(found.get(line) ?? nothing), label });
    }
  }
  for (const group of alike()) {
    for (const [line, more] of differences(tree, group.filter(isControl)))
      found.set(line, { ...(found.get(line) ?? nothing), ...more });
  }
  return found;
}

function isControl({ element }: OutlineLine): boolean {
  return element !== null && (canBeActedOn(element) || element.state.checked !== null);
}

/** Those of more than one member. */
function groups<T>(all: readonly T[], keyOf: (one: T) => string | null): readonly (readonly T[])[] {
  const byKey = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    if (key === null) continue;
    const group = byKey.get(key);
    if (group) group.push(one);
    else byKey.set(key, [one]);
  }
  return [...byKey.values()].filter((group) => group.length > 1);
}

/** Labels that are too long to show, from where they stop being the same; empty where they are the same. */
function differentEnds(
  group: readonly OutlineLine[],
  limit: number,
): readonly (readonly [OutlineLine, string])[] {
  const labels = group.map(({ label }) => label ?? '');
  const shared = sharedLength(labels);
  if (labels.every((label) => label.length <= limit) || labels.every((label) => label === labels[0]))
    return [];
  const head = Math.floor(limit / 4);
  if (shared <= head + 1) return [];
  return group.map((line, at) => {
    const label = labels[at] ?? '';
    const text = `${whole(label.slice(0, head))}…${whole(label.slice(shared))}`;
    return [line, text.length > limit ? `${whole(text.slice(0, limit)).trimEnd()}…` : text] as const;
  });
}

/** How many characters all begin with, back to the beginning of the word in which they part where it is near. */
function sharedLength(labels: readonly string[]): number {
  const [first = ''] = labels;
  let shared = 0;
  while (shared < first.length && labels.every((label) => label.charAt(shared) === first.charAt(shared)))
    shared++;
  const word = first.lastIndexOf(' ', shared - 1) + 1;
  return shared - word <= 4 ? word : shared;
}

/** Without half a surrogate pair at either end. */
function whole(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}

function differences(
  tree: UiTree,
  group: readonly OutlineLine[],
): readonly (readonly [OutlineLine, Partial<Apart>])[] {
  if (group.length < 2) return [];
  const ids = group.map(({ id }) => (id === null ? '' : nameOfId(id)));
  if (new Set(ids).size === group.length) return group.map((line) => [line, { id: true }] as const);
  const members = new Set(group.flatMap(({ element }) => (element === null ? [] : [element])));
  const rows = group.map(({ element }) => (element === null ? null : rowWords(tree, element, members)));
  const counts = new Map<string, number>();
  for (const row of rows) if (row !== null) counts.set(row, (counts.get(row) ?? 0) + 1);
  return group.map((line, at) => {
    const row = rows[at] ?? null;
    if (row !== null && counts.get(row) === 1) return [line, { row }] as const;
    return [line, { place: centre(line) }] as const;
  });
}

function centre({ element }: OutlineLine): readonly [number, number] {
  const [left, top, right, bottom] = element?.bounds ?? [0, 0, 0, 0];
  return [Math.round((left + right) / 2), Math.round((top + bottom) / 2)];
}

/** The first other words in the largest part of the screen that holds this member of the group alone. */
function rowWords(tree: UiTree, element: UiElement, members: ReadonlySet<UiElement>): string | null {
  let row = element;
  for (;;) {
    const parent = row.parentId === null ? undefined : tree.elements[row.parentId];
    if (parent === undefined || below(tree, parent).some((each) => each !== element && members.has(each)))
      break;
    row = parent;
  }
  const words = below(tree, row).find(
    (each) => each !== element && each.visible && each.label !== null && !says(element, each.label),
  );
  return words?.label?.slice(0, longestRowWords) ?? null;
}

function says(element: UiElement, label: string): boolean {
  return element.label?.includes(label) ?? false;
}

/** An element and all below it, in order. */
function below(tree: UiTree, from: UiElement): readonly UiElement[] {
  const all: UiElement[] = [];
  const waiting = [from];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    all.push(each);
    for (const child of [...each.children].reverse()) {
      const next = tree.elements[child];
      if (next) waiting.push(next);
    }
  }
  return all;
}

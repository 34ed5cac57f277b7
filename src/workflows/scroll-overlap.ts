/** How far a scroller moved between two readings, and whether what it showed before and after joins. Pure. */
import type { UiElement, UiTree } from '../ui/ui-tree.ts';

export type Moved =
  /** Rows of the one are in the other. */
  | { readonly kind: 'joined'; readonly by: number | null }
  | { readonly kind: 'still' }
  /** No row in common: what lies between was never seen. */
  | { readonly kind: 'apart' }
  /** Nothing in it has words of its own to be known by. */
  | { readonly kind: 'unknown' };

interface Row {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  /** An edge that the scroller cuts off says nothing about where the row is. */
  readonly startCut: boolean;
  readonly endCut: boolean;
}

interface View {
  readonly rows: readonly Row[];
  readonly from: number;
  readonly to: number;
}

/** As many as a screen holds; more are compared by their first. */
const maxRows = 300;
/** Rounding of positions in a list that is scaled or still settling. */
const slack = 2;

export interface Shown {
  readonly tree: UiTree;
  readonly scroller: UiElement;
}

export function movedBetween(before: Shown, after: Shown, sideways: boolean): Moved {
  const [a, b] = [viewOf(before, sideways), viewOf(after, sideways)];
  if (a.rows.length === 0 || b.rows.length === 0) return { kind: 'unknown' };
  const shared = sharedRows(a, b);
  for (const by of distancesOf(shared)) {
    if (by === 0 && isAsBefore(a, b)) return { kind: 'still' };
    if (by !== 0 && holdsFor(a, b, by)) return { kind: 'joined', by };
  }
  const cut = shared.some(([was, is]) => distance(was, is) === null);
  return cut ? { kind: 'joined', by: null } : { kind: 'apart' };
}

function viewOf({ tree, scroller }: Shown, sideways: boolean): View {
  const [left, top, right, bottom] = scroller.bounds;
  const [from, to] = sideways ? [left, right] : [top, bottom];
  const inside = new Set([scroller.index]);
  const rows: Row[] = [];
  for (const one of tree.elements) {
    if (one.parentId === null || !inside.has(one.parentId)) continue;
    inside.add(one.index);
    const words = one.text ?? one.contentDescription;
    if (words === null || !one.visible || rows.length >= maxRows) continue;
    const [start, end] = sideways ? [one.bounds[0], one.bounds[2]] : [one.bounds[1], one.bounds[3]];
    const key = `${one.type}|${one.resourceId}|${one.text}|${one.contentDescription}`;
    rows.push({ key, start, end, startCut: start <= from, endCut: end >= to });
  }
  return { rows, from, to };
}

/** Rows that both have once: what is there twice may be another. */
function sharedRows(a: View, b: View): readonly (readonly [Row, Row])[] {
  const [before, after] = [single(a), single(b)];
  return [...before].flatMap(([key, was]) => {
    const is = after.get(key);
    return is === undefined ? [] : [[was, is] as const];
  });
}

function single({ rows }: View): ReadonlyMap<string, Row> {
  const found = new Map<string, Row>();
  const twice = new Set<string>();
  for (const row of rows) {
    if (found.has(row.key)) twice.add(row.key);
    found.set(row.key, row);
  }
  for (const key of twice) found.delete(key);
  return found;
}

/** By how much the content went back; null when the cut leaves no edge in common. */
function distance(was: Row, is: Row): number | null {
  if (!was.startCut && !is.startCut) return was.start - is.start;
  if (!was.endCut && !is.endCut) return was.end - is.end;
  return null;
}

/** Distances that shared rows tell, the one that most tell first. */
function distancesOf(shared: readonly (readonly [Row, Row])[]): readonly number[] {
  const votes = new Map<number, number>();
  for (const [was, is] of shared) {
    const by = distance(was, is);
    if (by !== null) votes.set(by, (votes.get(by) ?? 0) + 1);
  }
  return [...votes].sort((a, b) => b[1] - a[1] || Math.abs(a[0]) - Math.abs(b[0])).map(([by]) => by);
}

/** Nearly all stand where they stood: a clock among them may have gone on. */
function isAsBefore(a: View, b: View): boolean {
  const same = b.rows.filter(({ key, start, end }) =>
    a.rows.some((row) => row.key === key && row.start === start && row.end === end),
  );
  return same.length * 5 >= b.rows.length * 4;
}

/** Of the rows that would still be whole after such a move, most are there: a header that stays does not make an overlap. */
function holdsFor(a: View, b: View, by: number): boolean {
  const expected = a.rows.filter(
    ({ start, end, startCut, endCut }) =>
      !startCut && !endCut && start - by > b.from && end - by < b.to && start - by < b.to,
  );
  const found = expected.filter(({ key, start }) =>
    b.rows.some((row) => row.key === key && Math.abs(start - by - row.start) <= slack),
  );
  return expected.length === 0 || found.length * 2 >= expected.length;
}

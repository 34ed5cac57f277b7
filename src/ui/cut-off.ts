/**
 * Marks controls that show only a part of themselves. Dumps give the visible rectangle, so a row under the edge of
 * its list just looks small: it is called clipped when it touches an edge and is smaller than others of its kind.
 */
import type { Draft } from './build-tree.ts';
import { isEmpty } from './geometry.ts';
import { canBeActedOn } from './labels.ts';
import type { Bounds } from './ui-tree.ts';

interface Kind {
  width: number;
  height: number;
  count: number;
}

/** `raw` holds the bounds as dumped, index by index; elements cut by arithmetic are marked already. */
export function markClipped(elements: readonly Draft[], raw: readonly Bounds[]): void {
  const scrollers = nearestScrollers(elements);
  const kinds = new Map<string, Kind>();
  for (const element of elements) {
    const scroller = scrollers[element.index] ?? -1;
    if (scroller < 0 || !element.visible || !canBeActedOn(element)) continue;
    const key = kindKey(element, scroller);
    const kind = kinds.get(key) ?? { width: 0, height: 0, count: 0 };
    kind.width = Math.max(kind.width, element.bounds[2] - element.bounds[0]);
    kind.height = Math.max(kind.height, element.bounds[3] - element.bounds[1]);
    kind.count += 1;
    kinds.set(key, kind);
  }
  for (const element of elements) {
    const scroller = elements[scrollers[element.index] ?? -1];
    if (scroller === undefined || element.clipped || !element.visible || !canBeActedOn(element)) continue;
    const kind = kinds.get(kindKey(element, scroller.index));
    const bounds = raw[element.index];
    if (kind !== undefined && bounds !== undefined) element.clipped = looksCut(bounds, scroller.bounds, kind);
  }
}

function nearestScrollers(elements: readonly Draft[]): readonly number[] {
  const nearest: number[] = [];
  for (const element of elements) {
    const parent = element.parentId === null ? undefined : elements[element.parentId];
    if (parent === undefined) nearest.push(-1);
    else
      nearest.push(
        parent.scrollable && !isEmpty(parent.bounds) ? parent.index : (nearest[parent.index] ?? -1),
      );
  }
  return nearest;
}

/** The same class and name under one scroller; without a name the same class side by side (rows, cards). */
function kindKey(element: Draft, scroller: number): string {
  const name = element.resourceId ?? element.contentDescription;
  return name === null ? `${element.parentId}|${element.type}` : `${scroller}|${element.type}|${name}`;
}

function looksCut(bounds: Bounds, edge: Bounds, kind: Kind): boolean {
  return (
    alongAxis(bounds[0], bounds[2], {
      low: edge[0],
      high: edge[2],
      twin: kind.width,
      alone: kind.count === 1,
    }) ||
    alongAxis(bounds[1], bounds[3], {
      low: edge[1],
      high: edge[3],
      twin: kind.height,
      alone: kind.count === 1,
    })
  );
}

/** One of a kind at the far edge of a scroller goes on beyond it as a rule; at the near edge it is at rest. */
function alongAxis(
  from: number,
  to: number,
  { low, high, twin, alone }: { low: number; high: number; twin: number; alone: boolean },
): boolean {
  const atLow = from <= low;
  const atHigh = to >= high;
  if (atLow === atHigh) return false;
  return alone ? atHigh : to - from < twin;
}

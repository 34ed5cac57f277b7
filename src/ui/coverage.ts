/**
 * What of an element cannot be seen or touched, for all elements of a reading at once. Covered: something else takes the
 * touches at its centre, as hit-test.ts says. Clipped: it reaches beyond the edge of its list.
 */
import type { Draft } from './build-tree.ts';
import { isEmpty } from './geometry.ts';
import { type HitScreen, HitTest, lastDrawnFirst } from './hit-test.ts';
import { canBeActedOn } from './labels.ts';
import type { Bounds, Point, UiElement } from './ui-tree.ts';

/** Cells a side; centres are looked up in the cell they fall into. */
const grid = 24;
/** An eighth of the screen; what is larger is looked through one by one. */
const mostCells = 72;
/** Candidates examined per centre, last drawn first; deeper stacks do not occur on usable screens. */
const maxLookedAt = 64;

/** What the decor of a window draws behind the bars of the system, which lie over it by design (DecorView) [A20]. */
const behindBars = /^android:id\/(?:statusBar|navigationBar)Background$/;

/** Fills in `coveredBy` of what a caller could name or touch: what takes the touches at its centre instead. */
export function markCoverage(elements: readonly Draft[], screen: HitScreen): void {
  const hit = new HitTest(screen);
  const cells = new Cells(elements, hit.solid);
  for (const element of elements) {
    if (!element.visible || behindBars.test(element.resourceId ?? '')) continue;
    const named = canBeActedOn(element) || element.text !== null || element.contentDescription !== null;
    element.coveredBy = hit.nameOver(element, element.center, named ? cells.at(element.center) : []);
  }
}

/** What could lie over a point, without asking everything for each. */
class Cells {
  readonly #cells = new Map<number, UiElement[]>();
  /** What spans more of the screen than is worth entering cell by cell. */
  readonly #wide: UiElement[] = [];
  readonly #extent: Bounds;

  constructor(elements: readonly UiElement[], solid: readonly UiElement[]) {
    this.#extent = extentOf(elements);
    for (const element of solid) this.#spread(element);
  }

  /** Those drawn last, drawn last first. */
  at([x, y]: Point): readonly UiElement[] {
    const cell = this.#cells.get(this.#column(x) + grid * this.#row(y));
    const wide = this.#wide.slice(0, maxLookedAt);
    if (cell === undefined) return wide;
    if (wide.length === 0) return cell.slice(0, maxLookedAt);
    return [...cell.slice(0, maxLookedAt), ...wide].sort(lastDrawnFirst);
  }

  #spread(element: UiElement): void {
    const [left, top, right, bottom] = element.bounds;
    const [first, last] = [this.#column(left), this.#column(right)];
    const [upper, lower] = [this.#row(top), this.#row(bottom)];
    if ((last - first + 1) * (lower - upper + 1) > mostCells) {
      this.#wide.push(element);
      return;
    }
    for (let row = upper; row <= lower; row++)
      for (let column = first; column <= last; column++) {
        const key = column + grid * row;
        const cell = this.#cells.get(key);
        if (cell === undefined) this.#cells.set(key, [element]);
        else cell.push(element);
      }
  }

  #column(x: number): number {
    return cellOf(x, this.#extent[0], this.#extent[2]);
  }

  #row(y: number): number {
    return cellOf(y, this.#extent[1], this.#extent[3]);
  }
}

function cellOf(value: number, low: number, high: number): number {
  const at = Math.floor(((value - low) / Math.max(1, high - low)) * grid);
  return Math.max(0, Math.min(grid - 1, at));
}

function extentOf(elements: readonly UiElement[]): Bounds {
  let [left, top, right, bottom]: [number, number, number, number] = [0, 0, 1, 1];
  for (const { bounds } of elements) {
    if (isEmpty(bounds)) continue;
    left = Math.min(left, bounds[0]);
    top = Math.min(top, bounds[1]);
    right = Math.max(right, bounds[2]);
    bottom = Math.max(bottom, bounds[3]);
  }
  return [left, top, right, bottom];
}

interface Kind {
  width: number;
  height: number;
  count: number;
}

/**
 * Dumps give the visible rectangle, so a row under the edge of its list just looks small: it is clipped when it touches
 * an edge and is smaller than others of its kind. `raw` holds the bounds as dumped, index by index; elements cut by arithmetic are marked already.
 */
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

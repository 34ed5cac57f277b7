/**
 * What of an element cannot be seen or touched. Covered: another window lies over its centre, or a control drawn later in
 * the same window; the first keeps touches away for certain, the second is told but not relied on, as drawing order can
 * differ from tree order. Clipped: it reaches beyond the edge of its list.
 */
import type { Draft } from './build-tree.ts';
import { holds, isEmpty, union } from './geometry.ts';
import { canBeActedOn } from './labels.ts';
import type { Bounds, Point, UiElement, UiTree, UiWindow } from './ui-tree.ts';
import { named, quoted } from './visible-text.ts';

/** Enough for a status bar or a shade; a larger system window is told by its first ones. */
const maxRects = 300;
/** Cells a side; centres are looked up in the cell they fall into. */
const grid = 24;
/** An eighth of the screen; what is larger is looked through one by one. */
const mostCells = 72;
/** Candidates examined per centre, last drawn first; deeper stacks do not occur on usable screens. */
const maxLookedAt = 64;

/** Rectangles of a window that take touches. A system window may span the display and be empty where it is not drawn. */
function solidParts(elements: readonly UiElement[], windows: readonly UiWindow[]): readonly Bounds[][] {
  const parts: Bounds[][] = windows.map((window) =>
    window.kind === 'system' || isEmpty(window.bounds) ? [] : [window.bounds],
  );
  for (const element of elements) {
    const rects = parts[element.window];
    if (windows[element.window]?.kind !== 'system' || rects === undefined || !element.visible) continue;
    const drawn = canBeActedOn(element) || (element.parentId !== null && element.children.length === 0);
    if (drawn && rects.length < maxRects) rects.push(element.bounds);
  }
  windows.forEach((window, index) => {
    if (window.kind === 'keyboard') parts[index] = keyboardParts(elements, index, window.bounds);
  });
  return parts;
}

/** The window of a keyboard may be as tall as the display while its keys take the lower part. */
function keyboardParts(elements: readonly UiElement[], index: number, bounds: Bounds): Bounds[] {
  let keys: Bounds | null = null;
  for (const element of elements)
    if (element.window === index && element.visible && canBeActedOn(element))
      keys = keys === null ? element.bounds : union(keys, element.bounds);
  return isEmpty(bounds) ? [] : [keys ?? bounds];
}

/** Name of the window that takes touches at `point` instead of the element's own, or null. */
export function windowOver(tree: UiTree, element: UiElement, point: Point): string | null {
  if (tree.windows.length < 2) return null;
  return coveringWindow(coverOf(tree.elements, tree.windows), element, point);
}

/** Without layers of the platform the order is not known; then only a keyboard is certain to lie on top. */
function coverOf(elements: readonly UiElement[], windows: readonly UiWindow[]): Cover {
  const orderKnown = new Set(windows.map((window) => window.layer)).size === windows.length;
  return { windows, parts: solidParts(elements, windows), orderKnown };
}

interface Cover {
  readonly windows: readonly UiWindow[];
  readonly parts: readonly Bounds[][];
  readonly orderKnown: boolean;
}

function coveringWindow(cover: Cover, element: UiElement, point: Point): string | null {
  for (let index = cover.windows.length - 1; index >= 0; index--) {
    const window = cover.windows[index];
    if (window === undefined || index === element.window) continue;
    if (cover.orderKnown ? index < element.window : window.kind !== 'keyboard') continue;
    for (const part of cover.parts[index] ?? []) if (holds(part, point)) return windowName(window);
  }
  return null;
}

/** `keyboard`, `dialog "Delete?"`, `system com.android.systemui`. */
export function windowName(window: UiWindow): string {
  if (window.kind === 'keyboard') return 'keyboard';
  const name = window.title ? quoted(window.title, 60) : window.package && named(window.package);
  return name ? `${window.kind} ${name}` : window.kind;
}

/** Fills in `coveredBy`: a window first, else the control that is drawn over the centre. */
export function markCoverage(elements: readonly Draft[], windows: readonly UiWindow[]): void {
  const cover = windows.length < 2 ? null : coverOf(elements, windows);
  const overlaps = new Overlaps(elements);
  for (const element of elements) {
    if (!element.visible) continue;
    const window = cover === null ? null : coveringWindow(cover, element, element.center);
    element.coveredBy = window ?? overlaps.over(element);
  }
}

/** Finds the control that is drawn over the centre of another one of the same window: markers, floating buttons. */
class Overlaps {
  readonly #elements: readonly UiElement[];
  /** Index after the last descendant, for each element. */
  readonly #ends: readonly number[];
  readonly #cells = new Map<number, number[]>();
  /** What spans more of the screen than is worth entering cell by cell. */
  readonly #wide: number[] = [];
  readonly #extent: Bounds;

  constructor(elements: readonly UiElement[]) {
    this.#elements = elements;
    this.#ends = endsOf(elements);
    this.#extent = extentOf(elements);
    for (const element of elements) if (isSolid(element)) this.#spread(element);
  }

  /** Its label in quotes (or its class), or null. Descendants and what lies around it do not count as over it. */
  over(element: UiElement): string | null {
    if (!isSolid(element)) return null;
    const [x, y] = element.center;
    const end = this.#ends[element.index] ?? 0;
    const cell = this.#cells.get(this.#column(x) + grid * this.#row(y)) ?? [];
    const over = Math.max(this.#latestOver(cell, element, end), this.#latestOver(this.#wide, element, end));
    const other = this.#elements[over];
    if (other === undefined) return null;
    return other.label === null
      ? `another element (${other.type})`
      : `another element ${quoted(other.label, 60)}`;
  }

  /** Index of the one of `among` that is drawn last over the centre, -1 when there is none. */
  #latestOver(among: readonly number[], element: UiElement, end: number): number {
    const lowest = Math.max(0, among.length - maxLookedAt);
    for (let at = among.length - 1; at >= lowest; at--) {
      const other = this.#elements[among[at] ?? -1];
      if (other === undefined || other.index < end) return -1;
      if (other.window === element.window && holds(other.bounds, element.center)) return other.index;
    }
    return -1;
  }

  #spread(element: UiElement): void {
    const [left, top, right, bottom] = element.bounds;
    const [first, last] = [this.#column(left), this.#column(right)];
    const [upper, lower] = [this.#row(top), this.#row(bottom)];
    if ((last - first + 1) * (lower - upper + 1) > mostCells) {
      this.#wide.push(element.index);
      return;
    }
    for (let row = upper; row <= lower; row++)
      for (let column = first; column <= last; column++) {
        const key = column + grid * row;
        const cell = this.#cells.get(key);
        if (cell === undefined) this.#cells.set(key, [element.index]);
        else cell.push(element.index);
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

/** Takes touches, or is a drawn thing with a name (a marker). Wrappers and plain texts lie over nothing. */
function isSolid(element: UiElement): boolean {
  if (!element.visible || element.parentId === null) return false;
  return canBeActedOn(element) || (element.children.length === 0 && element.contentDescription !== null);
}

function endsOf(elements: readonly UiElement[]): readonly number[] {
  const ends = elements.map((element) => element.index + 1);
  for (let index = elements.length - 1; index >= 0; index--) {
    const parent = elements[index]?.parentId;
    if (parent !== null && parent !== undefined) ends[parent] = Math.max(ends[parent] ?? 0, ends[index] ?? 0);
  }
  return ends;
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

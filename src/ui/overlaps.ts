/** Finds the control that is drawn over the centre of another one of the same window: markers, floating buttons. */
import { holds, isEmpty } from './geometry.ts';
import { canBeActedOn } from './labels.ts';
import type { Bounds, UiElement } from './ui-tree.ts';
import { quoted } from './visible-text.ts';

/** Cells a side; centres are looked up in the cell they fall into. */
const grid = 24;
/** An eighth of the screen; what is larger is looked through one by one. */
const mostCells = 72;
/** Candidates examined per centre, last drawn first; deeper stacks do not occur on usable screens. */
const maxLookedAt = 64;

export class Overlaps {
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

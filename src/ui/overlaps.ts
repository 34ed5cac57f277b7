/** Finds the control that is drawn over the centre of another one of the same window: markers, floating buttons. */
import { holds, isEmpty } from './geometry.ts';
import { canBeActedOn } from './labels.ts';
import type { Bounds, UiElement } from './ui-tree.ts';

/** Cells a side; centres are looked up in the cell they fall into. */
const grid = 24;
/** Looked at per centre, latest drawn first. Stacks deeper than this are no screen that a person can use. */
const maxLookedAt = 64;

export class Overlaps {
  readonly #elements: readonly UiElement[];
  /** Index after the last descendant, for each element. */
  readonly #ends: readonly number[];
  readonly #cells = new Map<number, number[]>();
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
    const cell = this.#cells.get(this.#column(x) + grid * this.#row(y)) ?? [];
    const end = this.#ends[element.index] ?? 0;
    const lowest = Math.max(0, cell.length - maxLookedAt);
    for (let at = cell.length - 1; at >= lowest; at--) {
      const other = this.#elements[cell[at] ?? -1];
      if (other === undefined || other.index < end) return null;
      if (other.window === element.window && holds(other.bounds, element.center))
        return other.label === null ? `another element (${other.type})` : `another element "${other.label}"`;
    }
    return null;
  }

  #spread(element: UiElement): void {
    const [left, top, right, bottom] = element.bounds;
    for (let row = this.#row(top); row <= this.#row(bottom); row++)
      for (let column = this.#column(left); column <= this.#column(right); column++) {
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

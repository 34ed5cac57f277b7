/** The largest rectangle of an area that none of some other rectangles overlaps. Pure geometry. */
import { clipTo, isEmpty } from './geometry.ts';
import type { Bounds } from './ui-tree.ts';

/** Null when they leave nothing free. Exact: the edges of all of them divide the area into a grid. */
export function largestFree(area: Bounds, taken: readonly Bounds[]): Bounds | null {
  if (isEmpty(area)) return null;
  const inside = taken.map((bounds) => clipTo(bounds, area)).filter((bounds) => !isEmpty(bounds));
  if (inside.length === 0) return area;
  const xs = edges([area[0], area[2], ...inside.flatMap(([left, , right]) => [left, right])]);
  const ys = edges([area[1], area[3], ...inside.flatMap(([, top, , bottom]) => [top, bottom])]);
  const grid = new Grid(xs, ys);
  for (const bounds of inside) grid.take(bounds);
  return grid.largest();
}

function edges(values: readonly number[]): readonly number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

class Grid {
  readonly #xs: readonly number[];
  readonly #ys: readonly number[];
  readonly #columnOf: ReadonlyMap<number, number>;
  readonly #rowOf: ReadonlyMap<number, number>;
  /** How many rectangles begin at a cell less how many end there; its sums tell what is taken. */
  readonly #changes: Int32Array;

  constructor(xs: readonly number[], ys: readonly number[]) {
    this.#xs = xs;
    this.#ys = ys;
    this.#columnOf = new Map(xs.map((x, column) => [x, column]));
    this.#rowOf = new Map(ys.map((y, row) => [y, row]));
    this.#changes = new Int32Array(xs.length * ys.length);
  }

  take([left, top, right, bottom]: Bounds): void {
    this.#change(left, top, 1);
    this.#change(right, top, -1);
    this.#change(left, bottom, -1);
    this.#change(right, bottom, 1);
  }

  #change(x: number, y: number, by: number): void {
    const at = (this.#rowOf.get(y) ?? 0) * this.#xs.length + (this.#columnOf.get(x) ?? 0);
    this.#changes[at] = (this.#changes[at] ?? 0) + by;
  }

  /** Row by row: over each column stands a bar of free cells that ends in this row. */
  largest(): Bounds | null {
    const width = this.#xs.length;
    const above = new Int32Array(width);
    const barTops = new Int32Array(width).fill(-1);
    let best: Bounds | null = null;
    let bestSize = 0;
    for (let row = 0; row + 1 < this.#ys.length; row++) {
      let sum = 0;
      for (let column = 0; column + 1 < width; column++) {
        sum += this.#changes[row * width + column] ?? 0;
        above[column] = (above[column] ?? 0) + sum;
        if ((above[column] ?? 0) > 0) barTops[column] = -1;
        else if (barTops[column] === -1) barTops[column] = row;
      }
      for (const found of this.#under(barTops, row)) {
        const size = (found[2] - found[0]) * (found[3] - found[1]);
        if (size <= bestSize) continue;
        best = found;
        bestSize = size;
      }
    }
    return best;
  }

  /** The widest rectangle for every height that the bars allow above the lower edge of `row`. */
  *#under(barTops: Int32Array, row: number): Generator<Bounds> {
    const bottom = this.#ys[row + 1] ?? 0;
    const open: { readonly left: number; readonly top: number }[] = [];
    for (let column = 0; column < this.#xs.length; column++) {
      const bar = column + 1 < this.#xs.length ? (barTops[column] ?? -1) : -1;
      const top = bar < 0 ? row + 1 : bar;
      let left = column;
      for (let last = open.at(-1); last !== undefined && last.top < top; last = open.at(-1)) {
        open.pop();
        left = last.left;
        yield [this.#xs[left] ?? 0, this.#ys[last.top] ?? 0, this.#xs[column] ?? 0, bottom];
      }
      if (top <= row && open.at(-1)?.top !== top) open.push({ left, top });
    }
  }
}

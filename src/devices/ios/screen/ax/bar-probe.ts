/**
 * Bars that come without their items: those are found by asking what lies at points of the bar, many at once. Few
 * questions, only where a bar is blank, and none on a screen without such a bar. Pure but for the asking.
 */
import type { Bounds, Point } from '../../../../ui/ui-tree.ts';
import type { AxElement } from './ax-json.ts';
import { isBar } from './ax-node.ts';
import { covers, holds, isFlat, isItem } from './ax-probe.ts';

/** What lies at each of the points, in their order. */
export type AskPoints = (points: readonly Point[]) => Promise<readonly (AxElement | null)[]>;

export interface BlankBar {
  readonly bar: AxElement;
  readonly frame: Bounds;
  /** What the reading itself has inside: a flat answer lists the items beside their bar. */
  readonly inside: readonly AxElement[];
}

const perBar = 10;
const perReading = 24;
/** The row of a bar's buttons begins at its top; large titles and the home indicator lie below. */
const rowDepth = 24;
/** The smallest target that Apple's guidelines allow; nothing of that size lies between two points. */
const stepPoints = 44;
const marginPoints = 22;
const gapPoints = 12;

/** `all` are the elements of one reading. */
export function blankBars(all: readonly AxElement[]): readonly BlankBar[] {
  const found: BlankBar[] = [];
  for (const bar of all) {
    const { frame, children } = bar;
    if (!isBar(bar) || children.length > 0 || frame === null || isFlat(frame)) continue;
    const inside = all.filter((each) => each !== bar && each.frame !== null && holds(frame, each.frame));
    found.push({ bar, frame, inside });
  }
  return found;
}

/**
 * Items of each bar from left to right, in the order of the bars. First a coarse row over all bars, then what lies between, until nothing
 * is left to ask: two or three rounds of questions, however many there are.
 */
export async function searchBars(
  bars: readonly BlankBar[],
  ask: AskPoints,
): Promise<readonly (readonly AxElement[])[]> {
  const searches = bars.map(({ frame, inside }) => new Search(frame, inside));
  let left = perReading;
  for (let round = 0; left > 0; round++) {
    const open: { readonly search: Search; readonly point: Point }[] = [];
    for (const search of searches) {
      const points = search.next(round === 0, left);
      left -= points.length;
      for (const point of points) open.push({ search, point });
    }
    if (open.length === 0) break;
    const hits = await ask(open.map(({ point }) => point));
    for (const [index, { search, point }] of open.entries()) search.take(point, hits[index] ?? null);
  }
  return searches.map(({ found }) => [...found].sort((one, other) => leftOf(one) - leftOf(other)));
}

class Search {
  readonly found: AxElement[] = [];
  readonly #frame: Bounds;
  readonly #inside: readonly AxElement[];
  readonly #row: number;
  /** Where was asked already. */
  readonly #asked: number[] = [];

  constructor(frame: Bounds, inside: readonly AxElement[]) {
    const [, top, , bottom] = frame;
    this.#frame = frame;
    this.#inside = inside;
    this.#row = Math.round(top + Math.min((bottom - top) / 2, rowDepth));
  }

  /** Points that nothing known lies at, from left to right; at most `most`. */
  next(coarse: boolean, most: number): readonly Point[] {
    const [left, , right] = this.#frame;
    const room = Math.min(most, perBar - this.#asked.length);
    const widest = (right - left - 2 * marginPoints) / (perBar - 1);
    const step = coarse ? Math.max(2 * stepPoints, widest) : stepPoints;
    const points: Point[] = [];
    let x = left + marginPoints;
    while (x < right && points.length < room) {
      const end = this.#endAt(x);
      if (end !== null) {
        x = end + gapPoints;
        continue;
      }
      const near = this.#asked.find((asked) => Math.abs(asked - x) < marginPoints);
      if (near === undefined) points.push([Math.round(x), this.#row]);
      x = Math.max(x, near ?? x) + step;
    }
    this.#asked.push(...points.map(([asked]) => asked));
    return points;
  }

  take(point: Point, hit: AxElement | null): void {
    if (hit === null || !isItem(hit, this.#frame)) return;
    // Two points of one round may meet the same item.
    if (this.found.some(({ frame }) => covers(frame, point))) return;
    this.found.push({ ...hit, children: [] });
  }

  /** Right edge of what is known to lie there. */
  #endAt(x: number): number | null {
    const point: Point = [x, this.#row];
    const there = [...this.#inside, ...this.found].find(({ frame }) => covers(frame, point));
    return there?.frame?.[2] ?? null;
  }
}

function leftOf({ frame }: AxElement): number {
  return frame?.[0] ?? 0;
}

/**
 * The items of bars that come without them, found by asking what lies at points of the bar, many at once. The whole search
 * is for screens that are new; on one that is as it was, only the items that were found are asked whether they still are,
 * all at once. Nothing is asked on a screen without such a bar.
 */
import type { Operation } from '@mobile-debug/core/operation.ts';
import { contains, holds, isEmpty } from '../../../../ui/geometry.ts';
import type { Bounds, Point } from '../../../../ui/ui-tree.ts';
import { type AxElement, type AxReading, flattened } from '../ax/ax-json.ts';
import { isBar } from '../ax/ax-node.ts';
import { isItem } from '../ax/ax-probe.ts';

/** How long found items are reused: an item that appears while nothing else changes is found by the next search [O1]. */
const trustedMs = 2_000;

interface Searched {
  readonly outline: string;
  readonly atMs: number;
  /** Of each bar, in the order of the bars. */
  readonly items: readonly (readonly AxElement[])[];
}

export class BarItems {
  /** The newest screen whose bars were searched. */
  #searched: Searched | null = null;

  /** By bar. Nothing is asked where no bar is blank, nor for titles of an unchanged screen. */
  async of(
    { clock }: Operation,
    { roots }: AxReading,
    ask: AskPoints,
  ): Promise<ReadonlyMap<AxElement, readonly AxElement[]>> {
    const bars = blankBars(flattened(roots));
    if (bars.length === 0) return new Map();
    const outline = outlineOf({ roots });
    const before = this.#searched;
    const now = clock.monotonicMs();
    if (before?.outline === outline && now - before.atMs < trustedMs) {
      const still = await stillThere(before.items, ask);
      if (still) return byBar(bars, still);
    }
    this.#searched = null;
    const items = await searchBars(bars, flattened(roots), ask);
    this.#searched = { outline, atMs: now, items };
    return byBar(bars, items);
  }
}

/** The items as they are now; null when one of them is another, or gone. */
async function stillThere(
  items: readonly (readonly AxElement[])[],
  ask: AskPoints,
): Promise<readonly (readonly AxElement[])[] | null> {
  const asked = items.flat().filter((item) => !isWords(item));
  if (asked.length === 0) return items;
  const answers = await ask(asked.map(({ frame }) => centre(frame)));
  const now = new Map<AxElement, AxElement>();
  for (const [index, item] of asked.entries()) {
    const answer = answers[index];
    if (!answer || !isSame(item, answer)) return null;
    now.set(item, { ...answer, children: [] });
  }
  return items.map((each) => each.map((item) => now.get(item) ?? item));
}

/** A title has no state that could have changed on the same screen. */
function isWords({ type }: AxElement): boolean {
  return type === 'StaticText' || type === 'Heading';
}

function isSame(one: AxElement, other: AxElement): boolean {
  return (
    one.type === other.type &&
    one.label === other.label &&
    one.identifier === other.identifier &&
    one.frame?.join() === other.frame?.join()
  );
}

function byBar(
  bars: readonly BlankBar[],
  items: readonly (readonly AxElement[])[],
): ReadonlyMap<AxElement, readonly AxElement[]> {
  const found = new Map<AxElement, readonly AxElement[]>();
  for (const [index, { bar }] of bars.entries()) {
    const own = items[index] ?? [];
    if (own.length > 0) found.set(bar, own);
  }
  return found;
}

function centre(frame: Bounds | null): Point {
  const [left, top, right, bottom] = frame ?? [0, 0, 0, 0];
  return [Math.round((left + right) / 2), Math.round((top + bottom) / 2)];
}

/** What lies at each of the points, in their order. */
type AskPoints = (points: readonly Point[]) => Promise<readonly (AxElement | null)[]>;

interface BlankBar {
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
function blankBars(all: readonly AxElement[]): readonly BlankBar[] {
  const found: BlankBar[] = [];
  const app = all.find(({ type }) => type === 'Application')?.frame ?? null;
  for (const bar of all) {
    const { frame, children } = bar;
    if (children.length > 0 || frame === null || isEmpty(frame)) continue;
    const named = isBar(bar);
    if (!named && !(app !== null && isGroup(bar) && liesAsBar(frame, app))) continue;
    const inside = all.filter((each) => each !== bar && each.frame !== null && contains(frame, each.frame));
    if (named || inside.length === 0) found.push({ bar, frame, inside: withoutRows(inside, frame) });
  }
  return found;
}

/** Rows that scroll beneath the bar are as wide as it; they and what they hold are none of its items. */
function withoutRows(inside: readonly AxElement[], bar: Bounds): readonly AxElement[] {
  const rows = inside.flatMap(({ frame }) => (frame !== null && isRowUnder(frame, bar) ? [frame] : []));
  return inside.filter(({ frame }) => frame !== null && !rows.some((row) => contains(row, frame)));
}

const rowShare = 0.8;

function isRowUnder(row: Bounds, bar: Bounds): boolean {
  return row[2] - row[0] >= rowShare * (bar[2] - bar[0]);
}

function isGroup({ type }: AxElement): boolean {
  return type === 'Group' || type === 'Other';
}

/** Below the status bar of the tallest iPhones, and as high as tab bars with the home indicator are at most [O1]. */
const lowestTop = 64;
const [leastHigh, mostHigh] = [40, 110];

/** Of other renderers, and in other languages, neither description nor label says that a group is a bar: its place does. */
function liesAsBar([left, top, right, bottom]: Bounds, app: Bounds): boolean {
  const wide = left <= app[0] + 1 && right >= app[2] - 1;
  const high = bottom - top >= leastHigh && bottom - top <= mostHigh;
  return wide && high && (bottom >= app[3] - 1 || top <= app[1] + lowestTop);
}

/**
 * Items of each bar from left to right, in the order of the bars. First a coarse row over all bars, then what lies between, until nothing
 * is left to ask: two or three rounds of questions, however many there are.
 */
async function searchBars(
  bars: readonly BlankBar[],
  listed: readonly AxElement[],
  ask: AskPoints,
): Promise<readonly (readonly AxElement[])[]> {
  const searches = bars.map((bar) => new Search(bar, listed));
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
  readonly #listed: readonly AxElement[];
  readonly #row: number;
  /** Where was asked already. */
  readonly #asked: number[] = [];

  /** `listed`: what the reading itself has. */
  constructor({ frame, inside }: BlankBar, listed: readonly AxElement[]) {
    const [, top, , bottom] = frame;
    this.#listed = listed;
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
    // What the reading lists, such as a row under the bar, is no item that only the bar knows.
    if (this.#listed.some((known) => isSame(known, hit))) return;
    // Two points of one round may meet the same item.
    if (this.found.some(({ frame }) => frame !== null && holds(frame, point))) return;
    this.found.push({ ...hit, children: [] });
  }

  /** Right edge of what is known to lie there. */
  #endAt(x: number): number | null {
    const point: Point = [x, this.#row];
    const there = [...this.#inside, ...this.found].find(({ frame }) => frame !== null && holds(frame, point));
    return there?.frame?.[2] ?? null;
  }
}

function leftOf({ frame }: AxElement): number {
  return frame?.[0] ?? 0;
}

/** Equal for readings that show the same elements at the same places, in whatever state. */
function outlineOf({ roots }: Pick<AxReading, 'roots'>): string {
  const parts = flattened(roots).map(({ pid, type, label, identifier, frame }) => [
    pid,
    type,
    label,
    identifier,
    frame,
  ]);
  return JSON.stringify(parts);
}

/**
 * The items of blank bars of one simulator. The whole search is for screens that are new; on one that is as it was, only
 * the items that were found are asked whether they still are, all at once.
 */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Bounds, Point } from '../../../../ui/ui-tree.ts';
import type { AxElement, AxReading } from '../ax/ax-json.ts';
import { listed, outlineOf } from '../ax/ax-probe.ts';
import { type AskPoints, type BlankBar, blankBars, searchBars } from '../ax/bar-probe.ts';

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
    const bars = blankBars(listed(roots));
    if (bars.length === 0) return new Map();
    const outline = outlineOf({ roots });
    const before = this.#searched;
    const now = clock.monotonicMs();
    if (before?.outline === outline && now - before.atMs < trustedMs) {
      const still = await stillThere(before.items, ask);
      if (still) return byBar(bars, still);
    }
    this.#searched = null;
    const items = await searchBars(bars, ask);
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

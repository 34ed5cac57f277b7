/** Against a list that obeys physics: rows of any height, and fingers that carry it further than they go. */
import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, test } from 'vitest';
import { seenTree } from '../session/testing/given-readings.ts';
import { buildTree } from '../ui/build-tree.ts';
import type { RawNode } from '../ui/raw-screen.ts';
import type { Bounds } from '../ui/ui-tree.ts';
import { Scroll, type ScrollRequest } from './scroll.ts';
import { visibleMatch } from './scroll-selector.ts';

const width = 1_000;
const from = 200;

interface List {
  readonly heights: readonly number[];
  readonly view: number;
  /** What a swipe moves per unit of the finger's way. */
  readonly gain: number;
  /** It stops at multiples of its view only, and short swipes fall back. */
  readonly pages?: boolean;
  /** Drawn over the rows, always at the same place. */
  readonly header?: boolean;
}

function node(bounds: Bounds, extra: Partial<RawNode>): RawNode {
  return { type: 'android.widget.TextView', bounds, children: [], ...extra };
}

class ScrolledList {
  readonly #list: List;
  readonly #tops: readonly number[];
  readonly end: number;
  offset = 0;
  swipes = 0;

  constructor(list: List) {
    this.#list = list;
    let top = 0;
    this.#tops = list.heights.map((height) => {
      top += height;
      return top - height;
    });
    this.end = Math.max(0, top - list.view);
  }

  observe(atMs: number) {
    const { heights, view, header } = this.#list;
    const frame: Bounds = [0, from, width, from + view];
    const rows = heights.flatMap((height, at) => {
      const top = from + (this.#tops[at] ?? 0) - this.offset;
      const bounds: Bounds = [0, Math.max(from, top), width, Math.min(from + view, top + height)];
      return bounds[3] > bounds[1] ? [node(bounds, { text: `Row ${at + 1}`, clickable: true })] : [];
    });
    const head = header ? [node([0, from, width, from + 10], { text: 'Today' })] : [];
    const tree = buildTree({
      platform: 'android',
      source: { tier: 'dump', detail: [] },
      qualityWarnings: [],
      size: { width, height: 3_000 },
      rotation: 0,
      foreground: { appId: 'com.example.shop', activity: null, focusedWindow: null },
      windows: [
        {
          kind: 'app',
          displayId: 0,
          roots: [
            node([0, 0, width, 3_000], {
              type: 'android.widget.FrameLayout',
              children: [
                node(frame, {
                  type: 'androidx.recyclerview.widget.RecyclerView',
                  scrollable: true,
                  children: [...head, ...rows],
                }),
              ],
            }),
          ],
        },
      ],
    });
    const reading = seenTree(atMs, tree);
    if (reading.kind !== 'seen') throw new Error('not seen');
    return reading.observation;
  }

  swipe(fromY: number, toY: number): void {
    this.swipes++;
    const { gain, view, pages } = this.#list;
    const by = (fromY - toY) * gain;
    const goal = pages
      ? this.offset + (Math.abs(by) > view / 2 ? Math.sign(by) * view : 0)
      : this.offset + by;
    this.offset = Math.round(Math.min(this.end, Math.max(0, goal)));
  }
}

function run(list: List, wish: Partial<ScrollRequest>) {
  const scrolled = new ScrolledList(list);
  const scroll = new Scroll({
    selector: { text: 'Row 1' },
    direction: 'down',
    maxScrolls: 2_000,
    scrollAmount: 0.7,
    ...wish,
  });
  const first = scrolled.observe(0);
  // What can be seen at once is not scrolled for.
  const already = visibleMatch(first.tree, wish.selector ?? {});
  if (already) return { step: { element: { text: already.text }, scrolls: 0 }, scrolled };
  for (let at = 0; ; at++) {
    const step = scroll.next(scrolled.observe(at));
    if (!('swipe' in step)) return { step, scrolled };
    scrolled.swipe(step.swipe.from[1], step.swipe.to[1]);
  }
}

describe('scrolling to an element', () => {
  const lists = fc.record({
    heights: fc.array(fc.integer({ min: 60, max: 900 }), { minLength: 1, maxLength: 40 }),
    view: fc.integer({ min: 1_000, max: 2_200 }),
    gain: fc.double({ min: 0.8, max: 2.4, noNaN: true }),
    header: fc.boolean(),
  });
  const amounts = fc.double({ min: 0.1, max: 1, noNaN: true });

  test('any row of any list of distinct rows is found, however far a swipe carries', () => {
    fc.assert(
      fc.property(lists, amounts, fc.nat(), (list, scrollAmount, pick) => {
        const target = (pick % list.heights.length) + 1;
        const { step } = run(list, { selector: { text: `Row ${target}` }, scrollAmount });
        expect(step).toMatchObject({ element: { text: `Row ${target}` } });
      }),
      { numRuns: 150 },
    );
  });

  test('that a row is nowhere is said at the end only', () => {
    fc.assert(
      fc.property(lists, amounts, (list, scrollAmount) => {
        const { step, scrolled } = run(list, { selector: { text: 'Nowhere' }, scrollAmount });
        expect(step).toMatchObject({ element: null, why: expect.stringMatching(/no longer moves down/) });
        expect(scrolled.offset).toBe(scrolled.end);
      }),
      { numRuns: 100 },
    );
  });

  test('pages that have no row in common are turned one after the other', () => {
    const list = { heights: Array(12).fill(1_000) as number[], view: 1_000, gain: 1, pages: true };
    const { step, scrolled } = run(list, { selector: { text: 'Row 12' } });
    expect(step).toMatchObject({ element: { text: 'Row 12' } });
    expect(scrolled.swipes).toBeLessThan(24);
  });

  test('a list that goes far is not swiped more often than its length asks for', () => {
    const { scrolled } = run(
      { heights: Array(60).fill(160) as number[], view: 1_900, gain: 1.3 },
      { selector: { text: 'Row 60' } },
    );
    expect(scrolled.swipes).toBeLessThanOrEqual(8);
  });
});

/** Where views end up: weights, wrapping, grids, scrolling, clipping. */

import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, test } from 'vitest';
import { type Box, contentSize, layOut, walk } from './layout.ts';
import type { ViewSpec } from './view-spec.ts';
import { ViewState } from './view-state.ts';
import { column, field, grid, list, row, scroll, text } from './widgets.ts';

function place(spec: ViewSpec, views = new ViewState()): Box {
  return layOut(spec, [0, 100, 400, 900], { density: 160, views });
}

const block = (height: number, extra: Partial<ViewSpec> = {}): ViewSpec => column([], { height, ...extra });
const bounds = (box: Box): unknown => box.children.map((child) => child.bounds);

describe('layout', () => {
  test('weights share what fixed children leave', () => {
    const root = place(column([block(100), block(0, { weight: 1 }), block(0, { weight: 3 })]));
    expect(bounds(root)).toEqual([
      [0, 100, 400, 200],
      [0, 200, 400, 375],
      [0, 375, 400, 900],
    ]);
  });

  test('rows run to the right, reversed ones from the right', () => {
    const parts = [block(20, { width: 100 }), block(20, { width: 50 })];
    expect(bounds(place(row(parts, { gapDp: 10 })))).toEqual([
      [0, 490, 100, 510],
      [110, 490, 160, 510],
    ]);
    expect(bounds(place(row(parts, { direction: 'row-reverse' })))).toEqual([
      [300, 490, 400, 510],
      [250, 490, 300, 510],
    ]);
  });

  test('a grid fills its columns row by row', () => {
    const root = place(
      grid(
        3,
        Array.from({ length: 4 }, () => block(40)),
        { gapDp: 5 },
      ),
    );
    expect(bounds(root)).toEqual([
      [0, 100, 130, 140],
      [135, 100, 265, 140],
      [270, 100, 400, 140],
      [0, 145, 130, 185],
    ]);
  });

  test('text wraps to the width and takes the lines it needs', () => {
    const words = 'alpha beta gamma delta epsilon zeta eta theta iota kappa';
    const [box] = place(column([text(words, { width: 120 })])).children;
    expect(box?.lines.join(' ')).toBe(words);
    expect(box?.lines.length).toBeGreaterThan(3);
    expect(
      contentSize(text('short'), { width: 400, height: 400 }, { density: 160, views: new ViewState() }).width,
    ).toBeLessThan(60);
  });

  test('a list builds only the rows of its window, wherever it is scrolled to', () => {
    fc.assert(
      fc.property(fc.nat(2_000_000), fc.integer({ min: 1, max: 20_000 }), (offset, count) => {
        const views = new ViewState();
        views.scrolled.set('rows', offset);
        const root = place(list('rows', { count, rowHeightDp: 56, row: (n) => text(`Row ${n}`) }), views);
        expect(root.children.length).toBeLessThanOrEqual(Math.ceil(800 / 56) + 1);
        expect(root.children.length).toBeGreaterThan(0);
        const bottom = root.children.at(-1)?.bounds[3] ?? 0;
        if (count * 56 >= 800) expect(bottom).toBeGreaterThanOrEqual(900);
      }),
    );
  });

  test('clips lie inside the bounds and inside every scroller above', () => {
    const inner = scroll([block(900)], { id: 'inner', height: 300, weight: 0 });
    const root = place(scroll([block(700), inner, block(500)], { id: 'outer' }));
    expect(root.scrollRange).toBe(700);
    for (const box of walk(root)) expect(box.clip[3]).toBeLessThanOrEqual(900);
  });

  test('a field keeps its place while its text changes', () => {
    const views = new ViewState();
    const spec = column([field('name', 'Name')]);
    const before = place(spec, views).children[0]?.bounds;
    views.fields.set('name', { text: 'x'.repeat(200), start: 0, end: 0 });
    expect(place(spec, views).children[0]?.bounds).toEqual(before);
  });
});

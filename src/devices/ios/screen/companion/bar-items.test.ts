import { Operation } from '@mobile-debug/core/operation.ts';
import fc from '@mobile-debug/core/testing/property.ts';
import { expect, test } from 'vitest';
import type { Bounds, Point } from '../../../../ui/ui-tree.ts';
import { type AxElement, flattened, parseAx } from '../ax/ax-json.ts';
import { BarItems } from './bar-items.ts';

const whole = { type: 'Application', AXLabel: 'Shop', ...rect(0, 0, 402, 874) };
const bar = { type: 'Group', role_description: 'Tab bar', ...rect(0, 791, 402, 83), children: [] };

function rect(x: number, y: number, width: number, height: number): object {
  return { frame: { x, y, width, height } };
}

function button(label: string, [left, top, right, bottom]: Bounds): object {
  return { type: 'Button', AXLabel: label, ...rect(left, top, right - left, bottom - top) };
}

/** `count` items that share the bar's width. */
function tabs(count: number): readonly object[] {
  const edge = (index: number): number => Math.round((index * 402) / count);
  return Array.from({ length: count }, (_, index) =>
    button(`tab ${index}`, [edge(index), 791, edge(index + 1), 840]),
  );
}

function elements(...documents: readonly object[]): readonly AxElement[] {
  return flattened(parseAx(JSON.stringify(documents)).roots);
}

/** Searches the bars of a reading while `there` lies on the screen. */
async function search(reading: readonly object[], there: readonly object[]) {
  const rounds: (readonly Point[])[] = [];
  const items = elements(...there);
  const [app] = elements(whole);
  using op = Operation.start(10_000);
  const byBar = await new BarItems().of(op, parseAx(JSON.stringify(reading)), async (points) => {
    rounds.push(points);
    const at = ([x, y]: Point): AxElement | null =>
      items.find(({ frame: f }) => f && x >= f[0] && x < f[2] && y >= f[1] && y < f[3]) ?? app ?? null;
    return await Promise.resolve(points.map(at));
  });
  const found = [...byBar.values()].map((each) => each.map(({ label }) => label));
  return { found, rounds, asked: rounds.flat() };
}

test.each([2, 3, 4, 5])('all %i items of a blank bar are found in one round', async (count) => {
  const { found, rounds, asked } = await search([{ ...whole, children: [bar] }], tabs(count));
  expect(found).toEqual([Array.from({ length: count }, (_, index) => `tab ${index}`)]);
  expect(rounds).toHaveLength(1);
  expect(asked.length).toBeLessThanOrEqual(5);
  expect(asked.every(([, y]) => y === 815)).toBe(true);
});

test('small items at the ends of a bar are found, with its title between them', async () => {
  const ends = [
    button('Back', [8, 791, 52, 835]),
    button('Title', [150, 795, 252, 830]),
    button('Add', [346, 791, 390, 835]),
  ];
  const { found, rounds, asked } = await search([{ ...whole, children: [bar] }], ends);
  expect(found).toEqual([['Back', 'Title', 'Add']]);
  expect(rounds.length).toBeLessThanOrEqual(3);
  expect(asked.length).toBeLessThanOrEqual(10);
});

test('both ends of a bar as wide as a tablet are looked at', async () => {
  const wide = { ...bar, ...rect(0, 20, 1_366, 50) };
  const ends = [button('Back', [8, 20, 52, 64]), button('Share', [1_314, 20, 1_358, 64])];
  const { found } = await search([{ ...whole, ...rect(0, 0, 1_366, 1_024), children: [wide] }], ends);
  expect(found).toEqual([['Back', 'Share']]);
});

test('bars that hold nothing cost a bounded number of questions', async () => {
  const bars = Array.from({ length: 9 }, (_, index) => ({ ...bar, ...rect(0, index * 90, 1_366, 50) }));
  const { found, asked } = await search([{ ...whole, children: bars }], []);
  expect(found.flat()).toEqual([]);
  expect(asked).toHaveLength(24);
});

test('no bar of any width costs more than ten questions, and no place is asked twice', async () => {
  const item = fc.tuple(fc.integer({ min: 0, max: 1_300 }), fc.integer({ min: 1, max: 300 }));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1_400 }), fc.array(item), async (width, places) => {
      const there = places.map(([x, wide], index) => button(`item ${index}`, [x, 791, x + wide, 840]));
      const { asked, found } = await search([{ ...bar, ...rect(0, 791, width, 83) }], there);
      expect(asked.length).toBeLessThanOrEqual(10);
      expect(new Set(asked.map(([x]) => x)).size).toBe(asked.length);
      expect(new Set(found[0]).size).toBe(found[0]?.length ?? 0);
    }),
  );
});

test('bars with children, and screens without bars, are not asked', async () => {
  const full = { ...bar, children: [button('Tab', [0, 791, 50, 841])] };
  const { found, asked } = await search([{ ...whole, children: [full, { type: 'Group' }] }], tabs(3));
  expect([found, asked]).toEqual([[], []]);
});

test('a flat answer that lists the items beside their bar is not asked', async () => {
  const { found, asked } = await search([whole, { ...bar, children: undefined }, ...tabs(3)], tabs(3));
  expect([found, asked]).toEqual([[], []]);
});

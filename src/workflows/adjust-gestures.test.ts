/** A wheel of values under a finger: turned until it reads the value, and no further than its ends. */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { expect, test } from 'vitest';
import type { InputFacet, Swipe } from '../devices/port/input.ts';
import type { UiElement } from '../ui/ui-tree.ts';
import { WheelTurns } from './adjust-gestures.ts';

const element = { bounds: [16, 400, 386, 600], center: [201, 500] } as unknown as UiElement;

async function turned(
  values: readonly (string | number)[],
  start: number,
  target: string | number,
  { row = 32, slop = 0 } = {},
) {
  let at = start;
  const swipes: Swipe[] = [];
  const input = {
    async swipe(_: Dispatch, swipe: Swipe) {
      swipes.push(swipe);
      const distance = swipe.from[1] - swipe.to[1];
      const by = Math.sign(distance) * Math.max(0, Math.abs(distance) - slop);
      at = Math.min(values.length - 1, Math.max(0, at + Math.round(by / row)));
    },
  } as unknown as InputFacet;
  const wheel = new WheelTurns();
  const dispatch = {} as Dispatch;
  while (values[at] !== target) {
    const now = values[at] ?? null;
    if (!(await wheel.turn(dispatch, input, element, { now, target }))) break;
  }
  return { now: values[at], swipes };
}

const lands = ['Denmark', 'France', 'Germany', 'Italy', 'Spain'];

test('forwards from where it is, and back from the end', async () => {
  expect(await turned(lands, 2, 'Spain')).toMatchObject({ now: 'Spain' });
  const { now, swipes } = await turned(lands, 2, 'France');
  expect(now).toBe('France');
  expect(swipes).toHaveLength(6);
  for (const { from, to } of swipes) expect(Math.abs(from[1] - to[1])).toBe(32);
});

test('what is on no row ends at an end', async () => {
  const { now, swipes } = await turned(lands, 2, 'Norway');
  expect(now).toBe('Denmark');
  expect(swipes.length).toBeLessThan(12);
});

test('numbers are turned to by several rows at a time, within the wheel', async () => {
  const years = Array.from({ length: 60 }, (_, at) => 1_990 + at);
  const { now, swipes } = await turned(years, 40, 2_020);
  expect(now).toBe(2_020);
  expect(swipes.length).toBeLessThan(12);
});

test.each([20, 44, 58, 80])('a wheel whose rows are %i points apart', async (row) => {
  const years = Array.from({ length: 60 }, (_, at) => 1_990 + at);
  for (const [start, target] of [
    [40, 2_020],
    [3, 2_031],
    [0, 1_990],
    [59, 1_991],
  ] as const) {
    const { now, swipes } = await turned(years, start, target, { row, slop: 8 });
    expect(now).toBe(target);
    expect(swipes.length).toBeLessThan(40);
    for (const { from, to } of swipes) {
      expect(Math.min(from[1], to[1])).toBeGreaterThanOrEqual(400);
      expect(Math.max(from[1], to[1])).toBeLessThanOrEqual(600);
    }
  }
  expect((await turned(lands, 0, 'Spain', { row, slop: 8 })).now).toBe('Spain');
  expect((await turned(lands, 4, 'Denmark', { row, slop: 8 })).now).toBe('Denmark');
});

/** How long readings take, and by which driver: the median of the newest of one tier. */
import type { Moment } from '@mobile-debug/core/clock.ts';
import { expect, test } from 'vitest';
import { type ReadTier, ReadTimes } from './readings.ts';
import { switchScreen } from './testing/scripted-screen.ts';
import { run } from './testing/timed-wait.ts';

const at = (monotonicMs: number): Moment => ({ epochMs: 0, monotonicMs });

function tierAfter(...readings: readonly (readonly [tier: string, tookMs: number])[]): ReadTier {
  const times = new ReadTimes();
  for (const [tier, tookMs] of readings) {
    const tree = { ...switchScreen(true), source: { tier, detail: [] } };
    times.add({ tree, started: at(1_000), completed: at(1_000 + tookMs) });
  }
  return times.now();
}

test.each([
  ['nothing was read', [], { tier: null, readMs: null }],
  ['one reading', [['idb', 40]], { tier: 'idb', readMs: 40 }],
  [
    'the middle, not the mean',
    [
      ['idb', 40],
      ['idb', 2_000],
      ['idb', 50],
    ],
    { tier: 'idb', readMs: 50 },
  ],
  [
    'the lower of two',
    [
      ['idb', 50],
      ['idb', 40],
    ],
    { tier: 'idb', readMs: 40 },
  ],
  [
    'another tier begins anew',
    [
      ['dump', 2_000],
      ['helper', 20],
    ],
    { tier: 'helper', readMs: 20 },
  ],
  [
    'back to the first one: anew too',
    [
      ['dump', 2_000],
      ['helper', 20],
      ['dump', 1_900],
    ],
    { tier: 'dump', readMs: 1_900 },
  ],
] as const)('%s', (_, readings, now) => {
  expect(tierAfter(...readings)).toEqual(now);
});

test('only the newest fifteen count', () => {
  const slow = Array.from({ length: 20 }, () => ['idb', 900] as const);
  const quick = Array.from({ length: 8 }, () => ['idb', 30] as const);
  expect(tierAfter(...slow, ...quick).readMs).toBe(30);
  expect(tierAfter(...slow, ...quick.slice(1)).readMs).toBe(900);
});

test('a session times its own readings', async () => {
  await run({ readMs: 120, at: () => switchScreen(true) }, async (op, session) => {
    expect(session.readTier).toEqual({ tier: null, readMs: null });
    await session.observe(op);
    expect(session.readTier).toEqual({ tier: 'scripted', readMs: 120 });
  });
});

/** When a state is proved, when it is refuted, and when neither: on sources fast and slow. */

import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { expect, test } from 'vitest';
import type { UiTree } from '../ui/ui-tree.ts';
import { expectState, type StateResult } from './expect-state.ts';
import { type ScriptedScreen, scriptedScreen, switchScreen } from './testing/scripted-screen.ts';

const wanted = {
  target: { selector: { resource_id: 'light' } },
  property: 'checked',
  expected: true,
  intervalMs: 150,
  windowMs: 1_000,
  maxRechecks: 3,
} as const;

interface Run extends StateResult {
  readonly screen: ScriptedScreen;
  readonly tookMs: number;
}

/** Readings by number; the last one given goes on for good. */
async function run(readMs: number, values: readonly (boolean | null | Fault)[]): Promise<Run> {
  return await runBy(readMs, (reading) => values[Math.min(reading, values.length - 1)] ?? null);
}

async function runBy(
  readMs: number,
  valueAt: (reading: number, atMs: number) => boolean | null | Fault,
): Promise<Run> {
  const screen = scriptedScreen({
    readMs,
    at(reading, atMs): UiTree | Fault {
      const value = valueAt(reading, atMs);
      return value instanceof Fault ? value : switchScreen(value);
    },
  });
  using op = Operation.start(20_000, { clock: screen.clock });
  let tookMs = 0;
  const seen = expectState(op, screen.session, wanted).then((result) => {
    tookMs = screen.clock.monotonicMs();
    return result;
  });
  await screen.clock.advance(20_000);
  return { ...(await seen), screen, tookMs };
}

const failed = new Fault('OBSERVATION_FAILED', 'no dump');

test('no success before two equal readings, and no pause once they are there', async () => {
  const seen = await run(0, [true]);
  expect(seen).toMatchObject({ success: true, reads: 2, stableCount: 2, tookMs: 150 });
});

test('every reading takes two seconds: a true state is proved by two of them', async () => {
  const seen = await run(2_000, [true]);
  expect(seen).toMatchObject({ success: true, reads: 2, tookMs: 4_150 });
});

test('every reading takes two seconds: a false state is refuted by two of them', async () => {
  const seen = await run(2_000, [false]);
  expect(seen).toMatchObject({ success: false, reads: 2, failure: { code: 'EXPECT_STATE_MISMATCH' } });
});

test.each([0, 50, 2_000])('a flicker of one reading is no failure (%i ms a reading)', async (readMs) => {
  expect(await run(readMs, [true, false, true])).toMatchObject({ success: true, reads: 4 });
  expect(await run(readMs, [false, true])).toMatchObject({ success: true, reads: 3 });
});

test.each([100, 250, 400])('a state that comes after %i ms is still in time', async (comesAtMs) => {
  expect(await runBy(0, (_, atMs) => atMs >= comesAtMs)).toMatchObject({ success: true });
  expect(await runBy(20, (_, atMs) => atMs >= comesAtMs)).toMatchObject({ success: true });
});

test('a failure is declared only after the window, and on fresh readings', async () => {
  const seen = await run(0, [false]);
  expect(seen.success).toBe(false);
  expect(seen.reads).toBe(5);
  const age = seen.tookMs - (seen.observation?.completed.monotonicMs ?? Number.NaN);
  expect(age).toBeLessThan(500);
});

test('a failed reading breaks the row and proves nothing', async () => {
  expect(await run(0, [true, failed, true])).toMatchObject({ success: true, reads: 4 });
  expect(await run(0, [failed, true])).toMatchObject({ success: true, reads: 3 });
  const gone = await run(0, [true, failed]);
  expect(gone).toMatchObject({ success: false, failure: { code: 'ASSERTION_TIMEOUT' } });
  await expect(run(0, [failed])).rejects.toMatchObject({ code: 'OBSERVATION_FAILED' });
});

test('an element that is not there is not a false one', async () => {
  const seen = await run(0, [null]);
  expect(seen).toMatchObject({ success: false, value: null, failure: { code: 'ELEMENT_NOT_FOUND' } });
  expect(await run(0, [null, true])).toMatchObject({ success: true, reads: 3 });
});

test('the end of the time in the middle of the second reading keeps what the first saw', async () => {
  const screen = scriptedScreen({ readMs: 2_000, at: () => switchScreen(true) });
  using op = Operation.start(3_000, { clock: screen.clock });
  const seen = expectState(op, screen.session, wanted);
  await screen.clock.advance(3_000);
  expect(await seen).toMatchObject({ success: false, value: true, failure: { code: 'ASSERTION_TIMEOUT' } });
});

test('nothing is left waiting', async () => {
  const { screen } = await run(10, [true]);
  expect(screen.clock.pending).toBe(0);
});

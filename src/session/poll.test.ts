/** Polling on a clock that stands still: on schedule, one reading at a time, never past the deadline. */

import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { expect, test } from 'vitest';
import { poll } from './poll.ts';
import { scriptedScreen, switchScreen } from './testing/scripted-screen.ts';

interface Wish {
  readonly readMs: number;
  readonly intervalMs: number;
  readonly timeoutMs: number;
  /** The reading, from 0, that satisfies; never when left out. */
  readonly holdsAt?: number;
  readonly failing?: readonly number[];
}

async function run({ readMs, intervalMs, timeoutMs, holdsAt = -1, failing = [] }: Wish) {
  const starts: number[] = [];
  const screen = scriptedScreen({
    readMs,
    at: (reading) =>
      failing.includes(reading)
        ? new Fault('OBSERVATION_FAILED', 'no dump')
        : switchScreen(reading === holdsAt),
  });
  using op = Operation.start(100_000, { clock: screen.clock });
  let tookMs = 0;
  const polled = poll(op, {
    timeoutMs,
    intervalMs,
    read(own) {
      starts.push(screen.clock.monotonicMs());
      return screen.session.observe(own, screen.device);
    },
    judge: ({ tree }) => tree.elements.find(({ state }) => state.checked === true) ?? null,
  }).then((outcome) => {
    tookMs = screen.clock.monotonicMs();
    return outcome;
  });
  await screen.clock.advance(timeoutMs + readMs + 1);
  return { ...(await polled), starts, tookMs, pending: screen.clock.pending };
}

test('success ends the wait at once', async () => {
  const seen = await run({ readMs: 10, intervalMs: 100, timeoutMs: 1_000, holdsAt: 2 });
  expect(seen).toMatchObject({ polls: 3, starts: [0, 100, 200], tookMs: 210 });
  expect(seen.value).not.toBeNull();
});

test('readings that outlast the interval follow one another without being piled up', async () => {
  const seen = await run({ readMs: 250, intervalMs: 100, timeoutMs: 1_000 });
  expect(seen).toMatchObject({ value: null, starts: [0, 250, 500, 750] });
});

test('nothing begins after the deadline, and what was last seen is kept', async () => {
  const seen = await run({ readMs: 10, intervalMs: 300, timeoutMs: 700 });
  expect(seen.starts).toEqual([0, 300, 600]);
  expect(seen.last).not.toBeNull();
  expect(seen.tookMs).toBeLessThanOrEqual(700);
});

test('a failed reading does not end the wait', async () => {
  const seen = await run({ readMs: 10, intervalMs: 100, timeoutMs: 1_000, failing: [0, 1], holdsAt: 2 });
  expect(seen.value).not.toBeNull();
  const never = await run({ readMs: 10, intervalMs: 100, timeoutMs: 250, failing: [0, 1, 2, 3] });
  expect(never).toMatchObject({ value: null, last: null, fault: { code: 'OBSERVATION_FAILED' } });
});

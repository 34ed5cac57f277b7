/** Timers that end together. */
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { expect, test } from 'vitest';
import { TimerSet } from './timer-set.ts';

test('each fires once, those that were cancelled or stopped never', async () => {
  const clock = new ManualClock();
  const timers = new TimerSet((ms, fire) => clock.after(ms, fire));
  const fired: number[] = [];
  timers.start(10, () => fired.push(10));
  const cancel = timers.start(20, () => fired.push(20));
  timers.start(30, () => fired.push(30));
  await clock.advance(10);
  cancel();
  await clock.advance(15);
  timers.stop();
  await clock.advance(100);
  expect(fired).toEqual([10]);
  expect(clock.pending).toBe(0);
  timers.start(5, () => fired.push(5));
  await clock.advance(5);
  expect(fired).toEqual([10, 5]);
});

/** The queue of one: in order, past those that fail or give up, and never for one that has given up. */

import { ManualClock } from '@mobile-debug/core/clock.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('works one after the other in the order of coming, past failures and those who gave up', async () => {
  const clock = new ManualClock();
  const turns = new Turns();
  const log: string[] = [];
  using patient = Operation.start(10_000, { clock });
  using hasty = Operation.start(50, { clock });
  const work = (name: string, ms: number) => async (): Promise<void> => {
    log.push(`${name} begins`);
    await patient.sleep(ms);
    log.push(`${name} ends`);
    if (name === 'b') throw new Error('b failed');
  };
  const ended = Promise.allSettled([
    turns.take(patient, work('a', 100)),
    turns.take(hasty, work('never', 100)),
    turns.take(patient, work('b', 100)),
    turns.take(patient, work('c', 100)),
  ]);
  await clock.advance(1_000);
  expect((await ended).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ]);
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

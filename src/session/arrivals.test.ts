/** The order of calls that look for the same device: kept, but not by those that fail, give up or mean another. */
import { Operation } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { expect, test } from 'vitest';
import { Arrivals } from './arrivals.ts';

test('a quick look does not pass a slow one; another device and a failure pass both', async () => {
  const clock = new ManualClock();
  using op = Operation.start(10_000, { clock });
  using hasty = Operation.start(20, { clock });
  const arrivals = new Arrivals();
  const order: string[] = [];
  const call = async (name: string, key: string, ms: number, own = op): Promise<void> => {
    await arrivals.inOrder(own, key, own.sleep(ms));
    order.push(name);
  };
  const slow = call('slow', 'a', 100);
  const gone = expect(call('gone', 'a', 200, hasty)).rejects.toMatchObject({ code: 'TIMEOUT' });
  const quick = call('quick', 'a', 1);
  const other = call('other', 'b', 10);
  expect(arrivals.waits('a')).toBe(true);
  await clock.advance(50);
  await gone;
  expect(order).toEqual(['other']);
  await clock.advance(100);
  await Promise.all([slow, quick, other]);
  expect(order).toEqual(['other', 'slow', 'quick']);
  expect(arrivals.waits('a')).toBe(false);
});

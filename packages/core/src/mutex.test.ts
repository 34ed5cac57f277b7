/** The fair lock and the order of arrivals. The lock: never two at once, in order, past those that fail or give up, never for one that has given up. */
import { expect, test } from 'vitest';
import { Arrivals, Mutex } from './mutex.ts';
import { Operation } from './operation.ts';
import { ManualClock } from './testing/manual-clock.ts';
import fc from './testing/property.ts';

test('runs one after the other in the order of the calls, past failures and callers that gave up', async () => {
  const clock = new ManualClock();
  const mutex = new Mutex();
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
    mutex.run(patient, work('a', 100)),
    mutex.run(hasty, work('never', 100)),
    mutex.run(patient, work('b', 100)),
    mutex.run(patient, work('c', 100)),
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

test('a caller that gives up leaves the queue at once, and nobody passes the one who works', async () => {
  const clock = new ManualClock();
  const mutex = new Mutex();
  using patient = Operation.start(10_000, { clock });
  using hasty = Operation.start(50, { clock });
  const log: string[] = [];
  const first = mutex.run(patient, async () => {
    await patient.sleep(500);
    log.push('first');
  });
  const given = mutex.run(hasty, async () => log.push('given up')).catch(({ code }) => log.push(code));
  const last = mutex.run(patient, async () => log.push('last'));
  await clock.advance(60);
  expect(log).toEqual(['TIMEOUT']);
  await clock.advance(1_000);
  await Promise.all([first, given, last]);
  expect(log).toEqual(['TIMEOUT', 'first', 'last']);
});

test('whatever comes, works and gives up: one at a time, and those that run do so in the order of the calls', async () => {
  const caller = fc.record({
    workMs: fc.integer({ min: 0, max: 50 }),
    budgetMs: fc.integer({ min: 1, max: 200 }),
    fails: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(caller, { maxLength: 12 }), async (callers) => {
      const clock = new ManualClock();
      const mutex = new Mutex();
      using patient = Operation.start(10_000, { clock });
      const began: number[] = [];
      let inside = 0;
      const runs = callers.map(async ({ workMs, budgetMs, fails }, index) => {
        using op = Operation.start(budgetMs, { clock });
        return await mutex.run(op, async () => {
          began.push(index);
          inside++;
          expect(inside).toBe(1);
          await patient.sleep(workMs);
          inside--;
          if (fails) throw new Error('failed');
        });
      });
      const settled = Promise.allSettled(runs);
      await clock.advance(1_000);
      const statuses = (await settled).map(({ status }) => status);
      expect(began).toEqual([...began].sort((a, b) => a - b));
      for (const [index, { fails }] of callers.entries()) {
        expect(statuses[index] === 'fulfilled').toBe(began.includes(index) && !fails);
      }
    }),
  );
});

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

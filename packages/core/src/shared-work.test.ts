/** Work for several callers: begun once, ended with the last of them, never ended for one by another. */
import { expect, test } from 'vitest';
import { Operation } from './operation.ts';
import { SharedWork } from './shared-work.ts';
import { ManualClock } from './testing/manual-clock.ts';

function setting() {
  const clock = new ManualClock();
  const shared = new SharedWork<number>();
  const begun: Operation[] = [];
  const work = async (op: Operation): Promise<number> => {
    begun.push(op);
    await op.sleep(100);
    return begun.length;
  };
  return { clock, shared, begun, work };
}

test('callers at once share it, in the order of their calls; the next one begins anew', async () => {
  const { clock, shared, begun, work } = setting();
  using op = Operation.start(10_000, { clock });
  const order: number[] = [];
  const all = Promise.all(
    [0, 1, 2].map(async (n) => {
      const result = await shared.join(op, 'a', work);
      order.push(n);
      return result;
    }),
  );
  const other = shared.join(op, 'b', work);
  await clock.advance(100);
  expect(await all).toEqual([2, 2, 2]);
  expect(await other).toBe(2);
  expect(order).toEqual([0, 1, 2]);
  const later = shared.join(op, 'a', work);
  await clock.advance(100);
  expect(await later).toBe(3);
  expect(begun).toHaveLength(3);
});

test('a caller that leaves ends nothing for the others; the last one ends it', async () => {
  const { clock, shared, begun, work } = setting();
  using hasty = Operation.start(10, { clock });
  using patient = Operation.start(50, { clock });
  const left = [shared.join(hasty, 'a', work), shared.join(patient, 'a', work)];
  const ended = Promise.allSettled(left);
  await clock.advance(10);
  expect(begun[0]?.ended).toBe(false);
  await clock.advance(40);
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(begun[0]?.ended).toBe(true);
  using next = Operation.start(1_000, { clock });
  const again = shared.join(next, 'a', work);
  await clock.advance(100);
  expect(await again).toBe(2);
});

test('a failure is told to all who wait, and not remembered', async () => {
  const { clock, shared } = setting();
  using op = Operation.start(1_000, { clock });
  const fail = async (): Promise<number> => {
    await op.sleep(10);
    throw new Error('no');
  };
  const ended = Promise.allSettled([shared.join(op, 'a', fail), shared.join(op, 'a', fail)]);
  await clock.advance(10);
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await shared.join(op, 'a', async () => 5)).toBe(5);
});

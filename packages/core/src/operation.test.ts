import { expect, test } from 'vitest';
import { Operation } from './operation.ts';
import { ManualClock } from './testing/manual-clock.ts';

test('a child never outlives its parent, and ends with the parent’s timeout', async () => {
  const clock = new ManualClock();
  using op = Operation.start(100, { clock });
  using child = op.within(1_000);
  const slept = expect(child.sleep(500)).rejects.toMatchObject({ code: 'TIMEOUT' });
  await clock.advance(100);
  await slept;
  expect(child.remainingMs).toBe(0);
});

test('a withdrawn call is not a timeout', async () => {
  const client = new AbortController();
  const clock = new ManualClock();
  using op = Operation.start(100, { signal: client.signal, clock });
  using child = op.within(50);
  const slept = expect(child.sleep(40)).rejects.toMatchObject({ code: 'CANCELLED' });
  client.abort('user pressed stop');
  await slept;
  expect(() => op.check()).toThrow(/cancelled/);
});

test('a deadline counts from the moment it passes, even when its timer is late', async () => {
  let now = 0;
  const clock = { monotonicMs: () => now, epochMs: () => now, after: () => () => {} };
  using op = Operation.start(10, { clock });
  op.check();
  now = 10;
  expect(op.ended).toBe(true);
  await expect(op.race(Promise.reject(new Error('nobody hears this')))).rejects.toMatchObject({
    code: 'TIMEOUT',
  });
});

test('nothing stays behind: no timer after dispose, no listener after race', async () => {
  const clock = new ManualClock();
  const client = new AbortController();
  let listeners = 0;
  const { addEventListener, removeEventListener } = client.signal;
  client.signal.addEventListener = ((...args: Parameters<typeof addEventListener>) => {
    listeners++;
    addEventListener.apply(client.signal, args);
  }) as typeof addEventListener;
  client.signal.removeEventListener = ((...args: Parameters<typeof removeEventListener>) => {
    listeners--;
    removeEventListener.apply(client.signal, args);
  }) as typeof removeEventListener;
  {
    using op = Operation.start(1_000, { signal: client.signal, clock });
    using child = op.within(500);
    expect(await child.race(Promise.resolve(7))).toBe(7);
    const slept = child.sleep(5);
    await clock.advance(5);
    await slept;
  }
  expect(clock.pending).toBe(0);
  expect(listeners).toBe(0);
});

test('onEnd stops work when the operation ends and not after it was taken back', async () => {
  const clock = new ManualClock();
  using op = Operation.start(10, { clock });
  const stopped: string[] = [];
  op.onEnd((fault) => stopped.push(fault.code));
  op.onEnd(() => stopped.push('never'))();
  await clock.advance(10);
  expect(stopped).toEqual(['TIMEOUT']);
});

test('time of listening counts only what the process could hear', async () => {
  const clock = new ManualClock();
  using op = Operation.start(60_000, { clock });
  using listening = op.listening(1_500);
  await clock.leap(20_000);
  expect(listening.ended).toBe(false);
  await clock.advance(1_400);
  expect(listening.ended).toBe(false);
  await clock.advance(200);
  expect(listening.ended).toBe(true);
  expect(listening.fault()).toMatchObject({ code: 'TIMEOUT', message: 'Not done within 1500 ms.' });
  expect(op.ended).toBe(false);
  using outlived = op.listening(1_500);
  await clock.leap(60_000);
  expect(outlived.ended).toBe(true);
});

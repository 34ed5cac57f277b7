/** Readings on a clock that stands still: on schedule, one at a time, never past the deadline. */
import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { describe, expect, test } from 'vitest';
import { FirstValue, foldReadings, type Pace, type Reading, readings } from './readings.ts';
import { failed, seen } from './testing/given-readings.ts';
import { type Script, scriptedScreen, switchScreen } from './testing/scripted-screen.ts';

const noDump = new Fault('OBSERVATION_FAILED', 'no dump');

interface Given extends Pace {
  readonly readMs?: Script['readMs'];
  readonly failing?: readonly number[];
  /** Of the call around the readings. */
  readonly callMs?: number;
  /** Whoever takes them has enough after so many. */
  readonly enough?: number;
}

async function run({ readMs = 10, failing = [], callMs = 100_000, enough = 1_000, ...pace }: Given) {
  const { clock, session, begun } = scriptedScreen({
    readMs,
    at: (reading) => (failing.includes(reading) ? noDump : switchScreen(false)),
  });
  const op = Operation.start(callMs, { clock });
  const taken: Reading[] = [];
  const work = (async () => {
    for await (const reading of readings(op, session, pace)) {
      if (taken.push(reading) === enough) break;
    }
    return clock.monotonicMs();
  })();
  work.catch(() => {}); // awaited below
  await clock.advance(10_000);
  const pending = clock.pending;
  op[Symbol.dispose]();
  return { work, begun, kinds: taken.map(({ kind }) => kind), taken, pending };
}

describe('when readings begin', () => {
  test('from beginning to beginning', async () => {
    const ran = await run({ intervalMs: 300, timeoutMs: 610 });
    expect(ran.begun).toEqual([0, 300, 600]);
    expect(await ran.work).toBe(610);
  });

  test('the last is made just before the deadline, where the interval would pass it', async () => {
    const ran = await run({ intervalMs: 2_500, readMs: 100, timeoutMs: 3_000 });
    expect(ran).toMatchObject({ begun: [0, 2_500, 2_830], kinds: ['seen', 'seen', 'seen'] });
    const never = await run({ intervalMs: 60_000, readMs: 10, timeoutMs: 3_000 });
    expect(never.begun).toEqual([0, 2_965]);
    // What would be cut off is not begun.
    const slow = await run({ intervalMs: 2_500, readMs: 2_000, timeoutMs: 2_400 });
    expect(slow).toMatchObject({ begun: [0], kinds: ['seen'] });
  });

  test('readings that outlast the interval follow one another without being piled up', async () => {
    const { begun, kinds } = await run({ readMs: 250, intervalMs: 100, timeoutMs: 900 });
    expect(begun).toEqual([0, 250, 500, 750]);
    expect(kinds).toEqual(['seen', 'seen', 'seen', 'cut_off']);
  });

  test('from end to beginning, asked anew after each', async () => {
    const pauses = [100, 200, 400];
    const ran = await run({ pauseMs: () => pauses.shift() ?? 1_000, timeoutMs: 1_000, firstAfterMs: 50 });
    expect(ran.begun).toEqual([50, 160, 370, 780]);
  });

  test('at least one is begun, however short the time', async () => {
    expect((await run({ intervalMs: 100, timeoutMs: 0 })).kinds).toEqual(['cut_off']);
  });

  test('whoever has enough stops them, and nothing is left waiting', async () => {
    const ran = await run({ intervalMs: 100, timeoutMs: 1_000, enough: 2 });
    expect(ran.begun).toEqual([0, 100]);
    expect(await ran.work).toBe(110);
    expect(ran.pending).toBeLessThanOrEqual(1); // the call's own deadline at most
  });
});

describe('the end of the time', () => {
  test('cuts the reading that is under way, unless that is to be whole', async () => {
    const slow = { readMs: 2_000, intervalMs: 100, timeoutMs: 3_000 };
    const [cut, first, all] = [
      await run(slow),
      await run({ ...slow, readMs: 4_000, uncut: 'first' }),
      await run({ ...slow, uncut: 'all' }),
    ];
    expect(cut).toMatchObject({ begun: [0, 2_000], kinds: ['seen', 'cut_off'] });
    expect(await cut.work).toBe(3_000);
    expect(first).toMatchObject({ begun: [0], kinds: ['seen'] });
    expect(all).toMatchObject({ begun: [0, 2_000], kinds: ['seen', 'seen'] });
    expect(await all.work).toBe(4_000);
  });

  test('leaves the first reading what one needs, where the time holds none', async () => {
    const given = { readMs: 2_000, intervalMs: 100, leastFirstMs: 4_000 };
    const short = await run({ ...given, timeoutMs: 500 });
    expect(short).toMatchObject({ begun: [0], kinds: ['seen'] });
    expect(await short.work).toBe(2_000);
    const hung = await run({ ...given, readMs: 60_000, timeoutMs: 500 });
    expect(hung.kinds).toEqual(['cut_off']);
    expect(await hung.work).toBe(4_000);
    const long = await run({ ...given, timeoutMs: 5_000 });
    expect(long.kinds).toEqual(['seen', 'seen', 'cut_off']);
    expect(await long.work).toBe(5_000);
  });

  test('of the call is a fault, unless it is the time of the readings themselves', async () => {
    const given = { readMs: 400, intervalMs: 0, callMs: 1_000 };
    const fault = await run({ ...given, timeoutMs: 5_000 });
    await expect(fault.work).rejects.toMatchObject({ code: 'TIMEOUT' });
    const own = await run(given);
    expect(own.kinds).toEqual(['seen', 'seen', 'cut_off']);
    expect(await own.work).toBe(1_000);
  });
});

test('a failed reading does not end them, a device that is gone does', async () => {
  const ran = await run({ intervalMs: 100, timeoutMs: 320, failing: [1, 2] });
  expect(ran.kinds).toEqual(['seen', 'failed', 'failed', 'seen']);
  const { clock, session } = scriptedScreen({
    readMs: 0,
    at: () => new Fault('DEVICE_UNAVAILABLE', 'offline'),
  });
  using op = Operation.start(1_000, { clock });
  await expect(readings(op, session, {}).next()).rejects.toMatchObject({ code: 'DEVICE_UNAVAILABLE' });
});

test('a limit of the reader itself is a failure and not the end', async () => {
  const tooSlow = new Fault('TIMEOUT', 'Not done within 50 ms.');
  const screen = scriptedScreen({ readMs: 0, at: () => tooSlow });
  using op = Operation.start(1_000, { clock: screen.clock });
  const { value } = await readings(op, screen.session, { timeoutMs: 500 }).next();
  expect(value).toMatchObject({ kind: 'failed', fault: tooSlow });
});

test('a withdrawn call ends them as a fault, also between two', async () => {
  const { clock, session } = scriptedScreen({ readMs: 0, at: () => switchScreen(true) });
  const client = new AbortController();
  using op = Operation.start(1_000, { clock, signal: client.signal });
  const none = new FirstValue(() => null);
  const work = foldReadings(op, session, { pauseMs: () => 100 }, none);
  work.catch(() => {}); // awaited below
  await clock.advance(50);
  client.abort();
  await expect(work).rejects.toMatchObject({ code: 'CANCELLED' });
});

test('the first value ends the search; else the newest reading is kept, with the fault that came after it', () => {
  const word = new FirstValue(({ tree }) => tree.elements.find(({ text }) => text === 'Done') ?? null);
  expect(word.add(seen(0, 'Working'))).toBe(false);
  expect(word.add(failed(100, 'no dump'))).toBe(false);
  expect(word.result()).toMatchObject({ value: null, fault: { message: 'no dump' } });
  expect(word.result().last?.tree.elements.at(-1)?.text).toBe('Working');
  expect(word.add(seen(200, 'Done'))).toBe(true);
  expect(word.result()).toMatchObject({ value: { text: 'Done' }, fault: null });
});

/** Looking for an element: when it reads, when it ends, and what a failed or doubtful reading is worth. */
import { describe, expect, test } from 'vitest';
import { busy, empty, foreign, idle, page, type Read, run } from './testing/timed-wait.ts';
import { type MatchQuery, waitForMatch } from './wait-match.ts';

const wanted: MatchQuery = {
  selector: { text: 'Done' },
  condition: 'exists',
  index: undefined,
  timeoutMs: 2_000,
  intervalMs: 300,
};
const lookFor = (at: (reading: number, atMs: number) => Read, change: Partial<MatchQuery> = {}, readMs = 0) =>
  run({ readMs, at }, (op, session) => waitForMatch(op, session, { ...wanted, ...change }));

describe('looking for an element', () => {
  test('what is there already costs one reading and no time', async () => {
    expect(await lookFor(() => page('Done'))).toMatchObject({
      begun: [0],
      tookMs: 0,
      seen: { satisfied: true },
    });
  });

  test('readings begin on schedule, and the first that fits ends the wait', async () => {
    const ran = await lookFor((_, atMs) => page(atMs >= 650 ? 'Done' : 'Working'));
    expect(ran).toMatchObject({
      begun: [0, 300, 600, 900],
      tookMs: 900,
      seen: { satisfied: true, polls: 4 },
    });
  });

  test('a reading slower than the interval is not piled upon: the next begins when it is over', async () => {
    const ran = await lookFor(() => page('Working'), { timeoutMs: 5_000 }, 700);
    expect(ran.begun).toEqual([0, 700, 1_400, 2_100, 2_800, 3_500, 4_200, 4_900]);
    expect(ran).toMatchObject({ tookMs: 5_000, seen: { satisfied: false, matchedCount: 0 } });
  });

  test('stops at its deadline in the middle of a reading, and keeps what was last seen', async () => {
    const ran = await lookFor(
      (reading) => page(reading === 0 ? 'Working' : 'Done'),
      { timeoutMs: 1_500 },
      1_000,
    );
    expect(ran).toMatchObject({ tookMs: 1_500, seen: { satisfied: false, matchedCount: 0 } });
    expect(ran.seen.observation?.tree.elements.at(-1)?.text).toBe('Working');
  });

  test('without a wait there is one whole reading, however slow', async () => {
    const ran = await lookFor(() => page('Done'), { timeoutMs: 0 }, 4_000);
    expect(ran).toMatchObject({ begun: [0], tookMs: 4_000, seen: { satisfied: true } });
  });

  test('failed readings in between do no harm; nothing but failures is a fault, not an absent element', async () => {
    const ran = await lookFor((reading) => (reading < 2 ? idle : page('Done')));
    expect(ran).toMatchObject({ begun: [0, 300, 600], seen: { satisfied: true } });
    await expect(lookFor(() => idle)).rejects.toMatchObject({
      code: 'OBSERVATION_FAILED',
      message: /idle state/,
    });
    await expect(lookFor(() => page('Done'), {}, 5_000)).rejects.toMatchObject({
      code: 'OBSERVATION_FAILED',
    });
  });

  test('a wait shorter than a reading gets one whole one', async () => {
    const ran = await lookFor(() => page('Done'), { timeoutMs: 300 }, 3_000);
    expect(ran).toMatchObject({ begun: [0], seen: { satisfied: true, polls: 1 } });
  });

  test.each([
    ['without elements', empty],
    ['of a foreign package', foreign],
  ])('a reading %s is no absence', async (_, doubtful) => {
    const gone = { condition: 'not_exists' } as const;
    expect((await lookFor(() => doubtful, gone)).seen).toMatchObject({ satisfied: false, matchedCount: 0 });
    const later = await lookFor((reading) => (reading < 3 ? doubtful : page('Home')), gone);
    expect(later).toMatchObject({ begun: [0, 300, 600, 900], seen: { satisfied: true } });
  });

  test('with a handle only the element that it names counts', async () => {
    const { seen } = await run({ at: () => page('Done', 'Done') }, async (op, session) => {
      const { handles, tree } = await session.observe(op);
      const second = handles[tree.elements.findLast(({ text }) => text === 'Done')?.index ?? -1] ?? '';
      const named = await waitForMatch(op, session, { ...wanted, handle: second.toUpperCase() });
      const other = await waitForMatch(op, session, { ...wanted, handle: 'e999', timeoutMs: 0 });
      return { named, other, second };
    });
    expect(seen.named).toMatchObject({ satisfied: true, selectedIndex: 1, matchedCount: 2 });
    expect(seen.other).toMatchObject({ satisfied: false, element: null, matchedCount: 2 });
  });
});

describe('looking until the screen is settled too', () => {
  const settled = { settled: true, timeoutMs: 10_000 } as const;

  test('true while loading is not enough; the same readings and the same deadline serve both', async () => {
    const ran = await lookFor((_, atMs) => (atMs < 1_000 ? busy('Done') : page('Done')), settled);
    expect(ran).toMatchObject({ begun: [0, 300, 600, 900, 1_200, 1_500], tookMs: 1_500 });
    expect(ran.seen).toMatchObject({ satisfied: true, readiness: { state: 'settled' } });
    const never = await lookFor(() => busy('Done'), { ...settled, timeoutMs: 1_000 });
    expect(never).toMatchObject({ tookMs: 980, seen: { satisfied: false, readiness: { state: 'loading' } } });
  });

  test('a failed reading breaks the row of equal ones', async () => {
    const ran = await lookFor((reading) => (reading === 1 ? idle : page('Done')), settled);
    expect(ran.begun).toEqual([0, 300, 600, 900]);
    expect(ran.seen.readiness?.sampled.count).toBe(4);
  });
});

/** Waits on a clock that stands still: when they read, when they end, and what a failed or doubtful reading is worth. */
import { describe, expect, test } from 'vitest';
import { node, screen, text, window } from '../../test/fixtures/raw-screens.ts';
import { Fault } from '../core/fault.ts';
import { Operation } from '../core/operation.ts';
import { buildTree } from '../ui/build-tree.ts';
import type { UiTree } from '../ui/ui-tree.ts';
import { look, type Wanted } from './look.ts';
import { sampleReadiness } from './readiness.ts';
import { scriptedScreen } from './testing/scripted-screen.ts';
import { type ChangeWanted, waitForChange } from './wait-change.ts';

type Read = UiTree | Fault;

const idle = new Fault('OBSERVATION_FAILED', 'could not get idle state');
const page = (...words: readonly string[]): UiTree =>
  buildTree(screen([window({}, node({}, ...words.map((word, at) => line(word, at))))]));
const line = (word: string, at: number) =>
  text(word, [0, at * 100, 900, at * 100 + 100], { identifier: `com.example.app:id/line_${at}` });
const busy = (...words: readonly string[]): UiTree =>
  buildTree(
    screen([
      window(
        {},
        node(
          {},
          node({ type: 'android.widget.ProgressBar', bounds: [0, 900, 90, 990] }),
          ...words.map((word, at) => line(word, at)),
        ),
      ),
    ]),
  );
const empty = buildTree(screen([]));
const foreign = buildTree(
  screen([
    window(
      {},
      node({ packageName: 'com.other.app' }, { ...line('Elsewhere', 0), packageName: 'com.other.app' }),
    ),
  ]),
);

interface Ran<T> {
  readonly seen: T;
  readonly tookMs: number;
  /** Times at which readings began. */
  readonly begun: readonly number[];
}

async function run<T>(
  { readMs = 0, at }: { readMs?: number; at: (reading: number, atMs: number) => Read },
  work: (op: Operation, place: ReturnType<typeof scriptedScreen>) => Promise<T>,
): Promise<Ran<T>> {
  const place = scriptedScreen({ readMs, at });
  const begun: number[] = [];
  const { read } = place.device.screen;
  const watched = {
    ...place.device,
    screen: {
      ...place.device.screen,
      read: (op: Operation) => {
        begun.push(place.clock.monotonicMs());
        return read(op);
      },
    },
  };
  using op = Operation.start(600_000, { clock: place.clock });
  let tookMs = 0;
  const seen = work(op, { ...place, device: watched }).finally(() => {
    tookMs = place.clock.monotonicMs();
  });
  seen.catch(() => {}); // awaited below
  await place.clock.advance(120_000);
  const result = await seen;
  expect(place.clock.pending).toBe(1); // the call's own deadline and nothing else
  return { seen: result, tookMs, begun };
}

const wanted: Wanted = {
  selector: { text: 'Done' },
  condition: 'exists',
  index: undefined,
  timeoutMs: 2_000,
  intervalMs: 300,
};
const lookFor = (at: (reading: number, atMs: number) => Read, change: Partial<Wanted> = {}, readMs = 0) =>
  run({ readMs, at }, (op, place) => look(op, place, { ...wanted, ...change }));

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
    await expect(lookFor(() => page('Done'), {}, 3_000)).rejects.toMatchObject({
      code: 'OBSERVATION_FAILED',
    });
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
    const { seen } = await run({ at: () => page('Done', 'Done') }, async (op, place) => {
      const { handles, tree } = await place.session.observe(op, place.device);
      const second = handles[tree.elements.findLast(({ text }) => text === 'Done')?.index ?? -1] ?? '';
      const named = await look(op, place, { ...wanted, handle: second.toUpperCase() });
      const other = await look(op, place, { ...wanted, handle: 'e999', timeoutMs: 0 });
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
    expect(never).toMatchObject({ tookMs: 900, seen: { satisfied: false, readiness: { state: 'loading' } } });
  });

  test('a failed reading breaks the row of equal ones', async () => {
    const ran = await lookFor((reading) => (reading === 1 ? idle : page('Done')), settled);
    expect(ran.begun).toEqual([0, 300, 600, 900]);
    expect(ran.seen.readiness?.sampled.count).toBe(4);
  });
});

describe('readiness', () => {
  const ready = (at: (reading: number, atMs: number) => Read, timeoutMs = 3_000, readMs = 0) =>
    run({ readMs, at }, (op, place) => sampleReadiness(op, place, { timeoutMs, stabilityWindowMs: 300 }));

  test('settled as soon as equal readings span the window', async () => {
    expect(await ready(() => page('Home'))).toMatchObject({ tookMs: 300, seen: { settled: true } });
    expect(await ready(() => page('Home'), 10_000, 2_000)).toMatchObject({
      tookMs: 4_100,
      begun: [0, 2_100],
    });
  });

  test('a screen that keeps changing is transitioning until the time is over', async () => {
    const ran = await ready((reading) => page(`Frame ${reading} of film ${'x'.repeat(reading)}`), 1_000);
    expect(ran).toMatchObject({ tookMs: 900, seen: { settled: false, summary: { state: 'transitioning' } } });
  });

  test('a reading that the end of the wait cuts short takes nothing away from those before it', async () => {
    const ran = await ready(() => busy('Home'), 1_000, 400);
    expect(ran).toMatchObject({ begun: [0, 500], seen: { settled: false, summary: { state: 'loading' } } });
  });

  test('a reading far slower than those before tells that nothing is known any more', async () => {
    const ran = await run({ readMs: 0, at: () => busy('Home') }, (op, place) => {
      let reads = 0;
      const { read } = place.device.screen;
      const hangs = (own: Operation) =>
        reads++ === 0 ? read(own) : own.sleep(60_000).then(() => busy('Home'));
      const device = { ...place.device, screen: { ...place.device.screen, read: hangs } };
      const options = { timeoutMs: 1_000, stabilityWindowMs: 300 };
      return sampleReadiness(op, { session: place.session, device }, options);
    });
    expect(ran.seen).toMatchObject({ settled: false, summary: { state: 'unknown' } });
  });

  test.each([
    ['a reading that never ends', 60_000, () => page('Home')],
    ['readings that fail', 0, () => idle],
    ['readings without elements', 0, () => empty],
  ])('%s proves no state', async (_, readMs, at) => {
    const { seen } = await ready(at, 1_000, readMs);
    expect(seen).toMatchObject({ settled: false, summary: { state: 'unknown' } });
    expect(seen.summary.limitations).not.toEqual([]);
  });
});

describe('waiting for a change', () => {
  const change = (
    at: (reading: number, atMs: number) => Read,
    more: Partial<ChangeWanted> = {},
    readMs = 0,
  ): Promise<Ran<Awaited<ReturnType<typeof waitForChange>>>> =>
    run({ readMs, at }, (op, place) =>
      waitForChange(op, place, {
        expected: undefined,
        root: undefined,
        timeoutMs: 5_000,
        stabilityWindowMs: 300,
        ...more,
      }),
    );

  test('ends when the change has stood still for the window, with no fixed sleep', async () => {
    const ran = await change((_, atMs) => page(atMs < 250 ? 'Idle' : 'Working'));
    expect(ran).toMatchObject({ tookMs: 600, seen: { matched: true, stable: true, kinds: ['text_change'] } });
  });

  test('a new change restarts the window', async () => {
    const ran = await change((_, atMs) => page(atMs < 150 ? 'Idle' : atMs < 450 ? 'Working' : 'Done'));
    expect(ran).toMatchObject({ tookMs: 800, seen: { matched: true, stable: true } });
    expect(ran.seen.last?.tree.elements.at(-1)?.text).toBe('Done');
  });

  test('a change that goes back is none', async () => {
    const ran = await change((reading) => page(reading === 2 ? 'Flash' : 'Idle'), { timeoutMs: 2_000 });
    expect(ran.seen).toMatchObject({ matched: false, kinds: [] });
  });

  test.each([
    ['fails', idle],
    ['is without elements', empty],
    ['shows a foreign package', foreign],
  ])('a reading that %s is no change, and breaks the quiet', async (_, odd) => {
    const once = await change((reading) => (reading === 1 ? odd : page('Idle')), { timeoutMs: 1_000 });
    expect(once.seen).toMatchObject({ matched: false, kinds: [] });
    const always = await change((reading) => (reading === 0 ? page('Idle') : odd), { timeoutMs: 1_000 });
    expect(always.seen).toMatchObject({
      matched: false,
      trouble: expect.stringMatching(/idle state|doubtful/),
    });
    const late = await change((reading) => (reading === 3 ? odd : page(reading < 2 ? 'Idle' : 'Done')));
    expect(late).toMatchObject({ tookMs: 700, seen: { matched: true, stable: true, trouble: null } });
  });

  test('every reading doubtful alike: what changes in them still counts', async () => {
    const sparse = (word: string) =>
      buildTree(screen([window({}, node({}, line(word, 0)))], { doubts: ['read another way'] }));
    const ran = await change((_, atMs) => sparse(atMs < 250 ? 'Idle' : 'Done'));
    expect(ran.seen).toMatchObject({ matched: true, stable: true, kinds: ['text_change'] });
  });

  test('only the expected kind counts, and only below the root', async () => {
    const other = await change((_, atMs) => page(atMs < 250 ? 'Idle' : 'Done'), {
      expected: 'hierarchy_diff',
      timeoutMs: 1_000,
    });
    expect(other.seen).toMatchObject({ matched: false, kinds: ['text_change'] });
    const more = await change((_, atMs) => page('Idle', ...(atMs < 250 ? [] : ['More'])), {
      expected: 'hierarchy_diff',
    });
    expect(more.seen).toMatchObject({ matched: true, kinds: ['hierarchy_diff'] });
    const { seen } = await run(
      { at: (_, atMs) => page(atMs < 250 ? 'Idle' : 'Done', 'Still') },
      async (op, place) => {
        const { handles, tree } = await place.session.observe(op, place.device);
        const of = (word: string) => handles[tree.elements.findIndex(({ text }) => text === word)];
        const wish = { expected: undefined, timeoutMs: 1_000, stabilityWindowMs: 300 };
        const still = await waitForChange(op, place, { ...wish, root: of('Still') });
        return { still };
      },
    );
    expect(seen.still).toMatchObject({ matched: false });
  });

  test('settled is waited for within the same deadline', async () => {
    const at = (_: number, atMs: number) =>
      atMs < 100 ? page('Idle') : atMs < 1_000 ? busy('Done') : page('Done');
    const ran = await change(at, { settled: true });
    expect(ran).toMatchObject({ tookMs: 1_300, seen: { matched: true, readiness: { state: 'settled' } } });
  });

  test('stops at its deadline in the middle of a reading', async () => {
    const ran = await change(() => page('Idle'), { timeoutMs: 3_000 }, 2_000);
    expect(ran).toMatchObject({ tookMs: 3_000, seen: { matched: false, trouble: null } });
  });
});

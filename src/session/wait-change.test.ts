/** Waiting for a change: what counts as one, when it stands still, and what a doubtful reading is worth. */
import { describe, expect, test } from 'vitest';
import { node, screen, window } from '../../test/fixtures/raw-screens.ts';
import { buildTree } from '../ui/build-tree.ts';
import { busy, empty, foreign, idle, line, page, type Ran, type Read, run } from './testing/timed-wait.ts';
import { type UiChangeQuery, waitForChange } from './wait-change.ts';

describe('waiting for a change', () => {
  const change = (
    at: (reading: number, atMs: number) => Read,
    more: Partial<UiChangeQuery> = {},
    readMs = 0,
  ): Promise<Ran<Awaited<ReturnType<typeof waitForChange>>>> =>
    run({ readMs, at }, (op, session) =>
      waitForChange(op, session, {
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
      lastError: expect.stringMatching(/idle state|suspect/),
    });
    const late = await change((reading) => (reading === 3 ? odd : page(reading < 2 ? 'Idle' : 'Done')));
    expect(late).toMatchObject({ tookMs: 700, seen: { matched: true, stable: true, lastError: null } });
  });

  test('every reading doubtful alike: what changes in them still counts', async () => {
    const sparse = (word: string) =>
      buildTree(screen([window({}, node({}, line(word, 0)))], { qualityWarnings: ['read another way'] }));
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
      async (op, session) => {
        const { handles, tree } = await session.observe(op);
        const of = (word: string) => handles[tree.elements.findIndex(({ text }) => text === word)];
        const request = { expected: undefined, timeoutMs: 1_000, stabilityWindowMs: 300 };
        const still = await waitForChange(op, session, { ...request, root: of('Still') });
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
    expect(ran).toMatchObject({ tookMs: 3_000, seen: { matched: false, lastError: null } });
  });
});

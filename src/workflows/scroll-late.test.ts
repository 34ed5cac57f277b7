/** Lists that begin to move late, and lists that nothing reaches. */
import { Operation } from '@mobile-debug/core/operation.ts';
import { expect, test } from 'vitest';
import { button, list, row, text, treeOf } from '../../test/fixtures/raw-screens.ts';
import type { InputFacet } from '../devices/port/input.ts';
import { scriptedScreen } from '../session/testing/scripted-screen.ts';
import type { RawNode } from '../ui/raw-screen.ts';
import type { Bounds, UiTree } from '../ui/ui-tree.ts';
import { scrollUntilVisible } from './scroll.ts';

const listAt: Bounds = [0, 300, 1080, 2100];
const rowAt = (words: string, at: number): RawNode => {
  const bounds: Bounds = [0, 300 + at * 300, 1080, 600 + at * 300];
  return row(bounds, text(words, bounds));
};
const rows = (from: number): UiTree =>
  treeOf(list(listAt, ...[0, 1, 2, 3, 4, 5].map((at) => rowAt(`Row ${from + at}`, at))));

/** Looks for `wanted` on a screen that is `at` so many milliseconds after each of the swipes. */
async function look(wanted: string, at: (sinceMs: readonly number[]) => UiTree) {
  const swipedAt: number[] = [];
  const input = {
    keyNames: [],
    async swipe() {
      swipedAt.push(screen.clock.monotonicMs());
    },
  } as Partial<InputFacet> as InputFacet;
  const screen = scriptedScreen({ readMs: 10, at: (_, now) => at(swipedAt.map((ms) => now - ms)), input });
  const session = screen.session.with(['input', 'screen']);
  using op = Operation.start(60_000, { clock: screen.clock });
  const reading = session.observe(op);
  await screen.clock.advance(10);
  const deps = { session, first: await reading };
  const request = {
    selector: { text: wanted },
    direction: 'down',
    maxScrolls: 5,
    scrollAmount: 0.7,
  } as const;
  const running = scrollUntilVisible(session.dispatch(op), deps, request);
  running.catch(() => {}); // awaited below
  await screen.clock.advance(50_000);
  return { result: await running, swipes: swipedAt.length };
}

test('a list that begins to move after 300 ms is not taken for one at its end', async () => {
  const moved = (sinceMs: readonly number[]): number => sinceMs.filter((ms) => ms >= 300).length;
  const { result, swipes } = await look('Row 9', (sinceMs) => rows(moved(sinceMs) * 4));
  expect(result).toMatchObject({ element: { text: 'Row 9' }, scrolls: 1 });
  expect(swipes).toBe(1);
});

test('one that stands still for half a second is at its end', async () => {
  const { result, swipes } = await look('Row 99', () => rows(0));
  expect(result).toMatchObject({ element: null, why: expect.stringContaining('no longer moves') });
  expect(swipes).toBe(1);
});

test('a list that is covered as a whole is not swiped, and what covers it is named', async () => {
  const covered = treeOf(
    list(listAt, rowAt('Row 1', 0), rowAt('Row 2', 1)),
    button('Close', [0, 0, 1080, 2400]),
  );
  const { result, swipes } = await look('Row 99', () => covered);
  expect(result).toMatchObject({
    element: null,
    why: 'What can be scrolled down is covered by another element "Close".',
  });
  expect(swipes).toBe(0);
  const page = treeOf(text('Only words', [0, 0, 500, 100]));
  expect((await look('Row 99', () => page)).result).toMatchObject({
    why: 'Nothing on the screen can be scrolled down.',
  });
});

/** Where the focus is sent next, on screens whose focus goes by scripted rules: edges, traps, circles, lost targets. */
import { Operation } from '@mobile-debug/core/operation.ts';
import { describe, expect, it } from 'vitest';
import { node, screen, window } from '../../test/fixtures/raw-screens.ts';
import type { InputFacet } from '../devices/port/input.ts';
import { handleOf } from '../session/observation.ts';
import { scriptedScreen } from '../session/testing/scripted-screen.ts';
import { buildTree } from '../ui/build-tree.ts';
import { type Direction, towards } from './focus-search.ts';
import { checkFocusable, moveFocus } from './move-focus.ts';

/** A row of buttons a, b, c … side by side. */
function row(names: readonly string[], focused: string | null) {
  return buildTree(
    screen([
      window(
        { focused: true },
        node(
          {},
          ...names.map((text, at) => ({
            ...node({
              type: 'android.widget.Button',
              text,
              bounds: [at * 100, 0, at * 100 + 90, 90],
              focusable: true,
              clickable: true,
            }),
            focused: text === focused,
          })),
        ),
      ),
    ]),
  );
}

type Rules = (at: string | null, key: Direction) => string | null;

async function go(to: string, rules: Rules, { from = null as string | null, maxPresses = 20 } = {}) {
  const names = ['a', 'b', 'c', 'd'];
  const phone = { at: from, keys: [] as string[], shown: names };
  const input = {
    keyNames: [],
    async key(_op: Operation, key: string) {
      phone.keys.push(key);
      phone.at = rules(phone.at, key as Direction);
    },
  } as Partial<InputFacet> as InputFacet;
  const scripted = scriptedScreen({ readMs: 0, at: () => row(phone.shown, phone.at), input });
  const session = scripted.session.with(['input', 'screen']);
  using op = Operation.start(60_000, { clock: scripted.clock });
  const first = await session.observe(op);
  const element = first.tree.elements.find(({ text }) => text === to);
  if (!element) throw new Error('no such button');
  const handle = checkFocusable(first, element);
  expect(handle).toBe(handleOf(first, element));
  let over = false;
  const result = moveFocus(session.dispatch(op), session, { first, handle, maxPresses }).finally(() => {
    over = true;
  });
  result.catch(() => {});
  while (!over) await scripted.clock.advance(100);
  return { result, keys: phone.keys };
}

const line = (at: string | null, key: Direction): string | null => {
  const names = ['a', 'b', 'c', 'd'];
  if (at === null) return 'a';
  const next = names.indexOf(at) + (key === 'right' ? 1 : key === 'left' ? -1 : 0);
  return names[Math.min(3, Math.max(0, next))] ?? at;
};

describe('the way to an element', () => {
  it('goes towards it', async () => {
    const { result, keys } = await go('d', line, { from: 'a' });
    expect(await result).toMatchObject({ focused: true, presses: 3 });
    expect(keys).toEqual(['right', 'right', 'right']);
  });

  it('begins with a key where nothing has the focus', async () => {
    const { result } = await go('c', line);
    expect(await result).toMatchObject({ focused: true, presses: 3 });
  });

  it('is searched where the straight one is closed', async () => {
    // From a to the right nothing; down leads to b.
    const detour: Rules = (at, key) =>
      at === 'a' ? (key === 'down' ? 'b' : 'a') : at === 'b' ? (key === 'right' ? 'c' : 'b') : at;
    const { result, keys } = await go('c', detour, { from: 'a' });
    expect(await result).toMatchObject({ focused: true });
    expect(keys.at(-1)).toBe('right');
  });

  it.each<[string, Rules, RegExp]>([
    ['a trap', (at) => at ?? 'a', /no arrow key moves it: "a" has the focus/],
    [
      'a circle',
      (at) => (at === 'a' ? 'b' : 'a'),
      /every way from here has been tried, and "[ab]" has the focus/,
    ],
    ['a screen without a focus', () => null, /nothing has the focus/],
  ])('%s ends with where it stopped, each key sent once from each place', async (_, rules, why) => {
    const { result, keys } = await go('d', rules, { from: 'a' });
    await expect(result).rejects.toMatchObject({
      code: 'CONTROL_CONVERGENCE_FAILED',
      delivery: 'delivered',
      message: expect.stringMatching(why),
    });
    expect(keys.length).toBeLessThanOrEqual(8);
  });

  it('is no longer than allowed', async () => {
    const { result, keys } = await go('d', line, { from: 'a', maxPresses: 2 });
    await expect(result).rejects.toMatchObject({ details: { presses: 2, focus: { label: 'c' } } });
    expect(keys).toHaveLength(2);
  });
});

it.each<[string, readonly [number, number, number, number], Direction]>([
  ['above', [0, -300, 90, -200], 'up'],
  ['below, a little aside', [40, 300, 130, 400], 'down'],
  ['right, overlapping in height', [300, 20, 390, 110], 'right'],
  ['far left and a little lower', [-900, 120, -800, 200], 'left'],
])('the first key for what lies %s', (_, to, key) => {
  expect(towards([0, 0, 90, 90], to)[0]).toBe(key);
  expect(new Set(towards([0, 0, 90, 90], to)).size).toBe(4);
});

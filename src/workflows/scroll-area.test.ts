/** Which of several scrollers is meant: what holds the target, what stands next to it, else the larger. */
import { expect, test } from 'vitest';
import { node, treeOf } from '../../test/fixtures/raw-screens.ts';
import type { RawNode } from '../ui/raw-screen.ts';
import type { Bounds, UiTree } from '../ui/ui-tree.ts';
import { scrollersFor, strokeIn } from './scroll-area.ts';

const view = (bounds: Bounds, ...children: RawNode[]): RawNode =>
  node({ identifier: 'page', bounds }, ...children);
const list = (identifier: string, bounds: Bounds, ...children: RawNode[]): RawNode =>
  node(
    { type: 'androidx.recyclerview.widget.RecyclerView', scrollable: true, identifier, bounds },
    ...children,
  );
const hidden = (text: string): RawNode => node({ bounds: [0, 0, 0, 0], text });

const order = (tree: UiTree, target: string | null): (string | null)[] =>
  scrollersFor(
    tree,
    'down',
    tree.elements.find(({ text }) => target !== null && text === target),
  ).map(({ resourceId }) => resourceId);

const large = (...children: RawNode[]) => list('large', [0, 0, 600, 2_000], ...children);
const small = (...children: RawNode[]) => list('small', [600, 500, 1_000, 1_500], ...children);

test('the larger where nothing is known of the target', () => {
  expect(order(treeOf(large(), small()), null)).toEqual(['large', 'small']);
});

test('what holds the target', () => {
  expect(order(treeOf(large(), small(hidden('Pay'))), 'Pay')).toEqual(['small', 'large']);
});

test('what stands on one page with the target', () => {
  const page = view([600, 0, 1_000, 2_000], hidden('Header'), small());
  expect(order(treeOf(large(), page), 'Header')).toEqual(['small', 'large']);
});

test('the inner one of two that hold it', () => {
  const inner = list('inner', [0, 0, 600, 900], hidden('Pay'));
  expect(order(treeOf(list('outer', [0, 0, 600, 2_000], inner), small()), 'Pay')).toEqual([
    'inner',
    'outer',
    'small',
  ]);
});

const card = (bounds: Bounds): RawNode => node({ text: 'Card', bounds, clickable: true });

test.each([
  ['with one row that leaves room below', [0, 0, 1_000, 200], ['down']],
  ['with one card that leaves room beside', [0, 0, 300, 1_000], ['right']],
  ['with one page that fills it', [0, 0, 1_000, 1_000], ['down', 'right']],
] as const)('a list %s goes %s', (_what, bounds, ways) => {
  const tree = treeOf(list('list', [0, 0, 1_000, 1_000], card([...bounds])));
  const moves = (['down', 'right'] as const).filter((way) => scrollersFor(tree, way, undefined).length > 0);
  expect(moves).toEqual(ways);
});

test('where it is not known which way a list goes no stroke begins and ends in one button', () => {
  // Two by two: as many columns as rows.
  const grid = list(
    'grid',
    [0, 0, 1_000, 400],
    card([0, 0, 800, 100]),
    card([800, 0, 1_000, 100]),
    card([0, 100, 800, 300]),
    card([800, 100, 1_000, 300]),
  );
  const tree = treeOf(grid);
  const scroller = tree.elements.find(({ resourceId }) => resourceId === 'grid');
  if (!scroller) throw new Error('no grid');
  const { from, to } = strokeIn(tree, scroller, 'right', 0.5);
  for (const { bounds, clickable } of tree.elements) {
    const [left, top, right, bottom] = bounds;
    const holdsBoth = [from, to].every(([x, y]) => x >= left && x < right && y >= top && y < bottom);
    if (clickable) expect(holdsBoth).toBe(false);
  }
});

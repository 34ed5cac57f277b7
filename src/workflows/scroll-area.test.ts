/** Which of several scrollers is meant: what holds the target, what stands next to it, else the larger. */
import { expect, test } from 'vitest';
import { node, treeOf } from '../../test/fixtures/raw-screens.ts';
import type { RawNode } from '../ui/raw-screen.ts';
import type { Bounds, UiTree } from '../ui/ui-tree.ts';
import { scrollersFor } from './scroll-area.ts';

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

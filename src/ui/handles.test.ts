/** A handle follows its element while that is found exactly once, and is refused with candidates otherwise. */

import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import {
  button,
  list,
  node,
  row,
  screen,
  text,
  the,
  treeOf,
  window,
} from '../../test/fixtures/raw-screens.ts';
import { buildTree } from './build-tree.ts';
import { HandleTable } from './handles.ts';
import type { RawNode } from './raw-screen.ts';
import type { Bounds, UiTree } from './ui-tree.ts';

const line = (at: number): Bounds => [0, at * 100, 1080, at * 100 + 100];
const item = (words: string, at: number, ...more: RawNode[]) =>
  node(
    {
      type: 'android.widget.LinearLayout',
      clickable: true,
      identifier: 'com.example.app:id/row',
      bounds: line(at),
    },
    text(words, line(at)),
    ...more,
  );
const listOf = (...rows: RawNode[]) => treeOf(list([0, 0, 1080, 2400], ...rows));
const handleOf = (table: HandleTable, tree: UiTree, name: string) =>
  table.assign(tree)[the(tree, name).index] ?? '';
/** The row around the text of this name. */
const rowOf = (table: HandleTable, tree: UiTree, name: string) =>
  table.assign(tree)[the(tree, name).parentId ?? -1] ?? '';

describe('assign', () => {
  it('counts from e1 and gives the same tree the same names', () => {
    const table = new HandleTable();
    const tree = treeOf(button('a', line(0)), button('b', line(1)));
    expect(table.assign(tree)).toEqual(['e1', 'e2', 'e3']);
    expect(table.assign(tree)).toBe(table.assign(tree));
    expect(table.assign(treeOf(button('a', line(0)), button('b', line(1))))).toEqual(['e1', 'e2', 'e3']);
    expect([table.knows('e3'), table.knows('e4')]).toEqual([true, false]);
  });

  it('takes names from outside', () => {
    let next = 40;
    expect(new HandleTable(() => `x${next++}`).assign(treeOf(button('a', line(0))))).toEqual(['x40', 'x41']);
  });

  it('never gives one handle to two elements of a tree', () => {
    const words = fc.constantFrom('A', 'B', 'C', '');
    const rows = fc.array(fc.tuple(words, fc.boolean(), fc.nat(3)), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(rows, { minLength: 1, maxLength: 5 }), (screens) => {
        const table = new HandleTable();
        for (const parts of screens) {
          const tree = listOf(
            ...parts.map(([name, withId, at]) =>
              withId ? item(name, at) : row(line(at), button(name, line(at))),
            ),
          );
          const handles = table.assign(tree);
          expect(new Set(handles).size).toBe(tree.elements.length);
        }
      }),
    );
  });

  it('stays bounded', () => {
    const table = new HandleTable();
    for (let round = 0; round < 30; round++)
      table.assign(treeOf(...Array.from({ length: 1_000 }, (_, i) => button(`${round}-${i}`, line(1)))));
    expect(table.size).toBeLessThanOrEqual(21_001);
    expect(table.resolve('e5', treeOf(button('a', line(0))))).toEqual({ kind: 'unknown' });
  });
});

describe('survives', () => {
  const before = listOf(item('Ann', 0), item('Bob', 1), item('Cid', 2));

  it.each([
    ['scrolling', listOf(item('Bob', 0), item('Cid', 1), item('Dan', 2))],
    ['insertion of rows', listOf(item('Abe', 0), item('Ann', 1), item('Bob', 2), item('Cid', 3))],
    ['rendering anew', listOf(item('Ann', 0), item('Bob', 1), item('Cid', 2))],
    [
      'a state that comes to the row',
      listOf(item('Ann', 0), item('Bob', 1, text('typing…', line(1))), item('Cid', 2)),
    ],
  ])('%s', (_what, after) => {
    const table = new HandleTable();
    const handle = rowOf(table, before, 'Bob');
    const found = table.resolve(handle, after);
    expect(found.kind === 'found' && found.element.label).toContain('Bob');
  });

  it('follows a button through its row', () => {
    const call = (at: number) => button('Call', [900, at * 100, 1080, at * 100 + 100]);
    const table = new HandleTable();
    const first = listOf(item('Ann', 0, call(0)), item('Bob', 1, call(1)));
    const bobs = first.elements.filter((e) => e.text === 'Call')[1];
    const handle = table.assign(first)[bobs?.index ?? -1] ?? '';
    const after = listOf(item('Zoe', 0, call(0)), item('Ann', 1, call(1)), item('Bob', 2, call(2)));
    const found = table.resolve(handle, after);
    expect(found.kind === 'found' && found.element.bounds[1]).toBe(200);
  });

  it('a changed text next to a developer-given id', () => {
    const counter = (n: number) =>
      treeOf(text(`Count: ${n}`, line(0), { identifier: 'com.example.app:id/count' }));
    const table = new HandleTable();
    const handle = handleOf(table, counter(1), 'Count: 1');
    expect(table.resolve(handle, counter(2)).kind).toBe('found');
  });

  it('what was typed, switched or dragged', () => {
    const form = (typed: string, on: string) =>
      treeOf(
        node({ type: 'android.widget.EditText', text: typed, hint: 'Email', bounds: line(0) }),
        node({ type: 'android.widget.Switch', checkable: true, text: on, bounds: line(1), clickable: true }),
        node({ type: 'android.widget.SeekBar', text: typed.length.toFixed(1), bounds: line(2) }),
      );
    const table = new HandleTable();
    const handles = table.assign(form('', 'OFF'));
    expect(table.assign(form('ann@example.com', 'ON'))).toEqual(handles);
  });

  it('an id that is doubled later, as long as the words tell the two apart', () => {
    const table = new HandleTable();
    const pair = (...names: string[]) =>
      treeOf(...names.map((name, at) => button(name, line(at), { identifier: 'com.example.app:id/b' })));
    const handle = handleOf(table, pair('One'), 'One');
    const found = table.resolve(handle, pair('Nought', 'One'));
    expect(found.kind === 'found' && found.element.text).toBe('One');
    expect(table.resolve(handle, pair('Nought', 'Two')).kind).toBe('stale');
  });
});

describe('is refused', () => {
  it('when a recycled row holds something else', () => {
    const table = new HandleTable();
    const handle = rowOf(table, listOf(item('Ann', 0)), 'Ann');
    const stale = table.resolve(handle, listOf(item('Zoe', 0)));
    expect(stale).toMatchObject({ kind: 'stale', reason: '"Ann" is no longer on the screen' });
    expect(stale.kind === 'stale' && stale.candidates[0]).toMatchObject({
      why: 'has the same id and other words',
      element: { label: 'Zoe' },
    });
  });

  it('when it is doubled, with the two as candidates', () => {
    const table = new HandleTable();
    const handle = handleOf(table, treeOf(button('Add', line(0))), 'Add');
    const stale = table.resolve(handle, treeOf(button('Add', line(0)), button('Add', line(1))));
    expect(stale.kind === 'stale' && stale.reason).toContain('more than once');
    expect(stale.kind === 'stale' && stale.candidates.map((c) => c.element.text)).toEqual(['Add', 'Add']);
  });

  it('when equal rows moved, but not while they stand still', () => {
    const same = (...at: number[]) => listOf(...at.map((n) => row(line(n), text('Equal', line(n)))));
    const table = new HandleTable();
    const handle = table.assign(same(0, 1, 2))[4] ?? '';
    expect(table.resolve(handle, same(0, 1, 2))).toMatchObject({
      kind: 'found',
      element: { bounds: line(1) },
    });
    expect(table.resolve(handle, same(1, 2, 3)).kind).toBe('stale');
    expect(table.resolve(handle, same(0, 1)).kind).toBe('stale');
  });

  it('on another screen that has the same id (TAP-10)', () => {
    const at = (activity: string) =>
      buildTree(
        screen([window({}, node({}, button('Done', line(0), { identifier: 'com.example.app:id/done' })))], {
          foreground: { appId: 'com.example.app', activity, focusedWindow: null },
        }),
      );
    const table = new HandleTable();
    const handle = handleOf(table, at('com.example.app.Edit'), 'Done');
    expect(table.resolve(handle, at('com.example.app.Other'))).toMatchObject({
      kind: 'stale',
      reason: expect.stringContaining('at another position or on another screen'),
    });
  });

  it('when it was never given out', () => {
    expect(new HandleTable().resolve('e99', treeOf())).toEqual({ kind: 'unknown' });
  });
});

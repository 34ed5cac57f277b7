/** Base and delta give the new tree; a delta holds changes only and is never larger than the whole view. */

import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { button, node, text, treeOf } from '../../test/fixtures/raw-screens.ts';
import { snapshotDelta, stateDelta } from './delta.ts';
import type { RawNode } from './raw-screen.ts';
import type { Bounds, UiTree } from './ui-tree.ts';
import { treeToWire, type WireElement } from './wire.ts';

const at: Bounds = [0, 0, 500, 100];
const numbered = (tree: UiTree, revision: number) => ({ revision, tree, elementCount: tree.elements.length });
const delta = (a: UiTree, b: UiTree) => stateDelta(numbered(a, 1), numbered(b, 2));
const id = (name: string) => ({ identifier: `com.example.app:id/${name}` });

/** What an element says apart from its place among the others. */
function bare({
  index: _i,
  parentId: _p,
  children: _c,
  depth: _d,
  selector: _s,
  semantic: _m,
  ...rest
}: WireElement): string {
  return JSON.stringify(rest);
}

function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

const words = fc.constantFrom('One', 'Two', 'Three', '');
const raw: fc.Arbitrary<RawNode> = fc
  .record({
    words,
    withId: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }),
    top: fc.nat(5),
    enabled: fc.boolean(),
    checked: fc.boolean(),
  })
  .map(({ words: said, withId, top, enabled, checked }) =>
    button(said, [0, top * 100, 500, top * 100 + 100], {
      enabled,
      checkable: true,
      checked,
      ...(withId ? id(withId) : {}),
    }),
  );
const trees = fc.array(raw, { maxLength: 14 }).map((nodes) => treeOf(node(id('pane'), ...nodes)));

describe('stateDelta', () => {
  it('gives the new tree when applied to the base', () => {
    fc.assert(
      fc.property(trees, trees, (before, after) => {
        const change = delta(before, after);
        if (change.truncated) return;
        const gone = new Set(change.removed.map((removed) => removed.index));
        const kept = treeToWire(before, []).filter((_, index) => !gone.has(index));
        // Equal ids are numbered in order, so what changed is one of those that bear the id.
        const next = new Set(treeToWire(after, []).map(bare));
        for (const { stable_id: changed } of change.changed) {
          const bearers = kept.filter(({ stable_id }) => stable_id === changed);
          const stale = bearers.find((element) => !next.has(bare(element))) ?? bearers[0];
          kept.splice(stale === undefined ? kept.length : kept.indexOf(stale), 1);
        }
        const built = [...kept, ...change.changed, ...change.added].map(bare).sort(byText);
        expect(built).toEqual(treeToWire(after, []).map(bare).sort(byText));
      }),
      { numRuns: 300 },
    );
  });

  it('is empty for equal trees and never larger than the whole view', () => {
    fc.assert(
      fc.property(trees, trees, (before, after) => {
        const none = delta(after, after);
        expect([none.added, none.removed, none.changed, none.truncated]).toEqual([[], [], [], false]);
        const { added, removed, changed } = delta(before, after);
        const whole = treeToWire(after, []).reduce((sum, element) => sum + JSON.stringify(element).length, 0);
        const said = [...added, ...removed, ...changed].reduce(
          (sum, entry) => sum + JSON.stringify(entry).length,
          0,
        );
        expect(said).toBeLessThanOrEqual(whole + after.elements.length);
      }),
    );
  });

  it('has the fields of the contract', () => {
    const before = treeOf(text('gone', at, { description: 'old' }), button('Save', at, id('save')));
    const after = treeOf(button('Save', at, { ...id('save'), enabled: false }), text('new', at));
    expect(delta(before, after)).toEqual({
      base_snapshot_revision: 1,
      snapshot_revision: 2,
      added: [expect.objectContaining({ index: 2, text: 'new' })],
      removed: [{ stable_id: 'old', contentDescription: 'old', text: 'gone', index: 1 }],
      changed: [expect.objectContaining({ index: 1, stable_id: 'com.example.app:id/save', enabled: false })],
      truncated: false,
    });
  });

  it('does not tell of what only moved down in the list of elements', () => {
    const later = [text('b', [0, 100, 500, 200]), text('c', [0, 200, 500, 300])];
    const change = delta(treeOf(...later), treeOf(text('a', at), ...later));
    expect([change.added.length, change.removed, change.changed]).toEqual([1, [], []]);
  });

  it('holds at most 200 changes and says how many it leaves out', () => {
    const many = (say: string) =>
      treeOf(...Array.from({ length: 300 }, (_, i) => button(say, at, id(`b${i}`))));
    const change = delta(many('a'), many('b'));
    expect([change.changed.length, change.truncated, change.omitted_changes]).toEqual([200, true, 100]);
  });

  it('says that trees of more than 500 elements were not compared wholly', () => {
    const many = (count: number) =>
      treeOf(...Array.from({ length: count }, (_, i) => button('a', at, id(`b${i}`))));
    const change = delta(many(600), many(601));
    expect([change.added, change.removed, change.truncated]).toEqual([[], [], true]);
  });

  it('makes unseen characters of what is gone visible', () => {
    expect(delta(treeOf(text('\u202egone', at)), treeOf()).removed).toEqual([
      { text: '\\u202egone', index: 1 },
    ]);
  });

  it('carries the handles of the new tree', () => {
    const change = stateDelta(numbered(treeOf(), 1), numbered(treeOf(text('a', at)), 2), ['e1', 'e7']);
    expect(change.added[0]).toMatchObject({ elementId: 'e7' });
  });
});

describe('snapshotDelta', () => {
  it('counts', () => {
    const before = treeOf(button('Save', at, id('save')), text('x', at));
    const after = treeOf(button('Saved', at, id('save')), text('y', at), text('z', at));
    expect(snapshotDelta(numbered(before, 4), after)).toEqual({
      previous_snapshot_revision: 4,
      added_elements: 2,
      removed_elements: 1,
      mutated_elements: 1,
      total_elements: 4,
    });
  });
});

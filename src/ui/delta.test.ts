/** Base and delta give the new tree; a delta holds changes only and is never larger than the whole view. */

import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { button, node, text, treeOf } from '../../test/fixtures/raw-screens.ts';
import { briefElement } from './brief.ts';
import { type StateDelta, snapshotDelta, stateDelta } from './delta.ts';
import { HandleTable } from './handles.ts';
import { outline } from './outline.ts';
import { screenPairs } from './testing/arbitrary-screens.ts';
import type { Bounds, UiTree } from './ui-tree.ts';
import { treeToWire } from './wire.ts';

const at: Bounds = [0, 0, 500, 100];
const numbered = (tree: UiTree, revision: number) => ({ revision, tree, elementCount: tree.elements.length });
const delta = (a: UiTree, b: UiTree) => stateDelta(numbered(a, 1), numbered(b, 2));
const id = (name: string) => ({ identifier: `com.example.app:id/${name}` });

/** What a reader knows of each element of a screen: labels, states, handles. */
type Fields = Record<string, unknown>;
type Known = Map<string, Fields>;

function knownOf({ tree, handles = [] }: Parameters<typeof stateDelta>[0]): Known {
  return new Map(
    tree.elements.map((element) => [handles[element.index] ?? '', { ...briefElement(element, '') }]),
  );
}

/** A new field, or none where it is null or as usual. */
function merged(old: Fields, change: Fields): Fields {
  const usual: Record<string, boolean> = { enabled: true, visible: true, focused: false, selected: false };
  return Object.fromEntries(
    Object.entries({ ...old, ...change }).filter(([name, value]) => value !== null && usual[name] !== value),
  );
}

function apply(known: Known, { added, removed, changed }: StateDelta): Known {
  for (const { elementId } of removed) known.delete(elementId ?? '');
  for (const { elementId, state, bounds: _, clipped: __, ...fields } of changed) {
    const old = known.get(String(elementId)) ?? {};
    const states = merged((old['state'] ?? {}) as Fields, (state ?? {}) as Fields);
    const { state: _s, ...rest } = old;
    known.set(String(elementId), {
      ...merged(rest, fields),
      ...(Object.keys(states).length > 0 ? { state: states } : {}),
    });
  }
  for (const { elementId, ...fields } of added) known.set(String(elementId), { ...fields });
  return known;
}

function handled(before: UiTree, after: UiTree) {
  const table = new HandleTable();
  const [first, second] = [table.assign(before), table.assign(after)];
  return [
    { ...numbered(before, 1), handles: first },
    { ...numbered(after, 2), handles: second },
  ] as const;
}

const some = { words: ['One', 'Two', 'Three', ''], ids: [...'abcdefghijklmnop'] } as const;
const pairs = screenPairs({ ...some, maxLength: 14 });

describe('stateDelta', () => {
  it('gives labels, states and handles of the new tree when applied to the base', () => {
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        const [before, after] = handled(a, b);
        const change = stateDelta(before, after);
        if (change.truncated) return;
        expect(Object.fromEntries(apply(knownOf(before), change))).toEqual(
          Object.fromEntries(knownOf(after)),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('loses no labelled element of a new screen without saying that something is left out', () => {
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        const [before, after] = handled(a, b);
        const { added, changed, omitted_changes: omitted = 0 } = stateDelta(before, after);
        const told = new Set([...added, ...changed].map(({ elementId }) => elementId));
        const old = knownOf(before);
        const lost = [...knownOf(after)].filter(
          ([handle, { label }]) =>
            label !== undefined && old.get(handle)?.['label'] !== label && !told.has(handle),
        );
        expect(lost.length).toBeLessThanOrEqual(omitted);
      }),
    );
  });

  it('has at most 1,500 characters and never 300 more than the outline of the new screen', () => {
    fc.assert(
      fc.property(screenPairs({ ...some, maxLength: 60 }), ([a, b]) => {
        const [before, after] = handled(a, b);
        const size = JSON.stringify(stateDelta(before, after)).length;
        expect(size).toBeLessThanOrEqual(1_500);
        expect(size).toBeLessThanOrEqual(outline(b, after.handles, { revision: 2 }).length + 300);
      }),
      { numRuns: 60 },
    );
  });

  it('tells buttons before texts, and both before containers and what only moved', () => {
    const rows = (count: number, top: number) =>
      Array.from({ length: count }, (_, at) =>
        text(`A row with many words in it, number ${at}`, [0, top + at, 500, top + at + 90]),
      );
    const panes = Array.from({ length: 20 }, (_, at) => node(id(`pane_with_a_long_name_${at}`)));
    const [before, after] = handled(treeOf(), treeOf(...panes, ...rows(40, 0), button('Pay', at, id('pay'))));
    const { added, truncated, omitted_changes } = stateDelta(before, after);
    expect(added.at(-1)).toMatchObject({ label: 'Pay', role: 'button', id: 'pay' });
    expect(added.every(({ label }) => label !== undefined)).toBe(true);
    expect([truncated, (omitted_changes ?? 0) + added.length]).toEqual([true, 61]);
  });

  it('is empty for equal trees and never larger than the whole view', () => {
    fc.assert(
      fc.property(pairs, ([before, after]) => {
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
      added: [{ label: 'new', role: 'text' }],
      removed: [{ contentDescription: 'old', index: 1 }],
      changed: [{ index: 1, enabled: false }],
      truncated: false,
    });
  });

  it('does not tell of what only moved down in the list of elements', () => {
    const later = [text('b', [0, 100, 500, 200]), text('c', [0, 200, 500, 300])];
    const change = delta(treeOf(...later), treeOf(text('a', at), ...later));
    expect([change.added.length, change.removed, change.changed]).toEqual([1, [], []]);
  });

  it('says how many changes it leaves out', () => {
    const many = (say: string) =>
      treeOf(...Array.from({ length: 300 }, (_, i) => button(say, at, id(`b${i}`))));
    const change = delta(many('a'), many('b'));
    expect([change.truncated, change.changed.length + (change.omitted_changes ?? 0)]).toEqual([true, 300]);
  });

  it('says that trees of more than 500 elements were not compared wholly', () => {
    const many = (count: number) =>
      treeOf(...Array.from({ length: count }, (_, i) => button('a', at, id(`b${i}`))));
    const change = delta(many(600), many(601));
    expect([change.added, change.removed, change.truncated]).toEqual([[], [], true]);
  });

  it('makes unseen characters of what is gone visible', () => {
    const after = treeOf(button('Save', at), button('Load', at));
    expect(delta(treeOf(text('\u202egone', at)), after).removed).toEqual([{ text: '\\u202egone', index: 1 }]);
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

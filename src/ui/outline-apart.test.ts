/** Lines of an outline that would read alike say what tells them apart. */
import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { button, list, node, row, text, treeOf } from '../../test/fixtures/raw-screens.ts';
import { HandleTable } from './handles.ts';
import { outline } from './outline.ts';
import type { RawNode } from './raw-screen.ts';
import type { Bounds, UiTree } from './ui-tree.ts';

const line = (at: number): Bounds => [0, at * 20, 1080, at * 20 + 20];
const part = (at: number, from: number): Bounds => [from, at * 20, from + 200, at * 20 + 20];
const told = (tree: UiTree): string => outline(tree, new HandleTable().assign(tree), { revision: 3 });
/** Without handles: what a reader can tell lines by. */
const read = (tree: UiTree): readonly string[] =>
  told(tree)
    .split('\n')
    .slice(1)
    .map((each) => each.replace(/^ *e\w+ /, ''));

function menu(at: number, name: string): RawNode {
  return row(line(at), text(name, part(at, 0)), button('Delete', part(at, 800)));
}

describe('lines that would read alike', () => {
  it('keeps of long labels the part in which they differ', () => {
    const order = (at: number): string =>
      `Order ${1_000 + at} of the branch in the old town, waiting to be packed and sent`;
    const tree = treeOf(...Array.from({ length: 60 }, (_, at) => button(order(at), line(at))));
    const lines = read(tree);
    expect(new Set(lines).size).toBe(60);
    expect(lines[5]).toMatch(/^button "\S*….*1005/);
    expect(told(tree).length).toBeLessThanOrEqual(1_500);
  });

  it('tells apart also what differs in two places', () => {
    const labels = [1, 2, 3, 4].flatMap((number) =>
      ['new', 'paid'].map(
        (state) => `A label that is long for all of them, number ${number}, state ${state}`,
      ),
    );
    const lines = read(treeOf(...labels.concat(labels).map((label, at) => button(label, line(at)))));
    const many = Array.from({ length: 60 }, (_, at) =>
      button(`Filler ${at} ${'x'.repeat(80)}`, line(at + 20)),
    );
    expect(new Set(lines).size).toBe(16);
    const tight = read(treeOf(...labels.map((label, at) => button(label, line(at))), ...many));
    expect(new Set(tight).size).toBe(68);
  });

  it('names the row of a control that each row has', () => {
    const tree = treeOf(list([0, 0, 1080, 900], menu(0, 'Tea'), menu(1, 'Cake'), menu(2, 'Scones with jam')));
    expect(read(tree).filter((each) => each.includes('Delete'))).toEqual([
      'button "Delete" in "Tea"',
      'button "Delete" in "Cake"',
      'button "Delete" in "Scones with jam"',
    ]);
  });

  it('prefers ids that differ, and gives the place where nothing else does', () => {
    const withId = (name: string, at: number): RawNode =>
      button('More', line(at), { identifier: `com.example.app:id/${name}` });
    expect(read(treeOf(withId('first', 0), withId('second', 1)))).toEqual([
      'button "More" #first',
      'button "More" #second',
    ]);
    expect(read(treeOf(button('More', line(0)), button('More', line(1))))).toEqual([
      'button "More" at 540,10',
      'button "More" at 540,30',
    ]);
    const twice = treeOf(list([0, 0, 1080, 900], menu(0, 'Tea'), menu(1, 'Tea'), menu(2, 'Cake')));
    expect(read(twice).filter((each) => each.includes('Delete'))).toEqual([
      'button "Delete" at 900,10',
      'button "Delete" at 900,30',
      'button "Delete" in "Cake"',
    ]);
  });

  it('adds nothing to plain text that is repeated, nor to what differs by its state', () => {
    expect(read(treeOf(text('$3', line(0)), text('$3', line(1))))).toEqual(['"$3"', '"$3"']);
    const box = (at: number, checked: boolean): RawNode =>
      node({
        type: 'android.widget.CheckBox',
        text: 'On',
        checkable: true,
        checked,
        clickable: true,
        bounds: line(at),
      });
    expect(read(treeOf(box(0, true), box(1, false))).join()).not.toMatch(/ at | in /);
  });

  it("quotes words of a row, which are the app's", () => {
    const forged = menu(0, 'Tea"\ne99 button "Buy');
    const tree = treeOf(list([0, 0, 1080, 900], forged, menu(1, 'Cake')));
    expect(read(tree)).toContain('button "Delete" in "Tea\\" e99 button \\"Buy"');
    expect(told(tree)).not.toMatch(/^ *e99/m);
  });

  it('tells controls apart or has run out of room, for any labels, and holds the size', () => {
    const label = fc.oneof(
      fc.string({ maxLength: 90 }),
      fc.constantFrom('OK', `${'long '.repeat(30)}1`, 'long '.repeat(30)),
    );
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 70 }), (labels) => {
        const tree = treeOf(...labels.map((each, at) => button(each, line(at))));
        const whole = told(tree);
        const lines = read(tree);
        expect(whole.length).toBeLessThanOrEqual(Math.max(1_500, 25 * labels.length));
        const complete = lines.length === labels.length && !whole.includes('more lines');
        if (complete && labels.length <= 30) expect(new Set(lines).size).toBe(lines.length);
      }),
      { numRuns: 200 },
    );
  });
});

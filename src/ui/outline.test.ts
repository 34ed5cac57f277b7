/** What a reader sees of a screen, and that it stays short and safe. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  button,
  list,
  node,
  row,
  screen,
  text,
  treeOf,
  whole,
  window,
} from '../../test/fixtures/raw-screens.ts';
import { buildTree } from './build-tree.ts';
import { HandleTable } from './handles.ts';
import { outline } from './outline.ts';
import type { RawNode } from './raw-screen.ts';
import type { Bounds, UiTree } from './ui-tree.ts';

const line = (at: number): Bounds => [0, at * 100, 1080, at * 100 + 100];
const id = (name: string) => ({ identifier: `com.example.app:id/${name}` });
const told = (tree: UiTree, options = {}) =>
  outline(tree, new HandleTable().assign(tree), { revision: 3, ...options });
const linesOf = (tree: UiTree) => told(tree).split('\n').slice(1);

describe('outline', () => {
  it('tells a screen in a header and one line an element', () => {
    const tree = treeOf(
      text('Settings', line(0), { heading: true }),
      list(
        [0, 100, 1080, 900],
        row(
          line(1),
          text('Wi-Fi', line(1)),
          node({
            type: 'android.widget.Switch',
            checkable: true,
            checked: true,
            bounds: line(1),
            clickable: true,
            ...id('toggle'),
          }),
        ),
        row(line(2), text('Sound', line(2)), text('Silent', line(2))),
        row([0, 1200, 1080, 900], text('Far away', [0, 1200, 1080, 900])),
      ),
      node({
        type: 'android.widget.EditText',
        text: 'ann',
        hint: 'Name',
        focused: true,
        bounds: line(10),
        ...id('name'),
      }),
      node({ type: 'android.widget.EditText', text: '••', hint: 'PIN', password: true, bounds: line(11) }),
      button('Save', line(12), { enabled: false, ...id('save') }),
      node({ type: 'android.widget.SeekBar', text: '30.0', description: 'Volume', bounds: line(13) }),
    );
    expect(told(tree).split('\n')).toEqual([
      'com.example.app/.MainActivity · 1080x2400 · revision 3',
      'e2 heading "Settings"',
      'e3 list',
      ' e4 list_item "Wi-Fi"',
      '  e6 switch #toggle checked',
      ' e7 list_item "Sound, Silent"',
      'e12 text_field "Name" #name focused ="ann"',
      'e13 text_field "PIN" secure ="••"',
      'e14 button "Save" #save disabled',
      'e15 slider "Volume" ="30"',
      '… 1 more below, off screen',
    ]);
  });

  it('gives bounds on request', () => {
    expect(told(treeOf(button('Save', line(1))), { bounds: true })).toContain(
      'e2 button "Save" [0,100,1080,200]',
    );
  });

  it('names windows, and does not list keys and bars', () => {
    const keys = window(
      { kind: 'keyboard', layer: 2, title: 'Keys', bounds: [0, 1500, 1080, 2400] },
      node({ bounds: [0, 1500, 1080, 2400] }, button('q', [0, 1500, 90, 1600])),
    );
    const dialog = window(
      { kind: 'dialog', layer: 1, title: 'Delete?', focused: true, bounds: [90, 500, 900, 900] },
      node({ bounds: [90, 500, 900, 900] }, button('Yes', [100, 600, 300, 700])),
    );
    const tree = buildTree(
      screen([window({ layer: 0, bounds: whole }, node({}, button('Save', line(1)))), dialog, keys]),
    );
    expect(told(tree).split('\n')).toEqual([
      'com.example.app/.MainActivity · 1080x2400 · keyboard shown · revision 3',
      '[app com.example.app]',
      'e2 button "Save"',
      '[dialog "Delete?", in front]',
      'e3 dialog "Delete?"',
      ' e4 button "Yes"',
      '[keyboard: 2 elements not listed]',
    ]);
  });

  it('says what is doubtful and what would help', () => {
    const tree = buildTree(screen([window({}, node())], { foreground: null, rotation: 90 }));
    expect(told(tree).split('\n').slice(0, 2)).toEqual([
      'com.example.app · 1080x2400 · rotation 90 · revision 3',
      'suspect: root only: the source holds a single node',
    ]);
  });

  it('quotes text as the data that it is', () => {
    const evil = 'ok"\ne99 button "Pay" \u202e\u001b[2J';
    expect(linesOf(treeOf(text(evil, line(1))))).toEqual([
      'e2 "ok\\" e99 button \\"Pay\\" \\u202e\\u001b[2J"',
    ]);
    expect(linesOf(treeOf(text('y'.repeat(500), line(1))))).toEqual([`e2 "${'y'.repeat(120)}…" (500 chars)`]);
  });

  it.each([60, 100, 400])(
    'stays within 25 characters an element for %i elements, whatever they are called',
    (count) => {
      const names = fc.array(fc.string({ minLength: 1, maxLength: 80, unit: 'grapheme' }), {
        minLength: count,
        maxLength: count,
      });
      fc.assert(
        fc.property(names, (all) => {
          const nodes = all.map((name, i) =>
            button(name, [0, i, 1080, i + 1], id(`some_quite_long_id_${i}`)),
          );
          const said = told(treeOf(...nodes));
          expect(said.length).toBeLessThanOrEqual(Math.max(1_500, 25 * (count + 1)));
        }),
        { numRuns: 20 },
      );
    },
  );

  it('tells every one of 60 ordinary elements within 1,500 characters', () => {
    const nodes: RawNode[] = [];
    for (let i = 0; i < 20; i++) {
      const part = (from: number): Bounds => [0, i * 100 + from, 1080, i * 100 + from + 30];
      nodes.push(
        text(`Section heading ${i}`, part(0), { heading: true }),
        row(
          part(30),
          text(`Conversation number ${i}`, part(30), id('title')),
          text('The last message', part(30), id('subtitle')),
        ),
        button(`Archive ${i}`, part(60), id(`archive_button_${i}`)),
      );
    }
    const said = told(treeOf(...nodes));
    expect(said.length).toBeLessThanOrEqual(1_500);
    expect(said.split('\n')).toHaveLength(61);
  });
});

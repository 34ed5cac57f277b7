/** What a reader sees of a screen, and that it stays short and safe. */

import fc from '@mobile-debug/core/testing/property.ts';
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
      'e4 button "Yes"',
      '[not listed: keyboard (2)]',
    ]);
  });

  it('says the title of an activity once, and the bars in one line', () => {
    const bar = (title: string, layer: number, top: number) =>
      window(
        { kind: 'system', layer, title, bounds: [0, top, 1080, top + 60] },
        node({ packageName: 'com.android.systemui', bounds: [0, top, 1080, top + 60] }),
      );
    const app = window(
      { layer: 0, focused: true, title: 'com.example.app/com.example.app.MainActivity', bounds: whole },
      node({}, button('Save', line(1))),
    );
    const tree = buildTree(screen([app, bar('StatusBar', 1, 0), bar('NavigationBar0', 2, 2340)]));
    expect(told(tree).split('\n')).toEqual([
      'com.example.app/.MainActivity · 1080x2400 · revision 3',
      '[app, in front]',
      'e2 button "Save"',
      '[not listed: system "StatusBar" (1), system "NavigationBar0" (1)]',
    ]);
  });

  it('does not repeat what the line of a row has said, though the words hold commas', () => {
    const line1 = row(line(1), text('Network', line(1)), text('Mobile, Wi-Fi', line(1), id('summary')));
    const still = node(
      { bounds: line(2) },
      text('Standard delivery', line(2)),
      text('2 to 3 days', line(2)),
      button('Choose', line(2)),
    );
    expect(linesOf(treeOf(list([0, 0, 1080, 900], line1, node({ ...still, identifier: 'row' }))))).toEqual([
      'e2 list',
      ' e3 list_item "Network, Mobile, Wi-Fi"',
      ' e6 list_item "Standard delivery, 2 to 3 days" #row',
      '  e9 button "Choose"',
    ]);
  });

  it('says what is doubtful and what would help', () => {
    const tree = buildTree(screen([window({}, node())], { foreground: null, rotation: 90 }));
    expect(told(tree).split('\n').slice(0, 2)).toEqual([
      'com.example.app · 1080x2400 · rotation 90 · revision 3',
      'suspect: root only: the source has a single node',
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

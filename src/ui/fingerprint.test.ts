/** The fingerprint is blind to what ticks, the signature to nothing but the bars of the system. */

import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { button, node, screen, text, treeOf, window } from '../../test/fixtures/raw-screens.ts';
import { buildTree } from './build-tree.ts';
import { fingerprint, signature, steadyText } from './fingerprint.ts';
import type { RawNode, RawScreen } from './raw-screen.ts';
import type { Bounds } from './ui-tree.ts';

const at: Bounds = [0, 0, 500, 100];
const said = (words: string) => treeOf(text(words, at), button('Save', [0, 200, 500, 300]));

describe('fingerprint', () => {
  it.each([
    ['9:41', '10:05'],
    ['Updated 09:41:07', 'Updated 23:59:59'],
    ['9:41 PM', '11:02 am'],
    ['2024-01-31', '2025-12-01'],
    ['31.1.2024', '01.12.2025'],
    ['Mon, 5 Jan 2026', 'Tue, 16 Dec 2025'],
    ['January 5th, 2026', 'December 16th, 2025'],
    ['31 March', '1 May'],
    ['50 %', '7%'],
    ['3 marbles', '0:00:00 marbles'],
    ['42', '1,234.50'],
    ['Count: 3', 'Count: 117'],
    ['3 unread messages', '12 unread messages'],
    ['٣', '٤٢'],
  ])('takes %j and %j for one screen', (a, b) => {
    expect(fingerprint(said(a))).toBe(fingerprint(said(b)));
  });

  it.each([
    ['Home', 'Search'],
    ['Room A4', 'Room B4'],
    ['mp3', 'mp4'],
    ['May be', 'Maybe'],
    ['3 marbles', '3 decimals'],
    ['Sunday', 'Monday'],
  ])('tells %j from %j', (a, b) => {
    expect(fingerprint(said(a))).not.toBe(fingerprint(said(b)));
  });

  it('is 64 hex digits and depends on activity and resolution', () => {
    const raw = screen([window({}, node({}, button('Save', at)))]);
    const print = (fields: Partial<RawScreen>) => fingerprint(buildTree({ ...raw, ...fields }));
    expect(print({})).toMatch(/^[0-9a-f]{64}$/);
    expect(
      print({
        foreground: { appId: 'com.example.app', activity: 'com.example.app.Other', focusedWindow: null },
      }),
    ).not.toBe(print({}));
    expect(print({ size: { width: 2400, height: 1080 } })).not.toBe(print({}));
  });

  it('does not see the bars, the keyboard, or what is hidden', () => {
    const app = window({ layer: 0 }, node({}, button('Save', at)));
    const bar = window(
      { kind: 'system', layer: 2 },
      node({ packageName: 'com.android.systemui' }, text('Battery low', at)),
    );
    const keys = window(
      { kind: 'keyboard', layer: 1, bounds: [0, 1500, 1080, 2400] },
      node({}, button('q', [0, 1500, 90, 1600])),
    );
    const alone = fingerprint(buildTree(screen([app])));
    expect(fingerprint(buildTree(screen([app, bar, keys])))).toBe(alone);
    expect(fingerprint(treeOf(button('Save', at), text('gone', at, { displayed: false })))).toBe(alone);
    expect(fingerprint(buildTree(screen([bar])))).not.toBe(alone);
  });

  it('does not depend on the order of drawing, nor on the 51st element', () => {
    const many = Array.from({ length: 60 }, (_, i) =>
      button(`b${String.fromCharCode(97 + (i % 26))}`, [0, i * 30, 90, i * 30 + 30]),
    );
    expect(fingerprint(treeOf(...many))).toBe(fingerprint(treeOf(...[...many].reverse())));
    expect(fingerprint(treeOf(...many))).toBe(fingerprint(treeOf(...many.slice(0, 55))));
  });

  it('is quick with hostile text', () => {
    expect(steadyText('1:'.repeat(100_000)).length).toBeLessThan(600);
  });
});

describe('signature and the bars of the system', () => {
  const app = (words: string) => window({ layer: 0, focused: true }, node({}, button(words, at)));
  const bar = (clock: string, focused = false) =>
    window(
      { kind: 'system', layer: 2, focused, bounds: [0, 0, 1080, 63] },
      node({ packageName: 'com.android.systemui' }, text(clock, [0, 0, 100, 60])),
    );
  const signed = (...windows: Parameters<typeof screen>[0]) => signature(buildTree(screen(windows)));

  it('a clock that moves on there is no change, a change in the app beside it is one', () => {
    expect(signed(app('Save'), bar('9:41'))).toBe(signed(app('Save'), bar('9:42')));
    expect(signed(app('Save'), bar('9:41'))).not.toBe(signed(app('Saved'), bar('9:41')));
  });

  it('an open shade counts, and so does a bar when there is nothing else', () => {
    expect(signed(app('Save'), bar('9:41', true))).not.toBe(signed(app('Save'), bar('9:42', true)));
    expect(signed(bar('9:41'))).not.toBe(signed(bar('9:42')));
  });
});

describe('signature', () => {
  const base: RawNode = button('Save', at, {
    identifier: 'id',
    description: 'd',
    enabled: true,
    checkable: true,
    checked: false,
  });
  const signed = (fields: Partial<RawNode>) => signature(treeOf({ ...base, ...fields }));

  it('stays for an equal tree, and for case and outer space of texts', () => {
    expect(signed({})).toBe(signed({}));
    expect(signed({ text: ' SAVE ' })).toBe(signed({}));
  });

  it.each<[string, Partial<RawNode>]>([
    ['text', { text: 'Saved' }],
    ['description', { description: 'e' }],
    ['id', { identifier: 'ie' }],
    ['class', { type: 'android.widget.ImageButton' }],
    ['bounds', { bounds: [0, 0, 500, 101] }],
    ['enabled', { enabled: false }],
    ['checked', { checked: true }],
    ['selected', { selected: true }],
    ['focused', { focused: true }],
    ['value', { value: 1 }],
    ['clickable', { clickable: false }],
    ['visibility', { displayed: false }],
    ['error', { error: 'no' }],
  ])('grows with %s', (_what, fields) => {
    expect(signed(fields)).not.toBe(signed({}));
  });

  it('differs for any two texts that differ in more than case and outer space', () => {
    const word = fc.string({
      minLength: 1,
      unit: fc.constantFrom('a', 'B', '1', ':', '\u0000', '\n', ' ', '9'),
    });
    fc.assert(
      fc.property(word, word, word, word, (a, b, c, d) => {
        const fold = (s: string) => s.trim().toLowerCase();
        const of = (x: string, y: string) =>
          signature(treeOf(node({ text: x, description: y, identifier: 'i' })));
        const same = fold(a) === fold(c) && fold(b) === fold(d);
        expect(of(a, b) === of(c, d)).toBe(same);
      }),
    );
  });
});

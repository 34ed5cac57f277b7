/** What selectors match, what counts once, and what is suggested when nothing fits. */

import { isFault } from '@mobile-debug/core/fault.ts';
import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { button, iosTreeOf, list, node, row, text, the, treeOf } from '../../test/fixtures/raw-screens.ts';
import { nearMisses } from './near-misses.ts';
import { assertSelector, matchElements, type Selector, selectorSchema } from './selector.ts';
import type { Bounds, UiElement, UiTree } from './ui-tree.ts';

const at: Bounds = [0, 0, 500, 100];
const names = (elements: readonly UiElement[]) => elements.map((e) => e.resourceId ?? e.label);
const matched = (tree: UiTree, selector: Selector) => names(matchElements(tree, selector));

describe('schema', () => {
  it.each([{}, { contains: true }, { text: ' ' }, { resource_id: '' }])('refuses %j', (selector) => {
    try {
      assertSelector(selector);
      expect.unreachable();
    } catch (error) {
      expect(isFault(error, 'INVALID_SELECTOR')).toBe(true);
    }
  });

  it('refuses unknown fields by name', () => {
    expect(selectorSchema.safeParse({ txt: 'a' }).error?.issues[0]).toMatchObject({ keys: ['txt'] });
  });
});

describe('matching', () => {
  it('ignores case and outer space, is whole unless contains, and holds all parts together', () => {
    const tree = treeOf(
      button('Sign in', at, { identifier: 'com.example.app:id/sign' }),
      button('Sign in now', at),
    );
    expect(matched(tree, { text: '  SIGN IN ' })).toEqual(['com.example.app:id/sign']);
    expect(matchElements(tree, { text: 'sign', contains: true })).toHaveLength(2);
    expect(matched(tree, { text: 'sign in', resource_id: 'other' })).toEqual([]);
  });

  it('takes text literally (SEL-01, SEL-04)', () => {
    const tree = treeOf(
      text('Movie Title (Release Year)', at),
      text('+34 Spain', at),
      text('+33 France', at),
    );
    expect(matchElements(tree, { text: 'Movie Title (Release Year)' })).toHaveLength(1);
    expect(matched(tree, { text: '+33', contains: true })).toEqual(['+33 France']);
    expect(matchElements(tree, { text: '\\+33 .*' })).toEqual([]);
  });

  it('matches ids with and without the package on either side (SEL-06)', () => {
    const tree = treeOf(
      button('a', at, { identifier: 'myElement' }),
      button('b', at, { identifier: 'com.example.app:id/login' }),
    );
    for (const id of ['myElement', 'com.example.app:id/myElement', 'login', 'com.example.app:id/login'])
      expect(matchElements(tree, { resource_id: id }), id).toHaveLength(1);
    expect(matchElements(tree, { resource_id: 'com.other:id/login' })).toEqual([]);
    expect(matchElements(tree, { resource_id: 'log' })).toEqual([]);
  });

  it('compares text with the description only where there is no text', () => {
    const tree = treeOf(
      node({ description: 'Back', bounds: at, clickable: true }),
      button('−', at, { description: 'Menos' }),
    );
    expect(matched(tree, { text: 'back' })).toEqual(['Back']);
    expect(matched(tree, { text: 'menos' })).toEqual([]);
    expect(matched(tree, { accessibility_id: 'menos' })).toEqual(['−']);
  });

  it('takes the identifier as accessibility id on iOS only', () => {
    const save = node({ type: 'Button', identifier: 'save', description: 'Save it', bounds: at });
    expect(matchElements(iosTreeOf(save), { accessibility_id: 'save' })).toHaveLength(1);
    expect(matchElements(treeOf(save), { accessibility_id: 'save' })).toEqual([]);
  });

  it('finds again what an answer showed with escapes', () => {
    const tree = treeOf(text('\u200eAllow\u202a', at));
    expect(matchElements(tree, { text: '\\u200eAllow\\u202a' })).toHaveLength(1);
  });

  it('never matches the text of a password field', () => {
    const tree = treeOf(node({ type: 'android.widget.EditText', password: true, text: '•••', bounds: at }));
    expect(matchElements(tree, { text: '•', contains: true })).toEqual([]);
  });

  it('matches every given element by its own full text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, unit: 'grapheme' }), { minLength: 1, maxLength: 8 }),
        (words) => {
          const tree = treeOf(...words.map((word) => text(word, at)));
          for (const element of tree.elements)
            if (element.text !== null) expect(matchElements(tree, { text: element.text })).toContain(element);
        },
      ),
    );
  });
});

describe('nested matches', () => {
  it('counts a row and its label once, as the row', () => {
    const tree = treeOf(row(at, text('Wi-Fi', at)), row(at, text('Sound', at)));
    const [only, ...others] = matchElements(tree, { text: 'wi-fi' });
    expect(others).toEqual([]);
    expect(only?.clickable).toBe(true);
  });

  it('counts a button in a labelled frame once, as the button', () => {
    const tree = treeOf(node({ description: 'Buy', bounds: at }, button('Buy', at)));
    expect(matchElements(tree, { text: 'Buy' }).map((e) => e.type)).toEqual(['android.widget.Button']);
  });

  it('counts a chain of three once', () => {
    const tree = treeOf(
      node(
        { description: '7', clickable: true, bounds: at },
        node({ description: '7', bounds: at }, text('7', at)),
      ),
    );
    expect(matchElements(tree, { text: '7' }).map((e) => e.clickable)).toEqual([true]);
  });

  it('keeps controls apart that merely share a part of a name', () => {
    const marker = (words: string, bounds: Bounds) => node({ description: words, bounds });
    const tree = treeOf(
      node(
        { description: 'Google Map', clickable: true, bounds: [0, 0, 900, 900] },
        marker('Map Marker, $1', at),
        marker('Map Marker, $2', [9, 9, 90, 90]),
      ),
    );
    expect(matchElements(tree, { text: 'map', contains: true })).toHaveLength(3);
  });

  it('keeps tree order and does not let a list swallow its rows', () => {
    const id = (name: string) => ({ identifier: `com.example.app:id/${name}` });
    const tree = treeOf(
      node(
        { ...id('rows'), type: 'androidx.recyclerview.widget.RecyclerView', bounds: [0, 0, 500, 900] },
        button('a', at, id('row_a')),
        button('b', [0, 100, 500, 200], id('row_b')),
      ),
    );
    expect(matched(tree, { resource_id: 'row', contains: true })).toEqual(
      ['rows', 'row_a', 'row_b'].map((n) => `com.example.app:id/${n}`),
    );
  });
});

describe('near misses', () => {
  const near = (tree: UiTree, selector: Selector) => nearMisses(tree, selector);

  it('suggests the key that looks the same (SEL-16)', () => {
    const tree = treeOf(
      button('−', [1169, 1669, 1298, 1798], { description: 'Menos' }),
      button('+', [1169, 1841, 1298, 1970]),
      button('+/−', [600, 1841, 700, 1970]),
      button('7', [653, 1497, 782, 1626], { description: '7' }),
    );
    const { near: found } = near(tree, { text: '-' });
    expect(found[0]).toMatchObject({ why: 'spelled with U+2212 (−)', element: { text: '−' } });
    expect(matched(tree, { text: '+' })).toEqual(['+']);
    expect(matched(tree, { text: '7' })).toEqual(['7']);
  });

  it('suggests the button with the other apostrophe, not the title (SEL-14)', () => {
    const tree = treeOf(
      text('Allow \u200e\u202bApp\u202c\u200e to send you notifications?', [90, 900, 990, 1200]),
      button('Allow', [133, 1255, 947, 1381]),
      button('Don’t allow', [133, 1402, 947, 1528]),
    );
    expect(matchElements(tree, { text: 'Allow' }).map((e) => e.center)).toEqual([[540, 1318]]);
    const { near: found } = near(tree, { text: "Don't allow" });
    expect(found[0]?.element.center).toEqual([540, 1465]);
    expect(found[0]?.why).toBe('spelled with U+2019 (’)');
  });

  it('says that a device may show dots for emoji and does not claim a match (PARSE-01)', () => {
    const tree = treeOf(text('..', at), text('other', at));
    const result = near(tree, { text: '😀' });
    expect(matchElements(tree, { text: '😀' })).toEqual([]);
    expect(result.near[0]?.why).toContain('dots in place of emoji');
    expect(result.hint).toContain('emoji');
    expect(near(tree, { text: 'thing' }).hint).toBeNull();
  });

  it('says that a text is a part of one merged element (SEL-08)', () => {
    const tree = iosTreeOf(
      node({ type: 'Button', description: 'This button Does something useful', bounds: at }),
    );
    expect(near(tree, { text: 'Does something useful' }).near[0]?.why).toBe(
      'holds the text inside one merged element',
    );
  });

  it.each([
    [{ text: 'Setings' }, 'differs in 1 character'],
    [{ text: 'Gear' }, 'has it as its description: use accessibility_id'],
    [{ text: 'Set' }, 'holds the text inside one merged element'],
    [{ resource_id: 'settings-open' }, 'has an id of the same words'],
    [
      { resource_id: 'openSettings', text: 'no' },
      'has this id in another package, or another part of the selector differs',
    ],
  ])('explains %j', (selector, why) => {
    const tree = treeOf(
      button('Settings', at, { identifier: 'com.example.app:id/openSettings', description: 'Gear' }),
    );
    expect(near(tree, selector).near[0]?.why).toBe(why);
  });

  it('gives at most five, what can be tapped first', () => {
    const tree = treeOf(
      ...Array.from({ length: 9 }, (_, i) => text(`Save ${i}`, at)),
      button('Save file', at),
    );
    const { near: found } = near(tree, { text: 'save' });
    expect(found).toHaveLength(5);
    expect(found[0]?.element.label).toBe('Save file');
  });
});

describe('captures of kinds', () => {
  it('finds two labels that differ in case only and keeps both (SEL-12)', () => {
    const tree = treeOf(
      text('Saved homes', [0, 100, 1080, 200], { heading: true }),
      row([400, 2200, 600, 2400], text('Saved Homes', [420, 2340, 580, 2390])),
    );
    expect(matchElements(tree, { text: 'Saved Homes' })).toHaveLength(2);
  });

  it('keeps doubled descriptions apart by place (SEL-17)', () => {
    const cart = (bounds: Bounds) =>
      node({ type: 'android.widget.Button', clickable: true, description: 'Add to cart', bounds });
    const tree = treeOf(
      node(
        { type: 'android.widget.HorizontalScrollView', scrollable: true, bounds: [0, 1000, 1080, 1300] },
        cart([535, 1123, 631, 1218]),
        cart([0, 1123, 64, 1218]),
      ),
    );
    expect(matchElements(tree, { accessibility_id: 'Add to cart' }).map((e) => e.clipped)).toEqual([
      false,
      true,
    ]);
  });

  it('finds rows of a list through their words', () => {
    const tree = treeOf(
      list([0, 0, 1080, 900], row(at, text('Ann', at), text('online', at)), row(at, text('Bob', at))),
    );
    expect(matchElements(tree, { text: 'Ann, online' })).toEqual([tree.elements[2]]);
    expect(the(tree, 'Ann').parentId).toBe(2);
  });
});

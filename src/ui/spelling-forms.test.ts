/** What reads the same is the same for selectors; an exact spelling wins. */
import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, test } from 'vitest';
import { node, treeOf } from '../../test/fixtures/raw-screens.ts';
import { matchElements } from './selector.ts';
import { looseForm, readForm, writtenForm } from './spelling.ts';

/** Each row: signs that stand for one another. */
const kinds: readonly (readonly string[])[] = [
  [' ', '\u00a0', '\u2009', '\u202f', '\u3000', '\n'],
  ["'", '\u2019', '\u2018', '\u02bc'],
  ['"', '\u201c', '\u201d', '\u201e', '\u00ab'],
  ['-', '\u2010', '\u2011', '\u2013', '\u2014'],
  ['...', '\u2026'],
  ['\u00e9', 'e\u0301'],
  ['\uac00', '\u1100\u1161'],
];
const marks = [
  '\u200e',
  '\u200f',
  '\u202a',
  '\u202c',
  '\u2066',
  '\u2069',
  '\u200b',
  '\u200c',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\ufe0f',
  '\u034f',
];
const letter = fc
  .constantFrom(...'aBc12+\u2212\u0645\u6771\u{1f4a1}')
  .map((one) => ({ asked: one, shown: one }));
const pair = fc
  .constantFrom(...kinds)
  .chain((row) => fc.tuple(fc.constantFrom(...row), fc.constantFrom(...row)))
  .map(([asked, shown]) => ({ asked, shown }));
const mark = fc.constantFrom(...marks).map((shown) => ({ asked: '', shown }));
/** Begins and ends with a letter, so that no outer space is in play. */
const spelled = fc
  .tuple(letter, fc.array(fc.oneof(letter, pair, mark), { maxLength: 20 }), letter)
  .map(([first, inner, last]) => [first, ...inner, last])
  .map((parts) => ({
    asked: parts.map(({ asked }) => asked).join(''),
    shown: parts.map(({ shown }) => shown).join(''),
  }));

const screen = (...texts: string[]) =>
  treeOf(...texts.map((text, at) => node({ text, bounds: [0, at * 100, 500, at * 100 + 90] })));

describe('words as a person reads them', () => {
  test('any mix of kinds and unseen marks is found, in both directions', () => {
    fc.assert(
      fc.property(spelled, ({ asked, shown }) => {
        expect(readForm(shown)).toBe(readForm(asked));
        expect(looseForm(shown)).toBe(looseForm(asked));
        expect(matchElements(screen(shown), { text: asked })).toHaveLength(1);
        expect(matchElements(screen(asked), { text: shown })).toHaveLength(1);
        expect(matchElements(screen(`x ${shown} y`), { text: asked, contains: true })).toHaveLength(1);
      }),
    );
  });

  test('the forms are stable', () => {
    fc.assert(
      fc.property(spelled, ({ shown }) => {
        expect(writtenForm(writtenForm(shown))).toBe(writtenForm(shown));
        expect(readForm(readForm(shown))).toBe(readForm(shown));
      }),
    );
  });

  test('the exact spelling wins where both exist', () => {
    const both = screen('Don\u2019t', "Don't", 'Don\u2019t\u200e');
    expect(matchElements(both, { text: "don't" }).map(({ text }) => text)).toEqual(["Don't"]);
    expect(matchElements(both, { text: 'Don\u2019t' }).map(({ text }) => text)).toEqual(['Don\u2019t']);
    expect(matchElements(both, { text: 'Don\u2018t' })).toHaveLength(3);
  });

  test('a selector of nothing but unseen marks is not every text', () => {
    expect(matchElements(screen('Save'), { text: '\u200b', contains: true })).toEqual([]);
  });

  test.each([
    ['-', '\u2212'],
    ['x', '\u00d7'],
    ['\u{1f469}\u{1f467}', '\u{1f469}\u200d\u{1f467}'],
    ['resume', 'r\u00e9sum\u00e9'],
    ['Full', '\uff26ull'],
  ])('%j and %j stay apart', (asked, shown) => {
    expect(matchElements(screen(shown), { text: asked })).toEqual([]);
  });
});

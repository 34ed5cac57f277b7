/** Which spellings are the same to a reader. */
import { describe, expect, it } from 'vitest';
import { distanceWithin, looseForm, maskedForm, oddCharacters, wordsOf } from './spelling.ts';

describe('looseForm', () => {
  it.each([
    ['Don’t', "don't"],
    ['5 − 3', '5 - 3'],
    ['“Hi”', '"hi"'],
    ['a\u00a0b', 'a b'],
    ['\u200eAllow', 'allow'],
    ['Ｆｕｌｌ', 'full'],
    ['wait…', 'wait...'],
    ['  A   B ', 'a b'],
  ])('takes %j for %j', (a, b) => {
    expect(looseForm(a)).toBe(looseForm(b));
  });

  it.each([
    ['a', 'b'],
    ['+', '+/−'],
  ])('keeps %j and %j apart', (a, b) => {
    expect(looseForm(a)).not.toBe(looseForm(b));
  });
});

describe('the rest', () => {
  it('names characters that were not asked for', () => {
    expect(oddCharacters("Don't", 'Don’t')).toEqual(['U+2019 (’)']);
    expect(oddCharacters('Allow', '\u200eAllow')).toEqual(['U+200E']);
  });

  it.each([
    ['😀', '..', true],
    ['😀', '.', true],
    ['Hi 😀', 'Hi ..', true],
    ['😀', 'x', false],
    ['a', '.', false],
  ])('masks %s as %s: %s', (asked, shown, expected) => {
    expect(maskedForm(asked, shown)).toBe(expected);
  });

  it.each([
    ['btnSignIn', ['btn', 'sign', 'in']],
    ['btn_sign-in 2', ['btn', 'sign', 'in', '2']],
    ['Ölstand', ['ölstand']],
    ['--', []],
  ])('splits %s', (name, words) => {
    expect(wordsOf(name)).toEqual(words);
  });

  it.each([
    ['abc', 'abc', 2, 0],
    ['abc', 'abd', 2, 1],
    ['abc', 'bc', 2, 1],
    ['abc', 'xyz', 2, 3],
    ['a', 'abcd', 2, 3],
  ])('measures %s to %s within %i as %i', (a, b, limit, distance) => {
    expect(distanceWithin(a, b, limit)).toBe(distance);
  });
});

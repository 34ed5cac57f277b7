import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, test } from 'vitest';
import { differenceOf, isFormatted } from './text-difference.ts';

describe('what an app formats', () => {
  test.each([
    ['000629177', '00 062 91 77'],
    ['save20', 'SAVE20'],
    ['4111111111111111', '4111 1111 1111 1111'],
    ['12032026', '12/03/2026'],
    ['1203', '12/03/____'],
    ['5551234567', '(555) 123-4567'],
    ['5551234567', '+1 (555) 123-4567'],
    ['1000', '$1,000.00'],
    ['1,000', '1000'],
    ['+49 170 1234567', '+491701234567'],
    ["don't -- stop...", 'don\u2019t \u2014 stop\u2026'],
    ['hello world ', 'Hello world'],
    ['cafe\u0301', 'caf\u00e9'],
  ])('%j shown as %j is the same', (typed, shown) => expect(isFormatted(typed, shown, null)).toBe(true));

  test.each([
    ['0501234567', '05 012 3456'],
    ['3.14', '314'],
    ['a@b.c', 'abc'],
    ['pass!word', 'password'],
    ['hello', 'hello!'],
    ['teh', 'the'],
    ['abc', ''],
    ['-5', '5'],
    ['12', '123'],
  ])('%j shown as %j is not', (typed, shown) => expect(isFormatted(typed, shown, null)).toBe(false));

  test('the rest of a mask is known from the hint', () => {
    expect(isFormatted('1203', '12/03/YYYY', 'DD/MM/YYYY')).toBe(true);
    expect(isFormatted('1203', '12/03/YYYY', null)).toBe(false);
  });

  const letters = fc.array(fc.constantFrom(...'abcXYZ0123456789'), { minLength: 1, maxLength: 30 });
  const separators = fc.constantFrom('', ' ', '-', '/', '.', '\u00a0', '_');

  test('separators between and another case never count, a character that is gone always does', () => {
    fc.assert(
      fc.property(
        letters,
        fc.array(separators, { minLength: 30, maxLength: 30 }),
        fc.nat(),
        (typed, between, cut) => {
          const shown = typed.map((character, at) => `${character.toUpperCase()}${between[at]}`);
          expect(isFormatted(typed.join(''), shown.join(''), null)).toBe(true);
          const at = cut % typed.length;
          const lost = shown.filter((_, index) => index !== at).join('');
          expect(isFormatted(typed.join(''), lost, null)).toBe(false);
        },
      ),
    );
  });
});

describe('which characters differ', () => {
  test.each([
    ['0501234567', '050123456', 'missing "7" (from character 10) (9 characters instead of 10)'],
    ['too long for it', 'too l', 'missing "ong for it" (from character 6) (5 characters instead of 15)'],
    ['ab', 'abc', 'not typed "c" (from character 3) (3 characters instead of 2)'],
    ['a c', 'a b', 'from character 3: expected "c", the field has "b" (3 and 3 characters)'],
  ])('%j and %j: %s', (typed, shown, words) => expect(differenceOf(typed, shown).difference).toBe(words));

  test('long texts end quickly and are told by their first difference', () => {
    const long = 'x y '.repeat(2_500);
    expect(differenceOf(long, `${long.slice(0, 100)}!${long.slice(300)}`).difference).toContain(
      'from character 101',
    );
  });
});

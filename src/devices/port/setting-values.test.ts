import { expect, it } from 'vitest';
import { flagOf, languageTagOf, parsePosition, parseScale, positionOf } from './setting-values.ts';

it.each([
  ['48.20, 16.37', { latitude: '48.20', longitude: '16.37', text: '48.2,16.37' }],
  ['-90,180', { latitude: '-90', longitude: '180', text: '-90,180' }],
  ['90.1,0', null],
  ['0,-180.5', null],
  ['48.2', null],
  ['1e1,2', null],
])('reads the position %s', (text, position) => {
  expect(parsePosition(text)).toEqual(position);
});

it.each([
  [0.5, 0.5],
  ['1.3', 1.3],
  [3.01, null],
  [0.4, null],
  [true, null],
  ['large', null],
])('reads %j as a scale of at most 3: %j', (value, scale) => {
  expect(parseScale(value, 3)).toBe(scale);
});

it('names the setting and what it may be', () => {
  expect(languageTagOf('locale', 'zh-Hant-TW')).toBe('zh-Hant-TW');
  expect(() => languageTagOf('locale', 'fr_FR')).toThrow(
    'locale cannot be "fr_FR"; allowed: a tag such as fr-FR.',
  );
  expect(flagOf('darkMode', false)).toBe(false);
  expect(() => flagOf('darkMode', 'yes')).toThrow('darkMode cannot be "yes"; allowed: true or false.');
  expect(() => positionOf('location', true)).toThrow('location cannot be true');
});

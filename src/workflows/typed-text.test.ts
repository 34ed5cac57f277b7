import { describe, expect, test } from 'vitest';
import { node, treeOf } from '../../test/fixtures/raw-screens.ts';
import { type Expected, focusedField, readBack } from './typed-text.ts';

const wanted = (...texts: string[]): Expected => ({ texts, typed: texts.at(-1) ?? '' });

const field = (text: string, more: Parameters<typeof node>[0] = {}) =>
  treeOf(
    node({
      type: 'android.widget.EditText',
      identifier: 'app:id/name',
      bounds: [0, 100, 1_000, 200],
      clickable: true,
      focusable: true,
      focused: true,
      text,
      ...more,
    }),
  );

describe('reading a field back', () => {
  const before = focusedField(field(''));

  test('says that it matches, or where it differs', () => {
    expect(readBack(field('a b'), before, wanted('a b')).matches).toBe(true);
    expect(readBack(field('a c'), before, wanted('a b'))).toMatchObject({
      matches: false,
      field_text: 'a c',
      difference: 'from character 3: expected "b", the field has "c" (3 and 3 characters)',
    });
  });

  test('what a field held may have been its hint: either outcome is right', () => {
    expect(readBack(field('typed'), before, wanted('Emailtyped', 'typed')).matches).toBe(true);
  });

  test('a masked field, a field that is gone and a doubtful reading cannot be judged', () => {
    const masked = field('••••', { password: true });
    expect(readBack(masked, focusedField(masked), wanted('1234'))).toEqual({
      matches: null,
      note: 'masked: cannot verify',
    });
    expect(readBack(treeOf(node({ bounds: [0, 0, 9, 9], text: 'other' })), before, wanted('x')).matches).toBe(
      null,
    );
    const doubtful = { ...field(''), quality: { status: 'suspect', reasons: ['no texts'] } } as const;
    expect(readBack(doubtful, before, wanted('x'))).toEqual({
      matches: null,
      note: 'the reading is suspect: cannot verify',
    });
  });

  test('a mask that shows another number of characters tells that some are missing', () => {
    const masked = field('•••••', { password: true });
    const expected = { texts: null, typed: 'secret12' };
    expect(readBack(masked, focusedField(masked), { ...expected, lengths: [8] })).toMatchObject({
      matches: false,
      difference: 'the field shows 5 masked characters, 8 were expected',
    });
    expect(readBack(masked, focusedField(masked), { ...expected, lengths: [5, 8] })).toEqual({
      matches: null,
      note: 'masked: cannot verify',
    });
  });

  test('what the app formats matches, with what it shows', () => {
    expect(readBack(field('00 062 91 77'), before, wanted('000629177'))).toEqual({
      matches: true,
      note: 'formatted by the app',
      field_text: '00 062 91 77',
    });
  });

  const box = (text: string, at: number, password = false) =>
    node({
      type: 'android.widget.EditText',
      bounds: [at * 120, 100, at * 120 + 100, 200],
      clickable: true,
      focused: at === 3,
      text,
      password,
    });

  test('a code spread over boxes is read over the boxes', () => {
    const boxes = (code: string, password = false) =>
      treeOf(...[...code].map((digit, at) => box(digit.trim(), at, password)));
    const first = boxes('    ').elements.find(({ editable }) => editable) ?? null;
    expect(readBack(boxes('4711'), first, wanted('4711'))).toMatchObject({
      matches: true,
      note: 'spread over 4 boxes',
    });
    expect(readBack(boxes('471 '), first, wanted('4711'))).toMatchObject({
      matches: false,
      field_text: '471',
      difference: 'missing "1" (from character 4) (3 characters instead of 4)',
    });
    expect(readBack(boxes('••••', true), first, wanted('4711'))).toMatchObject({
      matches: null,
      note: 'masked: cannot verify; spread over 4 boxes, 4 of which are filled',
    });
  });
});

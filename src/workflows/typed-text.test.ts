import { describe, expect, test } from 'vitest';
import { node, treeOf } from '../../test/fixtures/raw-screens.ts';
import { focusedField, readBack } from './typed-text.ts';

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
    expect(readBack(field('a b'), before, ['a b']).matches).toBe(true);
    expect(readBack(field('a c'), before, ['a b'])).toMatchObject({
      matches: false,
      field_text: 'a c',
      difference: 'from character 3: expected "b", the field has "c" (3 and 3 characters)',
    });
  });

  test('what a field held may have been its hint: either outcome is right', () => {
    expect(readBack(field('typed'), before, ['Emailtyped', 'typed']).matches).toBe(true);
  });

  test('a masked field, a field that is gone and a doubtful reading cannot be judged', () => {
    const masked = field('••••', { password: true });
    expect(readBack(masked, focusedField(masked), ['1234'])).toEqual({
      matches: null,
      note: 'masked: cannot verify',
    });
    expect(readBack(treeOf(node({ bounds: [0, 0, 9, 9], text: 'other' })), before, ['x']).matches).toBe(null);
    const doubtful = { ...field(''), quality: { status: 'suspect', reasons: ['no texts'] } } as const;
    expect(readBack(doubtful, before, ['x'])).toEqual({
      matches: null,
      note: 'the reading is suspect: cannot verify',
    });
  });
});

import { describe, expect, it } from 'vitest';
import type { RawNode } from '../../../ui/raw-screen.ts';
import { focusedNode, keysDo, textMethod } from './helper-text.ts';

const field = (more: Partial<RawNode> = {}): RawNode => ({
  type: 'android.widget.EditText',
  bounds: [0, 0, 9, 9],
  focused: true,
  children: [],
  ...more,
});

describe('textMethod', () => {
  it.each([
    ['a field that is empty', 'é', field(), { method: 'set text', body: { text: 'é', replace: true } }],
    [
      'a field with text',
      'é',
      field({ text: 'a' }),
      { method: 'set text', body: { text: 'é', replace: false } },
    ],
    [
      'long ASCII',
      'a'.repeat(99),
      field(),
      { method: 'set text', body: { text: 'a'.repeat(99), replace: true } },
    ],
    ['nothing in focus', 'é', null, { method: 'paste' }],
    ['nothing in focus, long ASCII', 'a'.repeat(99), null, { method: 'keys' }],
    ['a masked field with text', 'é', field({ password: true, text: '••' }), { method: 'paste' }],
    [
      'an empty masked field',
      'é',
      field({ password: true }),
      { method: 'set text', body: { text: 'é', replace: true } },
    ],
    ['what the server takes for Enter', 'é\\n', field(), { method: 'paste' }],
  ] as const)('%s', (_what, text, node, expected) => {
    expect(textMethod(text, node)).toEqual(expected);
  });
});

it('leaves short ASCII and whatever holds Enter or Tab to keys', () => {
  expect(['abc', 'a\nb', `${'a'.repeat(80)}\t`].map(keysDo)).toEqual([true, true, true]);
  expect(['a'.repeat(49), 'é', 'é\n'].map(keysDo)).toEqual([false, false, false]);
});

it('finds the focused node in the order of the document', () => {
  const inner = field({ text: 'inner' });
  const tree = field({ focused: false, children: [field({ focused: false }), inner] });
  const windows = [tree, field({ text: 'later' })].map(
    (root) => ({ kind: 'unknown', displayId: 0, roots: [root] }) as const,
  );
  expect(focusedNode(windows)).toBe(inner);
  expect(focusedNode([])).toBeNull();
});

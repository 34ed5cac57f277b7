/** How an element can be named again, as answers give it. */
import { expect, it } from 'vitest';
import { text, treeOf, whole } from '../../test/fixtures/raw-screens.ts';
import { hintsFor } from './selector-hints.ts';

it('ranks ways to name an element and says when they are shared', () => {
  const id = 'com.example.app:id/item';
  const tree = treeOf(
    text('One', whole, { identifier: id, description: 'first' }),
    text('Two', whole, { identifier: id }),
  );
  expect(hintsFor(tree, tree.elements[1] ?? expect.unreachable())).toEqual([
    { value: 'first', confidence: { score: 0.9, reason: 'content_description' }, unique: true },
    { value: 'One', confidence: { score: 0.6, reason: 'text_match' }, unique: true },
    { value: id, confidence: { score: 0.5, reason: 'resource_id (1 of 2)' }, unique: false },
    {
      value: 'android.widget.TextView',
      confidence: { score: 0.18, reason: 'class_match (1 of 2)' },
      unique: false,
    },
  ]);
});

/** Editing keeps code points whole and undoes what it did. */

import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, test } from 'vitest';
import { deleteBack, deleteForward, edited, insert, move } from './text-edit.ts';

const words = fc.string({ unit: 'binary', maxLength: 20 });

describe('text editing', () => {
  test('deleting what was inserted gives the text before', () => {
    fc.assert(
      fc.property(words, words, (text, added) => {
        let at = insert(edited(text), added);
        for (const _ of added) at = deleteBack(at);
        expect(at).toEqual(edited(text));
      }),
    );
  });

  test('no key leaves half of a surrogate pair', () => {
    const step = fc.constantFrom('back', 'forward', 'left', 'right', 'start', 'end', 'all', 'type');
    fc.assert(
      fc.property(words, fc.array(step, { maxLength: 20 }), (text, steps) => {
        let at = edited(text);
        for (const one of steps) {
          if (one === 'back') at = deleteBack(at);
          else if (one === 'forward') at = deleteForward(at);
          else if (one === 'type') at = insert(at, '🎉');
          else at = move(at, one as 'left');
        }
        expect(at.text).toBe(Buffer.from(at.text).toString());
        expect(at.start).toBeLessThanOrEqual(at.end);
      }),
    );
  });

  test.each([
    ['abc', 'defgh', 5, 'abcde'],
    ['abc', 'x', 3, 'abc'],
    ['abc', 'd🎉', 5, 'abcd'],
  ])('%s + %s with at most %i is %s', (text, added, most, result) => {
    expect(insert(edited(text), added, most).text).toBe(result);
  });

  test('typing replaces the selection', () => {
    expect(insert(move(edited('old text'), 'all'), 'new').text).toBe('new');
  });

  test('home and end stay on their line', () => {
    const at = { text: 'one\ntwo', start: 5, end: 5 };
    expect(move(at, 'start').start).toBe(4);
    expect(move(at, 'end').start).toBe(7);
  });
});

/** Text in the place of true or false equals neither: refused by name, before anything is read. */
import { expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';
import { codeOf } from '../contract/reading.ts';

const bed = oneBed({});
const selector = { text: 'Remember me' };

test.each(['checked', 'selected', 'focused', 'expanded', 'enabled'])('%s', async (property) => {
  const state = { selector, property, expected: 'true' };
  const alone = await bed().call('expect_state', state);
  const steps = [{ id: 'on', type: 'assert', assertion: { kind: 'state_equals', ...state } }];
  const inJourney = await bed().call('run_journey', { platform: 'android', steps });
  for (const answer of [alone, inJourney]) {
    expect(codeOf(answer)).toBe('INVALID_ARGUMENT');
    expect(answer.texts.join('')).toContain('Write true without quotes');
  }
  // Choosing the device may ask who it is.
  expect(
    bed()
      .wire.asked()
      .filter(({ kind }) => kind !== 'other'),
  ).toEqual([]);
});

/** Which readings may be the lock screen, and what is made of the states that SpringBoard posts. */
import { expect, it } from 'vitest';
import { parseStates } from './lock-state.ts';

it.each([
  ['com.apple.springboard.lockstate 1\ncom.apple.springboard.hasBlankedScreen 0\n', { locked: true }],
  ['com.apple.springboard.lockstate 0\ncom.apple.springboard.hasBlankedScreen 0\n', { locked: false }],
  [
    'com.apple.springboard.lockstate 1\ncom.apple.springboard.hasBlankedScreen 1\n',
    { locked: true, displayOff: true },
  ],
  ['', {}],
  ['usage: notifyutil [-q]', {}],
])('%j', (text, expected) => {
  expect(parseStates(text)).toEqual(expected);
});

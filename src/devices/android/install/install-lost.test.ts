/** A device that is lost in the middle of an installation refused nothing, and has not said that it succeeded. */
import { describe, expect, it } from 'vitest';
import { breaksOff, readInstallAnswer, successLines } from './install-answer.ts';

const answers = {
  install: [
    'Success\n',
    'Performing Streamed Install\nSuccess\n',
    '\tpkg: /data/local/tmp/a.apk\r\nSuccess\r\n',
  ],
  create: ['Success: created install session [1402871]\n'],
  write: ['Success: streamed 700000 bytes\n', 'Success\n'],
} as const;

describe.each(['install', 'create', 'write'] as const)('the answer to %s', (way) => {
  it.each(answers[way])('is a success only when its line is whole: %j', (whole) => {
    const success = successLines[way];
    for (let at = 0; at < whole.length; at++) {
      expect([at, breaksOff(whole.slice(0, at), success)]).toEqual([at, true]);
    }
    expect(breaksOff(whole, success)).toBe(false);
    expect(readInstallAnswer(whole, success)).toBeNull();
  });
});

it('the success line of another way is none', () => {
  for (const [way, other] of [
    ['install', 'Success: streamed 12 bytes\n'],
    ['install', 'Success: created install session [1]\n'],
    ['create', 'Success\n'],
    ['write', 'Success: created install session [1]\n'],
  ] as const) {
    expect(readInstallAnswer(other, successLines[way])).toMatchObject({ code: 'UNKNOWN' });
  }
});

it.each([
  ['Failure [INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected', false],
  ['Failure [INSTALL_FAILED_VERSION_DOWNGR', true],
  ['Failure [', true],
  ['java.lang.SecurityException: Caller has no access to session 7\n', true],
  ['Rejected by a policy of this device\n', false],
])('%j breaks off: %s', (words, expected) => {
  expect(breaksOff(words, successLines.install)).toBe(expected);
});

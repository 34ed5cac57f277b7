/** What package managers answer: failures in every order and spelling, whole reasons, a fix for each code. */
import { describe, expect, it } from 'vitest';
import { installFault, readInstallAnswer } from './install-answer.ts';
import { installFailure, installFailures } from './install-failures.ts';

function fault(words: string) {
  const refusal = readInstallAnswer(words);
  return refusal && installFault(refusal, words);
}

describe('answers', () => {
  it.each<[string, string, string | null, Record<string, unknown>]>([
    ['success', 'Performing Streamed Install\nSuccess\n', null, {}],
    [
      'INST-01: a reason with colons and versions',
      'Performing Streamed Install\nadb: failed to install ./app.apk: Failure [INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected: Update version code 34 is older than current 35]',
      'INSTALL_FAILED_VERSION_DOWNGRADE',
      { new_version_code: 34, installed_version_code: 35 },
    ],
    [
      'INST-02: progress behind the failure',
      'adb: failed to install app.apk: Failure [INSTALL_FAILED_VERSION_DOWNGRADE]\nPerforming Streamed Install',
      'INSTALL_FAILED_VERSION_DOWNGRADE',
      {},
    ],
    [
      'a success before the final failure',
      'Success\nFailure [INSTALL_FAILED_ABORTED: Session was abandoned]',
      'INSTALL_FAILED_ABORTED',
      { reason: 'Session was abandoned' },
    ],
    [
      'INST-08: the whole reason and what is in the way',
      "Failure [INSTALL_FAILED_CONFLICTING_PROVIDER: Scanning Failed.: Can't install because provider name com.example.provider (in package com.example.new) is already used by com.example.old]",
      'INSTALL_FAILED_CONFLICTING_PROVIDER',
      {
        blocker: 'com.example.old',
        reason:
          "Scanning Failed.: Can't install because provider name com.example.provider (in package com.example.new) is already used by com.example.old",
      },
    ],
    [
      'INST-09: the first failure, not that of the clean-up',
      'adb: failed to install app.apk: Failure [INSTALL_FAILED_USER_RESTRICTED: Install canceled by user]\nUninstalling existing version first...\nFailure [DELETE_FAILED_INTERNAL_ERROR]',
      'INSTALL_FAILED_USER_RESTRICTED',
      { reason: 'Install canceled by user' },
    ],
    [
      'a vendor code',
      'Failure [INSTALL_FAILED_HYPEROS_ISOLATION_VIOLATION]',
      'INSTALL_FAILED_HYPEROS_ISOLATION_VIOLATION',
      {},
    ],
    [
      'a reason with brackets',
      'Failure [INSTALL_FAILED_INVALID_APK: split [config.en] is bad]',
      'INSTALL_FAILED_INVALID_APK',
      { reason: expect.stringContaining('split [config.en') },
    ],
    [
      'cut off',
      'Failure [INSTALL_PARSE_FAILED_NOT_APK: Failed to par',
      'INSTALL_PARSE_FAILED_NOT_APK',
      { reason: 'Failed to par' },
    ],
    [
      'an exception',
      "Exception occurred while executing 'install':\njava.lang.SecurityException: no",
      'UNKNOWN',
      {},
    ],
    ['silence', '', 'UNKNOWN', { reason: 'The device said nothing.' }],
  ])('%s', (_, words, code, details) => {
    const found = fault(words);
    if (code === null) expect(found).toBeNull();
    else expect(found).toMatchObject({ code: 'INSTALL_FAILED', details: { failure_code: code, ...details } });
  });

  it.each([
    "cmd: Can't find service: package",
    'Error: Could not access the Package Manager.  Is the system running?',
  ])('INST-10: not ready yet: %s', (words) => {
    expect(fault(words)).toMatchObject({
      code: 'DEVICE_UNAVAILABLE',
      retryable: true,
      details: { starting: true },
    });
  });
});

it('every known code has a meaning and a fix of its own', () => {
  const codes = Object.keys(installFailures).map((name) => `INSTALL_${name}`);
  expect(codes.length).toBeGreaterThan(50);
  for (const code of codes) {
    const { meaning, fix } = installFailure(code);
    expect([code, meaning.endsWith('.'), fix.endsWith('.') || fix.endsWith(').')]).toEqual([
      code,
      true,
      true,
    ]);
    expect(meaning).not.toBe(installFailure('INSTALL_FAILED_OF_NO_KIND').meaning);
  }
});

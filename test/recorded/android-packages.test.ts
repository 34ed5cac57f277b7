/** What the package manager prints, through the parsers that read it. */
import { isFault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { startDispatch } from '@mobile-debug/core/testing/test-dispatch.ts';
import { describe, expect, it } from 'vitest';
import { androidApps } from '../../src/devices/android/apps/apps.ts';
import { componentsOf, isInstalled } from '../../src/devices/android/apps/launchers.ts';
import {
  androidPackages,
  parsePackages,
  uidOf,
  uninstallFailure,
} from '../../src/devices/android/apps/packages.ts';
import { scriptedAdb } from '../../src/devices/android/fixtures/scripted-adb.ts';
import { installFault, readInstallAnswer } from '../../src/devices/android/install/install-answer.ts';
import { notReadyFault } from '../../src/devices/android/not-ready.ts';
import { installedHelper } from '../../src/devices/android/uia2/helper-packages.ts';
import { helperPackages } from '../../src/devices/android/uia2/instrumentation.ts';
import { recorded } from './recorded.ts';

/** A device that answers a batch of commands with these texts, one each. */
function answering(...texts: readonly string[]) {
  return scriptedAdb(({ line }) => {
    const [, cut = ''] = /; echo (\S+);/.exec(line) ?? [];
    return texts.join(`${cut}\n`);
  });
}

describe('the package manager', () => {
  it.each([
    ['update-incompatible', 'INSTALL_FAILED_UPDATE_INCOMPATIBLE', { blocker: 'org.example.kettle' }],
    ['downgrade', 'INSTALL_FAILED_VERSION_DOWNGRADE', { new_version_code: 41, installed_version_code: 57 }],
    ['split-9', 'INSTALL_FAILED_MISSING_SPLIT', { reason: 'Missing split for org.example.kettle' }],
    ['user-restricted', 'INSTALL_FAILED_USER_RESTRICTED', { reason: 'Install canceled by user' }],
    ['provider', 'INSTALL_FAILED_CONFLICTING_PROVIDER', { blocker: 'org.example.urn' }],
    ['exception', 'UNKNOWN', { reason: expect.stringContaining("Can't open file") }],
  ] as const)('install %s: %s', (name, code, facts) => {
    const words = recorded(`package-manager/install-${name}.txt`);
    const refusal = readInstallAnswer(words);
    expect(refusal?.code).toBe(code);
    expect(refusal && installFault(refusal, words)).toMatchObject({ code: 'INSTALL_FAILED', details: facts });
  });

  it('a reason over two lines is kept whole', () => {
    const refusal = readInstallAnswer(recorded('package-manager/install-malformed-lines.txt'));
    expect(refusal?.code).toBe('INSTALL_PARSE_FAILED_MANIFEST_MALFORMED');
    expect(refusal?.reason).toMatch(/android:exported be defined\nwhen intent filters are present$/);
  });

  it('success behind a line of the client, and a device that still boots', () => {
    expect(readInstallAnswer(recorded('package-manager/install-success.txt'))).toBeNull();
    const words = recorded('package-manager/install-while-booting.txt');
    const refusal = readInstallAnswer(words);
    expect(refusal && installFault(refusal, words).code).toBe('DEVICE_UNAVAILABLE');
    expect(notReadyFault(recorded('package-manager/path-booting.txt'))?.code).toBe('DEVICE_UNAVAILABLE');
  });

  it('uninstall: not there, and held by an administrator', () => {
    expect(uninstallFailure(recorded('package-manager/uninstall-absent.txt'))).toBe(
      'DELETE_FAILED_INTERNAL_ERROR',
    );
    expect(uninstallFailure(recorded('package-manager/uninstall-admin.txt'))).toBe(
      'DELETE_FAILED_DEVICE_POLICY_MANAGER',
    );
    expect(uninstallFailure('Success\n')).toBeNull();
  });

  it('lists with and without version codes', () => {
    expect(parsePackages(recorded('package-manager/list-packages-12.txt'))).toEqual([
      { appId: 'com.android.shell', versionCode: '31' },
      { appId: 'org.example.kettle.debug', versionCode: '4100203' },
      { appId: 'org.example.urn', versionCode: '57' },
    ]);
    expect(parsePackages(recorded('package-manager/list-packages-7.txt')).map(({ appId }) => appId)).toEqual([
      'com.android.shell',
      'org.example.kettle',
    ]);
  });

  it('a name is no beginning of another one, for versions and user ids', () => {
    const ids = recorded('package-manager/list-packages-uid.txt');
    expect(
      ['org.example.kettle', 'org.example.kettle.debug', 'org.example'].map((app) => uidOf(ids, app)),
    ).toEqual([10231, 10240, null]);
    expect(parsePackages(recorded('package-manager/list-packages-8.txt')).map(({ appId }) => appId)).toEqual([
      'com.android.shell',
      'org.example.kettle',
    ]);
    expect(
      parsePackages(recorded('package-manager/list-packages-15.txt')).map((app) => app.versionCode),
    ).toEqual(['4100203', '4294967353']);
  });

  it('the version of a package out of its dump', async () => {
    using op = Operation.start(5_000);
    const list = helperPackages.map((name) => `package:${name}`).join('\n');
    const adb = answering(list, recorded('package-manager/dump-package-11.txt'));
    const { versions, complete } = await installedHelper(op, adb);
    expect([complete, ...Object.values(versions)]).toEqual([true, '10.6.6', '10.6.6']);
  });

  it.each([
    [
      'not-requested-11',
      'Package org.example.kettle has not requested permission android.permission.CAMERA',
      /manifest/,
    ],
    [
      'not-changeable-8',
      'Permission android.permission.INTERNET is not a changeable permission type',
      /runtime/,
    ],
    [
      'not-changeable-15',
      'Permission android.permission.INTERNET requested by org.example.kettle is not a changeable permission type',
      /runtime/,
    ],
  ])('grant %s', async (name, why, nextStep) => {
    using dispatch = startDispatch(5_000);
    const path = recorded('package-manager/path-splits.txt');
    const refusal = recorded(`package-manager/grant-${name}.txt`);
    const change = {
      appId: 'org.example.kettle',
      user: null,
      permission: 'android.permission.CAMERA',
      state: 'grant',
    } as const;
    const adb = answering(path, refusal);
    const fault = await androidPackages(adb, 33)
      .setPermission(dispatch, change)
      .catch((error: unknown) => error);
    expect(isFault(fault, 'ACTION_REJECTED') && fault.message).toBe(
      `The device did not grant android.permission.CAMERA for org.example.kettle: ${why}`,
    );
    expect(isFault(fault) && fault.nextStep).toMatch(nextStep);
  });

  it('clearing says one of two words', async () => {
    using dispatch = startDispatch(5_000);
    const reset = async (words: string) => {
      const adb = answering(recorded('package-manager/path-splits.txt'), words);
      return await androidApps(adb, 33).reset(dispatch, { appId: 'org.example.kettle', user: null });
    };
    expect(await reset(recorded('package-manager/clear-success.txt'))).toEqual({ how: 'pm clear' });
    await expect(reset(recorded('package-manager/clear-failed.txt'))).rejects.toMatchObject({
      code: 'ACTION_REJECTED',
      message: expect.stringContaining('It said: Failed'),
    });
  });

  it.each([
    ['resolve-activity-one', ['org.example.kettle/org.example.kettle.MainActivity']],
    ['resolve-activity-none', []],
    ['query-activities-none', []],
  ])('%s', (name, components) => {
    expect(componentsOf(recorded(`package-manager/${name}.txt`), 'org.example.kettle')).toEqual(components);
  });

  it('paths, launchers, and the chooser that is no launcher', () => {
    expect(isInstalled(recorded('package-manager/path-splits.txt'))).toBe(true);
    expect(isInstalled(recorded('package-manager/path-booting.txt'))).toBe(false);
    expect(componentsOf(recorded('package-manager/query-activities.txt'), 'org.example.kettle')).toEqual([
      'org.example.kettle/org.example.kettle.MainActivity',
      'org.example.kettle/leakcanary.internal.activity.LeakLauncherActivity',
    ]);
    expect(
      componentsOf(recorded('package-manager/resolve-activity-chooser.txt'), 'org.example.kettle'),
    ).toEqual([]);
  });
});

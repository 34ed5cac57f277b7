/** What adb, the package manager and the shell of a device print, through the parsers that read it. */
import { isFault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { startDispatch } from '@mobile-debug/core/testing/test-dispatch.ts';
import { describe, expect, it } from 'vitest';
import { refusalFault } from '../../src/devices/android/adb/device-errors.ts';
import { parseDeviceLines } from '../../src/devices/android/adb/device-lines.ts';
import { androidApps } from '../../src/devices/android/apps/apps.ts';
import { parseLaunchOutput } from '../../src/devices/android/apps/launch-output.ts';
import { componentsOf, isInstalled } from '../../src/devices/android/apps/launchers.ts';
import {
  androidPackages,
  parsePackages,
  uidOf,
  uninstallFailure,
} from '../../src/devices/android/apps/packages.ts';
import { parsePids } from '../../src/devices/android/apps/processes.ts';
import { usabilityOf } from '../../src/devices/android/device-list.ts';
import { parseDensity, parseSize } from '../../src/devices/android/facts.ts';
import { scriptedAdb } from '../../src/devices/android/fixtures/scripted-adb.ts';
import { inputFault, isUnknownCommand } from '../../src/devices/android/input/input.ts';
import { installFault, readInstallAnswer } from '../../src/devices/android/install/install-answer.ts';
import { notReadyFault } from '../../src/devices/android/not-ready.ts';
import { parseProperties, summarizeProperties } from '../../src/devices/android/properties.ts';
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

describe('lists of devices', () => {
  it('every state, serials with blanks, and IPv6 addresses', () => {
    const lines = parseDeviceLines(recorded('adb/devices-l.txt'));
    expect(lines.map(({ serial, state, model, transportId }) => [serial, state, model, transportId])).toEqual(
      [
        ['7HX0Q1B2C3', 'device', 'Kettle 5 Pro', 3],
        ['emulator-5554', 'device', 'sdk gphone64 x86 64', 1],
        ['192.168.7.21:5555', 'offline', 'Urn', 9],
        ['R58M000000X', 'unauthorized', null, 4],
        ['adb-R58M-aBcD (2)._adb-tls-connect._tcp', 'device', 'Mug Tab S', 12],
        ['0a1b2c3d', 'recovery', 'Urn', 14],
        ['fe80::1%en0:37001', 'connecting', null, 15],
        ['9988776655', 'sideload', null, 16],
      ],
    );
    expect(lines.map((line) => usabilityOf(line).state)).toEqual(
      'ready,ready,offline,unauthorized,ready,unknown,offline,unknown'.split(','),
    );
  });

  it('tabs between the columns, and what a server says as it starts', () => {
    const lines = parseDeviceLines(recorded('adb/devices-tabs.txt'));
    expect(lines.map(({ serial, state }) => `${serial} ${state}`)).toEqual([
      'emulator-5554 device',
      '7HX0Q1B2C3 authorizing',
    ]);
  });

  it('a state of several words with its remark', () => {
    const [anonymous, named] = parseDeviceLines(recorded('adb/devices-no-permissions.txt'));
    expect(anonymous).toMatchObject({ serial: '????????????', state: 'no permissions', transportId: 2 });
    expect(named).toMatchObject({ serial: '7HX0Q1B2C3', transportId: 3 });
    expect(named?.remark).toMatch(/^\(missing udev rules\?/);
    expect(named && usabilityOf(named).state).toBe('no_permissions');
  });

  it('every sentence of refusal has its code', () => {
    const sentences = recorded('adb/refusals.txt').trim().split('\n');
    const codes = sentences.map((sentence) => refusalFault(sentence, 'emulator-5560').code);
    expect(codes).toEqual([
      ...new Array(4).fill('DEVICE_NOT_FOUND'),
      ...new Array(2).fill('DEVICE_AMBIGUOUS'),
      ...new Array(4).fill('DEVICE_UNAVAILABLE'),
      'DEVICE_UNAUTHORIZED',
      ...new Array(3).fill('DEVICE_UNAVAILABLE'),
      'UNKNOWN',
    ]);
    expect(refusalFault(recorded('adb/refusal-unauthorized.txt'), 'R58').code).toBe('DEVICE_UNAUTHORIZED');
  });
});

describe('facts of a device', () => {
  it('properties with values over several lines and warnings of the linker between', () => {
    const properties = parseProperties(recorded('getprop/phone-7.txt'));
    expect(properties.get('ro.build.description')).toBe('kettle-user 7.1.2\nNJH47F release-keys');
    expect(properties.get('sys.empty')).toBe('');
    expect(summarizeProperties(properties)).toEqual({
      sdk: 25,
      release: '7.1.2',
      model: 'Kettle 5 Pro',
      manufacturer: 'Samovar',
      emulator: false,
      virtual: false,
      bootCompleted: true,
    });
  });

  it('an emulator that has not booted yet', () => {
    expect(summarizeProperties(parseProperties(recorded('getprop/emulator-15.txt')))).toMatchObject({
      sdk: 35,
      emulator: true,
      bootCompleted: false,
    });
  });

  it('sizes and densities with an override', () => {
    const size = recorded('wm/size-overridden.txt');
    expect(parseSize(size, 'Physical')).toEqual({ width: 1440, height: 3088 });
    expect(parseSize(size, 'Override')).toEqual({ width: 1080, height: 2316 });
    const density = recorded('wm/density-overridden.txt');
    expect([parseDensity(density, 'Physical'), parseDensity(density, 'Override')]).toEqual([560, 420]);
  });
});

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
    using op = startDispatch(5_000);
    const path = recorded('package-manager/path-splits.txt');
    const refusal = recorded(`package-manager/grant-${name}.txt`);
    const change = {
      appId: 'org.example.kettle',
      permission: 'android.permission.CAMERA',
      state: 'grant',
    } as const;
    const adb = answering(path, refusal);
    const fault = await androidPackages(adb, 33)
      .setPermission(op, change)
      .catch((error: unknown) => error);
    expect(isFault(fault, 'ACTION_REJECTED') && fault.message).toBe(
      `The device did not grant android.permission.CAMERA for org.example.kettle: ${why}`,
    );
    expect(isFault(fault) && fault.nextStep).toMatch(nextStep);
  });

  it('clearing says one of two words', async () => {
    using op = startDispatch(5_000);
    const reset = async (words: string) => {
      const adb = answering(recorded('package-manager/path-splits.txt'), words);
      return await androidApps(adb, 33).reset(op, 'org.example.kettle');
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

describe('processes and starts', () => {
  it('ps of toolbox and of toybox, main process first, no app whose name only begins alike', () => {
    expect(parsePids(recorded('ps/toolbox-7.txt'), 'org.example.kettle')).toEqual([2210, 2290]);
    expect(parsePids(recorded('ps/toybox-13.txt'), 'org.example.kettle')).toEqual([7312, 7390]);
  });

  it('am start on releases with and without a launch state', () => {
    expect(parseLaunchOutput(recorded('am/start-cold-14.txt'))).toEqual({
      status: 'ok',
      launchState: 'COLD',
      totalTimeMs: 812,
      shownActivity: 'org.example.kettle/org.example.kettle.onboarding.HelloActivity',
      warning: null,
      problem: null,
    });
    expect(parseLaunchOutput(recorded('am/start-8.txt'))).toMatchObject({
      status: 'ok',
      launchState: null,
      totalTimeMs: 87,
      warning: 'Activity not started, its current task has been brought to the front',
    });
    expect(parseLaunchOutput(recorded('am/start-timeout-12.txt'))).toMatchObject({
      status: 'timeout',
      launchState: 'UNKNOWN',
      totalTimeMs: null,
    });
  });

  it.each([
    [
      'missing',
      'activity_missing',
      'Error: Activity class {org.example.kettle/org.example.kettle.Nope} does not exist.',
    ],
    ['not-exported', 'not_exported', expect.stringContaining('not exported from uid 10231')],
    [
      'unresolved',
      'unresolved',
      expect.stringMatching(/^Error: Activity not started, unable to resolve Intent/),
    ],
  ])('am start %s', (name, kind, words) => {
    expect(parseLaunchOutput(recorded(`am/start-${name}.txt`)).problem).toEqual({ kind, words });
  });
});

describe('the input command', () => {
  const answer = (name: string, exitCode: number) => ({
    stdout: Buffer.alloc(0),
    stderr: Buffer.from(recorded(`input/${name}.txt`)),
    exitCode,
  });

  it.each([
    ['inject-events-miui', 255, /INJECT_EVENTS/, /Security settings/],
    ['invalid-arguments', 255, /Invalid arguments for command: tap/, /coordinates/],
    ['null-character-map', 255, /NullPointerException/, /words of the device/],
  ])('%s', (name, exitCode, message, nextStep) => {
    const fault = inputFault(answer(name, exitCode));
    expect(isFault(fault, 'ACTION_REJECTED')).toBe(true);
    expect(fault?.message).toMatch(message);
    expect(fault?.nextStep).toMatch(nextStep);
  });

  it('an old release says that it has no such command, with an exit code of 0', () => {
    expect(isUnknownCommand(answer('unknown-command-7', 0))).toBe(true);
    expect(inputFault(answer('unknown-command-7', 0))?.code).toBe('ACTION_REJECTED');
  });
});

/** What simctl, devicectl, the installer and idb say when they fail, and the fault that each becomes. */
import { describe, expect, it } from 'vitest';
import { installFault } from '../../src/devices/ios/install/install-failures.ts';
import { devicectlFault } from '../../src/devices/ios/real/devicectl.ts';
import { saysNotReady } from '../../src/devices/ios/screen/ax/ax-screen.ts';
import { errorText, simctlFault } from '../../src/devices/ios/simctl/simctl-failures.ts';
import { recorded, recordedIn } from './recorded.ts';

/** Verb, code and row of the table. */
const simctl: Readonly<Record<string, readonly [verb: string, code: string, reason: string]>> = {
  'boot-runtime-missing': ['boot', 'DEVICE_UNAVAILABLE', 'runtime_missing'],
  'booted-already': ['boot', 'DEVICE_UNAVAILABLE', 'already_booted'],
  'booted-already-xcode-9': ['boot', 'DEVICE_UNAVAILABLE', 'already_booted'],
  'container-not-installed': ['get_app_container', 'APP_NOT_INSTALLED', 'not_installed'],
  'developer-dir-missing': ['list', 'TOOL_NOT_FOUND', 'no_developer_tools'],
  'developer-path-gone': ['list', 'TOOL_NOT_FOUND', 'no_developer_tools'],
  'install-no-bundle': ['install', 'INSTALL_FAILED', 'no_bundle'],
  'install-no-bundle-xcode-26': ['install', 'INSTALL_FAILED', 'no_bundle'],
  'invalid-device': ['launch', 'DEVICE_NOT_FOUND', 'unknown_device'],
  'launch-not-found': ['launch', 'LAUNCH_FAILED', 'not_known_to_system'],
  'launch-xcode-26': ['launch', 'LAUNCH_FAILED', 'open_refused'],
  license: ['list', 'TOOL_NOT_FOUND', 'license'],
  'no-developer-tools': ['list', 'TOOL_NOT_FOUND', 'no_developer_tools'],
  'none-booted': ['launch', 'DEVICE_UNAVAILABLE', 'none_booted'],
  'openurl-no-handler': ['openurl', 'LAUNCH_FAILED', 'no_handler'],
  'openurl-no-handler-ios-26': ['openurl', 'LAUNCH_FAILED', 'no_handler'],
  'openurl-slow': ['openurl', 'DEVICE_UNAVAILABLE', 'slow_after_boot'],
  'screenshot-not-up': ['io', 'OBSERVATION_FAILED', 'screen_not_up'],
  'screenshot-stdout-path': ['io', 'OBSERVATION_FAILED', 'output_not_writable'],
  'service-restarted': ['list', 'DEVICE_UNAVAILABLE', 'service_restarted'],
  'shutdown-already': ['shutdown', 'DEVICE_UNAVAILABLE', 'already_off'],
  'spawn-not-booted': ['spawn', 'DEVICE_UNAVAILABLE', 'wrong_state'],
  'spawn-too-many-files': ['spawn', 'LOGS_UNAVAILABLE', 'too_many_files'],
  'terminate-not-running': ['terminate', 'ACTION_REJECTED', 'not_running'],
  'terminate-xcode-26': ['terminate', 'ACTION_REJECTED', 'not_running'],
  'tools-only': ['list', 'TOOL_NOT_FOUND', 'command_line_tools_only'],
  'xcodebuild-tools-only': ['list', 'TOOL_NOT_FOUND', 'command_line_tools_only'],
};
const installer: Readonly<Record<string, readonly [meaning: RegExp, code: string]>> = {
  'install-device-build': [/built for real devices/, 'MIInstallerErrorDomain 4'],
  'install-min-os': [/newer iOS/, 'MIInstallerErrorDomain 12'],
};

describe('simctl', () => {
  it('every failure has its row', () => {
    const rows = [...Object.keys(simctl), ...Object.keys(installer)].map((name) => `${name}.txt`);
    expect(new Set(rows)).toEqual(new Set(recordedIn('simctl-failures')));
  });

  it.each(Object.entries(simctl))('%s', (name, [verb, code, reason]) => {
    const stderr = recorded(`simctl-failures/${name}.txt`);
    const fault = simctlFault({ verb, udid: 'X', stderr, exitCode: 1 });
    expect([fault.code, fault.reason]).toEqual([code, reason]);
  });

  it('domains and codes of two levels, and the innermost words', () => {
    const text = errorText(recorded('simctl-failures/launch-not-found.txt'));
    expect(text.pairs).toEqual([
      { domain: 'FBSOpenApplicationServiceErrorDomain', code: 1 },
      { domain: 'FBSOpenApplicationErrorDomain', code: 4 },
    ]);
    expect(text.message).toBe('The request to open "org.example.kettle" failed.');
    expect(text.innermost).toMatch(/returned nil/);
  });

  it.each(Object.entries(installer))('%s', (name, [meaning, failureCode]) => {
    const fault = installFault(recorded(`simctl-failures/${name}.txt`));
    expect(fault.message).toMatch(meaning);
    expect(fault.details).toMatchObject({ failure_code: failureCode });
  });
});

describe('devicectl', () => {
  const rows: Readonly<Record<string, string>> = {
    'app-missing': 'APP_NOT_INSTALLED',
    busy: 'DEVICE_UNAVAILABLE',
    'developer-mode': 'DEVICE_UNAUTHORIZED',
    'device-missing': 'DEVICE_NOT_FOUND',
    locked: 'DEVICE_UNAVAILABLE',
    'no-process': 'ACTION_REJECTED',
    'not-paired': 'DEVICE_UNAUTHORIZED',
    'timed-out': 'DEVICE_UNAVAILABLE',
    unsupported: 'CAPABILITY_MISSING',
  };

  it('every failure has its row', () => {
    expect(new Set(Object.keys(rows).map((name) => `${name}.txt`))).toEqual(
      new Set(recordedIn('devicectl-failures')),
    );
  });

  it.each(Object.entries(rows))('%s: %s', (name, code) => {
    const fault = devicectlFault(
      ['device', 'process', 'launch'],
      recorded(`devicectl-failures/${name}.txt`),
      null,
    );
    expect(fault.code).toBe(code);
    expect(fault.message).not.toMatch(/failed\. It said/);
  });
});

it('a companion that is early, and one whose simulator is off, are told apart', () => {
  expect(saysNotReady(recorded('idb/failed-no-translation.txt'))).toBe(true);
  expect(saysNotReady(recorded('idb/failed-not-booted.txt'))).toBe(false);
});

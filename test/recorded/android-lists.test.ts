/** What adb and the shell of a device print, through the parsers that read it. */
import { isFault } from '@mobile-debug/core/fault.ts';
import { describe, expect, it } from 'vitest';
import { refusalFault } from '../../src/devices/android/adb/device-errors.ts';
import { parseDeviceLines } from '../../src/devices/android/adb/device-lines.ts';
import { parseLaunchOutput } from '../../src/devices/android/apps/launch-output.ts';
import { parsePids } from '../../src/devices/android/apps/processes.ts';
import { usabilityOf } from '../../src/devices/android/device-list.ts';
import { inputFault, isUnknownCommand } from '../../src/devices/android/input/input.ts';
import { parseProperties, summarizeProperties } from '../../src/devices/android/properties.ts';
import { parseSize } from '../../src/devices/android/screen/natural-size.ts';
import { recorded } from './recorded.ts';

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
      avd: null,
      release: '7.1.2',
      model: 'Kettle 5 Pro',
      manufacturer: 'Samovar',
      emulator: false,
      virtual: false,
      bootCompleted: true,
      television: false,
    });
  });

  it('an emulator that has not booted yet', () => {
    expect(summarizeProperties(parseProperties(recorded('getprop/emulator-15.txt')))).toMatchObject({
      sdk: 35,
      emulator: true,
      bootCompleted: false,
    });
  });

  it('sizes with an override', () => {
    const size = recorded('wm/size-overridden.txt');
    expect(parseSize(size, 'Physical')).toEqual({ width: 1440, height: 3088 });
    expect(parseSize(size, 'Override')).toEqual({ width: 1080, height: 2316 });
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
    ['null-character-map', 255, /NullPointerException/, /message of the device/],
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

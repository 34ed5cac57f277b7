/** AVDs and the emulators that run them are one thing: listed, booted, awaited and shut down by the name of the AVD. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@mobile-debug/core/operation.ts';
import { createPhone } from '@mobile-debug/virtual-phone/phone/phone.ts';
import { timingProfiles } from '@mobile-debug/virtual-phone/phone/timing.ts';
import { androidVersions } from '@mobile-debug/virtual-phone/phone/versions.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lastWords } from '../../src/devices/android/avds.ts';
import { makeTestBed, type TestBed } from '../harness.ts';

let bed: TestBed;
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emulators-'));
});

afterEach(async () => {
  expect(bed.bugs).toEqual([]);
  await bed.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A stand-in for the emulator program with two AVDs; `start` is what it does when it is to start one. */
async function bedWith(start: string): Promise<void> {
  const emulator = join(folder, 'emulator');
  const list = 'if [ "$1" = -list-avds ]; then echo Pixel_8; echo Tablet; exit 0; fi';
  writeFileSync(emulator, `#!/bin/sh\n${list}\necho "$@" >> '${folder}/boots'\n${start}\n`);
  chmodSync(emulator, 0o755);
  bed = await makeTestBed({ serials: ['phone'], environment: { ANDROID_EMULATOR_PATH: emulator } });
}

/** Until the test says so, or has taken its folder away. */
const forever = 'while [ -e "$0" ] && [ ! -e "$(dirname "$0")/end" ]; do sleep 0.05; done';
const endAll = (): void => writeFileSync(join(folder, 'end'), '');
const boots = (): string =>
  existsSync(join(folder, 'boots')) ? readFileSync(join(folder, 'boots'), 'utf8') : '';

async function emulator(serial: string, avd: string, property = 'ro.boot.qemu.avd_name'): Promise<void> {
  const version = androidVersions['14'];
  const properties = Object.fromEntries(
    Object.entries(version.properties).filter(([key]) => !key.endsWith('avd_name')),
  );
  await bed.adbServer.addPhone(
    createPhone({
      serial,
      version: { ...version, properties: { ...properties, 'ro.boot.qemu': '1', [property]: avd } },
      timing: timingProfiles.instant,
      clock: systemClock,
    }),
  );
}

const manage = async (input: Record<string, unknown>) => (await bed.call('manage_emulator', input)).data;

describe('an AVD that runs', () => {
  test.each(['ro.boot.qemu.avd_name', 'ro.kernel.qemu.avd_name'])(
    'is listed with its serial and state (%s)',
    async (property) => {
      await bedWith('exit 1');
      await emulator('emulator-5554', 'Tablet', property);
      expect(await manage({ action: 'list' })).toEqual({
        emulators: [
          { name: 'Pixel_8', platform: 'android' },
          { name: 'Tablet', platform: 'android', id: 'emulator-5554', state: 'ready' },
        ],
      });
      bed.adbServer.setState('emulator-5554', 'gone');
      expect(await manage({ action: 'list' })).toMatchObject({
        emulators: [{ name: 'Pixel_8' }, { name: 'Tablet' }],
      });
      expect(JSON.stringify(await manage({ action: 'list' }))).not.toContain('5554');
    },
  );

  test('is not started twice', async () => {
    await bedWith('exit 1');
    await emulator('emulator-5554', 'Tablet');
    expect(await manage({ action: 'boot', name: 'Tablet' })).toEqual({
      state: 'ready',
      deviceId: 'emulator-5554',
    });
    expect(boots()).toBe('');
  });

  test('is awaited and shut down by its name', async () => {
    await bedWith('exit 1');
    await emulator('emulator-5554', 'Tablet');
    await emulator('emulator-5556', 'Pixel_8');
    expect(await manage({ action: 'wait', name: 'Pixel_8' })).toEqual({
      state: 'ready',
      deviceId: 'emulator-5556',
    });
    expect(await manage({ action: 'shutdown', name: 'Tablet' })).toEqual({
      state: 'shutdown',
      deviceId: 'emulator-5554',
    });
    expect(await manage({ action: 'wait', name: 'Pixel_8' })).toMatchObject({ state: 'ready' });
    // Twice is what was wanted, too.
    expect(await manage({ action: 'shutdown', name: 'Tablet' })).toMatchObject({ state: 'shutdown' });
  });
});

test('the one that was started is awaited, not another that comes meanwhile', async () => {
  await bedWith(forever);
  expect(await manage({ action: 'boot', name: 'Tablet', waitMs: 0 })).toMatchObject({ state: 'starting' });
  await emulator('emulator-5556', 'Pixel_8');
  expect(await manage({ action: 'wait', name: 'Tablet', waitMs: 0 })).toMatchObject({ state: 'starting' });
  expect(await manage({ action: 'boot', name: 'Tablet', waitMs: 0 })).toMatchObject({ state: 'starting' });
  expect(boots()).toBe('-avd Tablet\n');
  await emulator('emulator-5554', 'Tablet');
  expect(await manage({ action: 'wait', name: 'Tablet' })).toEqual({
    state: 'ready',
    deviceId: 'emulator-5554',
  });
  endAll();
});

describe('what cannot come is said at once', () => {
  test.each(['boot', 'wait', 'shutdown'])('%s of a name that does not exist', async (action) => {
    await bedWith('exit 1');
    expect(await manage({ action, name: 'Nokia' })).toMatchObject({
      error: { code: 'INVALID_ARGUMENT', message: expect.stringMatching(/Nokia.*Pixel_8, Tablet/) },
    });
  });

  test('waiting for an AVD that nobody started', async () => {
    await bedWith('exit 1');
    expect(await manage({ action: 'wait', name: 'Tablet' })).toMatchObject({
      error: { code: 'DEVICE_UNAVAILABLE', next_step: expect.stringContaining('boot') },
    });
  });

  test('an emulator that ends at once, in its own words', async () => {
    await bedWith(
      'echo "INFO    | Android emulator version 36"; echo "FATAL   | Running multiple emulators with the same AVD" >&2; exit 1',
    );
    expect(await manage({ action: 'boot', name: 'Tablet' })).toMatchObject({
      error: { code: 'UNKNOWN', message: expect.stringMatching(/exited at once: exit code 1.*same AVD/) },
    });
  });

  test('an emulator that dies while it boots', async () => {
    await bedWith(`${forever}; echo "ERROR   | Not enough disk space to run AVD 'Tablet'"; exit 3`);
    expect(await manage({ action: 'boot', name: 'Tablet', waitMs: 0 })).toMatchObject({ state: 'starting' });
    const waiting = manage({ action: 'wait', name: 'Tablet' });
    endAll();
    expect(await waiting).toMatchObject({
      error: {
        code: 'UNKNOWN',
        message: expect.stringMatching(/ended while it was starting: exit code 3.*disk space/),
      },
    });
    // The next boot is a new one.
    rmSync(join(folder, 'end'));
    expect(await manage({ action: 'boot', name: 'Tablet', waitMs: 0 })).toMatchObject({ state: 'starting' });
    expect(boots()).toBe('-avd Tablet\n-avd Tablet\n');
    endAll();
  });
});

test('a platform whose images cannot be listed is told beside the others', async () => {
  const xcrun = join(folder, 'xcrun');
  writeFileSync(
    xcrun,
    '#!/bin/sh\necho "You have not agreed to the Xcode license agreements." >&2\nexit 69\n',
  );
  chmodSync(xcrun, 0o755);
  const program = join(folder, 'emulator');
  writeFileSync(program, '#!/bin/sh\necho Pixel_8\n');
  chmodSync(program, 0o755);
  bed = await makeTestBed({ environment: { ANDROID_EMULATOR_PATH: program, XCRUN_PATH: xcrun } });
  const told = [{ platform: 'ios', code: 'TOOL_NOT_FOUND', fix: expect.stringMatching(/\S/) }];
  expect(await manage({ action: 'list' })).toMatchObject({
    emulators: [{ name: 'Pixel_8' }],
    problems: told,
  });
  expect((await bed.call('list_devices')).data).toMatchObject({
    devices: [{ state: 'ready' }],
    problems: told,
  });
});

test('the last words are those that tell a reason', () => {
  expect(lastWords('')).toBe('');
  expect(lastWords('INFO | a\nINFO | b\n')).toBe('INFO | a INFO | b');
  expect(lastWords('INFO | a\r\nPANIC: Missing emulator engine program\r\nINFO | bye\r\n')).toBe(
    'PANIC: Missing emulator engine program',
  );
});

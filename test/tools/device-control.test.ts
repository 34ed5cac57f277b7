/** Device control: what the phone was told, old and new values, undoing, and honest refusals. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { avdNames } from '../../src/devices/android/avds.ts';
import { makeTestBed, type TestBed } from '../harness.ts';

const shop = 'com.example.shop';
let bed: TestBed;
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'device-'));
});

afterEach(async () => {
  expect(bed.bugs).toEqual([]);
  await bed.close();
  rmSync(folder, { recursive: true, force: true });
});

const setting = (space: 'system' | 'secure' | 'global', key: string): string | null =>
  bed.phone.settings.get(space, key);

describe('set_device', () => {
  it('changes all at once, answers old and new, and puts back the first state', async () => {
    bed = await makeTestBed();
    const { data, isError, texts } = await bed.call('set_device', {
      rotation: 'landscape',
      darkMode: true,
      fontScale: 1.3,
      locale: 'fr-FR',
      appId: shop,
      animations: false,
      location: '48.2,16.37',
      network: false,
      battery: 15,
    });
    expect(isError, texts[0]).toBe(false);
    expect(data['changes']).toEqual([
      { name: 'rotation', old: 'auto', new: 'landscape' },
      { name: 'darkMode', old: false, new: true },
      { name: 'fontScale', old: 1, new: 1.3 },
      { name: 'locale', old: null, new: 'fr-FR' },
      { name: 'animations', old: true, new: false },
      { name: 'location', old: null, new: '48.2,16.37' },
      { name: 'network', old: true, new: false },
      { name: 'battery', old: 100, new: 15 },
    ]);
    expect(bed.phone.displays[0]?.rotation).toBe(1);
    expect([
      setting('secure', 'ui_night_mode'),
      setting('system', 'font_scale'),
      setting('global', 'window_animation_scale'),
      setting('global', 'wifi_on'),
      setting('secure', 'battery_level'),
      setting('secure', 'test_location_gps'),
    ]).toEqual(['yes', '1.3', '0', '0', '15', '48.2,16.37']);
    await bed.call('set_device', { fontScale: 2, rotation: 'portrait' });
    const restored = await bed.call('set_device', { restore: true });
    expect((restored.data['changes'] as { restored: boolean }[]).every(({ restored: done }) => done)).toBe(
      true,
    );
    expect([
      setting('system', 'accelerometer_rotation'),
      setting('secure', 'ui_night_mode'),
      setting('system', 'font_scale'),
      setting('global', 'window_animation_scale'),
      setting('global', 'wifi_on'),
      setting('secure', 'battery_level'),
      setting('secure', 'test_location_gps'),
    ]).toEqual(['1', 'no', '1.0', '1.0', '1', null, null]);
    expect((await bed.call('set_device', { restore: true })).data['changes']).toEqual([]);
  });

  it('refuses what cannot be, before anything is sent', async () => {
    bed = await makeTestBed({ android: '8' });
    const codes = async (args: Record<string, unknown>) =>
      ((await bed.call('set_device', args)).data as { error: { code: string } }).error.code;
    expect(await codes({ rotation: 'sideways' })).toBe('INVALID_ARGUMENT');
    expect(await codes({ fontScale: 9 })).toBe('INVALID_ARGUMENT');
    expect(await codes({ battery: 101 })).toBe('INVALID_ARGUMENT');
    expect(await codes({ darkMode: true })).toBe('CAPABILITY_MISSING');
    expect(await codes({ locale: 'fr-FR', appId: shop })).toBe('CAPABILITY_MISSING');
    expect(await codes({ location: '1,2' })).toBe('CAPABILITY_MISSING');
    expect(setting('secure', 'ui_night_mode')).toBeNull();
  });

  it('says in a fault what was changed before it', async () => {
    bed = await makeTestBed();
    expect((await bed.call('set_device', { rotation: 'landscape', locale: 'fr-FR' })).data).toMatchObject({
      error: {
        code: 'INVALID_ARGUMENT',
        details: { changed: [{ name: 'rotation', old: 'auto', new: 'landscape' }] },
      },
    });
  });
});

describe('packages', () => {
  it('lists apps, takes one off, and says when there is none', async () => {
    bed = await makeTestBed();
    const { data } = await bed.call('list_apps', { contains: 'example' });
    expect((data['apps'] as { appId: string }[]).map(({ appId }) => appId)).toContain(shop);
    expect(data['apps']).toEqual(
      expect.arrayContaining([expect.objectContaining({ versionCode: expect.stringMatching(/^\d+$/) })]),
    );
    const all = await bed.call('list_apps', { system: true });
    expect(Number(all.data['count'])).toBeGreaterThan(Number(data['count']));
    expect((await bed.call('uninstall_app', { appId: shop })).data).toMatchObject({ uninstalled: true });
    expect(bed.adbServer.packageChanges('virtual-android-1')).toMatchObject([
      { kind: 'uninstall', packageName: shop },
    ]);
    expect((await bed.call('uninstall_app', { appId: shop })).data).toMatchObject({
      error: { code: 'APP_NOT_INSTALLED' },
    });
    expect((await bed.call('uninstall_app', { appId: 'com.android.settings' })).data).toMatchObject({
      error: { code: 'ACTION_REJECTED' },
    });
  });

  it('grants and takes permissions by name or word, and only those the app asks for', async () => {
    bed = await makeTestBed();
    const asking = [...bed.phone.packages.values()].find(
      ({ permissions }) => 'android.permission.CAMERA' in permissions,
    );
    if (!asking) throw new Error('No app of the phone asks for the camera.');
    const granted = () => bed.phone.packages.get(asking.name)?.permissions['android.permission.CAMERA'];
    expect(
      (await bed.call('set_permission', { appId: asking.name, permission: 'camera', state: 'grant' })).data,
    ).toMatchObject({ permissions: ['android.permission.CAMERA'] });
    expect(granted()).toBe(true);
    await bed.call('set_permission', {
      appId: asking.name,
      permission: 'android.permission.CAMERA',
      state: 'reset',
    });
    expect(granted()).toBe(false);
    expect(
      (await bed.call('set_permission', { appId: asking.name, permission: 'sensors', state: 'grant' })).data,
    ).toMatchObject({ error: { code: 'ACTION_REJECTED' } });
    expect(
      (await bed.call('set_permission', { appId: asking.name, permission: 'telepathy', state: 'grant' }))
        .data,
    ).toMatchObject({ error: { code: 'INVALID_ARGUMENT', next_step: expect.stringContaining('camera') } });
  });

  it('opens links, quoted as they are, and says when nothing takes them', async () => {
    bed = await makeTestBed();
    expect(
      (await bed.call('open_url', { url: "shop://cart?a=1&b='$(id)'", appId: shop })).data,
    ).toMatchObject({ opened: true, activity: expect.stringContaining(shop) });
    expect(bed.phone.resumedActivity()?.packageName).toBe(shop);
    expect((await bed.call('open_url', { url: 'gopher://nothing' })).data).toMatchObject({
      error: { code: 'LAUNCH_FAILED' },
    });
    expect((await bed.call('open_url', { url: 'no link' })).data).toMatchObject({
      error: { code: 'INVALID_ARGUMENT' },
    });
  });
});

describe('files and clipboard', () => {
  it('brings a file there and back, byte for byte', async () => {
    bed = await makeTestBed();
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, n) => (n * 7) % 256));
    writeFileSync(join(folder, 'a.bin'), bytes);
    const pushed = await bed.call('push_file', {
      localPath: join(folder, 'a.bin'),
      devicePath: '/sdcard/Download/a b.bin',
    });
    expect(pushed.data).toMatchObject({ sizeBytes: 200_000 });
    expect(Buffer.from(bed.phone.files.read('/sdcard/Download/a b.bin') ?? []).equals(bytes)).toBe(true);
    const pulled = await bed.call('pull_file', { devicePath: '/sdcard/Download/a b.bin' });
    expect(readFileSync(String(pulled.data['path'])).equals(bytes)).toBe(true);
    expect(String(pulled.data['path']).startsWith(bed.artifacts)).toBe(true);
    expect((await bed.call('pull_file', { devicePath: '/sdcard/none' })).data).toMatchObject({
      error: { code: 'ACTION_REJECTED' },
    });
    expect(
      (await bed.call('pull_file', { devicePath: '/sdcard/Download/a b.bin', savePath: '/etc/x' })).data,
    ).toMatchObject({ error: { code: 'INVALID_ARGUMENT' } });
    expect(
      (await bed.call('push_file', { localPath: join(folder, 'none'), devicePath: '/sdcard/x' })).data,
    ).toMatchObject({ error: { code: 'INVALID_ARGUMENT' } });
  });

  it('keeps sensitive text out of the answer', async () => {
    bed = await makeTestBed({ clipboardCommand: true });
    const { data, texts } = await bed.call('set_clipboard', { text: 'hunter2 "$(id)"', sensitive: true });
    expect(data).toMatchObject({ set: true });
    expect(texts.join()).not.toContain('hunter2');
    expect(bed.phone.clipboard).toBe('hunter2 "$(id)"');
    expect((await bed.call('get_clipboard')).data).toMatchObject({ text: 'hunter2 "$(id)"' });
  });

  it('says that a build has no clipboard command', async () => {
    bed = await makeTestBed({ clipboardCommand: false });
    expect((await bed.call('get_clipboard')).data).toMatchObject({ error: { code: 'CAPABILITY_MISSING' } });
    expect((await bed.call('set_clipboard', { text: 'x' })).data).toMatchObject({
      error: { code: 'CAPABILITY_MISSING' },
    });
  });
});

describe('manage_emulator', () => {
  const standIn = (name: string, script: string): string => {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
  };

  it('lists AVDs and simulators, boots one, waits until one is usable', async () => {
    const emulator = standIn(
      'emulator',
      `if [ "$1" = -list-avds ]; then echo 'INFO    | Storing crashdata'; echo Pixel_8; echo Tablet; else echo "$@" >> '${folder}/boots'; sleep 3; fi`,
    );
    const xcrun = standIn(
      'xcrun',
      `echo '{"devices":{"iOS-18":[{"name":"iPhone 16","udid":"A-1","state":"Shutdown","isAvailable":true},{"name":"Gone","udid":"B-2","state":"Shutdown","isAvailable":false,"availabilityError":"runtime profile not found"}]}}'`,
    );
    bed = await makeTestBed({ environment: { ANDROID_EMULATOR_PATH: emulator, XCRUN_PATH: xcrun } });
    expect((await bed.call('manage_emulator', { action: 'list' })).data).toEqual({
      emulators: [
        { name: 'Pixel_8', platform: 'android' },
        { name: 'Tablet', platform: 'android' },
        { name: 'iPhone 16', platform: 'ios', id: 'A-1', state: 'shutdown' },
      ],
    });
    expect((await bed.call('manage_emulator', { action: 'boot' })).data).toMatchObject({
      error: { code: 'INVALID_ARGUMENT', details: { choices: ['Pixel_8', 'Tablet', 'iPhone 16 (A-1)'] } },
    });
    expect(
      (await bed.call('manage_emulator', { action: 'boot', name: 'Pixel_8', waitMs: 0 })).data,
    ).toMatchObject({ state: 'starting' });
    expect(readFileSync(join(folder, 'boots'), 'utf8')).toBe('-avd Pixel_8\n');
    expect((await bed.call('manage_emulator', { action: 'wait', name: 'virtual-android-1' })).data).toEqual({
      state: 'ready',
      deviceId: 'virtual-android-1',
    });
  });

  it('says why an emulator does not start, and that nothing is installed', async () => {
    bed = await makeTestBed({
      environment: {
        ANDROID_EMULATOR_PATH: standIn(
          'emulator',
          'if [ "$1" = -list-avds ]; then echo Pixel_8; else exit 1; fi',
        ),
      },
    });
    expect((await bed.call('manage_emulator', { action: 'boot', name: 'Pixel_8' })).data).toMatchObject({
      error: { code: 'UNKNOWN', message: expect.stringContaining('exited at once') },
    });
    await bed.close();
    bed = await makeTestBed({ environment: { PATH: '/nowhere' } });
    expect((await bed.call('manage_emulator', { action: 'list' })).data).toMatchObject({
      error: { code: 'TOOL_NOT_FOUND' },
    });
  });

  it('shuts a running one down and waits until it is gone', async () => {
    bed = await makeTestBed();
    expect(
      (await bed.call('manage_emulator', { action: 'shutdown', name: 'virtual-android-1' })).data,
    ).toMatchObject({ state: 'shutdown' });
    expect((await bed.call('list_devices')).data['devices']).toEqual([]);
  });
});

it('reads the lists of emulators in all their spellings', () => {
  expect(avdNames('INFO    | Storing crashdata in: /tmp\r\nPixel_10_Pro_Fold\r\n\r\n')).toEqual([
    'Pixel_10_Pro_Fold',
  ]);
});

/** Device control of a simulator through the tools: what simctl was told, what the phone got, undoing, honest refusals. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Simulator, SimulatorMemory } from '@mobile-debug/virtual-phone/apple/simulator.ts';
import type { VirtualAppleTools } from '@mobile-debug/virtual-phone/apple/virtual-apple-tools.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, makeTestBed, type TestBed } from '../harness.ts';

const shop = 'com.example.shop';
const udid = 'virtual-ios-1';
let bed: TestBed;
let folder = '';

beforeAll(async () => {
  bed = await makeTestBed({ ios: {} });
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'device-'));
  bed.wire.clear();
});

afterEach(() => {
  expect(bed.bugs).toEqual([]);
  expect(apple().defects).toEqual([]);
  apple().faults.clear();
  rmSync(folder, { recursive: true, force: true });
});

afterAll(async () => {
  await bed.close();
});

function apple(): VirtualAppleTools {
  if (!bed.apple) throw new Error('This is no iOS bed.');
  return bed.apple;
}

function onlySimulator(): Simulator {
  const [simulator] = apple().simulators;
  if (!simulator) throw new Error('The Mac has no simulator.');
  return simulator;
}

const memory = (): SimulatorMemory => onlySimulator().memory;

/** What simctl was told since the last test, without lists and questions. */
function told(verb: string): string[] {
  return apple()
    .commands()
    .map(({ args }) => args.join(' '))
    .filter((line) => line.startsWith(`simctl ${verb} `));
}

const code = ({ data }: Answer): string => (data as { error: { code: string } }).error.code;

describe('set_device', () => {
  afterEach(async () => {
    await bed.call('set_device', { restore: true });
  });

  it('changes all at once, answers old and new, and puts back the first state', async () => {
    await bed.call('start_app', { appId: shop });
    const { data, isError, texts } = await bed.call('set_device', {
      darkMode: true,
      fontScale: 1.25,
      locale: 'fr-FR',
      location: '48.2,16.37',
    });
    expect(isError, texts[0]).toBe(false);
    expect(data['changes']).toEqual([
      { name: 'darkMode', old: false, new: true },
      { name: 'fontScale', old: 1, new: 1.24 },
      { name: 'locale', old: null, new: 'fr-FR' },
      { name: 'location', old: null, new: '48.2,16.37' },
    ]);
    expect(memory()).toMatchObject({
      appearance: 'dark',
      contentSize: 'extra-extra-large',
      location: { latitude: 48.2, longitude: 16.37 },
    });
    expect([...memory().defaults].join()).toContain('fr-FR');
    await bed.call('set_device', { fontScale: 3, darkMode: false });
    expect(memory()).toMatchObject({
      appearance: 'light',
      contentSize: 'accessibility-extra-extra-extra-large',
    });
    const restored = await bed.call('set_device', { restore: true });
    expect((restored.data['changes'] as { restored: boolean }[]).map(({ restored: done }) => done)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(memory()).toMatchObject({ appearance: 'light', contentSize: 'large', location: null });
    expect([...memory().defaults].join()).not.toContain('fr-FR');
    expect((await bed.call('set_device', { restore: true })).data['changes']).toEqual([]);
  });

  it('sets the language of one app where that app reads it', async () => {
    const { data, isError, texts } = await bed.call('set_device', { locale: 'de', appId: shop });
    expect(isError, texts[0]).toBe(false);
    expect(data['changes']).toEqual([{ name: 'locale', old: null, new: 'de' }]);
    expect(told('spawn')).toContainEqual(
      expect.stringMatching(
        /defaults write \S+\/Library\/Preferences\/com\.example\.shop AppleLanguages -array de$/,
      ),
    );
  });

  it('turns the device where the app allows it, answers when the interface has followed, and turns it back', async () => {
    bed.phone.setRotation(0);
    bed.open('com.example.gallery', 'com.example.gallery.GalleryActivity');
    const turned = await bed.call('set_device', { rotation: 'landscape' });
    expect(turned.isError, turned.texts[0]).toBe(false);
    expect(turned.data['changes']).toEqual([{ name: 'rotation', old: 'portrait', new: 'landscape' }]);
    expect(bed.phone.displays[0]?.rotation).toBe(1);
    const back = await bed.call('set_device', { restore: true });
    expect(back.isError, back.texts[0]).toBe(false);
    expect(bed.phone.displays[0]?.rotation).toBe(0);
    expect(code(await bed.call('set_device', { rotation: 'auto' }))).toBe('INVALID_ARGUMENT');
  });

  it.each([
    ['animations', false],
    ['network', false],
    ['battery', 15],
  ])('says honestly that a simulator cannot do %s, and sends nothing', async (name, value) => {
    const refused = await bed.call('set_device', { [name]: value });
    expect(refused.data).toMatchObject({
      error: {
        code: 'CAPABILITY_MISSING',
        next_step: expect.stringMatching(/\w{3}/),
        details: { delivery: 'not_delivered' },
      },
    });
    expect(told('ui')).toEqual([]);
    expect([...memory().statusBar]).toEqual([]);
  });

  it('refuses what cannot be, and says in a fault what was changed before it', async () => {
    expect(code(await bed.call('set_device', { fontScale: 9 }))).toBe('INVALID_ARGUMENT');
    expect(code(await bed.call('set_device', { location: '91,0' }))).toBe('INVALID_ARGUMENT');
    expect(code(await bed.call('set_device', { locale: 'no language!' }))).toBe('INVALID_ARGUMENT');
    expect((await bed.call('set_device', { darkMode: true, battery: 15 })).data).toMatchObject({
      error: {
        code: 'CAPABILITY_MISSING',
        details: { changed: [{ name: 'darkMode', old: false, new: true }] },
      },
    });
    expect(memory().appearance).toBe('dark');
  });
});

describe('packages', () => {
  it('lists apps of the user, and those of the system when asked', async () => {
    const { data } = await bed.call('list_apps');
    const ids = (data['apps'] as { appId: string }[]).map(({ appId }) => appId);
    expect(ids).toContain(shop);
    expect(ids.join()).not.toContain('com.apple');
    const all = await bed.call('list_apps', { system: true });
    expect(all.data['apps']).toContainEqual(
      expect.objectContaining({ appId: 'com.apple.Preferences', system: true }),
    );
    expect(Number(all.data['count'])).toBeGreaterThan(ids.length);
  });

  it('takes an app off, says when there is none, and leaves the system alone', async () => {
    const notes = 'com.example.notes';
    expect([...bed.phone.packages.keys()]).toContain(notes);
    expect((await bed.call('uninstall_app', { appId: notes })).data).toMatchObject({ uninstalled: true });
    expect([...bed.phone.packages.keys()]).not.toContain(notes);
    expect(told('uninstall')).toEqual([`simctl uninstall ${udid} ${notes}`]);
    expect(code(await bed.call('uninstall_app', { appId: notes }))).toBe('APP_NOT_INSTALLED');
    expect(code(await bed.call('uninstall_app', { appId: 'com.apple.Preferences' }))).toBe('ACTION_REJECTED');
    expect(told('uninstall')).toHaveLength(1);
  });

  it.each([
    ['photos', 'grant', 'photos', 'granted'],
    ['location-always', 'revoke', 'location-always', 'denied'],
    ['media', 'grant', 'media-library', 'granted'],
    ['Contacts_Limited', 'grant', 'contacts-limited', 'granted'],
    ['audio', 'revoke', 'microphone', 'denied'],
  ])('takes %s to %s as the service %s', async (permission, state, service, is) => {
    const { data, texts } = await bed.call('set_permission', { appId: shop, permission, state });
    expect(data, texts[0]).toMatchObject({ permissions: [service], state });
    expect(memory().privacy.get(`${service} ${shop}`)).toBe(is);
    await bed.call('set_permission', { appId: shop, permission, state: 'reset' });
    expect(memory().privacy.get(`${service} ${shop}`)).toBeUndefined();
    expect(told('privacy')).toEqual([
      `simctl privacy ${udid} ${state} ${service} ${shop}`,
      `simctl privacy ${udid} reset ${service} ${shop}`,
    ]);
  });

  it.each([['camera'], ['notifications'], ['bluetooth']])(
    'says that nothing can grant %s, and what to do instead',
    async (permission) => {
      const { data } = await bed.call('set_permission', { appId: shop, permission, state: 'grant' });
      expect(data).toMatchObject({
        error: { code: 'CAPABILITY_MISSING', next_step: expect.stringContaining('tap_element') },
      });
      expect(told('privacy')).toEqual([]);
    },
  );

  it('lists the words for one that it does not know, and names an app that is absent', async () => {
    expect(
      (await bed.call('set_permission', { appId: shop, permission: 'telepathy', state: 'grant' })).data,
    ).toMatchObject({
      error: { code: 'INVALID_ARGUMENT', next_step: expect.stringContaining('microphone') },
    });
    expect(
      code(
        await bed.call('set_permission', { appId: 'com.nobody.here', permission: 'photos', state: 'grant' }),
      ),
    ).toBe('APP_NOT_INSTALLED');
  });

  it('opens links as they are, and says when nothing takes them', async () => {
    const url = "shop://cart?a=1&b='$(id)'";
    const { data, texts } = await bed.call('open_url', { url });
    expect(data, texts[0]).toMatchObject({ opened: true, activity: null });
    expect(memory().openedUrls).toContain(url);
    expect(bed.phone.resumedActivity()?.packageName).toBe(shop);
    expect((await bed.call('open_url', { url: 'gopher://nothing' })).data).toMatchObject({
      error: { code: 'LAUNCH_FAILED' },
    });
    expect(code(await bed.call('open_url', { url: 'no link' }))).toBe('INVALID_ARGUMENT');
    expect(code(await bed.call('open_url', { url: 'shop://x', appId: 'com.nobody.here' }))).toBe(
      'APP_NOT_INSTALLED',
    );
  });

  it('tries a link again that came too soon after the boot', async () => {
    const fault = apple().faults.add({
      when: { command: 'openurl', times: 1 },
      do: { kind: 'open_url_timeout' },
    });
    const { data, texts } = await bed.call('open_url', { url: 'shop://cart' });
    expect(data, texts[0]).toMatchObject({ opened: true });
    expect([fault.uses, told('openurl').length]).toEqual([1, 2]);
  });
});

describe('files and clipboard', () => {
  it('brings a file into an app and back, byte for byte', async () => {
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, n) => (n * 7) % 256));
    writeFileSync(join(folder, 'a.bin'), bytes);
    const devicePath = `${shop}:Documents/deep/a b.bin`;
    const pushed = await bed.call('push_file', { localPath: join(folder, 'a.bin'), devicePath });
    expect(pushed.data, pushed.texts[0]).toMatchObject({ sizeBytes: 200_000, devicePath });
    const container = apple().mac.apps.find(onlySimulator(), shop)?.dataPath ?? '';
    expect(readFileSync(join(container, 'Documents/deep/a b.bin')).equals(bytes)).toBe(true);
    const pulled = await bed.call('pull_file', { devicePath });
    expect(readFileSync(String(pulled.data['path'])).equals(bytes)).toBe(true);
    expect(String(pulled.data['path']).startsWith(bed.artifacts)).toBe(true);
  });

  it('says the form of a path, and refuses what lies outside of the app', async () => {
    for (const devicePath of ['/sdcard/x', 'Documents/x', `${shop}:`]) {
      expect((await bed.call('pull_file', { devicePath })).data).toMatchObject({
        error: { code: 'INVALID_ARGUMENT', next_step: expect.stringContaining('com.example.app:Documents/') },
      });
    }
    const outside = await bed.call('pull_file', { devicePath: `${shop}:../../../etc/passwd` });
    expect(outside.isError).toBe(true);
    expect(code(await bed.call('pull_file', { devicePath: `${shop}:Documents/none` }))).toBe(
      'ACTION_REJECTED',
    );
    expect(code(await bed.call('pull_file', { devicePath: 'com.nobody.here:a' }))).toBe('APP_NOT_INSTALLED');
    expect(code(await bed.call('pull_file', { devicePath: 'media:a.png' }))).toBe('CAPABILITY_MISSING');
    expect(
      code(await bed.call('push_file', { localPath: join(folder, 'none'), devicePath: `${shop}:a` })),
    ).toBe('INVALID_ARGUMENT');
  });

  it('puts a picture into Photos and leaves no copy behind', async () => {
    writeFileSync(join(folder, 'cat.png'), 'picture');
    const { texts, isError } = await bed.call('push_file', {
      localPath: join(folder, 'cat.png'),
      devicePath: 'media:cat.png',
    });
    expect(isError, texts[0]).toBe(false);
    const [path = ''] = memory().media;
    expect(path).toMatch(/\/cat\.png$/);
    expect(existsSync(path)).toBe(false);
    writeFileSync(join(folder, 'cat.exe'), 'none');
    expect(
      code(await bed.call('push_file', { localPath: join(folder, 'cat.exe'), devicePath: 'media:cat.exe' })),
    ).toBe('INVALID_ARGUMENT');
  });

  it.each([
    ['plain'],
    ['two\nlines\n'],
    ['Größe 日本語 👩\u200d👩\u200d👧\tend'],
    ['"quotes" $(id) `x` \\n'],
    [' '],
  ])('keeps %j on the pasteboard as it is', async (text) => {
    expect((await bed.call('set_clipboard', { text })).data).toMatchObject({ set: true });
    expect(bed.phone.clipboard).toBe(text);
    expect((await bed.call('get_clipboard')).data['text']).toBe(text);
  });

  it('shows what nobody could see on it', async () => {
    await bed.call('set_clipboard', { text: 'pay\u200bpal\u202e' });
    expect(bed.phone.clipboard).toBe('pay\u200bpal\u202e');
    expect((await bed.call('get_clipboard')).data['text']).toBe('pay\\u200bpal\\u202e');
  });

  it('keeps sensitive text out of the answer', async () => {
    const { data, texts } = await bed.call('set_clipboard', { text: 'hunter2', sensitive: true });
    expect(data).toMatchObject({ set: true });
    expect(texts.join()).not.toContain('hunter2');
    expect(bed.phone.clipboard).toBe('hunter2');
    expect(told('pbcopy').join()).not.toContain('hunter2');
  });
});

describe('manage_emulator', () => {
  it('lists simulators by name, id and state', async () => {
    expect((await bed.call('manage_emulator', { action: 'list' })).data).toEqual({
      emulators: [{ name: udid, platform: 'ios', id: udid, state: 'booted' }],
    });
  });

  it('calls one ready that runs already, and boots nothing', async () => {
    expect((await bed.call('manage_emulator', { action: 'boot', name: udid })).data).toEqual({
      state: 'ready',
      deviceId: udid,
    });
    expect(told('boot')).toEqual([]);
    expect((await bed.call('manage_emulator', { action: 'wait', name: udid })).data).toMatchObject({
      state: 'ready',
    });
  });

  it('shuts down, says how to get it back, boots, and can be used again', async () => {
    await bed.call('start_app', { appId: shop });
    expect((await bed.call('manage_emulator', { action: 'shutdown', name: udid })).data).toEqual({
      state: 'shutdown',
      deviceId: udid,
    });
    expect(apple().simulators[0]?.state).toBe('Shutdown');
    const { data } = await bed.call('list_devices', { platform: 'ios' });
    expect(data['devices']).toMatchObject([{ id: udid, state: 'shutdown', booted: false }]);
    const away = await bed.call('get_ui_tree', { deviceId: udid, platform: 'ios' });
    expect(away.data).toMatchObject({
      error: { code: 'DEVICE_UNAVAILABLE', next_step: expect.stringContaining('manage_emulator') },
    });
    // Twice is what was wanted, too.
    expect((await bed.call('manage_emulator', { action: 'shutdown', name: udid })).data).toMatchObject({
      state: 'shutdown',
    });
    expect(told('shutdown')).toHaveLength(2);
    const booted = await bed.call('manage_emulator', { action: 'boot', name: udid });
    expect(booted.data, booted.texts[0]).toEqual({ state: 'ready', deviceId: udid });
    expect(told('boot')).toEqual([`simctl boot ${udid}`]);
    const seen = await bed.call('get_ui_tree', { deviceId: udid, platform: 'ios' });
    expect(seen.isError, seen.texts[0]).toBe(false);
  });

  it('says that it still starts when the boot hangs, and leaves no program waiting', async () => {
    await bed.call('manage_emulator', { action: 'shutdown', name: udid });
    apple().faults.add({ do: { kind: 'boot_hang' } });
    expect(
      (await bed.call('manage_emulator', { action: 'boot', name: udid, waitMs: 1_500 })).data,
    ).toMatchObject({ state: 'starting', hint: expect.stringContaining('wait') });
    expect(
      apple()
        .runningPrograms()
        .map(({ args }) => args.join(' '))
        .filter((line) => line.includes('boot')),
    ).toEqual([]);
    expect((await bed.call('list_devices', { platform: 'ios' })).data['devices']).toMatchObject([
      { id: udid, state: 'booting' },
    ]);
  });

  it('ends a simulator that hangs while it boots, so that it can be tried anew', async () => {
    const ended = await bed.call('manage_emulator', { action: 'shutdown', name: udid });
    expect(ended.data, ended.texts[0]).toEqual({ state: 'shutdown', deviceId: udid });
    expect(apple().simulators[0]?.state).toBe('Shutdown');
    expect((await bed.call('manage_emulator', { action: 'boot' })).data).toEqual({
      state: 'ready',
      deviceId: udid,
    });
  });

  it('waits for a boot that somebody else began', async () => {
    await bed.call('manage_emulator', { action: 'shutdown', name: udid });
    const simulator = onlySimulator();
    simulator.state = 'Booting';
    apple().faults.add({
      when: { command: 'bootstatus' },
      do: {
        kind: 'call',
        run: () => {
          simulator.state = 'Booted';
        },
      },
    });
    const booted = await bed.call('manage_emulator', { action: 'boot', name: udid });
    expect(booted.data, booted.texts[0]).toEqual({ state: 'ready', deviceId: udid });
    expect(told('boot')).toHaveLength(1);
  });

  it('names the choices when nobody is meant', async () => {
    expect((await bed.call('manage_emulator', { action: 'boot', name: 'iPhone 99' })).data).toMatchObject({
      error: { code: 'INVALID_ARGUMENT', details: { choices: [`${udid} (${udid})`] } },
    });
  });

  it('lists iPhones and iPads, and no watch or television, whatever their availability is called', async () => {
    const of = (udid: string, more: object) => ({ udid, name: udid, state: 'Shutdown', ...more });
    const devices = {
      'com.apple.CoreSimulator.SimRuntime.watchOS-26-0': [of('WATCH', { isAvailable: true })],
      'com.apple.CoreSimulator.SimRuntime.tvOS-26-0': [of('TV', { isAvailable: true })],
      'com.apple.CoreSimulator.SimRuntime.iOS-26-3': [
        of('PHONE', { isAvailable: true }),
        of('GONE', { isAvailable: false, availabilityError: 'runtime profile not found' }),
      ],
      'iOS 12.1': [of('OLD', { availability: '(available)' })],
    };
    apple().faults.add({
      when: { command: 'simctl list' },
      do: { kind: 'replace', stdout: JSON.stringify({ devices }) },
    });
    const { data } = await bed.call('manage_emulator', { action: 'list' });
    expect((data['emulators'] as { id: string }[]).map(({ id }) => id)).toEqual(['PHONE', 'OLD']);
  });

  it('asks again when the service was restarted, and says so when that does not help', async () => {
    const list = {
      when: { command: 'simctl list', times: 1 },
      do: { kind: 'service_invalid' },
    } as const;
    apple().faults.add(list);
    const { data, isError, texts } = await bed.call('manage_emulator', { action: 'list' });
    expect(isError, texts[0]).toBe(false);
    expect(data['emulators']).toHaveLength(1);
    apple().faults.add({ do: { kind: 'no_device_set' } });
    expect((await bed.call('manage_emulator', { action: 'list' })).data).toMatchObject({
      error: { code: 'DEVICE_UNAVAILABLE', details: { reason: 'service_restarted' } },
    });
  });

  it.each([
    ['runtime profile not found using "System" match policy', 'DEVICE_UNAVAILABLE', '-downloadPlatform iOS'],
    ['Invalid device: 978BAD6B', 'DEVICE_NOT_FOUND', 'list_devices'],
  ])('calls it by its code when a simulator cannot be started: %s', async (words, wanted, fix) => {
    await bed.call('manage_emulator', { action: 'shutdown', name: udid });
    apple().faults.add({
      when: { command: 'simctl boot ' },
      do: { kind: 'replace', stderr: words, exitCode: 148 },
    });
    expect((await bed.call('manage_emulator', { action: 'boot', name: udid })).data).toMatchObject({
      error: { code: wanted, next_step: expect.stringContaining(fix) },
    });
    apple().faults.clear();
    await bed.call('manage_emulator', { action: 'boot', name: udid });
  });

  it.each([
    ['no_xcode', 'Command Line Tools', 'DEVELOPER_DIR'],
    ['licence', 'licence', 'xcodebuild -license accept'],
  ] as const)('says what is wrong with Xcode: %s', async (kind, problem, fix) => {
    apple().faults.add({ do: { kind } });
    expect((await bed.call('manage_emulator', { action: 'list' })).data).toMatchObject({
      error: {
        code: 'TOOL_NOT_FOUND',
        message: expect.stringContaining(problem),
        next_step: expect.stringContaining(fix),
      },
    });
  });
});

import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { startDispatch } from '@mobile-debug/core/testing/test-dispatch.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { node, screen, window } from '../../../test/fixtures/raw-screens.ts';
import { buildTree } from '../../ui/build-tree.ts';
import type { SettingName } from '../port/settings.ts';
import { AppCatalog } from './apps/app-catalog.ts';
import { iosPackages } from './apps/packages.ts';
import { iosFiles } from './files.ts';
import { iosClipboard } from './settings/clipboard.ts';
import { iosPower } from './settings/power.ts';
import { iosSettings } from './settings/settings.ts';
import { simctlFor } from './simctl/simctl.ts';
import { type Answer, type Script, scripted } from './testing/scripted-xcrun.ts';

const shop = 'com.example.shop';
const missing: Answer = {
  exitCode: 2,
  stderr: 'domain=NSPOSIXErrorDomain, code=2\nNo such file or directory',
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ios-facets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A screen that stands upright, on a device that nothing here can turn. */
const upright = {
  read: async () => buildTree(screen([window({}, node({}))], { platform: 'ios' })),
  foreground: async () => ({ appId: null, activity: null, focusedWindow: null }),
};

function bed(script: Script) {
  const { xcrun, calls, requests } = scripted(script);
  const simctl = simctlFor('U', xcrun);
  const catalog = new AppCatalog(simctl, xcrun);
  return {
    requests,
    asked: () => calls.map((args) => args.slice(1).join(' ')),
    clipboard: iosClipboard(simctl),
    files: iosFiles(simctl, catalog),
    packages: iosPackages(simctl, catalog),
    power: iosPower(simctl, () => {}),
    settings: iosSettings(simctl, catalog, { screen: upright }),
  };
}

function failing(sentence: string, exitCode = 1): Answer {
  return {
    exitCode,
    stderr: `An error was encountered processing the command (domain=X, code=1):\n${sentence}`,
  };
}

it('reads and writes the pasteboard as UTF-8', async () => {
  using dispatch = startDispatch(5_000);
  const { clipboard, requests, asked } = bed([{}, { stdout: 'Grüße 👋\n' }]);
  await clipboard.write(dispatch, 'Grüße 👋');
  expect(await clipboard.read(dispatch)).toBe('Grüße 👋\n');
  expect(asked()).toEqual(['pbcopy U', 'pbpaste U']);
  expect(requests.map(({ env, stdin }) => [env?.['LANG'], stdin])).toEqual([
    ['en_US.UTF-8', 'Grüße 👋'],
    ['en_US.UTF-8', undefined],
  ]);
});

it('takes a simulator that is off already for switched off', async () => {
  using dispatch = startDispatch(5_000);
  await bed([failing('Unable to shutdown device in current state: Shutdown', 164)]).power.off(dispatch);
  const booting = bed([failing('Unable to shutdown device in current state: Creating')]).power.off(dispatch);
  await expect(booting).rejects.toMatchObject({ code: 'DEVICE_UNAVAILABLE' });
});

it.each<[SettingName, string | number | boolean, Answer[], string[], unknown]>([
  [
    'darkMode',
    true,
    [{ stdout: 'light\n' }, {}, { stdout: 'dark\n' }],
    ['ui U appearance dark'],
    [['ui', 'appearance', 'light']],
  ],
  [
    'fontScale',
    2,
    [{ stdout: 'large\n' }, {}, { stdout: 'accessibility-large\n' }],
    ['ui U content_size accessibility-large'],
    [['ui', 'content_size', 'large']],
  ],
  ['location', '48.20,16.37', [], ['location U set 48.2,16.37'], [['location', 'clear']]],
  [
    'locale',
    'fr-FR',
    [{ stdout: '(\n    "en-US"\n)' }, {}, { stdout: '(\n    "fr-FR"\n)' }],
    ['spawn U defaults write .GlobalPreferences AppleLanguages -array fr-FR'],
    [['spawn', 'defaults', 'write', '.GlobalPreferences', 'AppleLanguages', '-array', 'en-US']],
  ],
])('changes %s to %j and knows the way back', async (name, value, answers, set, undo) => {
  using dispatch = startDispatch(5_000);
  const { settings, asked } = bed(answers);
  const change = await settings.change(dispatch, { name, value });
  expect(asked()).toEqual(expect.arrayContaining(set));
  expect(change.undo.commands).toEqual(undo);
  await settings.undo(dispatch, change);
  expect(asked().at(-1)).toBe((undo as string[][])[0]?.toSpliced(1, 0, 'U').join(' '));
});

it('sets the language of one app in its own defaults', async () => {
  using dispatch = startDispatch(5_000);
  const { settings, asked } = bed([
    { stdout: '/sim/data\n' },
    failing('does not exist'),
    {},
    { stdout: '( de )' },
  ]);
  const change = await settings.change(dispatch, { name: 'locale', value: 'de', appId: shop });
  const path = `/sim/data/Library/Preferences/${shop}`;
  expect(asked()[2]).toBe(`spawn U defaults write ${path} AppleLanguages -array de`);
  expect(change.undo.commands).toEqual([['spawn', 'defaults', 'delete', path, 'AppleLanguages']]);
});

it('says so when a setting stays as it was', async () => {
  using dispatch = startDispatch(5_000);
  const { settings } = bed([{ stdout: 'unsupported' }, {}, { stdout: 'unsupported' }]);
  await expect(settings.change(dispatch, { name: 'darkMode', value: true })).rejects.toMatchObject({
    code: 'ACTION_REJECTED',
  });
});

it.each<[SettingName, string | number | boolean, string]>([
  ['network', false, 'CAPABILITY_MISSING'],
  ['battery', 20, 'CAPABILITY_MISSING'],
  ['rotation', 'landscape', 'CAPABILITY_MISSING'],
  ['animations', false, 'CAPABILITY_MISSING'],
  ['darkMode', 'dark', 'INVALID_ARGUMENT'],
  ['fontScale', 9, 'INVALID_ARGUMENT'],
  ['location', '100,0', 'INVALID_ARGUMENT'],
  ['locale', 'fr; rm', 'INVALID_ARGUMENT'],
])('refuses %s %j before anything is sent', async (name, value, code) => {
  using dispatch = startDispatch(5_000);
  const { settings, asked } = bed([]);
  await expect(settings.change(dispatch, { name, value })).rejects.toMatchObject({ code });
  expect(asked()).toEqual([]);
});

it('writes and reads files of an app by its own path form', async () => {
  using dispatch = startDispatch(5_000);
  await mkdir(join(folder, 'Documents'));
  const { files } = bed(() => ({ stdout: `${folder}\n` }));
  await files.push(dispatch, { path: `${shop}:Documents/a.txt`, content: bytes('hello') });
  expect(await readFile(join(folder, 'Documents', 'a.txt'), 'utf8')).toBe('hello');
  expect(Buffer.from(await files.pull(dispatch, `${shop}:/Documents/a.txt`)).toString()).toBe('hello');
});

it('puts pictures into Photos', async () => {
  using dispatch = startDispatch(5_000);
  const { files, asked } = bed([]);
  await files.push(dispatch, { path: 'media:cat.png', content: bytes('png') });
  expect(asked()).toEqual([expect.stringMatching(/^addmedia U .*\/cat\.png$/)]);
});

it.each(['/sdcard/a.txt', 'a.txt', `${shop}:`, ':x', 'media:notes.txt', 'media:-x.png', '-rf:x'])(
  'says the form of a path instead of taking %j',
  async (path) => {
    using dispatch = startDispatch(5_000);
    const { files, asked } = bed([]);
    await expect(files.push(dispatch, { path, content: bytes('') })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    expect(asked()).toEqual([]);
  },
);

it('lists, uninstalls and grants', async () => {
  using dispatch = startDispatch(5_000);
  const apps = `{ "${shop}" = { ApplicationType = User; CFBundleVersion = 7; }; "com.apple.Maps" = { ApplicationType = System; }; }`;
  const { packages, asked } = bed((args) =>
    args[1] === 'listapps'
      ? { stdout: apps }
      : args[1] === 'get_app_container'
        ? { stdout: '/sim/A.app' }
        : {},
  );
  expect(await packages.list(dispatch, { system: false })).toEqual([
    { appId: shop, versionCode: '7', system: false },
  ]);
  expect((await packages.list(dispatch, { system: true })).length).toBe(2);
  await expect(packages.uninstall(dispatch, { appId: 'com.apple.Maps', user: null })).rejects.toMatchObject({
    code: 'ACTION_REJECTED',
  });
  await packages.uninstall(dispatch, { appId: shop, user: null });
  const request = { user: null, appId: shop, permission: 'PHOTOS', state: 'grant' } as const;
  expect(await packages.setPermission(dispatch, request)).toEqual(['photos']);
  expect(asked().filter((each) => !/^(?:listapps|get_app)/.test(each))).toEqual([
    `uninstall U ${shop}`,
    `privacy U grant photos ${shop}`,
  ]);
});

it.each([
  ['camera', 'CAPABILITY_MISSING'],
  ['notifications', 'CAPABILITY_MISSING'],
  ['telepathy', 'INVALID_ARGUMENT'],
])('is honest about the permission %s', async (permission, code) => {
  using dispatch = startDispatch(5_000);
  const { packages, asked } = bed([]);
  const request = { user: null, appId: shop, permission, state: 'grant' } as const;
  await expect(packages.setPermission(dispatch, request)).rejects.toMatchObject({ code });
  expect(asked()).toEqual([]);
});

it('does not take the silence about an app that is not there for success', async () => {
  using dispatch = startDispatch(5_000);
  const { packages } = bed(() => missing);
  await expect(packages.uninstall(dispatch, { appId: shop, user: null })).rejects.toMatchObject({
    code: 'APP_NOT_INSTALLED',
  });
});

it('opens a link again right after a boot, and names a link that nobody opens', async () => {
  const clock = new ManualClock();
  using dispatch = startDispatch(60_000, { clock });
  const late = bed([failing('Operation timed out'), {}]);
  const opened = late.packages.openUrl(dispatch, { url: 'shop://cart' });
  for (let step = 0; step < 20; step++) await clock.advance(100);
  expect(await opened).toEqual({ took: [], front: null });
  const nobody = bed([{ exitCode: 194, stderr: '(domain=NSOSStatusErrorDomain, code=-10814):\nno' }]);
  await expect(nobody.packages.openUrl(dispatch, { url: 'nobody://x' })).rejects.toMatchObject({
    code: 'LAUNCH_FAILED',
  });
  await expect(nobody.packages.openUrl(dispatch, { url: '--x' })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  });
});

async function* bytes(text: string) {
  yield new TextEncoder().encode(text);
}

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeBundle } from '../app-folders.ts';
import { readOpenStep } from '../openstep.ts';
import { type AppleBed, makeAppleBed, udid } from '../testing/apple-bed.ts';

const shop = 'com.example.shop';
let bed: AppleBed;
beforeEach(async () => {
  bed = await makeAppleBed();
});
afterEach(async () => {
  expect(bed.appleTools.defects).toEqual([]);
  await bed.close();
});

function pidIn(stdout: string): number {
  return Number(/: (\d+)\n/.exec(stdout)?.[1]);
}

/** Something of the app itself, so that it notices when its data are gone. */
function print(line: string, stream: 'stdout' | 'stderr' = 'stdout'): void {
  const { pid = 0, uid = 0 } = bed.phone.processes.find(({ packageName }) => packageName === shop) ?? {};
  bed.phone.log.append({ uid, pid, tid: pid, priority: 'I', tag: stream, message: line, buffer: 'main' });
}

describe('launch', () => {
  test('prints bundle and pid; a running app is only fronted and keeps both', async () => {
    const first = await bed.start('xcrun', ['simctl', 'launch', udid, shop, '-mode', '--deep=1'], {
      env: { SIMCTL_CHILD_API: 'local' },
    }).result;
    expect(first).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^com\.example\.shop: \d+\n$/),
    });
    const again = await bed.simctl('launch', udid, shop, '-other');
    expect(pidIn(again.stdout)).toBe(pidIn(first.stdout));
    const { memory } = bed.appleTools.simulators[0] ?? {};
    expect(memory?.launches).toEqual([
      { bundleId: shop, pid: pidIn(first.stdout), args: ['-mode', '--deep=1'], env: { API: 'local' } },
    ]);
    const fresh = await bed.simctl('launch', '--terminate-running-process', udid, shop);
    expect(pidIn(fresh.stdout)).not.toBe(pidIn(first.stdout));
    expect(bed.phone.resumedActivity()?.packageName).toBe(shop);
  });

  test('on a console shows what the app prints until it ends, and leaves the app alone when killed', async () => {
    const console = bed.start('xcrun', ['simctl', 'launch', '--console-pty', udid, shop]);
    await console.printed(`${shop}: `);
    const printing = () => {
      print('hello');
      return bed.appleTools.runningPrograms();
    };
    await expect.poll(printing).toHaveLength(1);
    await console.printed('hello');
    console.kill('SIGKILL');
    await console.result;
    expect(bed.appleTools.mac.apps.pidOf(bed.appleTools.mac.simulators[0] ?? never(), shop)).not.toBeNull();
    const files = bed.start('xcrun', [
      'simctl',
      'launch',
      '--terminate-running-process',
      '--console',
      '--stderr=err.txt',
      udid,
      shop,
    ]);
    await files.printed(`${shop}: `);
    const warning = (): string => {
      print('warned', 'stderr');
      return readFileSync(join(bed.appleTools.folder, 'err.txt'), 'utf8');
    };
    await expect.poll(warning).toContain('warned\n');
    await bed.simctl('terminate', udid, shop);
    expect(await files.result).toMatchObject({ code: 0 });
  });

  test('refuses a flag that it does not know', async () => {
    expect(await bed.simctl('launch', '--wait', udid, shop)).toMatchObject({
      code: 22,
      stderr: expect.stringContaining('Unrecognized option: --wait'),
    });
    expect(bed.phone.record).toEqual([]);
  });
});

test('terminate says that there was nothing to end, and exits with the error code', async () => {
  await bed.simctl('launch', udid, shop);
  expect(await bed.simctl('terminate', udid, shop)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  expect(await bed.simctl('terminate', udid, shop)).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/domain=NSPOSIXErrorDomain, code=3[\s\S]*found nothing to terminate/),
  });
});

describe('containers', () => {
  async function dataFolder(): Promise<string> {
    return (await bed.simctl('get_app_container', udid, shop, 'data')).stdout.trim();
  }

  test('are real folders; the bundle names its executable, which the bundle id does not', async () => {
    const app = (await bed.simctl('get_app_container', udid, shop)).stdout.trim();
    expect(readdirSync(app).sort()).toEqual(['Info.plist', 'ShopApp']);
    const { stdout } = await bed.run('plutil', '-convert', 'json', '-o', '-', join(app, 'Info.plist'));
    expect(JSON.parse(stdout)).toMatchObject({ CFBundleIdentifier: shop, CFBundleExecutable: 'ShopApp' });
    expect(readdirSync(await dataFolder())).toEqual(expect.arrayContaining(['Documents', 'Library', 'tmp']));
    expect(await bed.simctl('get_app_container', udid, shop, 'groups')).toMatchObject({
      code: 0,
      stdout: '',
    });
    expect(await bed.simctl('get_app_container', udid, 'com.none')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('NSPOSIXErrorDomain, code=2'),
    });
  });

  test('an app whose container was emptied starts as if new', async () => {
    await bed.simctl('launch', udid, shop);
    await bed.simctl('terminate', udid, shop);
    const folder = await dataFolder();
    await bed.simctl('launch', udid, shop);
    expect(bed.phone.record.filter(({ kind }) => kind === 'clear')).toEqual([]);
    await bed.simctl('terminate', udid, shop);
    for (const entry of ['Documents', 'Library', 'tmp']) rmSync(join(folder, entry), { recursive: true });
    await bed.simctl('launch', udid, shop);
    expect(bed.phone.record.filter(({ kind }) => kind === 'clear')).toHaveLength(1);
    expect(existsSync(join(folder, 'Documents'))).toBe(true);
  });

  test('go with the app', async () => {
    const folder = await dataFolder();
    expect(await bed.simctl('uninstall', udid, shop)).toMatchObject({ code: 0, stdout: '' });
    expect(existsSync(folder)).toBe(false);
    expect(bed.phone.packages.has(shop)).toBe(false);
    expect(await bed.simctl('uninstall', udid, shop)).toMatchObject({ code: 0 });
  });
});

describe('install', () => {
  const bundle = (info: Record<string, string> = {}): string => {
    const path = join(bed.appleTools.folder, `${Math.abs(JSON.stringify(info).length)}.app`);
    writeBundle(path, {
      CFBundleIdentifier: shop,
      CFBundleExecutable: 'ShopApp',
      DTPlatformName: 'iphonesimulator',
      MinimumOSVersion: '17.0',
      ...info,
    });
    return path;
  };

  test('puts the app of the bundle on the phone', async () => {
    await bed.simctl('uninstall', udid, shop);
    expect(await bed.simctl('install', udid, bundle())).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(bed.phone.packages.has(shop)).toBe(true);
  });

  test.each([
    ['a device build', { DTPlatformName: 'iphoneos' }, 'Failed to find matching arch'],
    ['a newer system', { MinimumOSVersion: '27.0' }, 'lower than minimum OS version 27.0'],
    ['a bundle without an id', { CFBundleIdentifier: '' }, 'Missing bundle ID.'],
  ])('refuses %s', async (_, info, words) => {
    const { code, stderr } = await bed.simctl('install', udid, bundle(info));
    expect(code).toBe(4);
    expect(stderr).toContain('(domain=IXUserPresentableErrorDomain, code=4)');
    expect(stderr).toContain('(domain=IXErrorDomain, code=3)');
    expect(stderr).toContain(words);
  });

  test('refuses what is no bundle, and a property list that it cannot read', async () => {
    const path = join(bed.appleTools.folder, 'binary.app');
    mkdirSync(path);
    writeFileSync(join(path, 'Info.plist'), 'bplist00\u0001');
    expect((await bed.simctl('install', udid, path)).stderr).toContain(
      'Failed to load Info.plist from bundle',
    );
  });
});

test('addresses open the app of their scheme; unknown ones have no handler', async () => {
  expect(await bed.simctl('openurl', udid, 'shop://cart')).toMatchObject({ code: 0, stdout: '' });
  expect(bed.phone.resumedActivity()?.packageName).toBe(shop);
  expect(await bed.simctl('openurl', udid, 'https://example.com')).toMatchObject({ code: 0 });
  expect(bed.appleTools.simulators[0]?.memory.openedUrls).toEqual(['shop://cart', 'https://example.com']);
  expect(await bed.simctl('openurl', udid, 'nobody://x')).toMatchObject({
    code: 115,
    stderr: expect.stringContaining('domain=LSApplicationWorkspaceErrorDomain, code=115'),
  });
});

test('apps are listed as an old-style property list, which plutil turns into JSON', async () => {
  const { stdout } = await bed.simctl('listapps', udid);
  expect(() => JSON.parse(stdout)).toThrow(SyntaxError);
  const converted = await bed.start('plutil', ['-convert', 'json', '-o', '-', '--', '-'], { stdin: stdout })
    .result;
  const apps: unknown = JSON.parse(converted.stdout);
  expect(apps).toEqual(readOpenStep(stdout));
  expect(apps).toMatchObject({
    [shop]: {
      ApplicationType: 'User',
      CFBundleExecutable: 'ShopApp',
      DataContainer: expect.stringMatching(/^file:/),
    },
    'com.apple.Preferences': { ApplicationType: 'System' },
  });
  expect(readOpenStep((await bed.simctl('appinfo', udid, shop)).stdout)).toMatchObject({
    CFBundleIdentifier: shop,
  });
});

function never(): never {
  throw new Error('There is no simulator.');
}

describe.each([
  [
    'iOS 18',
    'com.apple.CoreSimulator.SimRuntime.iOS-18-2',
    {
      launch: [4, /request to open "com\.example\.none" failed\.[\s\S]*unknown to FrontBoard \(NotFound\)/],
      terminate: [3, /request to terminate "com\.example\.shop" failed/],
      openurl: [194, /domain=NSOSStatusErrorDomain, code=-10814/],
      install: [2, /An application bundle was not found at the provided path\./],
    },
  ],
  [
    'iOS 26',
    'com.apple.CoreSimulator.SimRuntime.iOS-26-3',
    {
      launch: [
        4,
        /failed to launch com\.example\.none\.\nUnderlying[^\n]*\n\tThe request to open "com\.example\.none" failed\.\n$/,
      ],
      terminate: [3, /failed to terminate com\.example\.shop\.[\s\S]*found nothing to terminate/],
      openurl: [115, /domain=LSApplicationWorkspaceErrorDomain, code=115/],
      install: [2, /failed to install the application\.[\s\S]*lstat of \/nowhere\.app failed/],
    },
  ],
] as const)('what fails on %s', (_title, runtime, sentences) => {
  const commands = {
    launch: ['com.example.none'],
    terminate: [shop],
    openurl: ['nobody://x'],
    install: ['/nowhere.app'],
  } as const;
  test.each(Object.entries(commands))('%s', async (verb, args) => {
    const [simulator] = bed.appleTools.simulators;
    if (simulator) Object.assign(simulator, { runtime });
    const [code, stderr] = sentences[verb as keyof typeof sentences];
    expect(await bed.simctl(verb, udid, ...args)).toMatchObject({
      code,
      stderr: expect.stringMatching(stderr),
    });
  });
});

test('what is asked of a simulator that is off is refused in words of its own', async () => {
  const [simulator] = bed.appleTools.simulators;
  if (simulator) simulator.state = 'Shutdown';
  expect((await bed.simctl('spawn', udid, 'launchctl', 'list')).stderr).toContain(
    'Process spawn via launchd failed because device is not booted.',
  );
  expect(await bed.simctl('io', udid, 'screenshot', '-')).toMatchObject({
    code: 60,
    stderr: expect.stringContaining('Timeout waiting for screen surfaces'),
  });
  expect((await bed.simctl('launch', udid, shop)).stderr).toContain('in current state: Shutdown');
});

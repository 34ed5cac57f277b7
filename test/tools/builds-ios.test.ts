/** Builds of Xcode projects from the project's folder to the running app, and every way in which that ends early. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { VirtualAppleTools } from '@mobile-debug/virtual-phone/apple/virtual-apple-tools.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { runningInGroup } from '../../src/host/testing/process-list.ts';
import { makeTestBed, type TestBed } from '../harness.ts';
import { zipFolder } from '../zip.ts';

const shop = 'com.example.shop';
const udid = 'virtual-ios-1';
let bed: TestBed;
let project = '';
let folder = '';

beforeAll(async () => {
  bed = await makeTestBed({ ios: {} });
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'xcode-'));
  project = join(folder, 'shop');
  mkdirSync(join(project, 'Shop.xcodeproj'), { recursive: true });
  bed.phone.setInstalled(shop, false);
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

const told = (tool: string): string[] =>
  apple()
    .commands()
    .filter((run) => run.tool === tool)
    .map(({ args }) => args.join(' '));
const installs = (): string[] => told('xcrun').filter((line) => line.startsWith('simctl install '));

async function build(args: Record<string, unknown> = {}): Promise<string> {
  const { data, texts } = await bed.call('build_app', { projectPath: project, ...args });
  expect(data, texts[0]).toMatchObject({
    success: true,
    artifactPath: expect.stringMatching(/\/Shop\.app$/),
  });
  return String(data['artifactPath']);
}

describe('build_and_install', () => {
  it('builds for the simulator at hand, installs what was built, and the app runs', async () => {
    const { texts, isError } = await bed.call('build_and_install', { projectPath: project });
    expect(isError, texts[0]).toBe(false);
    const events = (texts[0] ?? '').split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events.map(({ type, status }) => `${type} ${status}`)).toEqual([
      'build started',
      'build finished',
      'install started',
      'install finished',
    ]);
    const result = JSON.parse(texts[1] ?? '') as { artifactPath: string };
    expect(result).toMatchObject({
      success: true,
      device: { platform: 'ios', id: udid },
      artifactPath: expect.stringMatching(/Debug-iphonesimulator\/Shop\.app$/),
    });
    expect(told('xcodebuild').find((line) => line.endsWith(' build'))).toContain(
      `-scheme Shop -configuration Debug -destination platform=iOS Simulator,id=${udid} -derivedDataPath ${bed.artifacts}`,
    );
    expect(installs()).toEqual([`simctl install ${udid} ${result.artifactPath}`]);
    expect(bed.phone.packages.has(shop)).toBe(true);
    const started = await bed.call('start_app', { appId: shop });
    expect(started.isError, started.texts[0]).toBe(false);
    expect(bed.phone.resumedActivity()?.packageName).toBe(shop);
    expect(apple().simulators[0]?.memory.launches.at(-1)?.bundleId).toBe(shop);
  });

  it('tells where the build failed, and installs nothing', async () => {
    apple().faults.add({
      do: {
        kind: 'build',
        lines: [
          "/w/Cart.swift:41:9: error: cannot find 'total' in scope (in target 'Shop' from project 'Shop')",
        ],
      },
    });
    const { texts } = await bed.call('build_and_install', { projectPath: project });
    expect(JSON.parse(texts.at(-1) ?? '')).toMatchObject({
      success: false,
      error: { code: 'BUILD_FAILED', message: expect.stringContaining('/w/Cart.swift:41') },
    });
    expect(texts[0]).toContain('"status":"failed"');
    expect(installs()).toEqual([]);
  });

  it('gives the schemes when several can be meant, and takes the one that is named', async () => {
    mkdirSync(join(project, 'Other.xcodeproj'));
    const { texts } = await bed.call('build_and_install', { projectPath: project });
    expect(texts.join()).toContain('Other.xcodeproj');
    rmSync(join(project, 'Other.xcodeproj'), { recursive: true });
    expect(await build({ variant: 'Shop:Release' })).toContain('/Release-iphonesimulator/');
  });
});

describe('build_app', () => {
  it('keeps a hanging build as a job; cancelling it leaves no process of its group', async () => {
    const real = await makeTestBed({ ios: { executables: true } });
    onTestFinished(async () => await real.close());
    real.apple?.faults.add({ when: { command: / build$/ }, do: { kind: 'hang' } });
    const { data } = await real.call('build_app', { projectPath: project, waitMs: 300 });
    expect(data).toMatchObject({ job_id: expect.any(String), state: 'running' });
    const building = () => (real.apple?.runningPrograms() ?? []).filter(({ tool }) => tool === 'xcodebuild');
    await expect.poll(building).toHaveLength(1);
    const [pid = 0] = building().map((run) => run.pid);
    expect(runningInGroup(pid)).toContain(pid);
    const { data: job } = await real.call('cancel_job', { job_id: data['job_id'] });
    expect(job).toMatchObject({ state: 'cancelled', error: { code: 'CANCELLED' } });
    await expect.poll(building).toEqual([]);
    expect(runningInGroup(pid)).toEqual([]);
  });
});

describe('install_app', () => {
  it('builds a project folder first', async () => {
    const { data, texts } = await bed.call('install_app', { appPath: project });
    expect(data, texts[0]).toMatchObject({ installed: true, built: { logPath: expect.any(String) } });
    expect(bed.phone.packages.has(shop)).toBe(true);
  });

  it('installs the app within an .ipa', async () => {
    const app = await build();
    cpSync(app, join(folder, 'Payload', 'Shop.app'), { recursive: true });
    zipFolder(folder, 'Payload', join(folder, 'Shop.ipa'));
    const { data, texts } = await bed.call('install_app', { appPath: join(folder, 'Shop.ipa') });
    expect(data, texts[0]).toMatchObject({
      installed: true,
      diagnostics: { how: 'unpacked, then simctl install' },
    });
    expect(bed.phone.packages.has(shop)).toBe(true);
    writeFileSync(join(folder, 'text.ipa'), 'no archive');
    expect((await bed.call('install_app', { appPath: join(folder, 'text.ipa') })).data).toMatchObject({
      error: { code: 'INSTALL_FAILED', details: { failure_code: 'NO_PAYLOAD' } },
    });
  });

  it('says what is wrong with a bundle: built for devices, for a later system, broken, none', async () => {
    const app = await build();
    const plist = readFileSync(join(app, 'Info.plist'), 'utf8');
    const failure = async (change: (plist: string) => string | null) => {
      const changed = change(plist);
      if (changed === null) rmSync(join(app, 'Info.plist'));
      else writeFileSync(join(app, 'Info.plist'), changed);
      const { data, isError } = await bed.call('install_app', { appPath: app });
      expect(isError).toBe(true);
      const { error } = data as {
        error: { code: string; next_step: string; details: Record<string, unknown> };
      };
      expect([error.code, error.details['failure_code']]).toEqual([
        'INSTALL_FAILED',
        'MIInstallerErrorDomain 4',
      ]);
      return [error.details['meaning'], error.next_step].join(' ');
    };
    expect(
      await failure((text) =>
        text.replaceAll('iphonesimulator', 'iphoneos').replaceAll('iPhoneSimulator', 'iPhoneOS'),
      ),
    ).toMatch(/built for real devices.*generic\/platform=iOS Simulator/);
    expect(await failure((text) => text.replace('17.0', '99.0'))).toMatch(/newer iOS.*deployment target/);
    expect(await failure((text) => text.replace(shop, ''))).toMatch(/Info\.plist/);
    expect(await failure(() => null)).toMatch(/Info\.plist/);
    expect(bed.phone.packages.has(shop)).toBe(false);
  });

  it('says what it takes, and what is not there', async () => {
    writeFileSync(join(folder, 'a.apk'), 'PK');
    expect((await bed.call('install_app', { appPath: join(folder, 'a.apk') })).data).toMatchObject({
      error: { code: 'INVALID_ARGUMENT', message: expect.stringContaining('.app, .ipa') },
    });
    expect((await bed.call('install_app', { appPath: join(folder, 'No.app') })).data).toMatchObject({
      error: { code: 'INVALID_ARGUMENT' },
    });
    expect(installs()).toEqual([]);
  });

  it('takes success without the app for what it is: the exit code alone proves nothing', async () => {
    const app = await build();
    apple().faults.add({
      when: { command: 'simctl install' },
      do: {
        kind: 'replace',
        stderr:
          'An error was encountered processing the command (domain=IXErrorDomain, code=2):\nFailed to set app extension placeholders\n',
        exitCode: 0,
      },
    });
    const { data } = await bed.call('install_app', { appPath: app });
    expect(data).toMatchObject({
      error: { code: 'INSTALL_FAILED', details: { failure_code: 'IXErrorDomain 2' } },
    });
    expect(dirname(app)).toContain(bed.artifacts);
  });
});

describe('folders that make no app', () => {
  it.each([
    ['a Swift package', 'Package.swift', '// swift-tools-version:6.0', 'ios', /Swift package/, /swift build/],
    [
      'an Expo project without native folders',
      'package.json',
      '{"dependencies":{"expo":"54.0.0","react-native":"0.82.0"}}',
      'android',
      /Expo/,
      /npx expo prebuild/,
    ],
    [
      'an empty folder',
      'README',
      '',
      'ios',
      /no Xcode project|not a native project/,
      /projectPath|root folder/,
    ],
  ])('%s is refused in one sentence that says what to run', async (_, name, text, platform, why, help) => {
    writeFileSync(join(folder, name), text);
    rmSync(project, { recursive: true });
    const { isError, data } = await bed.call('build_app', { projectPath: folder, platform });
    expect(isError).toBe(true);
    expect(data['error']).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringMatching(why),
      next_step: expect.stringMatching(help),
    });
    expect(told('xcodebuild')).toEqual([]);
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@mobile-debug/core/operation.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Phone } from '../../phone/phone-types.ts';
import { writeBundle } from '../app-folders.ts';
import { createIphone } from '../simulator.ts';
import { type AppleBed, makeAppleBed, type Result } from '../testing/apple-bed.ts';

const identifier = '5A6E1B1E-0000-4000-8000-000000000001';
let phone: Phone;
let bed: AppleBed;
beforeEach(async () => {
  phone = createIphone({ clock: systemClock, serial: 'real-1' });
  bed = await makeAppleBed({
    realDevices: [{ identifier, udid: '00008140-0001', name: 'My Phone', phone, transport: 'localNetwork' }],
  });
});
afterEach(async () => {
  expect(bed.appleTools.defects).toEqual([]);
  await bed.close();
  phone.close();
});

async function devicectl(...args: readonly string[]): Promise<Result & { json: Record<string, unknown> }> {
  const file = join(bed.appleTools.folder, 'answer.json');
  const result = await bed.run('xcrun', 'devicectl', ...args, '--json-output', file);
  return { ...result, json: JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown> };
}

test('lists phones in JSON, and a table before the JSON where both go to standard output', async () => {
  const { json } = await devicectl('list', 'devices');
  expect(json).toMatchObject({
    info: { outcome: 'success', jsonVersion: 2, version: '397.28' },
    result: {
      devices: [
        {
          identifier,
          hardwareProperties: {
            udid: '00008140-0001',
            platform: 'iOS',
            reality: 'physical',
            productType: 'iPhone18,3',
            marketingName: 'iPhone 17',
          },
          deviceProperties: {
            name: 'My Phone',
            osVersionNumber: '26.3',
            developerModeStatus: 'enabled',
            ddiServicesAvailable: true,
          },
          connectionProperties: {
            pairingState: 'paired',
            transportType: 'localNetwork',
            tunnelState: 'disconnected',
          },
        },
      ],
    },
  });
  const { stdout } = await bed.run('xcrun', 'devicectl', 'list', 'devices', '--json-output', '/dev/stdout');
  expect(stdout).toMatch(/^Name .*\n[\s\S]*\n\{\n/);
});

test('installs device builds, launches, lists and ends apps', async () => {
  const app = join(bed.appleTools.folder, 'Shop.app');
  writeBundle(app, {
    CFBundleIdentifier: 'com.example.shop',
    CFBundleExecutable: 'ShopApp',
    DTPlatformName: 'iphoneos',
  });
  expect(
    (await devicectl('device', 'uninstall', 'app', '--device', identifier, 'com.example.shop')).code,
  ).toBe(0);
  expect(phone.packages.has('com.example.shop')).toBe(false);
  expect((await devicectl('device', 'install', 'app', '--device', identifier, app)).code).toBe(0);
  const launched = await devicectl(
    'device',
    'process',
    'launch',
    '--device',
    identifier,
    '--terminate-existing',
    'com.example.shop',
    '--',
    '-deep',
  );
  expect(launched.code).toBe(0);
  const { json } = await devicectl('device', 'info', 'processes', '--device', identifier);
  const processes = (
    json['result'] as { runningProcesses: { executable: string; processIdentifier: number }[] }
  ).runningProcesses;
  const own = processes.find(({ executable }) => executable.endsWith('/Shop.app/ShopApp'));
  expect(own?.executable).toMatch(/^file:\/\//);
  expect((await devicectl('device', 'info', 'apps', '--device', identifier)).json).toMatchObject({
    result: {
      apps: expect.arrayContaining([
        expect.objectContaining({
          bundleIdentifier: 'com.example.shop',
          url: expect.stringMatching(/\.app\/$/),
        }),
      ]),
    },
  });
  expect(
    (
      await devicectl(
        'device',
        'process',
        'terminate',
        '--device',
        identifier,
        '--pid',
        String(own?.processIdentifier),
      )
    ).code,
  ).toBe(0);
  expect(phone.processes.some(({ packageName }) => packageName === 'com.example.shop')).toBe(false);
});

test('copies files out of and into an app', async () => {
  writeFileSync(join(bed.appleTools.folder, 'in.txt'), 'hello');
  const domain = [
    '--device',
    identifier,
    '--domain-type',
    'appDataContainer',
    '--domain-identifier',
    'com.example.shop',
  ];
  expect(
    (
      await devicectl(
        'device',
        'copy',
        'to',
        ...domain,
        '--source',
        'in.txt',
        '--destination',
        'Documents/a.txt',
      )
    ).code,
  ).toBe(0);
  expect(
    (
      await devicectl(
        'device',
        'copy',
        'from',
        ...domain,
        '--source',
        'Documents/a.txt',
        '--destination',
        'out.txt',
      )
    ).code,
  ).toBe(0);
  expect(readFileSync(join(bed.appleTools.folder, 'out.txt'), 'utf8')).toBe('hello');
  expect(
    (await devicectl('device', 'copy', 'from', ...domain, '--source', 'none', '--destination', 'x')).json,
  ).toMatchObject({
    info: { outcome: 'failed' },
    error: { code: 7005 },
  });
});

test.each([
  [{ kind: 'device_busy' } as const, /device is busy \(Connecting to/],
  [{ kind: 'device_locked' } as const, /unlocked/],
  [{ kind: 'device_timeout' } as const, /CoreDeviceService .*timed out/],
])('%j has its own words', async (action, words) => {
  bed.appleTools.faults.add({ do: action });
  const result = await devicectl('device', 'info', 'apps', '--device', identifier, '--timeout', '0');
  expect(result).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(words),
    json: { info: { outcome: 'failed' } },
  });
});

test('unknown devices, commands and options are refused', async () => {
  expect((await devicectl('device', 'info', 'apps', '--device', 'NOPE')).json).toMatchObject({
    error: { domain: 'com.apple.dt.CoreDeviceError', code: 1000 },
  });
  expect((await bed.run('xcrun', 'devicectl', 'device', 'screenshot')).code).toBe(64);
  expect((await bed.run('xcrun', 'devicectl', 'list', 'devices', '--jsn', 'x')).code).toBe(64);
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SimulatorMemory } from '../simulator.ts';
import { type AppleBed, makeAppleBed, udid } from '../testing/apple-bed.ts';

let bed: AppleBed;
beforeEach(async () => {
  bed = await makeAppleBed();
});
afterEach(async () => {
  expect(bed.appleTools.defects).toEqual([]);
  await bed.close();
});

function memory(): SimulatorMemory | undefined {
  return bed.appleTools.simulators[0]?.memory;
}

test('privacy knows its services and no others, and ends the app that something is taken from', async () => {
  expect((await bed.simctl('privacy', udid, 'grant', 'photos', 'com.example.shop')).code).toBe(0);
  expect(memory()?.privacy.get('photos com.example.shop')).toBe('granted');
  for (const service of ['camera', 'notifications'])
    expect(await bed.simctl('privacy', udid, 'grant', service, 'com.example.shop')).toMatchObject({
      code: 22,
      stderr: expect.stringContaining(`Invalid service: ${service}`),
    });
  await bed.simctl('launch', udid, 'com.example.shop');
  await bed.simctl('privacy', udid, 'revoke', 'photos', 'com.example.shop');
  expect(bed.phone.processes.some(({ packageName }) => packageName === 'com.example.shop')).toBe(false);
  await bed.simctl('privacy', udid, 'reset', 'all');
  expect(memory()?.privacy.size).toBe(0);
});

test('push takes the payload from a file or from standard input, and wants aps in it', async () => {
  writeFileSync(join(bed.appleTools.folder, 'p.json'), JSON.stringify({ aps: { alert: 'Hi' } }));
  expect((await bed.simctl('push', udid, 'com.example.shop', 'p.json')).stdout).toBe(
    "Notification sent to 'com.example.shop'\n",
  );
  const inside = JSON.stringify({ 'Simulator Target Bundle': 'com.example.notes', aps: { badge: 1 } });
  expect((await bed.start('xcrun', ['simctl', 'push', udid, '-'], { stdin: inside }).result).code).toBe(0);
  expect(memory()?.pushes.map(({ bundleId }) => bundleId)).toEqual(['com.example.shop', 'com.example.notes']);
  const bad = await bed.start('xcrun', ['simctl', 'push', udid, 'com.example.shop', '-'], { stdin: '{}' })
    .result;
  expect(bad).toMatchObject({ code: 149, stderr: expect.stringContaining("must contain the key 'aps'") });
});

test('location is set, cleared and checked', async () => {
  await bed.simctl('location', udid, 'set', '52.52,13.405');
  expect(memory()?.location).toEqual({ latitude: 52.52, longitude: 13.405 });
  expect((await bed.simctl('location', udid, 'set', '152.52,13.405')).code).toBe(22);
  expect((await bed.simctl('location', udid, 'set', '52.52 13.4')).code).toBe(22);
  await bed.simctl('location', udid, 'clear');
  expect(memory()?.location).toBeNull();
});

test('the status bar takes the documented words and lists them as numbers', async () => {
  const set = [
    '--time',
    '6:07',
    '--dataNetwork',
    'wifi',
    '--wifiMode',
    'failed',
    '--batteryState=charging',
    '--batteryLevel=42',
  ];
  expect((await bed.simctl('status_bar', udid, 'override', ...set)).code).toBe(0);
  expect((await bed.simctl('status_bar', udid, 'list')).stdout).toBe(
    [
      'Current Status Bar Overrides:',
      '=============================',
      'Time: 6:07',
      'DataNetworkType: 1',
      'WiFi Mode: 2, WiFi Bars: 0',
      'Battery State: 1, Battery Level: 42, Not Charging: 0',
      '',
    ].join('\n'),
  );
  for (const wrong of [
    ['--wifiBars', '4'],
    ['--dataNetwork', '6g'],
    ['--volume', '1'],
  ])
    expect((await bed.simctl('status_bar', udid, 'override', ...wrong)).code).toBe(22);
  await bed.simctl('status_bar', udid, 'clear');
  expect(memory()?.statusBar.size).toBe(0);
});

test('appearance, text size and contrast are set, stepped and read', async () => {
  const ui = async (...args: readonly string[]): Promise<string> =>
    (await bed.simctl('ui', udid, ...args)).stdout;
  expect(await ui('appearance')).toBe('light\n');
  await ui('appearance', 'dark');
  expect(await ui('appearance')).toBe('dark\n');
  await ui('content_size', 'increment');
  expect(await ui('content_size')).toBe('extra-large\n');
  expect((await bed.simctl('ui', udid, 'content_size', 'huge')).code).toBe(22);
  await ui('increase_contrast', 'enabled');
  expect(await ui('increase_contrast')).toBe('enabled\n');
});

test('media and certificates must be there; defaults, services and notices are kept', async () => {
  expect((await bed.simctl('addmedia', udid, 'none.png')).code).toBe(2);
  writeFileSync(join(bed.appleTools.folder, 'root.pem'), 'x');
  await bed.simctl('keychain', udid, 'add-root-cert', 'root.pem');
  expect(memory()?.certificates).toEqual([join(bed.appleTools.folder, 'root.pem')]);
  await bed.simctl(
    'spawn',
    udid,
    'defaults',
    'write',
    'com.apple.Accessibility',
    'AccessibilityEnabled',
    '-bool',
    'true',
  );
  expect(
    await bed.simctl('spawn', udid, 'defaults', 'read', 'com.apple.Accessibility', 'AccessibilityEnabled'),
  ).toMatchObject({ stdout: '1\n' });
  expect(await bed.simctl('spawn', udid, 'defaults', 'read', 'com.x', 'Y')).toMatchObject({
    code: 1,
    stderr: 'The domain/default pair of (com.x, Y) does not exist\n',
  });
  await bed.simctl('launch', udid, 'com.example.shop');
  expect((await bed.simctl('spawn', udid, 'launchctl', 'list')).stdout).toMatch(
    /^\d+\t0\tUIKitApplication:com\.example\.shop\[/m,
  );
  await bed.simctl('spawn', udid, 'launchctl', 'kickstart', '-k', 'user/foreground/com.apple.testmanagerd');
  expect(memory()?.restarted).toEqual(['user/foreground/com.apple.testmanagerd']);
  await bed.simctl('spawn', udid, 'notifyutil', '-p', 'com.x.tick');
  expect(memory()?.notifications).toEqual(['com.x.tick']);
  expect(await bed.simctl('spawn', udid, 'pgrep', 'Shop')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('NSPOSIXErrorDomain, code=2'),
  });
});

test('a screenshot is in pixels: with see-through corners, or opaque when they are black', async () => {
  const colourType = (bytes: Buffer): number | undefined => bytes[25];
  const opaque = await bed.simctl('io', udid, 'screenshot', '--type=png', '--mask=black', '-');
  expect(opaque.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect([opaque.bytes.readUInt32BE(16), opaque.bytes.readUInt32BE(20)]).toEqual([1206, 2622]);
  expect(colourType(opaque.bytes)).toBe(2);
  expect(opaque.stderr).toContain('Note: No display specified. Defaulting to display: ');
  expect(colourType((await bed.simctl('io', udid, 'screenshot', '-')).bytes)).toBe(6);
  expect(await bed.simctl('io', udid, 'screenshot', '/dev/stdout')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('domain=NSCocoaErrorDomain, code=513'),
  });
  expect((await bed.simctl('io', udid, 'screenshot', '--format=png', '-')).code).toBe(22);
  bed.appleTools.faults.add({ when: { times: 1 }, do: { kind: 'screen_surfaces' } });
  expect(await bed.simctl('io', udid, 'screenshot', '-')).toMatchObject({
    code: 60,
    stderr: expect.stringContaining('Timeout waiting for screen surfaces'),
  });
});

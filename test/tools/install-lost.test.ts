/** install_app on a device that goes away in the middle: DEVICE_UNAVAILABLE, retryable, and the second try succeeds. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FaultAction } from '@mobile-debug/virtual-phone/adb/fault-script.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTestBed, type TestBed } from '../harness.ts';

const shop = 'com.example.shop';
let folder = '';
let bed: TestBed;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lost-'));
  for (const name of ['base.apk', 'split.apk']) {
    const bytes = Buffer.alloc(600_000, 7);
    bytes.write(`PK package="${shop}"`, 0, 'latin1');
    writeFileSync(join(folder, name), bytes);
  }
});

afterEach(async () => {
  expect(bed.bugs).toEqual([]);
  await bed.close();
  rmSync(folder, { recursive: true, force: true });
});

const losses: readonly (readonly [string, FaultAction])[] = [
  ['ends before its answer', { kind: 'cut', afterBytes: 0 }],
  ['ends within its answer', { kind: 'cut', afterBytes: 5 }],
  ['ends behind the word, not the line', { kind: 'cut', afterBytes: 7 }],
  ['is unplugged', { kind: 'state', state: 'gone' }],
  ['goes offline', { kind: 'state', state: 'offline' }],
  ['restarts', { kind: 'reboot' }],
  ['is without its adb server', { kind: 'server_gone', forMs: 50 }],
  [
    'restarts its system',
    { kind: 'replace', output: 'cmd: Failure calling service package: Broken pipe (32)\n' },
  ],
];

describe.each([
  ['one file', 'base.apk', /package.install(?!-)/],
  ['the session', '', /package.install-create/],
  ['a part of the session', '', /package.install-write/],
  ['the commit', '', /package.install-commit/],
] as const)('while %s is installed', (_, path, service) => {
  test.each(losses)('a device that %s', async (_what, action) => {
    bed = await makeTestBed();
    bed.phone.setInstalled(shop, false);
    const fault = bed.adbServer.faults.add({ when: { service, times: 1 }, do: action });
    const lost = await bed.call('install_app', { projectType: 'native', appPath: join(folder, path) });
    expect(fault.uses).toBe(1);
    expect(lost.isError).toBe(true);
    expect(lost.data['error']).toMatchObject({ code: 'DEVICE_UNAVAILABLE', retryable: true });
    expect(lost.data).not.toHaveProperty('installed');

    await bed.adbServer.startServer();
    for (const serial of bed.serials) bed.adbServer.setState(serial, 'device');
    const installed = () => bed.call('install_app', { projectType: 'native', appPath: join(folder, path) });
    await expect.poll(async () => (await installed()).data['installed'], { timeout: 20_000 }).toBe(true);
    expect(bed.phone.packages.has(shop)).toBe(true);
  });
});

test('a refusal of the package stays one', async () => {
  bed = await makeTestBed();
  bed.adbServer.faults.add({ do: { kind: 'install', failure: 'INSTALL_FAILED_OLDER_SDK: Requires 40' } });
  const { data } = await bed.call('install_app', {
    projectType: 'native',
    appPath: join(folder, 'base.apk'),
  });
  expect(data['error']).toMatchObject({ code: 'INSTALL_FAILED', retryable: false });
});

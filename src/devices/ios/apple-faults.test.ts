/** Failures of Apple's tools as they were recorded, met by the adapter through the programs of a simulated Mac. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { startDispatch } from '@mobile-debug/core/testing/test-dispatch.ts';
import { createIphone } from '@mobile-debug/virtual-phone/apple/simulator.ts';
import {
  startVirtualAppleTools,
  type VirtualAppleTools,
} from '@mobile-debug/virtual-phone/apple/virtual-apple-tools.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hostedPrograms } from '../../host/testing/hosted-programs.ts';
import { crashSummary } from '../../logs/crash-summary.ts';
import type { Device } from '../port/device.ts';
import { IosSource } from './ios-source.ts';

const udid = '00000000-0000-4000-8000-000000000001';
const realUdid = '00008110-001C2D3E4F50801E';
const shop = 'com.example.shop';

let appleTools: VirtualAppleTools;
let source: IosSource;

beforeEach(async () => {
  appleTools = await startVirtualAppleTools({
    clock: systemClock,
    simulators: [{ udid, name: 'virtual-ios-1', phone: createIphone({ serial: udid, clock: systemClock }) }],
    realDevices: [
      {
        udid: realUdid,
        identifier: 'F15D9E1B-0000-5000-8000-2C0C1D3A4B5C',
        name: 'Phone of me',
        phone: createIphone({ serial: realUdid, clock: systemClock }),
      },
    ],
  });
  source = new IosSource({
    environment: appleTools.environment(),
    clock: systemClock,
    driver: 'auto',
    ...hostedPrograms(appleTools),
  });
});

afterEach(async () => {
  await source.close();
  await appleTools.close();
});

async function opened(op: Operation, id = udid) {
  const device: Device = await source.open(op, id);
  const { apps, logs, packages, files, install, screen } = device;
  if (!apps || !packages || !files || !install) throw new Error('a facet is missing');
  return { device, apps, packages, files, install, logs, screen };
}

it('reads the list through chatter, and after the service was restarted', async () => {
  using dispatch = startDispatch(20_000);
  appleTools.faults.add({ when: { command: /simctl list/, times: 1 }, do: { kind: 'service_invalid' } });
  expect((await source.list(dispatch)).some(({ id }) => id === udid)).toBe(true);
  appleTools.faults.add({
    when: { command: /simctl list/ },
    do: {
      kind: 'chatter',
      stdoutBefore: 'Install Started {\n',
      stderrBefore: 'objc[77]: Class X is implemented in both A and B\n',
    },
  });
  const anew = new IosSource({
    environment: appleTools.environment(),
    clock: systemClock,
    driver: 'auto',
    ...hostedPrograms(appleTools),
  });
  expect((await anew.list(dispatch)).some(({ id }) => id === udid)).toBe(true);
  await anew.close();
});

it.each([
  ['no_xcode', 'DEVELOPER_DIR'],
  ['licence', 'xcodebuild -license accept'],
] as const)('says what to do about %s', async (kind, advice) => {
  using dispatch = startDispatch(20_000);
  appleTools.faults.add({ do: { kind } });
  await expect(source.open(dispatch, udid)).rejects.toMatchObject({
    code: 'TOOL_NOT_FOUND',
    nextStep: expect.stringContaining(advice) as string,
  });
});

it('is not led by exit codes that drift', async () => {
  using dispatch = startDispatch(20_000);
  const { apps } = await opened(dispatch);
  for (const code of [1, 149, 165, 255]) {
    const drift = appleTools.faults.add({ when: { command: /simctl/ }, do: { kind: 'exit', code } });
    await expect(apps.start(dispatch, 'com.example.nothing')).rejects.toMatchObject({
      code: 'APP_NOT_INSTALLED',
    });
    drift.remove();
  }
});

it('opens a link that timed out once', async () => {
  using dispatch = startDispatch(20_000);
  const { packages } = await opened(dispatch);
  appleTools.faults.add({ when: { times: 1 }, do: { kind: 'open_url_timeout' } });
  await packages.openUrl(dispatch, { url: 'https://example.com' }).catch((error: unknown) => {
    expect(error).toMatchObject({ code: 'LAUNCH_FAILED' });
  });
  expect(appleTools.commands().filter(({ args }) => args.includes('openurl')).length).toBe(2);
});

it('shows a crash of an app in its log', async () => {
  using dispatch = startDispatch(20_000);
  const { apps, logs } = await opened(dispatch);
  if (!logs) throw new Error('no logs');
  await apps.start(dispatch, shop);
  await logs.query(dispatch, { appId: shop, limit: 10 });
  appleTools.simulators[0]?.phone.crash(shop, { message: 'cart is null' });
  const { records, app } = await logs.query(dispatch, { appId: shop, limit: 100 });
  expect(app?.running).toBe(false);
  const crashes = crashSummary(records);
  expect(crashes.map(({ message }) => message)).toContain('cart is null');
  expect(records.some(({ tag }) => tag === 'ReportCrash')).toBe(true);
});

it('says that the simulator has no file handles left', async () => {
  using dispatch = startDispatch(20_000);
  const { logs } = await opened(dispatch);
  appleTools.faults.add({ when: { command: / log / }, do: { kind: 'too_many_files' } });
  await expect(logs?.query(dispatch, { appId: shop, limit: 10 })).rejects.toMatchObject({
    code: 'LOGS_UNAVAILABLE',
  });
});

it('ends its streams when it is closed, and starts a new one when one was killed', async () => {
  using dispatch = startDispatch(20_000);
  const { logs, device } = await opened(dispatch);
  const streams = () => appleTools.runningPrograms().filter(({ args }) => args.includes('stream'));
  await logs?.query(dispatch, { appId: shop, limit: 10 });
  const [first] = streams();
  if (!first) throw new Error('no stream');
  expect(appleTools.kill(first.pid)).toBe(true);
  await expect.poll(() => streams().length).toBe(0);
  const again = await logs?.query(dispatch, { appId: shop, limit: 10 });
  expect(again?.from).toBe('dump');
  expect(streams().length).toBe(1);
  await device.close();
  await expect.poll(() => streams().length).toBe(0);
});

it('forgets what it remembered once the simulator is off', async () => {
  using dispatch = startDispatch(20_000);
  const { device } = await opened(dispatch);
  expect(source.generation(udid)).toBe(1);
  await device.power?.off(dispatch);
  expect(source.generation(udid)).toBeNull();
  expect((await source.list(dispatch)).find(({ id }) => id === udid)?.state).toBe('shutdown');
  await expect(source.open(dispatch, udid)).rejects.toMatchObject({ code: 'DEVICE_UNAVAILABLE' });
});

it('drives the apps and files of a real device, and says what it cannot', async () => {
  using dispatch = startDispatch(30_000);
  await source.list(dispatch);
  const { device, apps, packages, files } = await opened(dispatch, realUdid);
  expect(device.screen).toBeUndefined();
  expect(device.cannot?.input).toContain('WebDriverAgent');
  const launched = await apps.start(dispatch, shop);
  expect(await apps.pids(dispatch, shop)).toEqual([launched.pid]);
  await apps.terminate(dispatch, shop);
  expect(await apps.pids(dispatch, shop)).toEqual([]);
  expect((await packages.list(dispatch, { system: false })).map(({ appId }) => appId)).toContain(shop);
  await expect(apps.start(dispatch, 'com.example.nothing')).rejects.toMatchObject({
    code: 'APP_NOT_INSTALLED',
  });
  const content = (async function* () {
    yield new TextEncoder().encode('hello');
  })();
  await files.push(dispatch, { path: `${shop}:Documents/a.txt`, content });
  expect(Buffer.from(await files.pull(dispatch, `${shop}:Documents/a.txt`)).toString()).toBe('hello');
});

it.each([
  ['device_busy', 'cable'],
  ['device_locked', 'Unlock'],
] as const)('says what to do about %s', async (kind, advice) => {
  using dispatch = startDispatch(20_000);
  await source.list(dispatch);
  const { apps } = await opened(dispatch, realUdid);
  appleTools.faults.add({ do: { kind } });
  await expect(apps.start(dispatch, shop)).rejects.toMatchObject({
    code: 'DEVICE_UNAVAILABLE',
    nextStep: expect.stringContaining(advice) as string,
  });
});

it('installs bundles and says why one is refused', async () => {
  using dispatch = startDispatch(20_000);
  const { install } = await opened(dispatch);
  const bundle = join(appleTools.folder, 'Fresh.app');
  await mkdir(bundle);
  const plist = (minimum: string) =>
    `<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>CFBundleIdentifier</key><string>${shop}</string><key>CFBundleExecutable</key><string>Fresh</string><key>MinimumOSVersion</key><string>${minimum}</string></dict></plist>`;
  await writeFile(join(bundle, 'Fresh'), '');
  await writeFile(join(bundle, 'Info.plist'), plist('99.0'));
  await expect(install.install(dispatch, { path: bundle, files: [] })).rejects.toMatchObject({
    code: 'INSTALL_FAILED',
    details: { meaning: 'The app needs a newer iOS than this device has.' },
  });
  await writeFile(join(bundle, 'Info.plist'), plist('17.0'));
  expect((await install.install(dispatch, { path: bundle, files: [] })).how).toBe('simctl install');
});

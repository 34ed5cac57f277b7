/** The whole adapter against simulated tools: real programs, real sockets, real files. */

import { systemClock } from '@mobile-debug/core/operation.ts';
import { startDispatch } from '@mobile-debug/core/testing/test-dispatch.ts';
import { createIphone } from '@mobile-debug/virtual-phone/apple/simulator.ts';
import {
  startVirtualAppleTools,
  type VirtualAppleTools,
} from '@mobile-debug/virtual-phone/apple/virtual-apple-tools.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Device } from '../port/device.ts';
import { IosSource } from './ios-source.ts';

const udid = '00000000-0000-4000-8000-000000000001';
const shop = 'com.example.shop';

let appleTools: VirtualAppleTools;
let source: IosSource;
let device: Device;

beforeAll(async () => {
  const phone = createIphone({ serial: udid, clock: systemClock });
  appleTools = await startVirtualAppleTools({
    clock: systemClock,
    simulators: [{ udid, name: 'virtual-ios-1', phone }],
  });
  source = new IosSource({
    environment: appleTools.environment(),
    clock: systemClock,
    driver: 'auto',
    virtual: true,
  });
  using dispatch = startDispatch(20_000);
  device = await source.open(dispatch, udid);
});

afterAll(async () => {
  await source.close();
  expect(appleTools.runningPrograms()).toEqual([]);
  expect(appleTools.defects).toEqual([]);
  await appleTools.close();
});

function facet<F extends keyof Device>(name: F): NonNullable<Device[F]> {
  const found = device[name];
  if (!found) throw new Error(`no ${name}`);
  return found;
}

it('lists with the version of the runtime', async () => {
  using dispatch = startDispatch(20_000);
  expect(await source.list(dispatch)).toEqual([
    {
      id: udid,
      platform: 'ios',
      osVersion: '26.3.1',
      model: 'virtual-ios-1',
      simulator: true,
      virtual: true,
      state: 'ready',
      booted: true,
    },
  ]);
  expect(source.generation(udid)).toBe(1);
});

it('starts, finds and ends an app', async () => {
  using dispatch = startDispatch(20_000);
  const apps = facet('apps');
  expect(await apps.installed(dispatch, shop)).toBe(true);
  expect(await apps.installed(dispatch, 'com.example.nothing')).toBe(false);
  const launched = await apps.start(dispatch, shop);
  expect(launched.pid).toBeGreaterThan(0);
  expect(await apps.pids(dispatch, shop)).toEqual([launched.pid]);
  expect((await facet('screen').foreground(dispatch)).appId).toBe(shop);
  await apps.terminate(dispatch, shop);
  await apps.terminate(dispatch, shop);
  expect(await apps.pids(dispatch, shop)).toEqual([]);
  await expect(apps.start(dispatch, 'com.example.nothing')).rejects.toMatchObject({
    code: 'APP_NOT_INSTALLED',
  });
});

it('takes a screenshot in the points of the tree', async () => {
  using dispatch = startDispatch(20_000);
  await facet('apps').start(dispatch, shop);
  const tree = await facet('screen').read(dispatch);
  const shot = await facet('screen').screenshot(dispatch);
  expect(shot.inputSize).toEqual(tree.size);
  expect(shot.width / shot.inputSize.width).toBe(3);
});

it('keeps files, pasteboard and settings', async () => {
  using dispatch = startDispatch(20_000);
  const content = (async function* () {
    yield new TextEncoder().encode('hello');
  })();
  await facet('files').push(dispatch, { path: `${shop}:Documents/a.txt`, content });
  expect(Buffer.from(await facet('files').pull(dispatch, `${shop}:Documents/a.txt`)).toString()).toBe(
    'hello',
  );
  await facet('clipboard').write(dispatch, 'Grüße 👋');
  expect(await facet('clipboard').read(dispatch)).toBe('Grüße 👋');
  const change = await facet('settings').change(dispatch, { name: 'darkMode', value: true });
  expect(change).toMatchObject({ old: false, new: true });
  await facet('settings').undo(dispatch, change);
  const font = await facet('settings').change(dispatch, { name: 'fontScale', value: 1.9 });
  await facet('settings').undo(dispatch, font);
  const request = { user: null, appId: shop, permission: 'photos', state: 'grant' } as const;
  expect(await facet('packages').setPermission(dispatch, request)).toEqual(['photos']);
});

it('clears the data of an app', async () => {
  using dispatch = startDispatch(20_000);
  expect((await facet('apps').reset(dispatch, { appId: shop, user: null })).how).toContain(
    'data container emptied',
  );
  await expect(facet('files').pull(dispatch, `${shop}:Documents/a.txt`)).rejects.toMatchObject({
    code: 'ACTION_REJECTED',
  });
});

it('lists packages and says what has no handler', async () => {
  using dispatch = startDispatch(20_000);
  const listed = await facet('packages').list(dispatch, { system: false });
  expect(listed.map(({ appId }) => appId)).toContain(shop);
  await expect(facet('packages').openUrl(dispatch, { url: 'nobody://here' })).rejects.toMatchObject({
    code: 'LAUNCH_FAILED',
  });
});

it('reads the log of an app from a stream, with the name of its executable', async () => {
  using dispatch = startDispatch(20_000);
  const logs = facet('logs');
  const { pid } = await facet('apps').start(dispatch, shop);
  const first = await logs.query(dispatch, { appId: shop, limit: 100 });
  expect(first).toMatchObject({ source: 'process', app: { running: true, pids: [pid] }, from: 'dump' });
  const second = await logs.query(dispatch, { appId: shop, limit: 100 });
  expect(second.from).toBe('stream');
  const streams = appleTools.runningPrograms().filter(({ args }) => args.includes('stream'));
  expect(streams.length).toBe(1);
  expect(streams[0]?.args).toEqual(expect.arrayContaining(['--style', 'ndjson', '--level', 'debug']));
  await expect(logs.query(dispatch, { appId: 'com.example.nothing', limit: 5 })).rejects.toMatchObject({
    code: 'APP_NOT_INSTALLED',
  });
  const span = { limit: 5, minLevel: 'ERROR', contains: 'say "no"', sinceSeconds: 60 } as const;
  expect(await logs.query(dispatch, span)).toMatchObject({ source: 'broad', from: 'dump', app: null });
});

it('follows an app from a cursor on', async () => {
  using dispatch = startDispatch(20_000);
  const logs = facet('logs');
  if (!logs.follow) throw new Error('the log cannot be followed');
  await facet('apps').start(dispatch, shop);
  const start = await logs.follow(dispatch, { appId: shop, limit: 50, after: null, pids: [] });
  expect([start.records, start.app?.running]).toEqual([[], true]);
  appleTools.simulators[0]?.phone.crash(shop, { message: 'the cart is gone' });
  const page = await logs.follow(dispatch, {
    appId: shop,
    limit: 50,
    after: start.cursor,
    pids: start.app?.pids ?? [],
  });
  expect(page.records.map(({ message }) => message).join('\n')).toContain('the cart is gone');
  expect(page.cursor).toBeGreaterThan(start.cursor);
});

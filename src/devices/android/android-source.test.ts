/** The Android device source against a scripted server: bad devices beside good ones, what opening refuses. */

import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { limitMs } from '@mobile-debug/core/testing/contention.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AndroidSource } from './android-source.ts';
import { ScriptedAdbServer, scriptedShell } from './testing/scripted-adb-server.ts';

let server: ScriptedAdbServer;
let source: AndroidSource;
let op: Operation;

beforeEach(async () => {
  server = await new ScriptedAdbServer().listen();
  source = new AndroidSource({ address: server.address, clock: systemClock });
  op = Operation.start(8_000);
});

afterEach(async () => {
  op[Symbol.dispose]();
  await source.close();
  await server.close();
});

const properties = (more: Record<string, string> = {}): string =>
  Object.entries({
    'ro.build.version.sdk': '34',
    'ro.build.version.release': '14',
    'ro.product.model': 'Pixel 8',
    'sys.boot_completed': '1',
    ...more,
  })
    .map(([key, value]) => `[${key}]: [${value}]\n`)
    .join('');

const answering = (text: string, service = 'Service package: found\n') =>
  scriptedShell((command) => (command === 'getprop' ? text : service));

it('touches nothing before the first call', async () => {
  expect(source.generation('A')).toBeNull();
  expect(server.connections).toBe(0);
});

it('lists good, hung, starting, forbidden and broken devices side by side', async () => {
  server.devices.push(
    { serial: 'good', transportId: 1, service: answering(properties()) },
    { serial: 'emulator-5554', transportId: 2, service: answering(properties({ 'ro.boot.qemu': '1' })) },
    {
      serial: 'virtual-android-1',
      transportId: 3,
      service: answering(properties({ 'ro.boot.mobile_debug_virtual': '1' })),
    },
    { serial: 'starting', transportId: 4, service: answering(properties({ 'sys.boot_completed': '' })) },
    {
      serial: 'no package manager',
      transportId: 5,
      service: answering(properties(), 'Service package: not found\n'),
    },
    { serial: 'hung', transportId: 6, service: () => null },
    { serial: 'cut', transportId: 7, service: (_service, socket) => cutOff(socket) },
    { serial: 'away', state: 'offline', transportId: 8, service: () => null },
    { serial: 'locked', state: 'unauthorized', transportId: 9, service: () => null },
  );
  const started = systemClock.monotonicMs();
  const list = await source.list(op);
  const tookMs = systemClock.monotonicMs() - started;
  expect(tookMs).toBeLessThan(limitMs(4_000, tookMs));
  const byId = new Map(list.map((info) => [info.id, info]));
  expect(byId.get('good')).toEqual({
    id: 'good',
    platform: 'android',
    osVersion: '14',
    model: 'Pixel 8',
    simulator: false,
    virtual: false,
    state: 'ready',
    booted: true,
  });
  expect(byId.get('emulator-5554')).toMatchObject({ simulator: true, state: 'ready' });
  expect(byId.get('virtual-android-1')).toMatchObject({ virtual: true, state: 'ready' });
  expect(byId.get('starting')).toMatchObject({ state: 'booting', booted: false });
  expect(byId.get('no package manager')).toMatchObject({ state: 'booting', booted: false });
  expect(byId.get('hung')).toMatchObject({ state: 'offline', problem: 'It did not answer within 1500 ms.' });
  for (const id of ['cut', 'away', 'locked', 'hung', 'starting']) {
    expect(byId.get(id)?.problem, id).toMatch(/\w/);
    expect(byId.get(id)?.fix, id).toMatch(/\w/);
  }
});

it('asks each device once for its lifetime, and again after it came back', async () => {
  const device = { serial: 'A', transportId: 1, service: answering(properties()) };
  server.devices.push(device);
  await source.list(op);
  await source.list(op);
  await source.open(op, 'A');
  expect(server.services).toHaveLength(1);
  device.transportId = 2;
  server.announce();
  await expect.poll(() => source.generation('A')).toBe(2);
  await source.list(op);
  expect(server.services).toHaveLength(2);
});

it('asks a device once for all who want to know at the same time', async () => {
  server.devices.push({ serial: 'A', transportId: 1, service: answering(properties()) });
  const lists = await Promise.all(Array.from({ length: 20 }, () => source.list(op)));
  expect(new Set(lists.map(([info]) => info?.state))).toEqual(new Set(['ready']));
  expect(server.services).toHaveLength(1);
});

it('a device whose answer is late because this process was busy is no lost one', async () => {
  const clock = new ManualClock();
  let ready = (): void => {};
  const busy = new Promise<void>((resolve) => {
    ready = resolve;
  });
  server.devices.push({
    serial: 'A',
    transportId: 1,
    service: async (service, socket) => {
      await busy;
      return await answering(properties())(service, socket);
    },
  });
  using slow = Operation.start(60_000, { clock });
  const list = source.list(slow);
  await expect.poll(() => server.services.length).toBe(1);
  await clock.leap(10_000);
  ready();
  expect(await list).toMatchObject([{ id: 'A', state: 'ready' }]);
});

it('asks a starting device again', async () => {
  let completed = '';
  server.devices.push({
    serial: 'A',
    transportId: 1,
    service: scriptedShell((command) =>
      command === 'getprop' ? properties({ 'sys.boot_completed': completed }) : 'Service package: found\n',
    ),
  });
  expect(await source.list(op)).toMatchObject([{ state: 'booting' }]);
  await expect(source.open(op, 'A')).rejects.toMatchObject({ code: 'DEVICE_UNAVAILABLE', retryable: true });
  completed = '1';
  expect(await source.list(op)).toMatchObject([{ state: 'ready', booted: true }]);
});

it('refuses to open what cannot be used, each with its own fault', async () => {
  server.devices.push(
    { serial: 'away', state: 'offline', transportId: 1, service: () => null },
    { serial: 'locked', state: 'unauthorized', transportId: 2, service: () => null },
    { serial: 'twin', transportId: 3, service: answering(properties()) },
    { serial: 'twin', transportId: 4, service: answering(properties()) },
  );
  await expect(source.open(op, 'none')).rejects.toMatchObject({ code: 'DEVICE_NOT_FOUND' });
  await expect(source.open(op, 'away')).rejects.toMatchObject({ code: 'DEVICE_UNAVAILABLE' });
  await expect(source.open(op, 'locked')).rejects.toMatchObject({ code: 'DEVICE_UNAUTHORIZED' });
  await expect(source.open(op, 'twin')).rejects.toMatchObject({ code: 'DEVICE_AMBIGUOUS' });
});

it('still lists within a short budget, and lets a withdrawal pass', async () => {
  server.devices.push({ serial: 'hung', transportId: 1, service: () => null });
  using short = op.within(200);
  expect(await source.list(short)).toMatchObject([{ id: 'hung', state: 'offline' }]);
  const abort = new AbortController();
  using withdrawn = Operation.start(5_000, { signal: abort.signal });
  const listing = expect(source.list(withdrawn)).rejects.toMatchObject({ code: 'CANCELLED' });
  await expect.poll(() => server.services.length).toBe(2);
  abort.abort();
  await listing;
});

it('keeps two servers apart', async () => {
  const other = await new ScriptedAdbServer().listen();
  const second = new AndroidSource({ address: other.address, clock: systemClock });
  server.devices.push({ serial: 'A', transportId: 1, service: answering(properties()) });
  other.devices.push({
    serial: 'B',
    transportId: 1,
    service: answering(properties({ 'ro.product.model': 'Other' })),
  });
  expect(await source.list(op)).toMatchObject([{ id: 'A', model: 'Pixel 8' }]);
  expect(await second.list(op)).toMatchObject([{ id: 'B', model: 'Other' }]);
  await second.close();
  await other.close();
});

function cutOff(socket: { destroy(): unknown }): null {
  socket.destroy();
  return null;
}

/** The permanent list: generations, events, a server that starts, goes away and comes back. */

import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { okay, ScriptedAdbServer } from '../testing/scripted-adb-server.ts';
import { AdbServer } from './adb-server.ts';
import { DeviceTracker } from './device-tracker.ts';
import { wireFault } from './wire.ts';

let server: ScriptedAdbServer;
let tracker: DeviceTracker;
let op: Operation;

beforeEach(async () => {
  server = await new ScriptedAdbServer().listen();
  server.devices.push({ serial: 'A', transportId: 1, service: () => ({}) });
  tracker = new DeviceTracker(new AdbServer({ address: server.address, clock: systemClock }));
  op = Operation.start(8_000);
});

afterEach(async () => {
  op[Symbol.dispose]();
  await tracker.close();
  await server.close();
});

it('keeps one connection for any number of lists', async () => {
  await Promise.all([tracker.list(op), tracker.list(op), tracker.list(op)]);
  await tracker.list(op);
  expect(server.connections).toBe(1);
});

it('counts a generation for every appearance as usable, and tells of it', async () => {
  const changes: string[] = [];
  tracker.onChange(({ serial, connected }) => changes.push(`${serial} ${connected}`));
  await tracker.list(op);
  expect([tracker.generation('A'), tracker.generation('B')]).toEqual([1, null]);

  const device = server.devices[0];
  if (!device) throw new Error('no device');
  device.state = 'offline';
  server.announce();
  await expect.poll(() => tracker.generation('A')).toBeNull();
  device.state = 'device';
  server.announce();
  await expect.poll(() => tracker.generation('A')).toBe(2);
  device.transportId = 5; // gone and back between two looks
  server.announce();
  await expect.poll(() => tracker.generation('A')).toBe(3);
  server.announce(); // nothing new
  server.devices.push({ serial: 'B', transportId: 6, service: () => ({}) });
  server.announce();
  await expect.poll(() => tracker.generation('B')).toBe(1);
  expect(tracker.generation('A')).toBe(3);
  expect(changes).toEqual(['A true', 'A false', 'A true', 'A true', 'B true']);
});

it('loses every device with the server and finds them again when it is back', async () => {
  await tracker.list(op);
  const { port } = server;
  await server.close();
  await expect.poll(() => tracker.generation('A')).toBeNull();
  expect(tracker.lastError).toBeInstanceOf(Fault);
  await server.listen(port);
  await expect.poll(() => tracker.generation('A')).toBe(2);
  expect(tracker.lastError).toBeNull();
  expect((await tracker.list(op)).map(({ serial }) => serial)).toEqual(['A']);
});

it('takes garbage in the list as a lost connection', async () => {
  await tracker.list(op);
  for (const socket of server.sockets) socket.write('zzzz');
  await expect.poll(() => tracker.generation('A')).not.toBe(1);
});

it('asks servers that know no long list for the short one', async () => {
  server.overrides.set('host:track-devices-l', Buffer.from('FAIL0014unknown host service'));
  server.overrides.set('host:track-devices', (socket) => void socket.write(okay('A\tdevice\n')));
  expect(await tracker.list(op)).toMatchObject([{ serial: 'A', state: 'device', transportId: null }]);
});

it('starts the server once for all who wait, and says why it cannot', async () => {
  const { port } = server;
  await server.close();
  let starts = 0;
  const started = new AdbServer({
    address: { host: '127.0.0.1', port },
    clock: systemClock,
    startServer: async () => {
      starts++;
      await server.listen(port);
    },
  });
  const versions = okay('0029');
  server.overrides.set('host:version', versions);
  const answers = await Promise.all([1, 2, 3, 4].map(() => started.query(op, 'host:version')));
  expect([starts, answers]).toEqual([1, ['0029', '0029', '0029', '0029']]);

  await server.close();
  const impossible = new AdbServer({
    address: { host: '127.0.0.1', port },
    clock: systemClock,
    startServer: async () => {
      throw new Fault('TOOL_NOT_FOUND', 'adb was not found.');
    },
  });
  await expect(impossible.query(op, 'host:version')).rejects.toMatchObject({ code: 'TOOL_NOT_FOUND' });
  const notOurs = new AdbServer({ address: { host: '127.0.0.1', port }, clock: systemClock });
  const fault: unknown = await notOurs.query(op, 'host:version').catch((error: unknown) => error);
  expect(isFault(fault, 'DEVICE_UNAVAILABLE')).toBe(true);
});

it('does not fail the others when the first who waits withdraws', async () => {
  const { port } = server;
  await server.close();
  server.overrides.set('host:version', okay('0029'));
  let go: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  const adb = new AdbServer({
    address: { host: '127.0.0.1', port },
    clock: systemClock,
    startServer: async () => {
      await gate;
      await server.listen(port);
    },
  });
  const abort = new AbortController();
  using first = Operation.start(5_000, { signal: abort.signal });
  const withdrawn = adb.query(first, 'host:version').catch((error: unknown) => error);
  const second = adb.query(op, 'host:version');
  abort.abort();
  expect(isFault(await withdrawn, 'CANCELLED')).toBe(true);
  go();
  expect(await second).toBe('0029');
});

it('closes at once in the middle of connecting', async () => {
  server.overrides.set('host:track-devices-l', () => {});
  const listing = tracker.list(op).catch((error: unknown) => error);
  await expect.poll(() => server.connections).toBe(1);
  await tracker.close();
  expect(isFault(await listing, 'CANCELLED')).toBe(true);
  await expect.poll(() => server.sockets.size).toBe(0);
});

it('tells a bug of the background to the next who asks, and goes on', async () => {
  await tracker.list(op);
  const bug = new TypeError('line.trim is not a function');
  const end = tracker.onChange(() => {
    end();
    throw bug;
  });
  server.devices.push({ serial: 'B', transportId: 2, service: () => ({}) });
  server.announce();
  await expect.poll(() => tracker.generation('A')).toBeNull();
  expect(tracker.lastError).toBeNull();
  await expect(tracker.list(op)).rejects.toBe(bug);
  expect((await tracker.list(op)).map(({ serial }) => serial)).toEqual(['A', 'B']);
});

it('takes only what a socket throws for a broken connection', () => {
  const bug = new TypeError('x is not a function');
  expect(() => wireFault(bug, server.address)).toThrow(bug);
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  expect(wireFault(reset, server.address).code).toBe('DEVICE_UNAVAILABLE');
});

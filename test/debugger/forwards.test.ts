/** Forwards of the JDI worker, at the adb server: made on a port of their own, and removed exactly. */
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AdbServer } from '../../src/devices/android/adb/adb-server.ts';
import { type AdbForward, addForward, removeForward } from '../../src/devices/android/adb/forwards.ts';
import { serial, startTestPhone, type TestPhone } from '../e2e/phone.ts';

let phone: TestPhone;
let server: AdbServer;

beforeAll(async () => {
  phone = await startTestPhone();
  const { host, port } = phone.adbServer;
  server = new AdbServer({ address: { host, port }, clock: systemClock });
});
afterAll(async () => await phone.close());

async function made(remote: string): Promise<AdbForward> {
  using op = Operation.start(5_000);
  return await addForward(op, server, { serial, remote });
}

async function removed(forward: AdbForward): Promise<void> {
  using op = Operation.start(5_000);
  await removeForward(op, server, forward);
}

test('each has a port of its own and is listed; only the named one is removed', async () => {
  const [one, other] = [await made('jdwp:10'), await made('jdwp:10')];
  expect(one.port).not.toBe(other.port);
  expect(one.entry).toBe(`${serial} tcp:${one.port} jdwp:10`);
  expect(phone.adbServer.forwardCount).toBe(2);
  await removed(one);
  await removed(one);
  expect(phone.adbServer.forwardCount).toBe(1);
  await removed(other);
  expect(phone.adbServer.forwardCount).toBe(0);
});

test('a port that somebody else has taken over meanwhile is left to them', async () => {
  using op = Operation.start(5_000);
  const ours = await made('jdwp:10');
  // As `adb forward` without --no-rebind does.
  const theirs = `host-serial:${serial}:forward:tcp:${ours.port};jdwp:11`;
  const wire = await server.connect(op);
  const frame = `${theirs.length.toString(16).padStart(4, '0')}${theirs}`;
  await wire.write(Buffer.from(frame));
  expect((await wire.take(8)).toString()).toBe('OKAYOKAY');
  await wire.close();
  await removed(ours);
  expect(phone.adbServer.forwardCount).toBe(1);
  await removed({ ...ours, entry: `${serial} tcp:${ours.port} jdwp:11` });
  expect(phone.adbServer.forwardCount).toBe(0);
});

test('a server on another computer is refused before it is asked', async () => {
  using op = Operation.start(5_000);
  const far = new AdbServer({ address: { host: 'build.example', port: 5_037 }, clock: systemClock });
  await expect(addForward(op, far, { serial, remote: 'jdwp:10' })).rejects.toMatchObject({
    code: 'DEBUGGER_UNSUPPORTED',
    nextStep: expect.stringContaining('native'),
  });
});

test('without an adb server there is nothing to remove', async () => {
  const forward = await made('jdwp:10');
  using op = Operation.start(5_000);
  const gone = new AdbServer({ address: { host: '127.0.0.1', port: 1 }, clock: systemClock });
  await removeForward(op, gone, forward);
  expect(phone.adbServer.forwardCount).toBe(1);
  await removed(forward);
});

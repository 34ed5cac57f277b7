/** Back pressure both ways, unix sockets, and ends while waiting. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Operation } from '@mobile-debug/core/operation.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Wire } from './wire.ts';

let folder: string;
let path: string;
let server: Server;
let peer: Promise<Socket>;
let op: Operation;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wire-'));
  path = join(folder, 'socket');
  op = Operation.start(10_000);
  peer = new Promise((resolve) => {
    server = createServer((socket) => {
      socket.on('error', () => {});
      resolve(socket);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(path, resolve);
  });
});

afterEach(async () => {
  op[Symbol.dispose]();
  (await peer).destroy();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  await rm(folder, { recursive: true });
});

it('waits with writing until the other side reads', async () => {
  const wire = await Wire.connect(op, { path });
  const other = await peer;
  let written = 0;
  const block = Buffer.alloc(16 << 10);
  const blocks = 1_000;
  const writing = (async () => {
    for (; written < blocks; written++) await wire.write(block);
  })();
  await expect.poll(() => written).toBeGreaterThan(0);
  expect(await standstill(() => written)).toBeLessThan(blocks / 2);
  let received = 0;
  other.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  await writing;
  await expect.poll(() => received).toBe(blocks * block.length);
  await wire.close();
});

it('takes no more than it is asked for from a fast sender', async () => {
  const wire = await Wire.connect(op, { path });
  const other = await peer;
  const total = 32 << 20;
  for (let left = 32; left > 0; left--) other.write(Buffer.alloc(total / 32, 'x'));
  expect(await standstill(() => other.writableLength)).toBeGreaterThan(total / 2);
  expect((await wire.take(total)).length).toBe(total);
  await wire.close();
});

it('cuts exact pieces out of whatever arrives, and tells the end from a broken answer', async () => {
  const wire = await Wire.connect(op, { path });
  const other = await peer;
  other.write('abc');
  other.end('defg');
  expect([(await wire.take(2)).toString(), (await wire.take(3)).toString()]).toEqual(['ab', 'cde']);
  expect((await wire.next())?.toString()).toBe('fg');
  expect(await wire.next()).toBeNull();
  await expect(wire.take(1)).rejects.toMatchObject({ code: 'DEVICE_UNAVAILABLE' });
  await wire.close();
  await wire.close();
  await expect(wire.write(Buffer.from('x'))).rejects.toMatchObject({ code: 'DEVICE_UNAVAILABLE' });
});

it('ends a wait for writing and for reading with the fault of the operation', async () => {
  const wire = await Wire.connect(op, { path });
  using short = op.within(100);
  wire.until(short);
  const reading = expect(wire.take(1)).rejects.toMatchObject({ code: 'TIMEOUT' });
  const writing = expect(wire.write(Buffer.alloc(64 << 20))).rejects.toMatchObject({ code: 'TIMEOUT' });
  await Promise.all([reading, writing]);
});

/** The value once two looks in a row find it unchanged. */
async function standstill(read: () => number): Promise<number> {
  let last = Number.NaN;
  await expect
    .poll(
      () => {
        const same = read() === last;
        last = read();
        return same;
      },
      { interval: 50 },
    )
    .toBe(true);
  return last;
}

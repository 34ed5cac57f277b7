/** The adbd port packet by packet: checksums by version, flow control, windows, refusals, broken input. */
import { expect, test } from 'vitest';
import { patiently, startBed } from '../testing/bed.ts';
import { RawSocket } from '../testing/raw-client.ts';

const names = ['CNXN', 'AUTH', 'OPEN', 'OKAY', 'CLSE', 'WRTE'] as const;
type Name = (typeof names)[number];

interface Packet {
  readonly name: string;
  readonly arg0: number;
  readonly arg1: number;
  readonly check: number;
  readonly payload: Buffer;
}

function packet(
  name: Name,
  arg0: number,
  arg1: number,
  payload: Buffer | string = '',
  check?: number,
): Buffer {
  const body = Buffer.from(payload);
  const command = Buffer.from(name).readUInt32LE(0);
  const header = Buffer.alloc(24);
  const sum = check ?? body.reduce((total, byte) => total + byte, 0);
  for (const [index, value] of [command, arg0, arg1, body.length, sum, ~command].entries())
    header.writeUInt32LE(value >>> 0, index * 4);
  return Buffer.concat([header, body]);
}

async function next(socket: RawSocket): Promise<Packet> {
  const header = await socket.take(24);
  return {
    name: header.toString('latin1', 0, 4),
    arg0: header.readUInt32LE(4),
    arg1: header.readUInt32LE(8),
    check: header.readUInt32LE(16),
    payload: await socket.take(header.readUInt32LE(12)),
  };
}

const host = (features: string): Buffer =>
  packet('CNXN', 0x01000001, 1024 * 1024, `host::features=${features}`);

test('banner and version follow the Android version; old ones check sums', async () => {
  const now = await startBed();
  const socket = await RawSocket.open(now.adbServer.adbdPort(now.serial));
  socket.write(host('shell_v2,cmd'));
  const hello = await next(socket);
  expect(hello).toMatchObject({ name: 'CNXN', arg0: 0x01000001, check: 0 });
  expect(hello.payload.toString()).toMatch(
    /^device::ro\.product\.name=sdk_gphone64_x86_64;ro\.product\.model=.*;features=.*shell_v2/,
  );
  socket.close();
  const old = await startBed({ version: '8' });
  const checked = await RawSocket.open(old.adbServer.adbdPort(old.serial));
  checked.write(host('shell_v2'));
  const greeting = await next(checked);
  expect(greeting.arg0).toBe(0x01000000);
  expect(greeting.check).toBe(greeting.payload.reduce((total, byte) => total + byte, 0));
  checked.write(packet('OPEN', 1, 0, 'exec:echo a\0', 12345));
  expect(await checked.rest()).toHaveLength(0);
});

test('one WRTE at a time: the next waits for its OKAY, CLSE waits for the last', async () => {
  const bed = await startBed();
  bed.adbServer.listen(bed.serial, 'tcp:1', async (stream) => {
    await stream.write(Buffer.from('one'));
    await stream.write(Buffer.from('two'));
  });
  const socket = await RawSocket.open(bed.adbServer.adbdPort(bed.serial));
  socket.write(host('shell_v2'));
  await next(socket);
  socket.write(packet('OPEN', 7, 0, 'tcp:1\0'));
  const okay = await next(socket);
  expect(okay).toMatchObject({ name: 'OKAY', arg1: 7 });
  expect((await next(socket)).payload.toString()).toBe('one');
  expect(socket.pending).toHaveLength(0);
  socket.write(packet('OKAY', 7, okay.arg0));
  expect((await next(socket)).payload.toString()).toBe('two');
  expect(socket.pending).toHaveLength(0);
  socket.write(packet('OKAY', 7, okay.arg0));
  expect(await next(socket)).toMatchObject({ name: 'CLSE', arg0: okay.arg0, arg1: 7 });
  socket.close();
});

test('delayed_ack: windows on OPEN and OKAY, consumed bytes acknowledged; a mismatch is refused', async () => {
  const bed = await startBed({ version: '16' });
  bed.adbServer.listen(bed.serial, 'tcp:1', async (stream) => {
    await stream.input.read();
    await stream.write(Buffer.from('0123456789'));
  });
  const socket = await RawSocket.open(bed.adbServer.adbdPort(bed.serial));
  socket.write(host('shell_v2,delayed_ack'));
  await next(socket);
  socket.write(packet('OPEN', 3, 0, 'tcp:1\0'));
  expect(await next(socket)).toMatchObject({ name: 'CLSE', arg0: 0, arg1: 3 });
  socket.write(packet('OPEN', 4, 1024, 'tcp:1\0'));
  const okay = await next(socket);
  expect(okay.payload.readInt32LE(0)).toBe(0x2000000);
  socket.write(packet('WRTE', 4, okay.arg0, 'hello'));
  const ack = await next(socket);
  expect([ack.name, ack.payload.readInt32LE(0)]).toEqual(['OKAY', 5]);
  expect((await next(socket)).payload.toString()).toBe('0123456789');
  socket.close();
});

test('a bad magic or too long a payload ends the connection; a hang-up there is a hang-up here', async () => {
  const bed = await startBed();
  const bad = await RawSocket.open(bed.adbServer.adbdPort(bed.serial));
  bad.write(Buffer.alloc(24, 1));
  expect(await bad.rest()).toHaveLength(0);
  const socket = await RawSocket.open(bed.adbServer.adbdPort(bed.serial));
  socket.write(host('shell_v2'));
  await next(socket);
  socket.write(packet('OPEN', 1, 0, 'shell,v2,raw:logcat\0'));
  await next(socket);
  expect(bed.adbServer.runningServices).toBe(1);
  const stranger = await RawSocket.open(bed.adbServer.adbdPort(bed.serial));
  stranger.write(packet('CNXN', 0x01000001, 1024 * 1024, Buffer.alloc(5000)));
  expect(await stranger.rest()).toHaveLength(0);
  socket.close();
  await stranger.rest();
  await expect.poll(() => bed.adbServer.runningServices, patiently).toBe(0);
  expect(bed.adbServer.commands()[0]?.outcome).toBe('hangup');
});

/** The sync protocol byte by byte. */
import { expect, test } from 'vitest';
import { type Bed, startBed } from '../testing/bed.ts';
import { openService, type RawSocket } from '../testing/raw-client.ts';

function request(id: string, path: string): Buffer {
  const bytes = Buffer.from(path);
  return Buffer.concat([Buffer.from(id), u32(bytes.length), bytes]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

async function openSync(bed: Bed): Promise<RawSocket> {
  return await openService(bed.port, bed.serial, 'sync:');
}

test('SEND, STAT, RECV and LIST on one stream', async () => {
  const bed = await startBed();
  const sync = await openSync(bed);
  const body = Buffer.alloc(150_000, 'ab\r\n\0');
  sync.write(request('SEND', '/data/local/tmp/f,33188'));
  for (let at = 0; at < body.length; at += 65_536) {
    const part = body.subarray(at, at + 65_536);
    sync.write(Buffer.concat([Buffer.from('DATA'), u32(part.length), part]));
  }
  sync.write(Buffer.concat([Buffer.from('DONE'), u32(1_700_000_000)]));
  expect((await sync.take(8)).toString('latin1')).toBe('OKAY\0\0\0\0');
  sync.write(request('STAT', '/data/local/tmp/f'));
  const stat = await sync.take(16);
  expect([stat.toString('latin1', 0, 4), stat.readUInt32LE(4).toString(8), stat.readUInt32LE(8)]).toEqual([
    'STAT',
    '100644',
    150_000,
  ]);
  sync.write(request('RECV', '/data/local/tmp/f'));
  const parts: Buffer[] = [];
  for (;;) {
    const head = await sync.take(8);
    if (head.toString('latin1', 0, 4) === 'DONE') break;
    parts.push(await sync.take(head.readUInt32LE(4)));
  }
  expect(Buffer.concat(parts).equals(body)).toBe(true);
  sync.write(request('LIST', '/data/local/tmp'));
  const dent = await sync.take(20);
  expect((await sync.take(dent.readUInt32LE(16))).toString()).toBe('f');
  expect((await sync.take(20)).toString('latin1', 0, 4)).toBe('DONE');
  sync.write(request('QUIT', ''));
  expect(await sync.rest()).toHaveLength(0);
});

test('absent files, v2 stats and refusals', async () => {
  const bed = await startBed();
  const sync = await openSync(bed);
  sync.write(request('STAT', '/nope'));
  expect((await sync.take(16)).readUInt32LE(4)).toBe(0);
  sync.write(request('LST2', '/nope'));
  const v2 = await sync.take(72);
  expect([v2.toString('latin1', 0, 4), v2.readUInt32LE(4)]).toEqual(['LST2', 2]);
  sync.write(request('RECV', '/nope'));
  const fail = await sync.take(8);
  expect((await sync.take(fail.readUInt32LE(4))).toString()).toBe('open failed: No such file or directory');
  sync.write(request('SEND', '/system/x,33188'));
  sync.write(Buffer.concat([Buffer.from('DATA'), u32(1), Buffer.from('a'), Buffer.from('DONE'), u32(0)]));
  const refused = await sync.take(8);
  expect(refused.toString('latin1', 0, 4)).toBe('FAIL');
  expect((await sync.take(refused.readUInt32LE(4))).toString()).toContain('Read-only file system');
  sync.close();
});

test('a full disk fails the transfer after draining it', async () => {
  const bed = await startBed();
  const handle = bed.adbServer.faults.add({ do: { kind: 'disk_full' }, when: { times: 1 } });
  const sync = await openSync(bed);
  sync.write(request('SEND', '/data/local/tmp/f,33188'));
  sync.write(Buffer.concat([Buffer.from('DATA'), u32(1), Buffer.from('a'), Buffer.from('DONE'), u32(0)]));
  const fail = await sync.take(8);
  expect((await sync.take(fail.readUInt32LE(4))).toString()).toContain('No space left on device');
  expect(handle.uses).toBe(1);
  expect(bed.phone.files.read('/data/local/tmp/f')).toBeNull();
  sync.close();
});

test('v2 transfers and listings where the version has them; compression and unknown requests are refused', async () => {
  const bed = await startBed();
  const sync = await openSync(bed);
  sync.write(request('SND2', '/sdcard/v2'));
  sync.write(Buffer.concat([Buffer.from('SND2'), u32(0o100644), u32(0)]));
  sync.write(Buffer.concat([Buffer.from('DATA'), u32(3), Buffer.from('two'), Buffer.from('DONE'), u32(0)]));
  expect((await sync.take(8)).toString('latin1', 0, 4)).toBe('OKAY');
  sync.write(request('RCV2', '/sdcard/v2'));
  sync.write(Buffer.concat([Buffer.from('RCV2'), u32(0)]));
  expect((await sync.take(19)).toString('latin1')).toBe('DATA\x03\0\0\0twoDONE\0\0\0\0');
  sync.write(request('LIS2', '/sdcard/Download'));
  expect((await sync.take(76)).toString('latin1', 0, 4)).toBe('DONE');
  sync.write(request('RCV2', '/sdcard/v2'));
  sync.write(Buffer.concat([Buffer.from('RCV2'), u32(1)]));
  expect((await sync.rest()).toString('latin1', 0, 4)).toBe('FAIL');
  const old = await startBed({ version: '8' });
  const plain = await openSync(old);
  plain.write(request('LIS2', '/sdcard'));
  expect((await plain.rest()).toString('latin1')).toContain('unknown command LIS2');
  expect(bed.adbServer.commands()[0]).toMatchObject({ kind: 'sync', outcome: 'closed' });
});

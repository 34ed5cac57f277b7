/** The fixed-size answers of the sync protocol, all little-endian. */
import type { PhoneFiles } from '../../phone/phone-types.ts';

type FileStat = NonNullable<ReturnType<PhoneFiles['stat']>>;

const enoent = 2;
const folderBit = 0o040000;
const fileBit = 0o100000;

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

/** File type and permission bits in one, whether or not the model already put the type in. */
function fullMode(stat: FileStat): number {
  return (stat.mode & 0o7777) | (stat.directory ? folderBit : fileBit);
}

export function statRecord(stat: FileStat | null): Buffer {
  const fields = stat ? [fullMode(stat), stat.size, stat.mtimeSec] : [0, 0, 0];
  return Buffer.concat([Buffer.from('STAT'), ...fields.map(u32)]);
}

export function statV2Record(id: string, stat: FileStat | null): Buffer {
  return Buffer.concat([Buffer.from(id), v2Fields(stat)]);
}

export function dent(id: 'LIST' | 'LIS2', name: string, stat: FileStat): Buffer {
  const nameBytes = Buffer.from(name, 'utf8');
  const fields =
    id === 'LIST' ? Buffer.concat([fullMode(stat), stat.size, stat.mtimeSec].map(u32)) : v2Fields(stat);
  return Buffer.concat([
    Buffer.from(id === 'LIST' ? 'DENT' : 'DNT2'),
    fields,
    u32(nameBytes.length),
    nameBytes,
  ]);
}

/** DONE padded to the size of an entry record. */
export function listEnd(id: 'LIST' | 'LIS2'): Buffer {
  return Buffer.concat([Buffer.from('DONE'), Buffer.alloc(id === 'LIST' ? 16 : 72)]);
}

export function done(value: number): Buffer {
  return Buffer.concat([Buffer.from('DONE'), u32(value)]);
}

export function failRecord(message: string): Buffer {
  const bytes = Buffer.from(message);
  return Buffer.concat([Buffer.from('FAIL'), u32(bytes.length), bytes]);
}

/** error, dev, ino, mode, nlink, uid, gid, size, atime, mtime, ctime: 68 bytes. */
function v2Fields(stat: FileStat | null): Buffer {
  const bytes = Buffer.alloc(68);
  if (!stat) {
    bytes.writeUInt32LE(enoent, 0);
    return bytes;
  }
  bytes.writeBigUInt64LE(1n, 4);
  bytes.writeBigUInt64LE(1n, 12);
  bytes.writeUInt32LE(fullMode(stat), 20);
  bytes.writeUInt32LE(1, 24);
  bytes.writeUInt32LE(2000, 28);
  bytes.writeUInt32LE(2000, 32);
  bytes.writeBigUInt64LE(BigInt(stat.size), 36);
  for (const at of [44, 52, 60]) bytes.writeBigInt64LE(BigInt(Math.floor(stat.mtimeSec)), at);
  return bytes;
}

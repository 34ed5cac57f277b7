/** Takes named files out of a gzipped tar archive, as npm packs them. Bounded; follows no links, writes nothing. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Fault } from '@mobile-debug/core/fault.ts';

const blockBytes = 512;

/**
 * The wanted files by the path that they have in the archive. UNKNOWN when one is missing or the archive is broken or
 * larger than `maxBytes` unpacked.
 */
export async function filesOfTarball(
  archive: Uint8Array,
  wanted: readonly string[],
  maxBytes: number,
): Promise<ReadonlyMap<string, Buffer>> {
  const tar = await unpacked(archive, maxBytes);
  const found = new Map<string, Buffer>();
  for (let at = 0; at + blockBytes <= tar.length; ) {
    const header = tar.subarray(at, at + blockBytes);
    if (header.every((byte) => byte === 0)) break;
    const sizeBytes = Number.parseInt(text(header, 124, 12), 8);
    const end = at + blockBytes + sizeBytes;
    if (!Number.isInteger(sizeBytes) || end > tar.length) throw broken('an entry is longer than the archive');
    const prefix = text(header, 345, 155);
    const name = `${prefix === '' ? '' : `${prefix}/`}${text(header, 0, 100)}`;
    const regular = header[156] === 0x30 || header[156] === 0;
    if (regular && wanted.includes(name)) found.set(name, Buffer.from(tar.subarray(at + blockBytes, end)));
    at += blockBytes + Math.ceil(sizeBytes / blockBytes) * blockBytes;
  }
  const missing = wanted.find((name) => !found.has(name));
  if (missing !== undefined) throw broken(`it has no ${missing}`);
  return found;
}

async function unpacked(archive: Uint8Array, maxBytes: number): Promise<Buffer> {
  try {
    return await promisify(gunzip)(archive, { maxOutputLength: maxBytes });
  } catch (error) {
    throw broken(error instanceof Error ? error.message : String(error), error);
  }
}

function text(header: Buffer, from: number, length: number): string {
  const field = header.subarray(from, from + length);
  const end = field.indexOf(0);
  return field
    .subarray(0, end < 0 ? length : end)
    .toString('utf8')
    .trim();
}

function broken(what: string, cause?: unknown): Fault {
  return new Fault('UNKNOWN', `The archive cannot be read: ${what}.`, { cause });
}

/** A zip archive of a folder, stored and not compressed, so that no `zip` has to be installed. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const localHead = 0x04034b50;
const centralHead = 0x02014b50;
const endOfCentral = 0x06054b50;
const version = 20;

/** APPNOTE.TXT 4.4.7: the CRC-32 of ISO 3309. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function head(
  size: number,
  words: readonly (readonly [offset: number, value: number, bytes: 2 | 4])[],
): Buffer {
  const buffer = Buffer.alloc(size);
  for (const [offset, value, bytes] of words) buffer.writeUIntLE(value, offset, bytes);
  return buffer;
}

/** Files of `folder` below `name`, which all names in the archive begin with. */
export function zipFolder(folder: string, name: string, archive: string): void {
  const files = readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })
    .map((file) => `${name}/${file.replaceAll('\\', '/')}`)
    .filter((file) => statSync(join(folder, file)).isFile());
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const bytes = readFileSync(join(folder, file));
    const title = Buffer.from(file);
    const [crc, { length }] = [crc32(bytes), bytes];
    const local = head(30, [
      [0, localHead, 4],
      [4, version, 2],
      [14, crc, 4],
      [18, length, 4],
      [22, length, 4],
      [26, title.length, 2],
    ]);
    const central = head(46, [
      [0, centralHead, 4],
      [4, version, 2],
      [6, version, 2],
      [16, crc, 4],
      [20, length, 4],
      [24, length, 4],
      [28, title.length, 2],
      [42, offset, 4],
    ]);
    parts.push(local, title, bytes);
    directory.push(central, title);
    offset += local.length + title.length + length;
  }
  const central = Buffer.concat(directory);
  const end = head(22, [
    [0, endOfCentral, 4],
    [8, files.length, 2],
    [10, files.length, 2],
    [12, central.length, 4],
    [16, offset, 4],
  ]);
  writeFileSync(archive, Buffer.concat([...parts, central, end]));
}

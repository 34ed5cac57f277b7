/** RGBA pixels as a PNG file: 8 bit colour, with alpha or without, one IDAT chunk. */
import { deflateSync } from 'node:zlib';

/** Node 20.11 has no `zlib.crc32` yet. */
const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** `rgba` holds rows without gaps. Each row is stored as difference to the one above, which suits flat screens. */
export function encodePng(
  rgba: Uint8Array,
  width: number,
  height: number,
  { alpha = true }: { readonly alpha?: boolean } = {},
): Uint8Array {
  const pixels = alpha ? rgba : withoutAlpha(rgba);
  const stride = width * (alpha ? 4 : 3);
  const raw = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y++) {
    const from = y * stride;
    const to = y * (stride + 1);
    raw[to] = y === 0 ? 0 : 2;
    if (y === 0) raw.set(pixels.subarray(0, stride), 1);
    else
      for (let x = 0; x < stride; x++)
        raw[to + 1 + x] = (pixels[from + x] ?? 0) - (pixels[from + x - stride] ?? 0);
  }
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, 8);
  header.setUint8(9, alpha ? 6 : 2);
  const chunks = [
    Uint8Array.from(signature),
    chunk('IHDR', new Uint8Array(header.buffer)),
    chunk('IDAT', deflateSync(raw, { level: 1 })),
    chunk('IEND', new Uint8Array(0)),
  ];
  const out = new Uint8Array(chunks.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of chunks) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function withoutAlpha(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = rgba[from] ?? 0;
    rgb[to + 1] = rgba[from + 1] ?? 0;
    rgb[to + 2] = rgba[from + 2] ?? 0;
  }
  return rgb;
}

function chunk(type: string, body: Uint8Array): Uint8Array {
  const out = new Uint8Array(body.length + 12);
  const view = new DataView(out.buffer);
  view.setUint32(0, body.length);
  out.set(new TextEncoder().encode(type), 4);
  out.set(body, 8);
  view.setUint32(body.length + 8, checksum(out.subarray(4, body.length + 8)));
  return out;
}

function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

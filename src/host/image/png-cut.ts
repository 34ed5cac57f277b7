/** Cuts a whole PNG out of what a program printed: warnings before it and noise behind it are dropped. Pure. */

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length, type and CRC around the data of every chunk. */
const chunkFrameBytes = 12;

export interface CutPng {
  readonly png: Uint8Array;
  /** Pixels, from IHDR. */
  readonly width: number;
  readonly height: number;
}

/** `none`: no signature; `cut`: it breaks off before IEND or does not begin with IHDR. */
export function cutPng(output: Buffer): CutPng | 'none' | 'cut' {
  const start = output.indexOf(signature);
  if (start < 0) return 'none';
  let at = start + signature.length;
  if (output.length < at + 25 || output.toString('latin1', at + 4, at + 8) !== 'IHDR') return 'cut';
  const width = output.readUInt32BE(at + 8);
  const height = output.readUInt32BE(at + 12);
  while (at + chunkFrameBytes <= output.length) {
    const type = output.toString('latin1', at + 4, at + 8);
    at += chunkFrameBytes + output.readUInt32BE(at);
    if (at > output.length) return 'cut';
    if (type === 'IEND') return { png: output.subarray(start, at), width, height };
  }
  return 'cut';
}

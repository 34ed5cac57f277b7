/** Scaling, size bound, formats and labels of pictures for clients. */

import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { ImageOptions, PreparedImage } from '../../host-port/computer.ts';
import { prepareImage as prepareWithin } from './image.ts';
import { annotationSvg } from './image-annotations.ts';
import { textPath, textWidth } from './image-font.ts';

async function prepareImage(png: Uint8Array, options: Partial<ImageOptions> = {}): Promise<PreparedImage> {
  using op = Operation.start(20_000);
  return await prepareWithin(op, png, { maxLongEdge: 1_024, format: 'jpeg', ...options });
}

const plain = (width: number, height: number, background = '#202020'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** Noise is the worst case of every codec. */
async function noise(width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  let state = 99;
  for (let at = 0; at < pixels.length; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    pixels[at] = state & 255;
  }
  return await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

describe('prepareImage', () => {
  it('makes a JPEG of at most 1,024 on the long side and tells the scale', async () => {
    const image = await prepareImage(await plain(1440, 3040));
    expect(image).toMatchObject({ mimeType: 'image/jpeg', width: 485, height: 1024 });
    const meta = await sharp(image.bytes).metadata();
    expect(meta).toMatchObject({ format: 'jpeg', width: 485, height: 1024 });
    // SHOT-07: a place read off the picture is found again on the screen.
    expect(Math.abs(100 / image.scale - 100 * (1440 / 485))).toBeLessThan(0.001);
  });

  it.each([
    [{ maxLongEdge: 5_000 }, 743, 1568],
    [{ maxLongEdge: 1 }, 30, 64],
  ])('keeps to %j', async (options, width, height) => {
    expect(await prepareImage(await plain(1440, 3040), options)).toMatchObject({ width, height });
  });

  it('never enlarges', async () => {
    expect(await prepareImage(await plain(30, 20))).toMatchObject({ width: 30, height: 20, scale: 1 });
  });

  it.each(['jpeg', 'png', 'webp'] as const)('holds %s under 900 KB of base64', async (format) => {
    const image = await prepareImage(await noise(1_100, 1_100), { maxLongEdge: 1_568, format });
    expect(Buffer.from(image.bytes).toString('base64').length).toBeLessThanOrEqual(900_000);
    expect(await sharp(image.bytes).metadata()).toMatchObject({
      format,
      width: image.width,
      height: image.height,
    });
    expect(image.scale).toBeCloseTo(image.width / 1_100, 6);
  });

  it('refuses what is no picture', async () => {
    const error: unknown = await prepareImage(Buffer.from('no picture')).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Fault);
    expect(error).toMatchObject({ code: 'OBSERVATION_FAILED' });
    const cut = (await noise(64, 64)).subarray(0, 3_000);
    await expect(prepareImage(cut)).rejects.toMatchObject({ code: 'OBSERVATION_FAILED' });
  });

  it('draws boxes where they are and labels without any font', async () => {
    const image = await prepareImage(await plain(400, 800, '#000000'), {
      maxLongEdge: 400,
      format: 'png',
      annotate: [{ bounds: [100, 200, 300, 400], label: 'e12' }],
    });
    const { data, info } = await sharp(image.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number): number[] => [
      ...data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3),
    ];
    expect(at(149, 150)).toEqual([0xd8, 0x1b, 0x60]);
    expect(at(100, 199)).toEqual([0xd8, 0x1b, 0x60]);
    expect(at(100, 150)).toEqual([0, 0, 0]);
    expect(at(10, 10)).toEqual([0, 0, 0]);
    // The top stroke of the "e", one dot right and below the corner of its tag.
    expect(at(51, 101)).toEqual([255, 255, 255]);
  });
});

describe('labels', () => {
  it('writes every character of a handle differently', () => {
    const shapes = [...'0123456789e'].map((character) => textPath(character, { x: 0, y: 0, dot: 1 }));
    expect(new Set(shapes).size).toBe(shapes.length);
    expect(textWidth('e12')).toBe(11);
  });

  it('stays inside the picture and leaves empty boxes out', () => {
    const size = { width: 100, height: 100 };
    const svg = annotationSvg(
      [
        { bounds: [-50, -50, 5, 5], label: 'e1' },
        { bounds: [95, 95, 500, 500], label: '<e2>&"' },
        { bounds: [10, 10, 10, 20], label: 'e3' },
        { bounds: [90, 20, 80, 10], label: 'e4' },
        { bounds: [Number.NaN, 0, 10, 10], label: 'e5' },
      ],
      { picture: size, space: size },
    );
    expect(svg.match(/<path/g)).toHaveLength(2);
    expect(svg).not.toMatch(/[xy]="-|NaN|&"/);
  });
});

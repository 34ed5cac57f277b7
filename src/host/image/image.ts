/**
 * A screenshot made ready for a client: scaled, annotated, encoded, and small enough that no client scales it again
 * behind our back. The codec is loaded at the first picture, because most calls never need it.
 */

import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Sharp } from 'sharp';
import type { ImageFormat, ImageOptions, PreparedImage } from '../../host-port/computer.ts';
import { annotationSvg, type PixelSize } from './image-annotations.ts';

const longestEdge = 1_568;
/** 900 KB of base64. */
const maxBytes = 675_000;
const qualities = [80, 65, 50, 35];
const shrinkStep = 0.8;

export async function prepareImage(
  op: Operation,
  png: Uint8Array,
  options: ImageOptions,
): Promise<PreparedImage> {
  return await op.race(prepare(op, png, options));
}

async function prepare(op: Operation, png: Uint8Array, options: ImageOptions): Promise<PreparedImage> {
  const { default: sharp } = await import('sharp');
  const source = await decodedSize(sharp(png));
  const { format } = options;
  // Something always fits once it is small enough, so this ends.
  for (let scale = firstScale(source, options); ; scale *= shrinkStep) {
    op.check();
    const picture = scaled(source, scale);
    const drawn = await draw(sharp(png), picture, options, source);
    const bytes = await encodeToFit(() => sharp(drawn.data, { raw: drawn.info }), format);
    if (bytes !== null)
      return { bytes, mimeType: `image/${format}`, ...picture, scale: picture.width / source.width };
  }
}

async function decodedSize(image: Sharp): Promise<PixelSize> {
  try {
    const { width, height } = await image.metadata();
    return { width, height };
  } catch (error) {
    throw new Fault('OBSERVATION_FAILED', 'The screenshot cannot be decoded.', {
      cause: error,
    });
  }
}

function firstScale(source: PixelSize, { maxLongEdge }: ImageOptions): number {
  const edge = Math.min(Math.max(Math.round(maxLongEdge), 64), longestEdge);
  return Math.min(1, edge / Math.max(source.width, source.height));
}

function scaled({ width, height }: PixelSize, scale: number): PixelSize {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

interface RawPicture {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number; readonly channels: 1 | 2 | 3 | 4 };
}

async function draw(
  image: Sharp,
  picture: PixelSize,
  { annotate }: ImageOptions,
  source: PixelSize,
): Promise<RawPicture> {
  const resized = image
    .flatten({ background: '#000000' })
    .resize({ ...picture, fit: 'fill', kernel: 'lanczos3' });
  if (annotate && annotate.length > 0) {
    const svg = annotationSvg(annotate, { picture, space: source });
    resized.composite([{ input: Buffer.from(svg) }]);
  }
  try {
    return await resized.raw().toBuffer({ resolveWithObject: true });
  } catch (error) {
    throw new Fault('OBSERVATION_FAILED', 'The screenshot is damaged: only part of it can be decoded.', {
      cause: error,
    });
  }
}

/** Null when no quality brings it under the bound. PNG has one quality. */
async function encodeToFit(picture: () => Sharp, format: ImageFormat): Promise<Buffer | null> {
  for (const quality of format === 'png' ? [100] : qualities) {
    const bytes = await encode(picture(), format, quality);
    if (bytes.length <= maxBytes) return bytes;
  }
  return null;
}

async function encode(picture: Sharp, format: ImageFormat, quality: number): Promise<Buffer> {
  if (format === 'png') return await picture.png({ compressionLevel: 6 }).toBuffer();
  // Full colour resolution keeps thin coloured text readable.
  if (format === 'jpeg') return await picture.jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer();
  return await picture.webp({ quality, effort: 3 }).toBuffer();
}

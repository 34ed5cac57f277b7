/** What needs the pixels of a screenshot: is it one colour, and turning it upright. The decoder is loaded when needed. */

/** A picture that compresses worse than this has more than one colour, so most are never decoded. */
const bytesPerPixelOfPlainPictures = 1 / 50;

/** `#rrggbb` when all pixels are that colour, else null. */
export async function singleColour(
  png: Uint8Array,
  { width, height }: { width: number; height: number },
): Promise<string | null> {
  if (png.length > 4_096 + width * height * bytesPerPixelOfPlainPictures) return null;
  const { default: sharp } = await import('sharp');
  const { channels } = await sharp(png).removeAlpha().stats();
  if (channels.some(({ min, max }) => min !== max)) return null;
  const parts = channels.length >= 3 ? channels.slice(0, 3) : Array.from({ length: 3 }, () => channels[0]);
  return `#${parts.map((part) => (part?.min ?? 0).toString(16).padStart(2, '0')).join('')}`;
}

/** Turns the picture clockwise; 90 and 270 swap width and height. */
export async function rotatePng(png: Uint8Array, degrees: 90 | 180 | 270): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  return await sharp(png).rotate(degrees).png({ compressionLevel: 1 }).toBuffer();
}

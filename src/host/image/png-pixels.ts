/** What needs the pixels of a screenshot: is it nearly one colour, and turning it upright. The decoder is loaded when needed. */

/** A picture that compresses worse than this is not plain, even with the bars of the system, so most are never decoded. */
const bytesPerPixelOfPlainPictures = 1 / 25;

export interface PlainPicture {
  /** `#rrggbb` */
  readonly colour: string;
  /** Of the pixels, from 0.75 to 1; 1 when all are that colour. */
  readonly share: number;
}

/** From this share on a picture is plain: the bars of the system, an eighth of a screen, are left around a black window. */
const plainShare = 0.75;

/** Enough points that a line of text counts, few enough to count them in a millisecond. */
const sampleSide = 160;

/** When nearly all of the picture is one colour; null otherwise. */
export async function plainPicture(
  png: Uint8Array,
  { width, height }: { width: number; height: number },
): Promise<PlainPicture | null> {
  if (png.length > 4_096 + width * height * bytesPerPixelOfPlainPictures) return null;
  const { default: sharp } = await import('sharp');
  const { data } = await sharp(png)
    .removeAlpha()
    .toColourspace('srgb')
    .resize(Math.min(width, sampleSide), Math.min(height, sampleSide), { fit: 'fill', kernel: 'nearest' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const counts = new Map<number, number>();
  for (let at = 0; at + 2 < data.length; at += 3) {
    const pixel = data.readUIntBE(at, 3);
    counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  }
  const [pixel, count] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0]);
  const share = count / (data.length / 3);
  return share < plainShare ? null : { colour: `#${pixel.toString(16).padStart(6, '0')}`, share };
}

/** Turns the picture clockwise; 90 and 270 swap width and height. */
export async function rotatePng(png: Uint8Array, degrees: 90 | 180 | 270): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  return await sharp(png).rotate(degrees).png({ compressionLevel: 1 }).toBuffer();
}

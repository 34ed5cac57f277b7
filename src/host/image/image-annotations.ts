/** Boxes with labels as an SVG of the picture's size, drawn with paths only. Pure. */
import type { Annotation } from '../../host-port/computer.ts';
import { glyphHeight, textPath, textWidth } from './image-font.ts';

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Told apart by eye on light and dark screens; neighbours get different ones. */
const colours = ['#d81b60', '#1e66d0', '#00796b', '#b35900', '#7b1fa2', '#2e7d32'];

/**
 * Boxes are given in `space` and drawn in `picture`. What lies outside is clipped, what is empty is left out. A label
 * stands inside its box at the top left, or above a box too small for it, always within the picture.
 */
export function annotationSvg(
  annotations: readonly Annotation[],
  { picture, space }: { picture: PixelSize; space: PixelSize },
): string {
  const scale = { x: picture.width / space.width, y: picture.height / space.height };
  const dot = Math.max(1, Math.round(Math.max(picture.width, picture.height) / 512));
  const drawn = annotations.map((annotation, index) =>
    boxSvg(annotation, { scale, picture, dot, colour: colours[index % colours.length] ?? '#000000' }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${picture.width}" height="${picture.height}">${drawn.join('')}</svg>`;
}

interface Pen {
  readonly scale: { readonly x: number; readonly y: number };
  readonly picture: PixelSize;
  readonly dot: number;
  readonly colour: string;
}

function boxSvg({ bounds, label }: Annotation, { scale, picture, dot, colour }: Pen): string {
  const clamp = (value: number, most: number): number => Math.round(Math.min(Math.max(value, 0), most));
  const left = clamp(bounds[0] * scale.x, picture.width);
  const top = clamp(bounds[1] * scale.y, picture.height);
  const right = clamp(bounds[2] * scale.x, picture.width);
  const bottom = clamp(bounds[3] * scale.y, picture.height);
  if (!(right > left && bottom > top)) return '';
  const text = [...label].slice(0, 12).join('');
  const tag = { width: (textWidth(text) + 2) * dot, height: (glyphHeight + 2) * dot };
  const roomy = bottom - top >= tag.height * 2 && right - left >= tag.width;
  const x = Math.max(0, Math.min(left, picture.width - tag.width));
  const y = Math.max(0, Math.min(roomy ? top : top - tag.height, picture.height - tag.height));
  return (
    `<rect x="${left + 0.5}" y="${top + 0.5}" width="${right - left - 1}" height="${bottom - top - 1}" fill="none" stroke="${colour}" stroke-width="${dot}"/>` +
    `<rect x="${x}" y="${y}" width="${tag.width}" height="${tag.height}" fill="${colour}"/>` +
    `<path d="${textPath(text, { x: x + dot, y: y + dot, dot })}" fill="#ffffff"/>`
  );
}

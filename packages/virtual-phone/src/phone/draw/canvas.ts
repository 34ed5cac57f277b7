/** Pixels: filled and rounded rectangles, discs and text on one RGBA sheet, each cut by a clip rectangle. */
import type { Rect } from '../phone-types.ts';
import { intersect, isEmpty } from '../rect.ts';
import type { Color } from '../view-spec.ts';
import { advance, type MaskStore, maskOf } from './font.ts';

export class Canvas {
  readonly width: number;
  readonly height: number;
  /** One pixel per number, bytes R G B A in memory order on little-endian machines, which is all that Node runs on. */
  readonly pixels: Uint32Array;
  readonly #masks: MaskStore;

  constructor(width: number, height: number, masks: MaskStore) {
    this.width = width;
    this.height = height;
    this.#masks = masks;
    this.pixels = new Uint32Array(width * height);
  }

  get rgba(): Uint8Array {
    return new Uint8Array(this.pixels.buffer);
  }

  fill(rect: Rect, color: Color, clip: Rect): void {
    const area = this.#inside(rect, clip);
    if (isEmpty(area)) return;
    const value = opaque(color);
    for (let y = area[1]; y < area[3]; y++)
      this.pixels.fill(value, y * this.width + area[0], y * this.width + area[2]);
  }

  /** Corners are smoothed; a radius of half the height makes a pill, of half of both a disc. */
  round(rect: Rect, color: Color, radius: number, clip: Rect): void {
    const r = Math.min(radius, (rect[2] - rect[0]) / 2, (rect[3] - rect[1]) / 2);
    if (r < 1) {
      this.fill(rect, color, clip);
      return;
    }
    const edge = Math.ceil(r);
    this.fill([rect[0], rect[1] + edge, rect[2], rect[3] - edge], color, clip);
    this.fill([rect[0] + edge, rect[1], rect[2] - edge, rect[1] + edge], color, clip);
    this.fill([rect[0] + edge, rect[3] - edge, rect[2] - edge, rect[3]], color, clip);
    for (const right of [false, true])
      for (const bottom of [false, true]) this.#corner(rect, { r, edge, right, bottom }, color, clip);
  }

  /** A ring of `thickness` along the inside of the edge, filled with `inner`. */
  frame(
    rect: Rect,
    colors: { border: Color; inner: Color },
    size: { radius: number; thickness: number },
    clip: Rect,
  ): void {
    const t = size.thickness;
    this.round(rect, colors.border, size.radius, clip);
    this.round(
      [rect[0] + t, rect[1] + t, rect[2] - t, rect[3] - t],
      colors.inner,
      Math.max(0, size.radius - t),
      clip,
    );
  }

  /** One line of text with its top left corner at `x`, `y`. */
  text(
    line: string,
    at: { x: number; y: number; size: number; bold: boolean; color: Color },
    clip: Rect,
  ): void {
    let pen = at.x;
    for (const char of line) {
      if (pen > clip[2]) return;
      const mask = maskOf(char, at.size, at.bold, this.#masks);
      if (mask) {
        const left = Math.round(pen) + mask.left;
        const area = this.#inside(
          [left, at.y + mask.top, left + mask.width, at.y + mask.top + mask.height],
          clip,
        );
        for (let y = area[1]; y < area[3]; y++) {
          const from = (y - at.y - mask.top) * mask.width - left;
          for (let x = area[0]; x < area[2]; x++) {
            const ink = mask.coverage[from + x] ?? 0;
            if (ink > 0) this.#blend(y * this.width + x, at.color, ink);
          }
        }
      }
      pen += advance(char, at.size, at.bold);
    }
  }

  /** A straight line with round ends. */
  line(
    from: readonly [number, number],
    to: readonly [number, number],
    pen: { color: Color; width: number },
    clip: Rect,
  ): void {
    const steps = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1])));
    const half = pen.width / 2;
    for (let n = 0; n <= steps; n++) {
      const x = from[0] + ((to[0] - from[0]) * n) / steps;
      const y = from[1] + ((to[1] - from[1]) * n) / steps;
      this.round(
        [Math.round(x - half), Math.round(y - half), Math.round(x + half), Math.round(y + half)],
        pen.color,
        half,
        clip,
      );
    }
  }

  /** Darkens everything, as below a dialog. */
  dim(): void {
    const { pixels } = this;
    for (let n = 0; n < pixels.length; n++) pixels[n] = (((pixels[n] ?? 0) >>> 1) & 0x7f7f7f) | 0xff000000;
  }

  #corner(
    rect: Rect,
    at: { r: number; edge: number; right: boolean; bottom: boolean },
    color: Color,
    clip: Rect,
  ): void {
    const left = at.right ? rect[2] - at.edge : rect[0];
    const top = at.bottom ? rect[3] - at.edge : rect[1];
    const centreX = at.right ? rect[2] - at.r : rect[0] + at.r;
    const centreY = at.bottom ? rect[3] - at.r : rect[1] + at.r;
    const area = this.#inside([left, top, left + at.edge, top + at.edge], clip);
    for (let y = area[1]; y < area[3]; y++)
      for (let x = area[0]; x < area[2]; x++) {
        const inside = at.r + 0.5 - Math.hypot(x + 0.5 - centreX, y + 0.5 - centreY);
        if (inside > 0) this.#blend(y * this.width + x, color, inside >= 1 ? 255 : Math.round(inside * 255));
      }
  }

  #blend(at: number, color: Color, ink: number): void {
    if (ink >= 255) {
      this.pixels[at] = opaque(color);
      return;
    }
    const below = this.pixels[at] ?? 0;
    const mix = (over: number, shift: number): number => {
      const under = (below >>> shift) & 0xff;
      return Math.round(under + ((over - under) * ink) / 255) << shift;
    };
    const red = mix((color >>> 16) & 0xff, 0);
    const green = mix((color >>> 8) & 0xff, 8);
    const blue = mix(color & 0xff, 16);
    this.pixels[at] = (0xff000000 | blue | green | red) >>> 0;
  }

  #inside(rect: Rect, clip: Rect): Rect {
    const [left, top, right, bottom] = intersect(intersect(rect, clip), [0, 0, this.width, this.height]);
    return [Math.round(left), Math.round(top), Math.round(right), Math.round(bottom)];
  }
}

function opaque(color: Color): number {
  return (0xff000000 | ((color & 0xff) << 16) | (color & 0xff00) | ((color >>> 16) & 0xff)) >>> 0;
}

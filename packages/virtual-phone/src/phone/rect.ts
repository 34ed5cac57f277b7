/** Arithmetic on rectangles of pixels. */
import type { Rect } from './phone-types.ts';

export function intersect(a: Rect, b: Rect): Rect {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
}

export function isEmpty(r: Rect): boolean {
  return r[2] <= r[0] || r[3] <= r[1];
}

/** Left and top belong to the rectangle, right and bottom do not. */
export function contains(r: Rect, x: number, y: number): boolean {
  return x >= r[0] && x < r[2] && y >= r[1] && y < r[3];
}

/** A rectangle of the natural panel as it lies after `rotation` quarter turns. */
export function rotateRect(r: Rect, rotation: 0 | 1 | 2 | 3, panel: { width: number; height: number }): Rect {
  const { width, height } = panel;
  if (rotation === 1) return [r[1], width - r[2], r[3], width - r[0]];
  if (rotation === 2) return [width - r[2], height - r[3], width - r[0], height - r[1]];
  if (rotation === 3) return [height - r[3], r[0], height - r[1], r[2]];
  return r;
}

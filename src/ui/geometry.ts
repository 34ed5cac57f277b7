/** Rectangles and points, nothing else. Half-open: a rectangle holds its left and top edge, not its right and bottom. */
import type { Bounds, Point } from './ui-tree.ts';

/** No area, or inverted. */
export function isEmpty(bounds: Bounds): boolean {
  return !(bounds[2] > bounds[0] && bounds[3] > bounds[1]);
}

export function areaOf(bounds: Bounds): number {
  return isEmpty(bounds) ? 0 : (bounds[2] - bounds[0]) * (bounds[3] - bounds[1]);
}

/**
 * The part of `bounds` inside `clip`. When there is none: a rectangle without area at the edge of `clip` that is
 * nearest, so that it still says where the thing lies.
 */
export function clipTo(bounds: Bounds, clip: Bounds): Bounds {
  const left = between(bounds[0], clip[0], clip[2]);
  const top = between(bounds[1], clip[1], clip[3]);
  return [
    left,
    top,
    Math.max(left, between(bounds[2], clip[0], clip[2])),
    Math.max(top, between(bounds[3], clip[1], clip[3])),
  ];
}

function between(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

export function holds(bounds: Bounds, point: Point): boolean {
  return point[0] >= bounds[0] && point[0] < bounds[2] && point[1] >= bounds[1] && point[1] < bounds[3];
}

/** Whether all of `inner` lies in `outer`. */
export function contains(outer: Bounds, inner: Bounds): boolean {
  return outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3];
}

export function sameBounds(a: Bounds, b: Bounds): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3];
}

export function union(a: Bounds, b: Bounds): Bounds {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

/** Whole pixels stay whole (rounded down, so inside); fractions of points keep one decimal. */
export function centerOf(bounds: Bounds): Point {
  return [middle(bounds[0], bounds[2]), middle(bounds[1], bounds[3])];
}

function middle(low: number, high: number): number {
  const half = (low + high) / 2;
  return Number.isInteger(low) && Number.isInteger(high) ? Math.floor(half) : Math.round(half * 10) / 10;
}

/**
 * Where something without a visible part lies as seen from `clip`. Null when it is simply without size, or when the
 * platform hides it in place. Dumps clamp the far edge of what lies below a fold, hence bottom < top.
 */
export function sideOf(bounds: Bounds, clip: Bounds): 'above' | 'below' | 'left' | 'right' | null {
  const [left, top, right, bottom] = bounds;
  if (left === right && top === bottom) return null;
  if (top >= clip[3]) return 'below';
  if (bottom <= clip[1]) return bottom < top && top > clip[1] ? 'below' : 'above';
  if (left >= clip[2]) return 'right';
  if (right <= clip[0]) return 'left';
  if (bottom < top) return 'below';
  return right < left ? 'right' : null;
}

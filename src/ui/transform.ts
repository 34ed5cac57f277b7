/**
 * Coordinates of the panel (physical pixels, natural orientation) and of the effective display (what trees and input
 * use): rotation, `wm size` override and cutout in one transform with its inverse.
 */
import type { Bounds, Point, Rotation } from './ui-tree.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Insets {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface DisplayGeometry {
  /** The panel in its natural orientation, whatever way it is turned now. */
  readonly panel: Size;
  /** `wm size` in the natural orientation; it is scaled evenly onto the panel and centred. */
  readonly override: Size | null;
  readonly rotation: Rotation;
  /** Edges of the panel (natural orientation) that the display does not use, null when it uses all. */
  readonly cutout: Insets | null;
}

/** Size of the effective display: turned by a quarter, width and height change places. */
export function displaySize(geometry: DisplayGeometry): Size {
  const { width, height } = naturalSize(geometry);
  return geometry.rotation % 180 === 0 ? { width, height } : { width: height, height: width };
}

export function toPanel(geometry: DisplayGeometry, point: Point): Point {
  const { scale, left, top } = placement(geometry);
  const [x, y] = unturned(geometry.rotation, naturalSize(geometry), point);
  return [left + x * scale, top + y * scale];
}

export function toDisplay(geometry: DisplayGeometry, point: Point): Point {
  const { scale, left, top } = placement(geometry);
  const natural: Point = [(point[0] - left) / scale, (point[1] - top) / scale];
  return turned(geometry.rotation, naturalSize(geometry), natural);
}

export function boundsToPanel(geometry: DisplayGeometry, bounds: Bounds): Bounds {
  return upright(toPanel(geometry, [bounds[0], bounds[1]]), toPanel(geometry, [bounds[2], bounds[3]]));
}

export function boundsToDisplay(geometry: DisplayGeometry, bounds: Bounds): Bounds {
  return upright(toDisplay(geometry, [bounds[0], bounds[1]]), toDisplay(geometry, [bounds[2], bounds[3]]));
}

/** A point of a picture of size `from` on the display of size `to`. */
export function rescaled(point: Point, from: Size, to: Size): Point {
  return [(point[0] * to.width) / from.width, (point[1] * to.height) / from.height];
}

function naturalSize({ panel, override, cutout }: DisplayGeometry): Size {
  return override ?? inner(panel, cutout);
}

function inner(panel: Size, cutout: Insets | null): Size {
  if (cutout === null) return panel;
  return {
    width: panel.width - cutout.left - cutout.right,
    height: panel.height - cutout.top - cutout.bottom,
  };
}

/** Where the natural display lies on the panel. */
function placement(geometry: DisplayGeometry): { scale: number; left: number; top: number } {
  const room = inner(geometry.panel, geometry.cutout);
  const { width, height } = naturalSize(geometry);
  const scale = Math.min(room.width / width, room.height / height);
  return {
    scale,
    left: (geometry.cutout?.left ?? 0) + (room.width - width * scale) / 2,
    top: (geometry.cutout?.top ?? 0) + (room.height - height * scale) / 2,
  };
}

/** Android's ROTATION_90 and kin: the content is turned against the device, as its input reader does it. */
function turned(rotation: Rotation, { width, height }: Size, [x, y]: Point): Point {
  switch (rotation) {
    case 0:
      return [x, y];
    case 90:
      return [y, width - x];
    case 180:
      return [width - x, height - y];
    case 270:
      return [height - y, x];
  }
}

function unturned(rotation: Rotation, { width, height }: Size, [x, y]: Point): Point {
  switch (rotation) {
    case 0:
      return [x, y];
    case 90:
      return [width - y, x];
    case 180:
      return [width - x, height - y];
    case 270:
      return [y, height - x];
  }
}

function upright(a: Point, b: Point): Bounds {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])];
}

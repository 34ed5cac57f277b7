/** How the display is divided: its size as it stands, the bars, what a cutout leaves to apps. */
import type { DisplayState, Rect } from './phone-types.ts';
import { rotateRect } from './rect.ts';

export interface Frame {
  /** Effective size in the present rotation. */
  readonly width: number;
  readonly height: number;
  readonly density: number;
  readonly statusHeight: number;
  readonly navHeight: number;
  /** Where app windows lie. */
  readonly area: Rect;
}

export function frameOf(display: DisplayState, gestureBar: boolean): Frame {
  const natural = display.override ?? display.physical;
  const sideways = display.rotation % 2 === 1;
  const width = sideways ? natural.height : natural.width;
  const height = sideways ? natural.width : natural.height;
  const density = display.overrideDensity ?? display.density;
  const dp = (value: number): number => Math.round((value * density) / 160);
  const cutout = display.cutout
    ? rotateRect(scaled(display.cutout, display), display.rotation, natural)
    : null;
  const top = cutout && cutout[1] === 0 && display.rotation % 2 === 0 ? cutout[3] : 0;
  return {
    width,
    height,
    density,
    statusHeight: Math.max(dp(24), top),
    navHeight: dp(gestureBar ? 24 : 48),
    area: cutout && sideways ? beside(cutout, width, height) : [0, 0, width, height],
  };
}

/** Apps that don't ask for it are kept out of a cutout on the short edge when the phone lies on its side. */
function beside(cutout: Rect, width: number, height: number): Rect {
  return cutout[0] === 0 ? [cutout[2], 0, width, height] : [0, 0, cutout[0], height];
}

function scaled([left, top, right, bottom]: Rect, { override, physical }: DisplayState): Rect {
  if (!override) return [left, top, right, bottom];
  const x = override.width / physical.width;
  const y = override.height / physical.height;
  return [Math.round(left * x), Math.round(top * y), Math.round(right * x), Math.round(bottom * y)];
}

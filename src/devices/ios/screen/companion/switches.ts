/**
 * Where a tap must go and how long it must last so that a switch takes it. Its frame is often its whole row, but only
 * its thumb answers; a tap without a pause is not taken at all. Pure.
 */
import type { Bounds, Point } from '../../../../ui/ui-tree.ts';
import type { AxElement } from '../ax/ax-json.ts';
import { isSwitch } from '../ax/ax-node.ts';

export interface TapPlan {
  readonly at: Point;
  readonly holdMs: number;
}

/** Instant taps are often ignored; AXe holds 50 ms, and 100 ms on switches [S9]. */
export const usualHoldMs = 50;
const switchHoldMs = 100;
/** The switch itself is 51 points wide and stands at the end of its row. */
const widestBare = 100;
const thumbFromRight = 31;

export function switchFrames(elements: readonly AxElement[]): readonly Bounds[] {
  return elements.flatMap((element) => (isSwitch(element) && element.frame ? [element.frame] : []));
}

/** `frames` are the switches of the newest tree, which is where the point was taken from. */
export function tapPlan(at: Point, frames: readonly Bounds[]): TapPlan {
  const [x, y] = at;
  const hit = frames.find(([left, top, right, bottom]) => x >= left && x < right && y >= top && y < bottom);
  if (hit === undefined) return { at, holdMs: usualHoldMs };
  const [left, top, right, bottom] = hit;
  if (right - left <= widestBare) return { at, holdMs: switchHoldMs };
  return { at: [right - thumbFromRight, (top + bottom) / 2], holdMs: switchHoldMs };
}

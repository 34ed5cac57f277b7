/**
 * Size and rotation of the default display from `dumpsys window displays`. Densities and `wm` overrides are in facts.ts.
 * Sources: [A4] and [A6].
 */
import type { Rotation } from '../../../ui/ui-tree.ts';
import { defaultDisplayLines } from './display-block.ts';

export interface DefaultDisplayGeometry {
  /** The effective size in the current orientation: the unit of input and bounds. */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly rotation: Rotation | null;
}

const rotationSpellings = [
  /\bmCurrentRotation=(?:ROTATION_)?(\d+)/,
  /\bmRotation=(?:ROTATION_)?(\d+)/,
  /\bDisplayFrames w=\d+ h=\d+ r=(\d+)/,
  /\brotation[= ](?:ROTATION_)?(\d+)/,
];

/** Nulls for what the text does not tell of display 0. */
export function parseDisplays(text: string): DefaultDisplayGeometry {
  const block = defaultDisplayLines(text).own.join('\n');
  const cur = /\bcur=(\d+)x(\d+)/.exec(block);
  return {
    size: cur ? { width: Number(cur[1]), height: Number(cur[2]) } : null,
    rotation: findRotation(block),
  };
}

function findRotation(block: string): Rotation | null {
  for (const spelling of rotationSpellings) {
    const found = spelling.exec(block);
    if (!found) continue;
    const value = Number(found[1]);
    const degrees = value < 4 ? value * 90 : value;
    if (degrees === 0 || degrees === 90 || degrees === 180 || degrees === 270) return degrees;
  }
  return null;
}

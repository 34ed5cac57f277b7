/**
 * What `dumpsys window` and `dumpsys activity` say of the default display, and its size and rotation. Virtual displays
 * (input methods, casts) can be printed first, so no parser may take the first match of the whole text. Densities and
 * `wm` overrides are in natural-size.ts.
 * Sources: [A4], [A6] and [A7].
 */
import type { Rotation } from '../../../ui/ui-tree.ts';

/** As `dumpsys window` prints it [A6], [A7]. */
const displayHeader = /^\s*Display: mDisplayId=(\d+)|^Display #(\d+)/;
/** Where a part starts that belongs to no display any more. */
const sectionHeader = /^(?:WINDOW|ACTIVITY) MANAGER |^\S.* state:\s*$/;
const lineOfDisplay = /in display# ?(\d+)/;

export interface DefaultDisplay {
  /** Lines of display 0's own block; everything when the text knows no displays (Android 7 to 9 `windows`). */
  readonly own: readonly string[];
  /** Lines outside of any display's block. */
  readonly common: readonly string[];
}

export function defaultDisplayLines(text: string): DefaultDisplay {
  const own: string[] = [];
  const common: string[] = [];
  let display: number | null = null;
  let anyDisplay = false;
  for (const line of text.split(/\r?\n/)) {
    const header = displayHeader.exec(line);
    if (header) {
      display = Number(header[1] ?? header[2]);
      anyDisplay = true;
    } else if (sectionHeader.test(line)) display = null;
    const named = lineOfDisplay.exec(line);
    const belongsTo = named ? Number(named[1]) : display;
    if (belongsTo === null) common.push(line);
    else if (belongsTo === 0) own.push(line);
  }
  return anyDisplay ? { own, common } : { own: [...own, ...common], common: [] };
}

export interface DefaultDisplayGeometry {
  /** The effective size in the current orientation: the unit of input and bounds. */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly rotation: Rotation | null;
}

/** As `dumpsys window` prints it [A6], [A4]. */
const rotationSpellings = [
  /\bmCurrentRotation=(?:ROTATION_)?(\d+)/,
  /\bmRotation=(?:ROTATION_)?(\d+)/,
  /\bDisplayFrames w=\d+ h=\d+ r=(\d+)/,
  /\brotation[= ](?:ROTATION_)?(\d+)/,
];

/** Null for what the text does not contain about display 0. */
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

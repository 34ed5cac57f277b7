/**
 * Windows that other apps draw over everything, from `dumpsys window windows`: what dumps of one window cannot show. From
 * Android 11 on dumps list all windows that take touches. Source: [A6].
 */
import { defaultDisplayLines } from './displays.ts';

/** For the device's `grep`: the lines without which `parseOverlay` cannot do [A6]. */
export const windowListLines = 'Window #|package=|ty=|fl=|rame=|isOnScreen=|isVisible=|mViewVisibility=';
/** Up to here `uiautomator dump` has no `--windows` [A1]. */
export const lastSdkWithoutWindows = 29;

/** Types of windows that apps may draw over others, by name and up to Android 8.1 by number [A6]. */
const overApps =
  /\bty=(?:2038|2002|2003|2007|2010|APPLICATION_OVERLAY|PHONE|SYSTEM_ALERT|PRIORITY_PHONE|SYSTEM_ERROR)\b/;
/** Flags by name, or as a number in which 0x10 lets touches through [A6]. */
const notTouchable = /\bNOT_TOUCHABLE\b/;
const hidden = /\bisOnScreen=false|\bisVisible=false|\bmViewVisibility=0x[48]\b/;
const ofSystem = /^(?:android|com\.android\.systemui)$/;
/** How much of the display it takes at least: bars may stay free [O1]. */
const leastShare = 0.8;

/** App whose window lies over the whole display and takes touches, as `dumpsys window` prints it [A6]; null when there is none. */
export function parseOverlay(
  text: string,
  size: { readonly width: number; readonly height: number } | null,
): string | null {
  if (size === null) return null;
  const { own, common } = defaultDisplayLines(text);
  for (const block of blocksOf([...own, ...common])) {
    const owner = /\bpackage=(\S+)/.exec(block)?.[1];
    if (owner === undefined || ofSystem.test(owner) || !overApps.test(block) || hidden.test(block)) continue;
    if (!letsTouchesThrough(block) && shareOf(block, size) >= leastShare) return owner;
  }
  return null;
}

function blocksOf(lines: readonly string[]): string[] {
  const blocks: string[] = [];
  for (const line of lines) {
    // As `dumpsys window` prints it [A6].
    if (/^\s*Window #\d+ Window\{/.test(line)) blocks.push(line);
    else if (blocks.length > 0) blocks.push(`${blocks.pop()}\n${line}`);
  }
  return blocks;
}

function letsTouchesThrough(block: string): boolean {
  const flags = /\bfl=#([0-9a-f]+)/.exec(block)?.[1];
  return flags === undefined ? notTouchable.test(block) : (Number.parseInt(flags, 16) & 0x10) !== 0;
}

function shareOf(block: string, size: { readonly width: number; readonly height: number }): number {
  // `mFrame=[0,0][1080,2400]`, and `frame=` from Android 11 on [A6].
  const frame = /\b(?:mF|f)rame=\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]/.exec(block);
  if (!frame) return 0;
  const [left = 0, top = 0, right = 0, bottom = 0] = frame.slice(1).map(Number);
  const [width, height] = [
    Math.min(right, size.width) - Math.max(left, 0),
    Math.min(bottom, size.height) - Math.max(top, 0),
  ];
  return width <= 0 || height <= 0 ? 0 : (width * height) / (size.width * size.height);
}

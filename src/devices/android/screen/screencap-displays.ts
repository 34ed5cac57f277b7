/**
 * Which of several physical displays a screenshot should show: the one that is on. A foldable's default display can be
 * the folded, black one, and `screencap -d` wants the physical id, not the logical one of `input -d`. Pure.
 * Sources: [A7] and [A13].
 */

/** Printed before the PNG by builds that see several displays. */
export function warnsOfSeveralDisplays(beforePng: string): boolean {
  return /multiple displays were found/i.test(beforePng);
}

/** Both parts in one command line; read with `displayThatIsOn`. */
export const displayStateCommand =
  "dumpsys SurfaceFlinger --display-id; dumpsys display | grep -E 'DisplayDeviceInfo\\{|mActiveDisplay'";

export interface PhysicalDisplay {
  /** Decimal, up to 64 bits: kept as text. */
  readonly id: string;
  /** Position in SurfaceFlinger's list; `screencap` captures the first one by default. */
  readonly listIndex: number;
}

/** Null when the text lists no display that is on [A7]. */
export function displayThatIsOn(text: string): PhysicalDisplay | null {
  const listed = [...text.matchAll(/^Display (\d+) \(HWC display \d+\)/gm)].map((match) => match[1]);
  const on = new Set<string>();
  for (const line of text.split(/\r?\n/)) {
    if (!line.includes('DisplayDeviceInfo{')) continue;
    const id = /uniqueId="local:(\d+)"/.exec(line)?.[1];
    const state = /\bstate (\w+)/.exec(line)?.[1];
    if (id !== undefined && state === 'ON') on.add(id);
  }
  const listIndex = listed.findIndex((id) => id !== undefined && on.has(id));
  const id = listed[listIndex];
  return id === undefined ? null : { id, listIndex };
}

/** Numbers as the command line tools take them. Pure. */

/** Old versions of idb refuse fractions of a point. */
export function roundedArg(value: number): string {
  return String(Math.round(value));
}

/** To the millisecond. */
export function secondsArg(ms: number): string {
  return String(Math.round(ms) / 1_000);
}

/**
 * Cuts what belongs to the default display out of `dumpsys window` and `dumpsys activity` texts. Virtual displays (input
 * methods, casts) can be printed first, so no parser may take the first match of the whole text.
 * Sources: [A6] and [A7].
 */

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

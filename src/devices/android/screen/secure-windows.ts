/** Which windows on the screen forbid pictures of themselves. The system paints those black and says nothing of it [A6]. */

/** One command; filtered on the device because the whole text is some hundred kilobytes. */
export const secureWindowsCommand =
  "dumpsys window windows | grep -E 'Window #|package=|fl=|isReadyForDisplay|isVisible='";

export interface SecureWindow {
  /** As the window manager names it, such as `com.example.bank/com.example.bank.PinActivity`. */
  readonly title: string;
  readonly appId: string | null;
}

/** `WindowManager.LayoutParams.FLAG_SECURE` [A6]. */
const flagSecure = 0x2000;

/** Topmost first; only windows that are shown. Before Android 9 the flags are a number, later words [A6]. */
export function parseSecureWindows(text: string): SecureWindow[] {
  return text
    .split(/^(?=\s*Window #\d+ )/m)
    .filter((section) => forbidsPictures(section) && isShown(section))
    .map((section) => ({
      // `Window{7a3 u0 title}:` [A6]; a window that goes away has a word more behind its title.
      title: /Window\{\S+ u\d+ (.*?)(?: EXITING)?\}:/.exec(section)?.[1] ?? '',
      appId: /\bpackage=(\S+)/.exec(section)?.[1] ?? null,
    }));
}

/** As `dumpsys window` prints `LayoutParams` [A6]. */
function forbidsPictures(section: string): boolean {
  // Not `pfl=`, the private flags [A6].
  const flags = /(?:^|\s)fl=([^}\n]*)/.exec(section)?.[1] ?? '';
  const number = /^#([0-9a-f]+)/.exec(flags)?.[1];
  return number === undefined ? /\bSECURE\b/.test(flags) : (Number.parseInt(number, 16) & flagSecure) !== 0;
}

/** `isReadyForDisplay()=` in all releases, `isVisible=` since Android 10 [A6]. */
function isShown(section: string): boolean {
  return !/\bisReadyForDisplay\(\)=false|\bisVisible=false/.test(section);
}

/** The question for what is in front, by release. Sources: [A6] and [A7]. */
import { foregroundLines } from '../screen/foreground.ts';

/**
 * `dumpsys window displays` names the focus only from Android 10 on; before, the list of activities names the app, that of
 * windows the focus, and displays say whether they are on [A6], [A7]. Filtered on the device: the whole text is some hundred
 * kilobytes.
 */
export function foregroundCommand(sdk: number): string {
  const lines = `grep -E '${foregroundLines}'`;
  if (sdk >= 29) return `dumpsys window displays | ${lines}`;
  const focus = "dumpsys window windows | grep -E 'mCurrentFocus='";
  const display = "dumpsys window displays | grep -E 'mDisplayI'";
  return `dumpsys activity activities | ${lines}; ${focus}; ${display}`;
}

/** The question for what is in front, by release. Sources: [A6] and [A7]. */
import { foregroundLines } from '../screen/foreground.ts';

/**
 * `dumpsys window displays` names the focus only from Android 10 on; before, the list of activities names the app and that
 * of windows the focus [A6], [A7]. Filtered on the device: the whole text is some hundred kilobytes.
 */
export function foregroundCommand(sdk: number): string {
  const lines = `grep -E '${foregroundLines}'`;
  if (sdk >= 29) return `dumpsys window displays | ${lines}`;
  return `dumpsys activity activities | ${lines}; dumpsys window windows | grep -E 'mCurrentFocus='`;
}

/** What stands between an app and its user though the tree looks still: no focus, display off, lock screen, ANR. Pure. */
import type { UiTree } from './ui-tree.ts';

export interface Obstacle {
  readonly kind: 'not_responding' | 'display_off' | 'locked' | 'no_focus';
  readonly what: string;
  readonly nextStep: string;
}

/** As `dumpsys window` prints titles: the lock screen is drawn in the window of the shade, in that of the status bar up to Android 10 [A6]. */
const notResponding = /^Application Not Responding(?:: (.*))?/;
const lockScreen = /^(?:NotificationShade|StatusBar|Keyguard)/;

/** Null when nothing is known to be in the way. */
export function obstacleOf({ foreground, windows }: UiTree): Obstacle | null {
  const title = foreground?.focusedWindow ?? '';
  const stuck = notResponding.exec(title);
  if (stuck || windows.some(({ kind }) => kind === 'anr')) {
    const app = stuck?.[1] ?? foreground?.appId ?? 'the app';
    return {
      kind: 'not_responding',
      what: `${app} is not responding: the system's dialog has the focus`,
      nextStep: 'Tap its Close or Wait button, or end the app with terminate_app.',
    };
  }
  if (foreground?.displayOff) {
    return {
      kind: 'display_off',
      what: 'the display is off: touches wake nothing and reach no app',
      nextStep: 'Wake it with press_key wakeup.',
    };
  }
  if (lockScreen.test(title)) {
    return {
      kind: 'locked',
      what: `the lock screen or the notification shade is in front (${title})`,
      nextStep: 'Unlock the device or close the shade (swipe up, press_back), then read again.',
    };
  }
  if (foreground?.noFocus) {
    return {
      kind: 'no_focus',
      what: 'no window has the focus: touches and keys go nowhere',
      nextStep:
        'Wait for it with wait_for_app_readiness; if it stays so, start the app again with restart_app.',
    };
  }
  return null;
}

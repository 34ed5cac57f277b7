/**
 * What stands between an app and its user though the tree looks still: no focus, display off, lock screen, open shade,
 * ANR, a device that still starts; and another app's window over all of it, which takes the touches. Pure.
 */
import { areaOf } from './geometry.ts';
import type { Foreground, UiElement, UiTree } from './ui-tree.ts';

export interface Obstacle {
  readonly kind:
    | 'not_responding'
    | 'display_off'
    | 'locked'
    | 'shade'
    | 'starting'
    | 'no_focus'
    | 'overlay'
    /** After a launch or a link alone: pages before what was opened. */
    | 'chooser'
    | 'first_run'
    | 'permission'
    | 'confirmation';
  readonly what: string;
  readonly nextStep: string;
  /** Whose window it is, where that is the point. */
  readonly package?: string;
}

/** As `dumpsys window` prints titles: lock screen and shade share a window, that of the status bar up to Android 10 [A6]. */
const notResponding = /^Application Not Responding(?:: (.*))?/;
const shadeOrLock = /^(?:NotificationShade|StatusBar|Keyguard|Bouncer)/;
/** Parts of the lock screen, by the ids of SystemUI [A6]. */
const lockParts = /:id\/(?:keyguard_|lockscreen_|lock_icon|lock_pattern|emergency_call)/;
/** Stands in for the home screen until the storage of the user is unlocked [A7]. */
const fallbackHome = /\.FallbackHome$/;

type Seen = Pick<UiTree, 'foreground' | 'windows'> & Partial<Pick<UiTree, 'elements' | 'size'>>;

/** Whether the window with the focus is the one that lock screen and notification shade share. */
export function isShadeOrLock(foreground: Foreground | null): boolean {
  return shadeOrLock.test(foreground?.focusedWindow ?? '');
}

/** Null when nothing is known to keep input from the app in front. */
export function obstacleOf({ foreground, windows, elements = [] }: Seen): Obstacle | null {
  const stuck = notResponding.exec(foreground?.focusedWindow ?? '');
  if (stuck || windows.some(({ kind }) => kind === 'anr')) {
    const app = stuck?.[1] ?? foreground?.appId ?? 'the app';
    return {
      kind: 'not_responding',
      what: `${app} is not responding: the system's dialog has the focus`,
      nextStep: 'Tap its Close or Wait button, or end the app with terminate_app.',
    };
  }
  if (foreground?.displayOff) return asleep;
  if (isShadeOrLock(foreground)) {
    if (foreground?.locked ?? elements.some(isLockPart)) return lockedScreen;
    return foreground?.locked === false ? openShade : shadeOrLocked;
  }
  if (foreground?.locked) return lockedScreen;
  if (fallbackHome.test(foreground?.activity ?? '')) return stillStarting;
  return foreground?.noFocus ? noFocus : null;
}

export const asleep: Obstacle = {
  kind: 'display_off',
  what: 'the display is off: touches wake nothing and reach no app',
  nextStep: 'Wake it with press_key wakeup (power on ios).',
};
const lockedScreen: Obstacle = {
  kind: 'locked',
  what: 'the lock screen is in front',
  nextStep: 'Unlock the device: swipe up, and enter the code if it asks for one; then read again.',
};
const openShade: Obstacle = {
  kind: 'shade',
  what: 'the notification shade is open',
  nextStep: 'Close it with press_back or a swipe up, then read again.',
};
/** Not known which of the two. */
const shadeOrLocked: Obstacle = {
  kind: 'shade',
  what: 'the notification shade is open, or the device is not unlocked',
  nextStep: 'Close or unlock it with a swipe up, then read again.',
};
const stillStarting: Obstacle = {
  kind: 'starting',
  what: 'the device is still starting: its home screen is not there yet',
  nextStep: 'Wait until it has started; a device with a code must be unlocked once.',
};
const noFocus: Obstacle = {
  kind: 'no_focus',
  what: 'no window has the focus: touches and keys go nowhere',
  nextStep: 'Wait for it with wait_for_app_readiness; if it stays so, start the app again with restart_app.',
};

function isLockPart({ resourceId, visible }: UiElement): boolean {
  return visible && lockParts.test(resourceId ?? '');
}

/** The same, and a window of another app over the whole screen: the app in front has the focus and gets no touch. */
export function inTheWayOf(tree: Seen): Obstacle | null {
  const obstacle = obstacleOf(tree);
  if (obstacle) return obstacle;
  const owner = overlayOf(tree);
  if (owner === null) return null;
  return {
    kind: 'overlay',
    package: owner,
    what: `a window of ${owner} lies over the whole screen and takes the touches`,
    nextStep: `Close it, or end ${owner} with terminate_app.`,
  };
}

/** Of the platform itself: bars, shade and dialogs of the system are told by other words. */
const platformPackage = /^(?:android|com\.android\.systemui)$|(?:permissioncontroller|packageinstaller)$/;
const packageName = /^[A-Za-z]\w*(?:\.\w+)+$/;
/** How much of the display it takes at least: bars may stay free. */
const leastShare = 0.8;

/** Whose window lies over that of the app in front and over most of the display; null when there is none. */
function overlayOf({ foreground, windows, size }: Seen): string | null {
  if (foreground?.overlay !== undefined) return foreground.overlay;
  const front = foreground?.appId ?? null;
  if (front === null || size === undefined) return null;
  const from = windows.findLastIndex((window) => window.package === front);
  if (from < 0) return null;
  const over = windows.slice(from + 1).find((window) => {
    const owner = ownerOf(window);
    if (window.focused || owner === null || platformPackage.test(owner)) return false;
    const large = areaOf(window.bounds) >= leastShare * size.width * size.height;
    return large && (window.kind === 'app' || window.kind === 'system' || window.kind === 'dialog');
  });
  return over === undefined ? null : ownerOf(over);
}

/** An overlay without content is listed without a package; its title is commonly that of its app. */
export function ownerOf({ package: owner, title }: UiTree['windows'][number]): string | null {
  return owner ?? (title !== null && packageName.test(title) ? title : null);
}

/** Whether a window of the system is really that of an app, which takes touches all over. */
export function isForeignOverlay(window: UiTree['windows'][number]): boolean {
  const owner = ownerOf(window);
  return window.kind === 'system' && owner !== null && !platformPackage.test(owner);
}

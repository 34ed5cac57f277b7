/**
 * The simulated phone as its servers see it: what a screen shows, what input it takes, what runs on it.
 * A server (adb, Apple's tools, the helper) turns wire bytes into these calls and prints what they return; it holds no phone state.
 */
import type { Clock } from '@mobile-debug/core/clock.ts';
import type { AccessibilityListeners } from './accessibility-event.ts';
import type { Cover } from './cover.ts';
import type { PhoneLog } from './phone-log.ts';
import type { PhoneProgram } from './phone-program.ts';
import type { PhoneSettings } from './phone-settings.ts';
import type { PhoneUser } from './phone-users.ts';
import type { TimingProfile } from './timing.ts';

export type Rect = readonly [left: number, top: number, right: number, bottom: number];

/**
 * One view as accessibility reports it now: absolute pixels of the effective display, cut by its parents and the
 * window but not by the display. A phone made with `invertedBounds` also lists what lies below the fold of a
 * scroller, with its top kept and its bottom cut, so that the bottom is above the top.
 */
export interface ViewNode {
  readonly className: string;
  readonly packageName: string;
  readonly resourceId: string;
  /** Bullets for a password; the hint while a field is empty, as TextView reports it (then `showingHint`). */
  readonly text: string;
  readonly contentDesc: string;
  readonly hint: string;
  readonly showingHint?: boolean;
  readonly bounds: Rect;
  readonly checkable: boolean;
  readonly checked: boolean;
  readonly clickable: boolean;
  readonly longClickable: boolean;
  readonly enabled: boolean;
  readonly focusable: boolean;
  readonly focused: boolean;
  readonly scrollable: boolean;
  readonly password: boolean;
  readonly selected: boolean;
  readonly editable: boolean;
  /** false for what a user cannot see: dumps leave it and all below it out. */
  readonly visibleToUser: boolean;
  /** Important for accessibility: `dump --compressed` leaves the others out. */
  readonly important: boolean;
  readonly range?: { readonly min: number; readonly max: number; readonly value: number };
  readonly heading?: boolean;
  readonly error?: string;
  readonly paneTitle?: string;
  readonly stateDescription?: string;
  readonly testTag?: string;
  /** Among its siblings, from 1; absent where Android does not know it. */
  readonly drawingOrder?: number;
  readonly children: readonly ViewNode[];
}

export type WindowType = 'application' | 'dialog' | 'input_method' | 'system' | 'toast' | 'overlay';

export interface PhoneWindow {
  /** Hex hash as dumpsys prints it. */
  readonly token: string;
  readonly type: WindowType;
  /** `pkg/pkg.Activity`, `StatusBar`, `InputMethod`, `Application Not Responding: pkg`, ... */
  readonly title: string;
  readonly packageName: string;
  readonly bounds: Rect;
  readonly layer: number;
  readonly active: boolean;
  readonly focused: boolean;
  readonly secure: boolean;
  /** False: touches go to what lies under it, and accessibility does not list it. */
  readonly touchable: boolean;
  readonly displayId: number;
  readonly user: number;
  readonly root: ViewNode;
}

export interface DisplayState {
  readonly id: number;
  readonly physicalId: string;
  /** Natural (rotation 0) panel pixels. */
  readonly physical: { readonly width: number; readonly height: number };
  readonly override: { readonly width: number; readonly height: number } | null;
  readonly density: number;
  readonly overrideDensity: number | null;
  /** Quarter turns: 0, 1, 2, 3. */
  readonly rotation: 0 | 1 | 2 | 3;
  readonly on: boolean;
  readonly cutout: Rect | null;
}

export interface InstalledPackage {
  readonly name: string;
  readonly uid: number;
  readonly versionName: string;
  readonly versionCode: number;
  readonly debuggable: boolean;
  readonly system: boolean;
  /** Full class names; the launcher ones in order. */
  readonly activities: readonly {
    readonly name: string;
    readonly exported: boolean;
    readonly launcher: boolean;
  }[];
  readonly permissions: Readonly<Record<string, boolean>>;
}

export interface PhoneProcess {
  readonly pid: number;
  readonly ppid: number;
  readonly uid: number;
  readonly name: string;
  readonly packageName: string;
  readonly startedAtEpochMs: number;
}

/** Why a process ended, as `dumpsys activity exit-info` lists it. */
export interface ProcessExit {
  readonly packageName: string;
  readonly pid: number;
  readonly uid: number;
  readonly endedAtEpochMs: number;
  readonly reason: 'CRASH' | 'CRASH_NATIVE' | 'ANR' | 'USER_REQUESTED' | 'SIGNALED' | 'LOW_MEMORY';
  readonly description: string;
}

export interface LogLine {
  readonly epochMs: number;
  readonly uid: number;
  readonly pid: number;
  readonly tid: number;
  readonly priority: 'V' | 'D' | 'I' | 'W' | 'E' | 'F';
  readonly tag: string;
  /** One line: the phone splits multi-line messages as logd does. */
  readonly message: string;
  readonly buffer: 'main' | 'system' | 'crash' | 'events' | 'kernel' | 'radio';
}

/** One thing that reached the phone. Tests assert on these, never on what the product says it sent. */
export interface InputRecord {
  /** Host monotonic milliseconds at which the phone acted on it. */
  readonly atMs: number;
  readonly kind:
    | 'tap'
    | 'long_press'
    | 'swipe'
    | 'key'
    | 'text'
    | 'paste'
    | 'set_text'
    | 'set_progress'
    | 'pinch'
    | 'start'
    | 'stop'
    | 'clear';
  readonly detail: Readonly<Record<string, string | number>>;
  /** resource id, else text or description, of the view that took it; null when none did. */
  readonly view: string | null;
}

export type LaunchOutcome =
  | {
      readonly ok: true;
      /** `pkg/.Activity` that is shown now. */
      readonly component: string;
      readonly launchState: 'COLD' | 'WARM' | 'HOT';
      /** The device's own time until the first frame by the profile; the server waits that long. */
      readonly totalTimeMs: number;
      readonly broughtToFront: boolean;
      readonly deliveredToTop: boolean;
    }
  | { readonly ok: false; readonly reason: 'no_package' | 'no_activity' | 'not_exported' | 'no_launcher' };

export interface StartOptions {
  readonly stopFirst?: boolean;
  /** Whose app; the owner's when left out. */
  readonly user?: number;
  readonly extras?: Readonly<Record<string, string>>;
  /** Of the process that this start makes; an app that runs keeps its own. */
  readonly program?: PhoneProgram;
}

export interface Phone {
  readonly serial: string;
  readonly version: AndroidVersion;
  readonly clock: Clock;
  /** Device clock minus host clock, milliseconds; settable by a fault. */
  clockOffsetMs: number;
  /** `focusDelayMs`: how long after a touch a field gets the focus, as on a busy phone; 0 for at once. */
  readonly quirks: { focusDelayMs: number };
  readonly accessibility: AccessibilityListeners;
  readonly displays: readonly DisplayState[];
  readonly bootId: string;
  readonly record: readonly InputRecord[];
  readonly packages: ReadonlyMap<string, InstalledPackage>;
  /** The owner first. */
  readonly users: readonly PhoneUser[];
  packagesOf(user: number): ReadonlyMap<string, InstalledPackage>;
  readonly processes: readonly PhoneProcess[];
  /** Oldest first, bounded. */
  readonly exits: readonly ProcessExit[];
  /** Back stack from the rear task to the front one; activities from the root up, `pkg/full.Activity`. */
  readonly tasks: readonly {
    readonly id: number;
    readonly packageName: string;
    readonly user: number;
    readonly activities: readonly string[];
  }[];
  readonly timing: TimingProfile;
  readonly settings: PhoneSettings;
  readonly files: PhoneFiles;
  readonly log: PhoneLog;

  /** Bottom to top. */
  windows(displayId?: number): readonly PhoneWindow[];
  /** `pkg/full.Activity` resumed on the display, or null (locked, between). */
  resumedActivity(): {
    readonly packageName: string;
    readonly activity: string;
    readonly taskId: number;
    readonly user: number;
  } | null;
  /** True while something moves, ticks or loads: what keeps `uiautomator dump` from idling. */
  isAnimating(): boolean;
  /** Host monotonic milliseconds of the newest input, timer or launch that may have changed a screen: a dump idles from here. */
  readonly lastChangeMs: number;
  keyboardShown(): boolean;

  tap(x: number, y: number, displayId?: number): void;
  longPress(x: number, y: number, durationMs: number, displayId?: number): void;
  swipe(x1: number, y1: number, x2: number, y2: number, durationMs: number, displayId?: number): void;
  /** Two fingers around the point; `scale` is their distance at the end over that at the start. */
  pinch(x: number, y: number, scale: number, displayId?: number): void;
  /** The accessibility action on what has a range under the point. False when nothing there can be set. */
  setProgress(x: number, y: number, value: number): boolean;
  /** Android key code, with meta state bits (Ctrl = 0x1000). */
  key(code: number, options?: { readonly longPress?: boolean; readonly meta?: number }): void;
  /** Characters through the key map; false when the map lacks one (nothing is typed then). */
  typeText(text: string): boolean;
  /** The helper's and input method's way: replaces the text of the focused field. False when none has the focus. */
  setFocusedText(text: string): boolean;

  start(packageName: string, activity: string | null, options?: StartOptions): LaunchOutcome;
  /** Of all users unless one is named. */
  forceStop(packageName: string, user?: number | 'all'): boolean;
  clearData(packageName: string, user?: number): boolean;
  crash(packageName: string, options?: { readonly native?: boolean; readonly message?: string }): void;
  makeUnresponsive(packageName: string): void;
  /** Takes an app off the phone with its data, or puts one back that the phone was made with. False for others. */
  setInstalled(packageName: string, installed: boolean, user?: number | 'all'): boolean;

  clipboard: string;
  /** RGBA, upright, at the physical size of the display; all black for secure windows or a display that is off. */
  screenshot(displayId?: number): {
    readonly width: number;
    readonly height: number;
    readonly rgba: Uint8Array;
  };
  setRotation(rotation: 0 | 1 | 2 | 3): void;
  setOverrideSize(size: { width: number; height: number } | null, displayId?: number): void;
  setOverrideDensity(density: number | null, displayId?: number): void;
  setScreenOn(on: boolean): void;
  readonly cover: Cover;
  /** False when the package does not ask for the permission. */
  setPermission(packageName: string, permission: string, granted: boolean, user?: number): boolean;
  /** Ends the process as the system does when memory is short; the task stays and comes back from scratch. */
  killProcess(packageName: string): boolean;
  /** A program of this computer plays a process from now on, and ends with it. False when there is no such process. */
  play(pid: number, program: PhoneProgram): boolean;
  /** Everything as after power-on: processes gone, apps keep their data, new boot id. */
  reboot(): void;
  /** Ends timers. */
  close(): void;
}

export interface PhoneFiles {
  read(path: string): Uint8Array | null;
  /** False when the folder does not exist or may not be written. */
  write(path: string, bytes: Uint8Array, mode?: number): boolean;
  remove(path: string): boolean;
  list(folder: string): readonly string[] | null;
  stat(path: string): {
    readonly mode: number;
    readonly size: number;
    readonly mtimeSec: number;
    readonly directory: boolean;
  } | null;
}

/** What differs between Android releases as far as a client can tell. */
export interface AndroidVersion {
  readonly release: string;
  readonly sdk: number;
  /** adb features the device lists. */
  readonly features: readonly string[];
  /** `getprop` beyond what the phone adds itself. */
  readonly properties: Readonly<Record<string, string>>;
  /** No touch screen, the interface of a television; a phone when left out. */
  readonly television?: boolean;
}

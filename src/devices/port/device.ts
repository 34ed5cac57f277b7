/**
 * The port that every platform implements. A device is what it can do: a missing facet means "cannot", and is
 * refused before a tool's handler runs. Nothing above this folder asks which platform it is.
 */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { LogLevel, LogRecord } from '../../logs/log-record.ts';
import type { Bounds, Foreground, Point, UiTree } from '../../ui/ui-tree.ts';
import type {
  ClipboardFacet,
  DispatchMark,
  FilesFacet,
  InstallFacet,
  PackagesFacet,
  PowerFacet,
  SettingsFacet,
} from './control.ts';
import type { DeviceImages } from './images.ts';

export type * from './control.ts';
export type * from './images.ts';

export type Platform = 'android' | 'ios';

/** `ready` is the only state in which a device can be opened. */
export type DeviceState =
  | 'ready'
  | 'offline'
  | 'unauthorized'
  | 'booting'
  | 'shutdown'
  | 'no_permissions'
  | 'unknown';

export interface DeviceInfo {
  /** Android serial or iOS UDID. */
  readonly id: string;
  readonly platform: Platform;
  readonly osVersion: string | null;
  readonly model: string | null;
  readonly simulator: boolean;
  readonly virtual: boolean;
  readonly state: DeviceState;
  readonly booted?: boolean;
  /** What keeps it from being used, in the words of the platform, and the way to fix it. */
  readonly problem?: string;
  readonly fix?: string;
}

export interface Screenshot {
  /** A whole PNG with nothing before or after it. */
  readonly png: Uint8Array;
  /** Pixels of the picture. */
  readonly width: number;
  readonly height: number;
  /** The display in the unit that input takes; image coordinates times this over the pixel size are input coordinates. */
  readonly inputSize: { readonly width: number; readonly height: number };
  /** Doubts: a single colour (secure window, display off). */
  readonly warnings: readonly string[];
}

/** By which way readings go now, from memory. */
export interface ScreenTier {
  /** As `source.tier` of the newest tree; null before the first. */
  readonly tier: string | null;
  /** Median of the newest readings of that tier. */
  readonly readMs: number | null;
  /** Why a faster way is not used and how to get it; null when there is none. */
  readonly advice: string | null;
}

export interface ScreenFacet {
  /**
   * A fresh reading, never a cached one. Faults: OBSERVATION_FAILED with the reason, DEVICE_UNAVAILABLE, TIMEOUT.
   * One device command in the usual case.
   */
  read(op: Operation): Promise<UiTree>;
  foreground(op: Operation): Promise<Foreground>;
  /** Asks nothing of the device. Left out where there is only one way. */
  tier?(): ScreenTier;
  /** Upright, in the orientation in which the tree is. Faults: OBSERVATION_FAILED (no data), DEVICE_UNAVAILABLE. */
  screenshot(op: Operation): Promise<Screenshot>;
}

export interface Swipe {
  readonly from: Point;
  readonly to: Point;
  readonly durationMs: number;
}

/** The field that text goes into, as far as the caller knows it. */
export interface TextTarget {
  readonly bounds: Bounds;
  /** Text before typing, null when unreadable (masked). */
  readonly text: string | null;
}

export interface TypedText {
  /** How it was typed, for example `input text`, `clipboard paste`. */
  readonly method: string;
}

/** Two fingers moving apart (`scale` over 1) or together around `center`, staying within `area`. */
export interface Pinch {
  readonly center: Point;
  readonly area: Bounds;
  readonly scale: number;
}

/** A control that has a range, and where it is to stand; values beyond the range end at its edge. */
export interface Adjustment {
  readonly bounds: Bounds;
  readonly resourceId: string | null;
  readonly value: number;
}

/** Faults of all methods: ACTION_REJECTED in the device's words, DEVICE_UNAVAILABLE, TIMEOUT. */
export interface InputFacet {
  tap(op: Operation, at: Point, mark: DispatchMark): Promise<void>;
  longPress(op: Operation, press: { at: Point; durationMs: number }, mark: DispatchMark): Promise<void>;
  swipe(op: Operation, swipe: Swipe, mark: DispatchMark): Promise<void>;
  /** Names of `keyNames`, or what the platform itself calls a key. INVALID_ARGUMENT for an unknown one. */
  key(op: Operation, key: string, mark: DispatchMark): Promise<void>;
  /** Left out where the platform has no such key. */
  back?(op: Operation, mark: DispatchMark): Promise<void>;
  /**
   * Types into what has the focus, after what is there. CAPABILITY_MISSING, before anything is sent, when no way at
   * hand keeps these characters.
   */
  type(op: Operation, text: string, mark: DispatchMark): Promise<TypedText>;
  /**
   * Finds out beforehand whether `type` can keep these characters, so that it need not probe once it may send.
   * CAPABILITY_MISSING when not. Left out where every character can be typed.
   */
  canType?(op: Operation, text: string): Promise<void>;
  /** Empties the focused field that holds `length` characters. */
  clear(op: Operation, length: number, mark: DispatchMark): Promise<void>;
  /** Left out where nothing at hand can move two fingers. */
  readonly pinch?: ((op: Operation, pinch: Pinch, mark: DispatchMark) => Promise<void>) | undefined;
  /** By the control's own accessibility action, without touching it. Left out where nothing at hand can do that. */
  readonly adjust?:
    | ((op: Operation, adjustment: Adjustment, mark: DispatchMark) => Promise<void>)
    | undefined;
  readonly keyNames: readonly string[];
}

export interface Launched {
  readonly launchTimeMs: number | null;
  readonly launchState: 'COLD' | 'WARM' | 'HOT' | 'UNKNOWN' | null;
  /** The component asked for, and the other launcher entries that were not taken. */
  readonly activity: string | null;
  readonly otherLaunchers: readonly string[];
  readonly pid: number | null;
  readonly foreground: Foreground | null;
  /** The device's own words. */
  readonly output: string;
}

export interface AppsFacet {
  /** Faults: APP_NOT_INSTALLED, LAUNCH_FAILED (no launcher activity, crashed, other app in front). */
  start(op: Operation, appId: string, mark: DispatchMark): Promise<Launched>;
  /** Ends all processes of the app. APP_NOT_INSTALLED when there is no such app; ending an idle app succeeds. */
  terminate(op: Operation, appId: string, mark: DispatchMark): Promise<void>;
  /** Ends the app and deletes its data; says how. */
  reset(op: Operation, appId: string, mark: DispatchMark): Promise<{ readonly how: string }>;
  installed(op: Operation, appId: string): Promise<boolean>;
  /** Process ids of the app and its `:name` processes, main process first; empty when it does not run. */
  pids(op: Operation, appId: string): Promise<readonly number[]>;
}

export interface LogQuery {
  readonly appId?: string;
  readonly pid?: number;
  readonly tag?: string;
  readonly minLevel?: LogLevel;
  /** Substring of the message, case-sensitive. */
  readonly contains?: string;
  /** Only records at most this old by the device's own clock. */
  readonly sinceSeconds?: number;
  /** The newest this many. */
  readonly limit: number;
}

export interface LogReading {
  /** Oldest first, stack traces grouped into one record. */
  readonly records: readonly LogRecord[];
  /** How the app was told apart: by process id, by package (uid), by process name, or not at all. */
  readonly source: 'pid' | 'package' | 'process' | 'broad';
  /** `running` with pids, `not_running`, or null when no app was asked for. */
  readonly app: { readonly running: boolean; readonly pids: readonly number[] } | null;
  /** Records that had fallen out or were lost in a gap of the stream within the asked span. */
  readonly dropped: number;
  readonly gaps: readonly string[];
  /** `stream` (from memory) or `dump`. */
  readonly from: 'stream' | 'dump';
  /** Device clock minus host clock, and how far it may be off; left out when it was not measured. */
  readonly clockOffset?: {
    readonly offsetMs: number;
    readonly errorMs: number;
    /** Host UTC epoch milliseconds. */
    readonly measuredAtMs: number;
  };
}

/** Records of one span of the log, numbered, so that a reader goes on where it stopped. */
export interface LogPage {
  /** Oldest first; a record that grew since (further lines of its trace) is not given again. */
  readonly records: readonly LogRecord[];
  /** Pass as `after` to go on. Grows; means nothing across connections. */
  readonly cursor: number;
  /** Records of all apps after `after` that had fallen out of memory. */
  readonly dropped: number;
  readonly gaps: readonly string[];
  readonly app: LogReading['app'];
}

export interface LogsFacet {
  /** Faults: LOGS_UNAVAILABLE, APP_NOT_INSTALLED, DEVICE_UNAVAILABLE. */
  query(op: Operation, query: LogQuery): Promise<LogReading>;
  /**
   * Records behind a cursor, `after: null` for none but the cursor of now. Follows the app across its restarts:
   * `pids` are those it had before. Left out where the platform has no numbered log.
   */
  follow?(
    op: Operation,
    span: Pick<LogQuery, 'appId' | 'minLevel' | 'limit'> & {
      readonly after: number | null;
      readonly pids: readonly number[];
    },
  ): Promise<LogPage>;
}

export interface Facets {
  readonly screen: ScreenFacet;
  readonly input: InputFacet;
  readonly apps: AppsFacet;
  readonly logs: LogsFacet;
  readonly install: InstallFacet;
  readonly packages: PackagesFacet;
  readonly files: FilesFacet;
  readonly clipboard: ClipboardFacet;
  readonly settings: SettingsFacet;
  readonly power: PowerFacet;
}

export type Facet = keyof Facets;

export type Device = {
  readonly info: DeviceInfo;
  /** Why a facet is missing, for the fault that refuses it. */
  readonly cannot?: Partial<Record<Facet, string>>;
  /** Ends streams and whatever else runs for this device. Safe to call twice. */
  close(): Promise<void>;
} & Partial<Facets>;

export type DeviceWith<F extends Facet> = Device & Pick<Facets, F>;

/** Finds and opens devices of one platform. */
export interface DeviceSource {
  readonly platform: Platform;
  /**
   * Every device, usable or not; a bad one never spoils the list. TOOL_NOT_FOUND when the platform's tools are
   * missing, which the pool takes as "no devices of this platform" unless this platform was asked for. Where a list
   * costs a process, `recent` is content with one of the last minute.
   */
  list(op: Operation, options?: { readonly recent?: boolean }): Promise<readonly DeviceInfo[]>;
  /** Faults: DEVICE_NOT_FOUND, DEVICE_UNAVAILABLE, DEVICE_UNAUTHORIZED. */
  open(op: Operation, id: string): Promise<Device>;
  /**
   * Number that grows whenever the device `id` went away and came back, so that what was remembered of it is
   * dropped. Null when it is not connected now. Costs no device command.
   */
  generation(id: string): number | null;
  /** What could be booted here. Left out where this source only finds devices. */
  readonly images?: DeviceImages | undefined;
  close(): Promise<void>;
}

/**
 * What the two halves of the iOS adapter share: the one that asks `simctl` (apps, logs, pictures, settings) and the one
 * that reads and touches the screen (companion, `idb`, `axe`, WebDriverAgent). Types only.
 */

import type { Clock } from '@mobile-debug/core/clock.ts';
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import type { Environment } from '@mobile-debug/core/environment.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { StartProgram } from '../../host/line-process.ts';
import type { RunProgram } from '../../host/process.ts';
import type { Rotation } from '../../ui/ui-tree.ts';
import type { DeviceInfo } from '../port/device.ts';
import type { InputFacet } from '../port/input.ts';
import type { ScreenFacet } from '../port/screen.ts';

/** Variables of the server, passed in as data. */
export type { RunProgram, StartProgram };

export interface SimctlOptions {
  /** Flags that stand between the verb and the UDID, as `launch --console UDID APP` has them. */
  readonly flags?: readonly string[];
  readonly stdin?: Uint8Array | string;
  /** Added to the environment of `xcrun`; `SIMCTL_CHILD_NAME` becomes NAME in what it starts. */
  readonly env?: Readonly<Record<string, string>>;
  readonly maxBytes?: number;
}

/** One simulator. Every call spawns one `xcrun simctl VERB [flags] UDID ...` and nothing else. */
export interface Simctl {
  readonly udid: string;
  /**
   * `args` is the verb and what comes behind the UDID. Faults by the sentence that the tool printed, never by its exit
   * code: DEVICE_UNAVAILABLE, DEVICE_NOT_FOUND, APP_NOT_INSTALLED, LAUNCH_FAILED, INSTALL_FAILED, TOOL_NOT_FOUND,
   * ACTION_REJECTED; TIMEOUT and CANCELLED by the dispatch.
   */
  run(
    op: Operation,
    args: readonly string[],
    options?: SimctlOptions,
  ): Promise<{ readonly stdout: Buffer; readonly stderr: string }>;
}

/** Where the programs are. A path named by a variable that is wrong is TOOL_NOT_FOUND; one not installed is null. */
export interface ToolPaths {
  readonly xcrun: string;
  idb(op: Operation): Promise<string | null>;
  companion(op: Operation): Promise<string | null>;
  axe(op: Operation): Promise<string | null>;
}

/** Driver that reads and touches the screen; `auto` takes the first that works, in this order. */
export type IosDriver = 'auto' | 'idb' | 'idb-cli' | 'axe' | 'wda';

/** The display as the tree has it. */
export interface DisplayGeometry {
  /** Points, turned as the interface is. */
  readonly width: number;
  readonly height: number;
  /** Of the interface against the upright device. */
  readonly rotation: Rotation;
}

/** Process ids of what runs, by bundle identifier. */
export type RunningApps = ReadonlyMap<string, readonly number[]>;

/** Reading and touching. Screenshots are taken by `simctl` and added by the device. */
export interface IosInteraction {
  readonly screen: Omit<ScreenFacet, 'screenshot'>;
  readonly input: InputFacet;
  /**
   * From memory where it is known. Null when no available driver reports it; the picture's own size over the usual scale has
   * to do then.
   */
  geometry(op: Operation): Promise<DisplayGeometry | null>;
  /** Only for a driver that takes screenshots itself (WebDriverAgent): a whole PNG. */
  readonly picture?: (op: Operation) => Promise<Uint8Array>;
  /**
   * Process ids by app, over a connection that is open already. Null where there is none or it does not tell: nothing
   * is started for this.
   */
  running?(op: Operation): Promise<RunningApps | null>;
  /** Turns the device. Undefined where no driver of the screen can do that; CAPABILITY_MISSING of old companions. */
  readonly rotate?: ((dispatch: Dispatch, to: Rotation) => Promise<void>) | undefined;
  /** Told of every launch, so that the app in front can be named from its process id without asking. */
  noteLaunch(appId: string, pid: number | null): void;
  close(): Promise<void>;
}

/** Names of apps, for what the screen tells only by number or label. Bundle identifiers; null when none fits. */
export interface AppNames {
  byPid(op: Operation, pid: number): Promise<string | null>;
  /** Display name, bundle name or executable. */
  byName(op: Operation, name: string): Promise<string | null>;
}

export interface InteractionDeps {
  readonly info: DeviceInfo;
  /** Null for a real device, which only WebDriverAgent can drive. */
  readonly simctl: Simctl | null;
  readonly tools: ToolPaths;
  readonly clock: Clock;
  readonly driver: IosDriver;
  /** Where a WebDriverAgent listens, such as `http://127.0.0.1:8100`. */
  readonly wdaUrl?: string;
  readonly environment: Environment;
  readonly appNames: AppNames;
  /** Told of a fault that says the device may not be what it was. */
  readonly onLost?: () => void;
  /** How programs are run and started; as the host does unless told. */
  readonly run?: RunProgram;
  readonly start?: StartProgram;
}

/** Starts and asks nothing; everything is opened at the first use. */
export type OpenInteraction = (parts: InteractionDeps) => IosInteraction;

/**
 * The port that every platform implements. A device is what it can do: a missing facet means "cannot", and is
 * refused before a tool's handler runs. Nothing above this folder asks which platform it is.
 */

import type { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { AppsFacet } from './apps.ts';
import type { ClipboardFacet } from './clipboard.ts';
import type { DebugFacet } from './debug.ts';
import type { FilesFacet } from './files.ts';
import type { DeviceImages } from './images.ts';
import type { InputFacet } from './input.ts';
import type { InstallFacet } from './install.ts';
import type { LogsFacet } from './logs.ts';
import type { PackagesFacet } from './packages.ts';
import type { PowerFacet } from './power.ts';
import type { ScreenFacet } from './screen.ts';
import type { SettingsFacet } from './settings.ts';
import type { UsersFacet } from './users.ts';
import type { Wireless } from './wireless.ts';

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
  /** Name of the image that an emulator runs, where it tells. */
  readonly image?: string;
  readonly virtual: boolean;
  readonly state: DeviceState;
  readonly booted?: boolean;
  /** Why it cannot be used, as the platform reports it, and how to fix it. */
  readonly problem?: string;
  readonly fix?: string;
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
  readonly debug: DebugFacet;
  readonly users: UsersFacet;
}

export type Facet = keyof Facets;

export type Device = {
  readonly info: DeviceInfo;
  /** Why a facet is missing, for the fault that refuses it. */
  readonly cannot?: Partial<Record<Facet, string>>;
  /** Ends everything that runs for this device. Safe to call twice. */
  close(): Promise<void>;
} & Partial<Facets>;

export type DeviceWith<F extends Facet> = Device & Pick<Facets, F>;

/** One connection of a device. It keeps itself up to date, so that asking it costs nothing. */
export interface Presence {
  /** False when the connection ended, and while it is not known whether it did. */
  readonly here: boolean;
}

/** Finds and opens devices of one platform. */
export interface DeviceSource {
  readonly platform: Platform;
  /** This kind of computer cannot serve the platform, so that its missing tools are no news beside a list of the others. */
  readonly elsewhere?: boolean;
  /**
   * Every device, usable or not; a bad one never spoils the list. TOOL_NOT_FOUND when the platform's tools are
   * missing, which the pool takes as "no devices of this platform" unless this platform was asked for. Where a list
   * costs a process, `recent` is content with one of the last minute.
   */
  list(op: Operation, options?: { readonly recent?: boolean }): Promise<readonly DeviceInfo[]>;
  /** What kept a part of the last list from being read (simulators beside real devices); null when nothing did. */
  partial?(): Fault | null;
  /** Faults: DEVICE_NOT_FOUND, DEVICE_UNAVAILABLE, DEVICE_UNAUTHORIZED. */
  open(op: Operation, id: string): Promise<Device>;
  /**
   * Number that grows whenever the device `id` went away and came back, so that what was remembered of it is
   * dropped. Null when it is not connected now. Costs no device command.
   */
  generation(id: string): number | null;
  /** The connection of the device as it is now; null when there is none. */
  presence(id: string): Presence | null;
  /** What could be booted here. Left out where this source only finds devices. */
  readonly images?: DeviceImages | undefined;
  /** Devices over the network. Left out where the platform's tools connect them by themselves. */
  readonly wireless?: Wireless | undefined;
  close(): Promise<void>;
}

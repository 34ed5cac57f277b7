/**
 * One simulated iPhone as its programs see it: a phone of the model with Apple's names for things. The programs
 * (`xcrun`, `idb`, `idb_companion`) hold no state of their own; everything they change is here or on the phone.
 */
import { createPhone } from '../phone/phone.ts';
import type { Phone } from '../phone/phone-types.ts';

/** As `simctl list` spells it. */
export type SimulatorState = 'Creating' | 'Shutdown' | 'Booting' | 'Booted' | 'Shutting Down';

export interface Simulator {
  readonly udid: string;
  name: string;
  /** `com.apple.CoreSimulator.SimDeviceType.iPhone-17` */
  readonly deviceType: string;
  /** `com.apple.CoreSimulator.SimRuntime.iOS-26-3`; its version (26.3.1) stands in the list of runtimes. */
  readonly runtime: string;
  readonly phone: Phone;
  /** Pixels of the phone for one point: 3. Frames and touches of Apple's tools are in points. */
  readonly scale: number;
  state: SimulatorState;
  /** Host monotonic milliseconds at which it was booted last; null while it is off. */
  bootedAtMs: number | null;
  readonly memory: SimulatorMemory;
}

/** What tools set on a simulator and ask it later, besides what its phone holds. */
export interface SimulatorMemory {
  /** Degrees. */
  location: { readonly latitude: number; readonly longitude: number } | null;
  /** Overrides by the name of their flag: `time`, `batteryLevel`. */
  readonly statusBar: Map<string, string>;
  appearance: 'light' | 'dark';
  contentSize: string;
  increaseContrast: 'enabled' | 'disabled';
  /** `SERVICE BUNDLE` to what was said last. */
  readonly privacy: Map<string, 'granted' | 'denied'>;
  readonly pushes: { readonly bundleId: string; readonly payload: unknown }[];
  readonly media: string[];
  readonly certificates: string[];
  keychainResets: number;
  readonly openedUrls: string[];
  readonly launches: {
    readonly bundleId: string;
    readonly pid: number;
    readonly args: readonly string[];
    readonly env: Readonly<Record<string, string>>;
  }[];
  /** `DOMAIN KEY` to value, as `defaults read` prints it. */
  readonly defaults: Map<string, string>;
  /** Names that were posted by notifyutil. */
  readonly notifications: string[];
  /** Services that launchctl restarted. */
  readonly restarted: string[];
  /** What the keyboard of the simulator makes of a key with this US character; empty for a US keyboard. */
  readonly keyboardLayout: Map<string, string>;
}

export interface SimulatorOptions {
  readonly udid: string;
  readonly name: string;
  readonly phone: Phone;
  /** Default: iOS 26.3.1. */
  readonly runtime?: string;
  /** Default: iPhone 17. */
  readonly deviceType?: string;
  /** Default: Booted. */
  readonly state?: SimulatorState;
}

export const defaultRuntime = 'com.apple.CoreSimulator.SimRuntime.iOS-26-3';
export const defaultDeviceType = 'com.apple.CoreSimulator.SimDeviceType.iPhone-17';

export function createSimulator(options: SimulatorOptions): Simulator {
  const { udid, name, phone, state = 'Booted' } = options;
  const density = phone.displays[0]?.density ?? 480;
  return {
    udid,
    name,
    phone,
    state,
    deviceType: options.deviceType ?? defaultDeviceType,
    runtime: options.runtime ?? defaultRuntime,
    scale: density / 160,
    bootedAtMs: state === 'Booted' ? phone.clock.monotonicMs() : null,
    memory: freshMemory(),
  };
}

/** A phone of the size of an iPhone 17: one point is one dp of the model. */
export function createIphone(options: Omit<Parameters<typeof createPhone>[0], 'display'>): Phone {
  const { serial = 'virtual-ios-1', ...rest } = options;
  return createPhone({
    dragsClick: false,
    ...rest,
    serial,
    display: { width: 1206, height: 2622, density: 480 },
  });
}

function freshMemory(): SimulatorMemory {
  return {
    location: null,
    statusBar: new Map(),
    appearance: 'light',
    contentSize: 'large',
    increaseContrast: 'disabled',
    privacy: new Map(),
    pushes: [],
    media: [],
    certificates: [],
    keychainResets: 0,
    openedUrls: [],
    launches: [],
    defaults: new Map(),
    notifications: [],
    restarted: [],
    keyboardLayout: new Map(),
  };
}

/** Apps that go by another name on Apple's side; every other package keeps its own as bundle id. */
const renamed: readonly (readonly [packageName: string, bundleId: string])[] = [
  ['com.android.launcher3', 'com.apple.springboard'],
  ['com.android.settings', 'com.apple.Preferences'],
];

export function bundleIdOf(packageName: string): string {
  return renamed.find(([own]) => own === packageName)?.[1] ?? packageName;
}

export function packageNameOf(bundleId: string): string {
  return renamed.find(([, theirs]) => theirs === bundleId)?.[0] ?? bundleId;
}

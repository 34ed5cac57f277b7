/**
 * One simulated iPhone as its programs see it: a phone of the model with Apple's names for things. The programs
 * (`xcrun`, `idb`, `idb_companion`) hold no state of their own; everything they change is here or on the phone.
 */
import type { Phone } from '../phone/phone-types.ts';

/** As `simctl list` spells it. */
export type SimulatorState = 'Creating' | 'Shutdown' | 'Booting' | 'Booted' | 'Shutting Down';

export interface Simulator {
  readonly udid: string;
  readonly name: string;
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

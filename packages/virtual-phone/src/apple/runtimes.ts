/** Runtimes and device types of the simulated Xcode, in the words and key sets of `simctl list -j`. */

export interface Runtime {
  readonly identifier: string;
  readonly name: string;
  /** Newer than the identifier says: 26.3.1 behind `iOS-26-3`. */
  readonly version: string;
  readonly build: string;
  readonly platform: string;
}

export interface DeviceType {
  readonly identifier: string;
  readonly name: string;
  readonly family: 'iPhone' | 'iPad';
  readonly model: string;
  readonly points: { readonly width: number; readonly height: number };
  readonly scale: number;
}

const runtimePrefix = 'com.apple.CoreSimulator.SimRuntime.';
const typePrefix = 'com.apple.CoreSimulator.SimDeviceType.';

const installed: readonly Runtime[] = [
  runtime('iOS-26-3', 'iOS 26.3', '26.3.1', '23D8133'),
  runtime('iOS-18-2', 'iOS 18.2', '18.2', '22C150'),
];

export const deviceTypes: readonly DeviceType[] = [
  deviceType('iPhone-17', 'iPhone 17', 'iPhone18,3', [402, 874, 3]),
  deviceType('iPhone-17-Pro', 'iPhone 17 Pro', 'iPhone18,1', [402, 874, 3]),
  deviceType('iPhone-16', 'iPhone 16', 'iPhone17,3', [393, 852, 3]),
  deviceType('iPhone-SE-3rd-generation', 'iPhone SE (3rd generation)', 'iPhone14,6', [375, 667, 2]),
  deviceType('iPad-Air-11-inch-M3', 'iPad Air 11-inch (M3)', 'iPad15,3', [820, 1180, 2]),
];

function runtime(id: string, name: string, version: string, build: string): Runtime {
  return { identifier: `${runtimePrefix}${id}`, name, version, build, platform: 'iOS' };
}

function deviceType(
  id: string,
  name: string,
  model: string,
  [width, height, scale]: readonly [width: number, height: number, scale: number],
): DeviceType {
  const family = name.startsWith('iPad') ? 'iPad' : 'iPhone';
  return { identifier: `${typePrefix}${id}`, name, family, model, points: { width, height }, scale };
}

/** The installed runtimes, and those that simulators were made with. */
export function runtimesOf(identifiers: readonly string[]): readonly Runtime[] {
  const more = identifiers.filter((id) => !installed.some(({ identifier }) => identifier === id));
  return [...installed, ...[...new Set(more)].map(runtimeOf)];
}

/** From iOS 26 on, with the Xcode of that year, several of the tools' sentences are other ones. */
export function saysAsXcode26({ runtime }: { readonly runtime: string }): boolean {
  return Number.parseInt(runtimeOf(runtime).version, 10) >= 26;
}

/** By identifier; one that is not installed gets the version that its name says. */
export function runtimeOf(identifier: string): Runtime {
  const known = installed.find((each) => each.identifier === identifier);
  if (known) return known;
  const [platform = 'iOS', ...numbers] = identifier.replace(runtimePrefix, '').split('-');
  const version = numbers.join('.');
  return { identifier, name: `${platform} ${version}`, version, build: '20A000', platform };
}

/** By identifier or by name, as `simctl create` takes both. */
export function findDeviceType(wanted: string): DeviceType | undefined {
  return deviceTypes.find(({ identifier, name }) => identifier === wanted || name === wanted);
}

export function findRuntime(wanted: string): Runtime | undefined {
  return installed.find(({ identifier, name }) => [identifier, name, name.replace(' ', '')].includes(wanted));
}

/** By identifier; one that Xcode does not know is named after it and has the size of the newest. */
export function deviceTypeOf(identifier: string): DeviceType {
  const known = findDeviceType(identifier);
  if (known) return known;
  const name = identifier.replace(typePrefix, '').replaceAll('-', ' ');
  return deviceType(identifier.replace(typePrefix, ''), name, 'iPhone18,3', [402, 874, 3]);
}

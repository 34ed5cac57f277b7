/** `simctl list` and `simctl runtime list`: text and JSON with the key sets of Xcode 26. */

import { deviceFolder } from '../app-folders.ts';
import { appleJson } from '../apple-json.ts';
import { type DeviceType, deviceTypes, type Runtime, runtimeOf, runtimesOf } from '../runtimes.ts';
import type { SimulatedMac, UnavailableSimulator } from '../simulated-mac.ts';
import type { Simulator } from '../simulator.ts';
import { flagsOf, refuse, say, type Verb } from './call.ts';

const sections = ['devicetypes', 'runtimes', 'devices', 'pairs'] as const;
type Section = (typeof sections)[number];

interface Filter {
  readonly available: boolean;
  readonly booted: boolean;
  /** A part of a name, or a udid. */
  readonly term: string | null;
}

interface Row {
  readonly name: string;
  readonly udid: string;
  readonly runtime: string;
  readonly state: string;
  /** Null for a device that can be used. */
  readonly problem: string | null;
  readonly simulator: Simulator | null;
}

export const list: Verb = {
  name: 'list',
  usage: 'list [-j | --json] [-v] [devices|devicetypes|runtimes|pairs] [<search term>|available|booted]',
  run(call) {
    const flags = flagsOf(call, { plain: ['-j', '--json', '-v', '--verbose'] });
    if (typeof flags === 'number') return flags;
    const words = [...flags.operands];
    const asked = sections.find((section) => section === words[0]);
    if (asked) words.shift();
    const filter: Filter = {
      available: words.includes('available'),
      booted: words.includes('booted'),
      term: words.find((word) => word !== 'available' && word !== 'booted') ?? null,
    };
    const shown = asked ? [asked] : sections;
    const json = flags.plain.has('-j') || flags.plain.has('--json');
    if (json) {
      const parts = shown.map((section) => [section, valuesOf(call.mac, section, filter)]);
      say(call, `${appleJson(Object.fromEntries(parts))}\n`);
    } else for (const section of shown) say(call, textOf(call.mac, section, filter));
    return 0;
  },
};

export const runtimeVerb: Verb = {
  name: 'runtime',
  usage: 'runtime list [-j | --json] [-v]',
  run(call) {
    const flags = flagsOf(call, { plain: ['-j', '--json', '-v'] }, 1);
    if (typeof flags === 'number') return flags;
    if (flags.operands[0] !== 'list') return refuse(call, `Unrecognized operation: ${flags.operands[0]}`);
    const images = runtimes(call.mac).map((runtime, index) => ({
      identifier: `8E1B0000-0000-4000-8000-00000000000${index}`,
      runtime,
    }));
    if (flags.plain.size === 0) {
      say(call, '== Disk Images ==\n-- iOS --\n');
      for (const { identifier, runtime } of images)
        say(call, `${runtime.name} (${runtime.build}) - ${identifier} (Ready)\n`);
      return 0;
    }
    const entries = images.map(({ identifier, runtime }) => [
      identifier,
      {
        build: runtime.build,
        deletable: true,
        identifier,
        kind: 'Disk Image',
        platformIdentifier: 'com.apple.platform.iphonesimulator',
        runtimeIdentifier: runtime.identifier,
        sizeBytes: 8_123_456_789,
        state: 'Ready',
        version: runtime.version,
      },
    ]);
    say(call, `${appleJson(Object.fromEntries(entries))}\n`);
    return 0;
  },
};

function rowsOf(mac: SimulatedMac, filter: Filter): Row[] {
  const usable = mac.simulators.map(
    (simulator): Row => ({
      name: simulator.name,
      udid: simulator.udid,
      runtime: simulator.runtime,
      state: simulator.state,
      problem: null,
      simulator,
    }),
  );
  const useless = mac.unavailable.map((device: UnavailableSimulator): Row => {
    const { name, udid, runtime, state = 'Shutdown' } = device;
    const problem = device.availabilityError ?? 'runtime profile not found using "System" match policy';
    return { name, udid, runtime, state, problem, simulator: null };
  });
  return [...usable, ...useless].filter((row) => {
    if (filter.available && row.problem !== null) return false;
    if (filter.booted && row.state !== 'Booted') return false;
    return filter.term === null || row.name.includes(filter.term) || row.udid === filter.term;
  });
}

function runtimes(mac: SimulatedMac): readonly Runtime[] {
  return runtimesOf(mac.simulators.map(({ runtime }) => runtime));
}

function valuesOf(mac: SimulatedMac, section: Section, filter: Filter): unknown {
  const named = ({ name, identifier }: { name: string; identifier: string }): boolean =>
    filter.term === null || name.includes(filter.term) || identifier === filter.term;
  if (section === 'devicetypes') return deviceTypes.filter(named).map(deviceTypeJson);
  if (section === 'runtimes') return runtimes(mac).filter(named).map(runtimeJson);
  if (section === 'pairs') return {};
  const rows = rowsOf(mac, filter);
  const keys = new Set([
    ...runtimes(mac).map(({ identifier }) => identifier),
    ...rows.map((row) => row.runtime),
  ]);
  return Object.fromEntries(
    [...keys].map((key) => [
      key,
      rows.filter(({ runtime }) => runtime === key).map((row) => deviceJson(mac, row)),
    ]),
  );
}

function deviceJson(mac: SimulatedMac, row: Row): Record<string, unknown> {
  const folder = deviceFolder(mac.home, row.udid);
  const { simulator } = row;
  return {
    lastBootedAt: simulator ? lastBootedAt(simulator) : undefined,
    availabilityError: row.problem ?? undefined,
    dataPath: `${folder}/data`,
    dataPathSize: 3_999_055_872,
    logPath: `${mac.home}/Library/Logs/CoreSimulator/${row.udid}`,
    udid: row.udid,
    isAvailable: row.problem === null,
    logPathSize: simulator?.bootedAtMs === null ? undefined : 135_168,
    deviceTypeIdentifier: simulator?.deviceType ?? 'com.apple.CoreSimulator.SimDeviceType.iPhone-12',
    state: row.state,
    name: row.name,
  };
}

function lastBootedAt(simulator: Simulator): string | undefined {
  const { clock } = simulator.phone;
  if (simulator.bootedAtMs === null) return undefined;
  const epochMs = clock.epochMs() - (clock.monotonicMs() - simulator.bootedAtMs);
  return new Date(epochMs).toISOString().replace(/\.\d+Z$/, 'Z');
}

function runtimeJson(runtime: Runtime): Record<string, unknown> {
  const root = `/Library/Developer/CoreSimulator/Volumes/iOS_${runtime.build}/Library/Developer/CoreSimulator/Profiles/Runtimes/${runtime.name}.simruntime`;
  return {
    isAvailable: true,
    version: runtime.version,
    isInternal: false,
    buildversion: runtime.build,
    supportedArchitectures: ['arm64'],
    supportedDeviceTypes: deviceTypes.map(({ name, identifier, family }) => ({
      bundlePath: typePath(name),
      name,
      identifier,
      productFamily: family,
    })),
    identifier: runtime.identifier,
    platform: runtime.platform,
    bundlePath: root,
    runtimeRoot: `${root}/Contents/Resources/RuntimeRoot`,
    name: runtime.name,
  };
}

function deviceTypeJson(type: DeviceType): Record<string, unknown> {
  return {
    productFamily: type.family,
    bundlePath: typePath(type.name),
    maxRuntimeVersion: 4_294_967_295,
    maxRuntimeVersionString: '65535.255.255',
    identifier: type.identifier,
    modelIdentifier: type.model,
    minRuntimeVersionString: '15.4.0',
    minRuntimeVersion: 984_064,
    name: type.name,
  };
}

function typePath(name: string): string {
  return `/Applications/Xcode.app/Contents/Developer/Platforms/iPhoneOS.platform/Library/Developer/CoreSimulator/Profiles/DeviceTypes/${name}.simdevicetype`;
}

function textOf(mac: SimulatedMac, section: Section, filter: Filter): string {
  if (section === 'devicetypes') {
    const rows = deviceTypes.map(({ name, identifier }) => `${name} (${identifier})\n`);
    return `== Device Types ==\n${rows.join('')}`;
  }
  if (section === 'runtimes') {
    const rows = runtimes(mac).map(
      ({ name, version, build, identifier }) => `${name} (${version} - ${build}) - ${identifier}\n`,
    );
    return `== Runtimes ==\n${rows.join('')}`;
  }
  if (section === 'pairs') return '== Device Pairs ==\n';
  const rows = rowsOf(mac, filter);
  const known = runtimes(mac).map(({ identifier }) => identifier);
  const usable = known.map((key) => {
    const own = rows.filter(({ runtime, problem }) => runtime === key && problem === null);
    return `-- ${runtimeOf(key).name} --\n${own.map(rowText).join('')}`;
  });
  const lost = [...new Set(rows.filter(({ problem }) => problem !== null).map(({ runtime }) => runtime))];
  const useless = lost.map((key) => {
    const own = rows.filter(({ runtime, problem }) => runtime === key && problem !== null);
    return `-- Unavailable: ${key} --\n${own.map(rowText).join('')}`;
  });
  return `== Devices ==\n${[...usable, ...useless].join('')}`;
}

/** A device that runs though its runtime is gone has no word about it in its own line. */
function rowText({ name, udid, state, problem }: Row): string {
  const suffix = problem !== null && state !== 'Booted' ? `(unavailable, ${problem})` : '';
  return `    ${name} (${udid}) (${state}) ${suffix}\n`;
}

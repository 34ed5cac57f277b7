/**
 * The answer of `simctl list -j`: every spelling since Xcode 9, chatter around it, and what of it an agent can use.
 * Versions come from the list of runtimes: the runtime called `iOS-26-3` had the version 26.3.1. Pure. Source: [S1].
 */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { DeviceInfo, DeviceState } from '../../port/device.ts';
import { asList, asObject, isAvailable, type Json, jsonIn, textOf } from './tool-json.ts';

export interface SimulatorEntry {
  readonly info: DeviceInfo;
  /** The state as simctl calls it, such as `Booted`. */
  readonly word: string;
  /** False for one that runs although its runtime cannot be used. */
  readonly available: boolean;
  /** Changes with every boot; null where the list does not tell. */
  readonly lastBootedAt: string | null;
  /** `com.apple.CoreSimulator.SimDeviceType.iPad-Pro-11-inch-M4`; null in old lists. */
  readonly deviceType: string | null;
  /** Folder of its files on this computer; null where the list does not tell. */
  readonly dataPath: string | null;
}

export interface SimulatorList {
  /** Usable ones, booted first. */
  readonly simulators: readonly SimulatorEntry[];
  /** iPhones and iPads that are off and cannot be used, mostly because their runtime is gone. They are not listed. */
  readonly unavailable: number;
}

const states: Readonly<Record<string, DeviceState>> = {
  Booted: 'ready',
  Booting: 'booting',
  Creating: 'booting',
  Shutdown: 'shutdown',
  'Shutting Down': 'shutdown',
};

/** DEVICE_UNAVAILABLE for what is no list. Old Xcodes without `-j` for everything are covered by what is optional. */
export function parseSimulators(text: string, options: { readonly virtual: boolean }): SimulatorList {
  const list = jsonIn(text);
  const devices = list && asObject(list['devices']);
  if (!list || !devices) {
    throw new Fault('DEVICE_UNAVAILABLE', 'simctl list did not return a list of devices.', {
      nextStep: 'Run `xcrun simctl list -j` in a terminal and check its output.',
      reason: 'no_json',
      details: { tool: 'simctl list', said: text.trim().slice(0, 500) },
    });
  }
  const versions = runtimeVersions(asList(list['runtimes']));
  const simulators: SimulatorEntry[] = [];
  let unavailable = 0;
  for (const [runtime, entries] of Object.entries(devices)) {
    const version = versions.get(runtime) ?? versionFromId(runtime);
    if (version.platform !== 'iOS') continue;
    for (const entry of asList(entries)) {
      const found = simulatorOf(entry, version.version, options.virtual);
      if (found === 'unavailable') unavailable++;
      else if (found) simulators.push(found);
    }
  }
  const rank = ({ info }: SimulatorEntry): number =>
    info.state === 'ready' ? 0 : info.state === 'booting' ? 1 : 2;
  return { simulators: simulators.sort((a, b) => rank(a) - rank(b)), unavailable };
}

function simulatorOf(entry: Json, osVersion: string | null, virtual: boolean) {
  const id = textOf(entry['udid']);
  if (id === null) return null;
  const word = textOf(entry['state']) ?? '';
  const available = isAvailable(entry);
  // One that runs all the same would be missed and looked for: it is listed with its reason, and never chosen (SIM-13).
  if (!available && word !== 'Booted') return 'unavailable';
  const state = available ? (states[word] ?? 'unknown') : 'unknown';
  const info: DeviceInfo = {
    id,
    platform: 'ios',
    osVersion,
    model: textOf(entry['name']),
    simulator: true,
    virtual,
    state,
    booted: state === 'ready',
    ...(available ? problemOf(state, word) : unusable(entry)),
  };
  return {
    info,
    word,
    available,
    lastBootedAt: textOf(entry['lastBootedAt']),
    deviceType: textOf(entry['deviceTypeIdentifier']),
    dataPath: textOf(entry['dataPath']),
  };
}

function problemOf(state: DeviceState, word: string): Pick<DeviceInfo, 'problem' | 'fix'> {
  if (state === 'ready') return {};
  if (state === 'shutdown')
    return { problem: 'The simulator is switched off.', fix: 'Start it with manage_emulator.' };
  if (state === 'booting') return { problem: 'The simulator is starting.', fix: 'Wait, then list again.' };
  return { problem: `simctl reports its state as ${JSON.stringify(word)}.`, fix: 'Wait, then list again.' };
}

function unusable(entry: Json): Pick<DeviceInfo, 'problem' | 'fix'> {
  const reason = textOf(entry['availabilityError']) ?? textOf(entry['availability']) ?? 'no reason is given';
  return {
    problem: `It is running, but Xcode lists it as unavailable: ${reason}.`,
    fix: 'Install its runtime (Xcode > Settings > Components), or use another simulator.',
  };
}

interface Version {
  readonly platform: string;
  readonly version: string | null;
}

function runtimeVersions(runtimes: readonly Json[]): ReadonlyMap<string, Version> {
  const found = new Map<string, Version>();
  for (const runtime of runtimes) {
    const id = textOf(runtime['identifier']);
    const version = textOf(runtime['version']);
    if (id === null || version === null) continue;
    const name = textOf(runtime['name']);
    const platform = textOf(runtime['platform']) ?? versionFromId(id).platform;
    found.set(id, { platform, version });
    // The oldest lists key devices by the name of the runtime (`iOS 12.1`).
    if (name !== null && !found.has(name)) found.set(name, { platform, version });
  }
  return found;
}

/** `com.apple.CoreSimulator.SimRuntime.iOS-26-3` or `iOS 12.1`; only where the list of runtimes does not say [S1]. */
function versionFromId(id: string): Version {
  const [, platform = '', version = ''] = /^(?:.*SimRuntime\.)?([A-Za-z]+)[- ]([\d.-]+)$/.exec(id) ?? [];
  return { platform, version: version === '' ? null : version.replaceAll('-', '.') };
}

/**
 * The answer of `devicectl list devices`, which goes to a file: on stdout a table would stand before it. Pure.
 * Source: [S6].
 */

import type { DeviceInfo } from '../../port/device.ts';
import { asList, asObject, jsonIn, textOf } from '../simctl/tool-json.ts';

/** What a real device is, and by which id `devicectl` wants it to be named. */
export interface RealDevice {
  readonly info: DeviceInfo;
  readonly coreDeviceId: string;
}

/** iPhones and iPads that are paired or could be; empty for what is no list. */
export function parseRealDevices(text: string): readonly RealDevice[] {
  const result = asObject(jsonIn(text)?.['result']);
  return asList(result?.['devices']).flatMap((device) => {
    const hardware = asObject(device['hardwareProperties']) ?? {};
    const properties = asObject(device['deviceProperties']) ?? {};
    const connection = asObject(device['connectionProperties']) ?? {};
    const coreDeviceId = textOf(device['identifier']);
    const platform = textOf(hardware['platform']) ?? 'iOS';
    const reality = textOf(hardware['reality']) ?? 'physical';
    if (coreDeviceId === null || reality !== 'physical' || !/^i(?:Pad)?OS$/i.test(platform)) return [];
    const state = stateOf({
      paired: textOf(connection['pairingState']) === 'paired',
      developerMode: textOf(properties['developerModeStatus']),
      tunnel: textOf(connection['tunnelState']),
      bootState: textOf(properties['bootState']),
    });
    const info: DeviceInfo = {
      id: textOf(hardware['udid']) ?? coreDeviceId,
      platform: 'ios',
      osVersion: textOf(properties['osVersionNumber']),
      model: textOf(hardware['marketingName']) ?? textOf(hardware['productType']),
      simulator: false,
      virtual: false,
      ...state,
    };
    return [{ info, coreDeviceId }];
  });
}

interface Connection {
  readonly paired: boolean;
  readonly developerMode: string | null;
  readonly tunnel: string | null;
  readonly bootState: string | null;
}

/** A tunnel that is `disconnected` is usual over the network: it is made on demand. `unavailable` is not there at all. */
function stateOf({
  paired,
  developerMode,
  tunnel,
  bootState,
}: Connection): Pick<DeviceInfo, 'state' | 'booted' | 'problem' | 'fix'> {
  if (!paired)
    return {
      state: 'unauthorized',
      problem: 'It is not paired with this computer.',
      fix: 'Connect it by cable, unlock it and tap Trust.',
    };
  if (developerMode !== null && developerMode !== 'enabled')
    return {
      state: 'unauthorized',
      problem: 'Developer Mode is off.',
      fix: 'Turn it on in Settings > Privacy & Security > Developer Mode; the device restarts.',
    };
  if (tunnel === 'unavailable')
    return {
      state: 'offline',
      problem: 'It is known, but not reachable now.',
      fix: 'Connect it by cable or to the same network, and unlock it.',
    };
  if (bootState !== null && bootState !== 'booted')
    return { state: 'booting', problem: 'It is starting.', fix: 'Wait, then list again.' };
  return { state: 'ready', booted: true };
}

/** Real phones as devicectl lists them, in JSON and as a table. */
import { deviceTypeOf } from '../runtimes.ts';
import type { SimulatedMac } from '../simulated-mac.ts';
import type { Device } from './answer.ts';

export function describe(device: Device): Record<string, unknown> {
  const {
    identifier,
    udid,
    name,
    osVersion = '26.3',
    paired = true,
    developerMode = true,
    transport = 'wired',
  } = device;
  const type = deviceTypeOf(device.simulator.deviceType);
  return {
    capabilities: [],
    connectionProperties: {
      pairingState: paired ? 'paired' : 'unpaired',
      transportType: transport,
      // The tunnel is made when something needs it.
      tunnelState: transport === 'wired' ? 'connected' : 'disconnected',
    },
    deviceProperties: {
      bootState: 'booted',
      ddiServicesAvailable: developerMode,
      developerModeStatus: developerMode ? 'enabled' : 'disabled',
      name,
      osVersionNumber: osVersion,
    },
    hardwareProperties: {
      deviceType: type.family,
      marketingName: type.name,
      platform: 'iOS',
      productType: type.model,
      reality: 'physical',
      udid,
    },
    identifier,
    visibilityClass: 'default',
  };
}

export function tableOf(mac: SimulatedMac): string {
  const rows = mac.realDevices.map(({ name, identifier, paired = true }) =>
    [
      name,
      `${name.replaceAll(' ', '-')}.coredevice.local`,
      identifier,
      paired ? 'available (paired)' : 'unavailable',
    ].join('   '),
  );
  if (rows.length === 0) return 'No devices found.\n';
  return `Name   Hostname   Identifier   State\n----   --------   ----------   -----\n${rows.join('\n')}\n`;
}

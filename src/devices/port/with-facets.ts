/** Narrows a device to the facets that a caller needs, or says why it cannot have them. */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Device, DeviceWith, Facet } from './device.ts';

/** The device as one that has the facets, or CAPABILITY_MISSING with the reason that the device gives. */
export function withFacets<F extends Facet>(device: Device, needs: readonly F[]): DeviceWith<F> {
  if (hasFacets(device, needs)) return device;
  const missing = needs.filter((facet) => device[facet] === undefined);
  const why = missing.map((facet) => device.cannot?.[facet] ?? `no ${facet} on this device`).join('; ');
  throw new Fault('CAPABILITY_MISSING', `${device.info.id} cannot do this: ${why}.`);
}

function hasFacets<F extends Facet>(device: Device, needs: readonly F[]): device is DeviceWith<F> {
  return needs.every((facet) => device[facet] !== undefined);
}

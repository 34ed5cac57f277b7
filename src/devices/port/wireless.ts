/** Devices that are reached over the network: what announces itself, pairing, connecting. Part of the port. */
import type { Operation } from '@mobile-debug/core/operation.ts';

export interface WirelessService {
  /** The name under which the device announces itself; it stays when the port changes. */
  readonly name: string;
  /** `connect`: wireless debugging. `pairing`: its dialog is open. `plain`: debugging without a pairing. */
  readonly kind: 'connect' | 'pairing' | 'plain';
  readonly host: string;
  readonly port: number;
  /** `connected` where `deviceId` can be used, `unusable` where it is listed in another state, `available` otherwise. */
  readonly state: 'connected' | 'unusable' | 'available';
  readonly deviceId?: string;
}

/** A host and a port, or the name of a service. */
export interface WirelessAddress {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly name?: string | undefined;
}

export interface Wireless {
  /** As the last list found them; empty where the platform's tools do not look for any. */
  readonly seen: readonly WirelessService[];
  /**
   * ACTION_REJECTED for a wrong code, DEVICE_UNAVAILABLE for an address where nobody pairs, CAPABILITY_MISSING. The
   * name is that of its services.
   */
  pair(
    op: Operation,
    request: { readonly host: string; readonly port: number; readonly code: string },
  ): Promise<{ readonly name: string | null; readonly output: string }>;
  /** Id of the device, which answers. DEVICE_UNAVAILABLE, DEVICE_UNAUTHORIZED where it must be paired first. */
  connect(
    op: Operation,
    address: WirelessAddress,
  ): Promise<{ readonly deviceId: string; readonly output: string }>;
  /** DEVICE_NOT_FOUND where there is no such connection. */
  disconnect(op: Operation, deviceId: string): Promise<{ readonly output: string }>;
  /** Under which id a device that was connected as `id` is connected now; null where it is not known to have moved. */
  movedTo(id: string): string | null;
}

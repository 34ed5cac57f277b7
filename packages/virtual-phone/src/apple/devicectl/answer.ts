/** What a command of devicectl gets and how it answers, before that becomes text and JSON. */
import type { Flags } from '../flags.ts';
import type { ProgramContext } from '../program.ts';
import type { SimulatedMac } from '../simulated-mac.ts';

export const coreDevice = 'com.apple.dt.CoreDeviceError';

export type Device = SimulatedMac['realDevices'][number];

export interface DeviceError {
  readonly domain: string;
  readonly code: number;
  readonly text: string;
}

export type Answer =
  | { readonly ok: true; readonly table: string; readonly result: Record<string, unknown> }
  | { readonly ok: false; readonly failed: DeviceError };

export interface DeviceCall {
  readonly context: ProgramContext;
  readonly mac: SimulatedMac;
  readonly device: Device;
  readonly flags: Flags;
}

export function done(table: string, result: Record<string, unknown>): Answer {
  return { ok: true, table, result };
}

export function failed(domain: string, code: number, text: string): Answer {
  return { ok: false, failed: { domain, code, text } };
}

/** One phone behind one adb server, for tests: torn down with the test. */

import { systemClock } from '@mobile-debug/core/operation.ts';
import { expect, onTestFinished, vi } from 'vitest';
import { createPhone, type PhoneOptions } from '../../phone/phone.ts';
import type { Phone } from '../../phone/phone-types.ts';
import {
  startVirtualAdbServer,
  type VirtualAdbServer,
  type VirtualAdbServerOptions,
} from '../virtual-adb-server.ts';

export interface Bed {
  readonly phone: Phone;
  readonly adbServer: VirtualAdbServer;
  readonly port: number;
  readonly serial: string;
}

export async function startBed(
  phoneOptions: Partial<PhoneOptions> = {},
  serverOptions: Omit<VirtualAdbServerOptions, 'phones'> = {},
): Promise<Bed> {
  const phone = createPhone({ clock: systemClock, ...phoneOptions });
  const adbServer = await startVirtualAdbServer({ phones: [phone], ...serverOptions });
  onTestFinished(async () => {
    await adbServer.close();
    phone.close();
    expect(adbServer.defects).toEqual([]);
  });
  return { phone, adbServer, port: adbServer.port, serial: phone.serial };
}

/** Until `check` no longer throws; patient, since the machine may be busy. */
export async function eventually(check: () => void | Promise<void>): Promise<void> {
  await vi.waitFor(check, { timeout: 15_000, interval: 10 });
}

/** Options for `expect.poll` with the same patience. */
export const patiently = { timeout: 15_000, interval: 10 } as const;

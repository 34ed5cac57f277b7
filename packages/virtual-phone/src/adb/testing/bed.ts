/** One phone behind one face, for tests: torn down with the test. */

import { systemClock } from '@mobile-debug/core/operation.ts';
import { expect, onTestFinished, vi } from 'vitest';
import { createPhone, type PhoneOptions } from '../../phone/phone.ts';
import type { Phone } from '../../phone/phone-types.ts';
import { type AdbFace, type AdbFaceOptions, startAdbFace } from '../face.ts';

export interface Bed {
  readonly phone: Phone;
  readonly face: AdbFace;
  readonly port: number;
  readonly serial: string;
}

export async function startBed(
  phoneOptions: Partial<PhoneOptions> = {},
  faceOptions: Omit<AdbFaceOptions, 'phones'> = {},
): Promise<Bed> {
  const phone = createPhone({ clock: systemClock, ...phoneOptions });
  const face = await startAdbFace({ phones: [phone], ...faceOptions });
  onTestFinished(async () => {
    await face.close();
    phone.close();
    expect(face.defects).toEqual([]);
  });
  return { phone, face, port: face.port, serial: phone.serial };
}

/** Until `check` no longer throws; patient, since the machine may be busy. */
export async function eventually(check: () => void | Promise<void>): Promise<void> {
  await vi.waitFor(check, { timeout: 15_000, interval: 10 });
}

/** Options for `expect.poll` with the same patience. */
export const patiently = { timeout: 15_000, interval: 10 } as const;

/** For tests only: a phone with the helper's packages behind its own adb endpoint, and the source that uses them. */

import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { FaultScript } from '@mobile-debug/virtual-phone/adb/fault-script.ts';
import {
  startVirtualAdbServer,
  type VirtualAdbServer,
} from '@mobile-debug/virtual-phone/adb/virtual-adb-server.ts';
import { virtualApps } from '@mobile-debug/virtual-phone/apps/index.ts';
import { helperApps } from '@mobile-debug/virtual-phone/helper/helper-apps.ts';
import { addHelper, type HelperEndpoint } from '@mobile-debug/virtual-phone/helper/helper-endpoint.ts';
import { createPhone, type PhoneOptions } from '@mobile-debug/virtual-phone/phone/phone.ts';
import type { Phone } from '@mobile-debug/virtual-phone/phone/phone-types.ts';
import { onTestFinished } from 'vitest';
import { AndroidSource } from '../../src/devices/android/android-source.ts';
import type { HelperOptions } from '../../src/devices/android/uia2/helper-options.ts';
import type { Device } from '../../src/devices/port/device.ts';

export interface HelperBed {
  readonly phone: Phone;
  readonly adbServer: VirtualAdbServer;
  readonly faults: FaultScript;
  readonly helper: HelperEndpoint;
  readonly source: AndroidSource;
  readonly device: Device;
}

export interface HelperBedOptions extends Partial<PhoneOptions> {
  readonly mode?: HelperOptions['mode'];
  readonly install?: NonNullable<HelperOptions['install']>;
  readonly idleReleaseMs?: number;
  readonly turns?: NonNullable<HelperOptions['turns']>;
}

export async function helperBed({
  mode = 'auto',
  idleReleaseMs = 30_000,
  install,
  turns,
  ...options
}: HelperBedOptions = {}): Promise<HelperBed> {
  const phone = createPhone({ clock: systemClock, apps: [...virtualApps, ...helperApps], ...options });
  const faults = new FaultScript();
  const adbServer = await startVirtualAdbServer({ phones: [phone], faults });
  const helper = addHelper(adbServer, phone);
  const source = new AndroidSource({
    address: { host: adbServer.host, port: adbServer.port },
    clock: systemClock,
    helper: { mode, idleReleaseMs, ...(install ? { install } : {}), ...(turns ? { turns } : {}) },
  });
  using op = Operation.start(10_000);
  const device = await source.open(op, phone.serial);
  onTestFinished(async () => {
    await device.close();
    await source.close();
    await adbServer.close();
    phone.close();
  });
  return { phone, adbServer, faults, helper, source, device };
}

/** Android phones of the model behind their adb endpoint, and the product's source of devices over it. */
import type { Clock } from '@mobile-debug/core/clock.ts';
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { FaultScript } from '@mobile-debug/virtual-phone/adb/fault-script.ts';
import {
  startVirtualAdbServer,
  type VirtualAdbServer,
} from '@mobile-debug/virtual-phone/adb/virtual-adb-server.ts';
import type { VirtualAppleTools } from '@mobile-debug/virtual-phone/apple/virtual-apple-tools.ts';
import { virtualApps } from '@mobile-debug/virtual-phone/apps/index.ts';
import { helperApps } from '@mobile-debug/virtual-phone/helper/helper-apps.ts';
import { addHelper, type HelperEndpoint } from '@mobile-debug/virtual-phone/helper/helper-endpoint.ts';
import { createPhone } from '@mobile-debug/virtual-phone/phone/phone.ts';
import type { Phone } from '@mobile-debug/virtual-phone/phone/phone-types.ts';
import { timingProfiles } from '@mobile-debug/virtual-phone/phone/timing.ts';
import {
  androidVersions,
  onTelevision,
  televisionDisplay,
} from '@mobile-debug/virtual-phone/phone/versions.ts';
import type { ProgramRunners } from '../src/cli/computer.ts';
import { AdbServer } from '../src/devices/android/adb/adb-server.ts';
import { AndroidSource } from '../src/devices/android/android-source.ts';
import type { DeviceSource } from '../src/devices/port/device.ts';
import { adbPath, type PrivateAdb, privateAdb } from '../src/host/testing/private-adb.ts';
import type { TestBedOptions } from './harness.ts';
import { androidTraits, type PlatformTraits } from './platform-traits.ts';
import { androidWire, type DeviceWire } from './wire.ts';

/** Phones, the way to them, and how they are called: what differs between the platforms of a bed. */
export interface PlatformFixture {
  readonly phones: readonly Phone[];
  /** What the product calls the phones: through the real adb they are addresses. */
  readonly ids: readonly string[];
  readonly source: DeviceSource;
  readonly traits: PlatformTraits;
  readonly wire: DeviceWire;
  /** Of adb; empty and without effect on iOS. */
  readonly faults: FaultScript;
  /** Added to the environment of the computer. */
  readonly environment: Readonly<Record<string, string>>;
  readonly adbServer?: VirtualAdbServer;
  readonly helpers?: readonly HelperEndpoint[];
  readonly apple?: VirtualAppleTools;
  /** How the computer runs programs, where not as the host does. */
  readonly programs?: ProgramRunners;
  close(): Promise<void>;
}

export async function androidFixture(
  options: TestBedOptions,
  clock: Clock,
  environment: Readonly<Record<string, string>> = {},
): Promise<PlatformFixture> {
  const faults = new FaultScript();
  const version = androidVersions[options.android ?? '14'];
  const phones = (options.serials ?? ['virtual-android-1']).map((serial) =>
    createPhone({
      serial,
      version: options.television ? onTelevision(version) : version,
      ...(options.television ? { display: televisionDisplay } : {}),
      timing: { ...timingProfiles[options.timing ?? 'instant'], ...options.costs },
      clock: systemClock,
      ...(options.moreDisplays ? { moreDisplays: options.moreDisplays } : {}),
      ...(options.users ? { users: options.users } : {}),
      ...(options.helper ? { apps: [...virtualApps, ...helperApps] } : {}),
    }),
  );
  const adbServer = await startVirtualAdbServer({
    phones,
    faults,
    ...(options.clipboardCommand === undefined ? {} : { clipboardCommand: options.clipboardCommand }),
  });
  const helpers = options.helper ? phones.map((one) => addHelper(adbServer, one)) : [];
  const adb = options.through === 'adb' ? await connectedAdb(adbServer, phones) : null;
  const source = new AndroidSource({
    address: adb?.address ?? { host: adbServer.host, port: adbServer.port },
    ...(adb ? { startServer: adb.start } : {}),
    clock,
    avds: { environment, platform: process.platform },
    ...(options.helper ? { helper: { mode: 'auto', idleReleaseMs: 30_000 } } : {}),
  });
  return {
    phones,
    ids: phones.map(({ serial }) => (adb ? addressOf(adbServer, serial) : serial)),
    source,
    traits: androidTraits(phones[0]),
    wire: androidWire(adbServer, faults, helpers),
    faults,
    environment: {},
    adbServer,
    helpers,
    async close() {
      await adb?.close();
      await adbServer.close();
      for (const one of phones) one.close();
    },
  };
}

function addressOf(adbServer: VirtualAdbServer, serial: string): string {
  return `${adbServer.host}:${adbServer.adbdPort(serial)}`;
}

async function connectedAdb(adbServer: VirtualAdbServer, phones: readonly Phone[]): Promise<PrivateAdb> {
  if (adbPath === undefined) throw new Error('This bed needs the adb program.');
  const adb = await privateAdb(adbPath);
  const server = new AdbServer({ address: adb.address, startServer: adb.start, clock: systemClock });
  using op = Operation.start(20_000);
  for (const { serial } of phones) await server.query(op, `host:connect:${addressOf(adbServer, serial)}`);
  return adb;
}

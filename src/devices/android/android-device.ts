/** Puts the facets of one Android device together. */
import type { Device, DeviceInfo } from '../device.ts';
import type { AdbDevice } from './adb/adb-types.ts';
import { androidApps } from './apps.ts';
import type { DeviceProbe } from './device-probe.ts';
import { factsReader } from './facts.ts';
import { androidInput } from './input.ts';
import { androidLogs } from './logs.ts';
import { androidScreen } from './screen.ts';

/** Sends nothing; each facet reads what it needs when it is first used. */
export function androidDevice(adb: AdbDevice, info: DeviceInfo, { sdk }: DeviceProbe): Device {
  const facts = factsReader(adb);
  const apps = androidApps(adb, sdk);
  const logs = androidLogs(adb, apps);
  return {
    info,
    screen: androidScreen(adb, facts),
    input: androidInput(adb, sdk),
    apps,
    logs,
    close: () => logs.close(),
  };
}

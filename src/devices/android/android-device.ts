/** Puts the facets of one Android device together. */
import type { Device, DeviceInfo } from '../device.ts';
import type { AdbDevice } from './adb/adb-types.ts';
import { androidApps } from './apps.ts';
import { androidClipboard } from './clipboard.ts';
import type { DeviceProbe } from './device-probe.ts';
import { factsReader } from './facts.ts';
import { androidFiles } from './files.ts';
import { androidInput } from './input.ts';
import { androidInstall } from './install.ts';
import { androidLogs } from './logs.ts';
import { androidPackages } from './packages.ts';
import { androidPower } from './power.ts';
import { androidScreen } from './screen.ts';
import { androidSettings } from './settings.ts';
import { helperClipboard } from './uia2/helper-clipboard.ts';
import { helperInput } from './uia2/helper-input.ts';
import { type HelperOptions, ResidentHelper } from './uia2/resident-helper.ts';

/** Sends nothing; each facet reads what it needs when it is first used. */
export function androidDevice(
  adb: AdbDevice,
  info: DeviceInfo,
  { sdk }: DeviceProbe,
  options: HelperOptions,
): Device {
  const facts = factsReader(adb);
  const helper = new ResidentHelper(adb, options);
  const apps = androidApps(adb, sdk);
  const logs = androidLogs(adb, apps);
  return {
    info,
    screen: androidScreen(adb, facts, helper),
    input: helperInput(helper, androidInput(adb, sdk)),
    apps,
    logs,
    install: androidInstall(adb),
    packages: androidPackages(adb, sdk),
    files: androidFiles(adb),
    clipboard: helperClipboard(helper, androidClipboard(adb)),
    settings: androidSettings(adb, { sdk, info }),
    power: androidPower(adb, info),
    async close() {
      await Promise.all([logs.close(), helper.close()]);
    },
  };
}

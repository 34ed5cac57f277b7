/** Puts the facets of one Android device together. */
import type { Device, DeviceInfo } from '../port/device.ts';
import type { AdbDevice } from './adb/adb-types.ts';
import { androidApps } from './apps/apps.ts';
import { androidPackages } from './apps/packages.ts';
import { androidUsers } from './apps/users.ts';
import { androidDebug } from './debug.ts';
import type { DeviceProbe } from './device-probe.ts';
import { androidFiles } from './files.ts';
import { androidInput } from './input/input.ts';
import { androidInstall } from './install/install.ts';
import { androidLogs } from './logs/logs.ts';
import { androidScreen } from './screen/screen.ts';
import { androidClipboard } from './settings/clipboard.ts';
import { androidPower } from './settings/power.ts';
import { androidSettings } from './settings/settings.ts';
import { helperClipboard } from './uia2/helper-clipboard.ts';
import { helperInput } from './uia2/helper-input.ts';
import type { HelperOptions } from './uia2/helper-options.ts';
import { ResidentHelper } from './uia2/resident-helper.ts';

/** Sends nothing; each facet reads what it needs when it is first used. */
export function androidDevice(
  adb: AdbDevice,
  info: DeviceInfo,
  { sdk, television }: DeviceProbe,
  options: HelperOptions,
): Device {
  const helper = new ResidentHelper(adb, options);
  const apps = androidApps(adb, sdk);
  const logs = androidLogs(adb, apps);
  return {
    info,
    screen: androidScreen(adb, sdk, helper),
    input: helperInput(helper, androidInput(adb, sdk, television)),
    apps,
    logs,
    install: androidInstall(adb),
    packages: androidPackages(adb, sdk),
    files: androidFiles(adb),
    clipboard: helperClipboard(helper, androidClipboard(adb)),
    settings: androidSettings(adb, { sdk, info }),
    power: androidPower(adb, info),
    debug: androidDebug(adb, apps),
    users: androidUsers(adb, sdk),
    async close() {
      await Promise.all([logs.close(), helper.close()]);
    },
  };
}

/** Puts the facets of one simulator together. */

import type { Clock } from '@mobile-debug/core/clock.ts';
import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Device } from '../port/device.ts';
import { AppCatalog } from './apps/app-catalog.ts';
import { iosApps } from './apps/apps.ts';
import { iosPackages } from './apps/packages.ts';
import { iosDebug } from './debug.ts';
import { iosFiles } from './files.ts';
import { iosInstall } from './install/install.ts';
import type {
  DisplayGeometry,
  IosDriver,
  IosInteraction,
  OpenInteraction,
  StartProgram,
  ToolPaths,
} from './ios-types.ts';
import { iosLogs } from './logs/logs.ts';
import { LogStreams } from './logs/logs-streams.ts';
import { ownRegister } from './own-register.ts';
import { AccessibilitySwitch } from './screen/accessibility.ts';
import { iosScreenshot, simctlCapture } from './screen/screenshot.ts';
import { iosClipboard } from './settings/clipboard.ts';
import { iosPower } from './settings/power.ts';
import { iosSettings } from './settings/settings.ts';
import type { Xcrun } from './simctl/run-xcrun.ts';
import type { SimulatorEntry } from './simctl/sim-list.ts';
import { simctlFor } from './simctl/simctl.ts';

export interface DeviceDeps {
  readonly xcrun: Xcrun;
  readonly tools: ToolPaths;
  readonly clock: Clock;
  readonly driver: IosDriver;
  readonly wdaUrl?: string;
  readonly openInteraction: OpenInteraction;
  readonly start: StartProgram;
  /** Called for each fault after which what is known of the device may be outdated. */
  readonly onLost: () => void;
}

/** A screenshot does not wait longer for a companion that has to be started first [O1]. */
const geometryMs = 3_000;

/** Starts nothing; each facet asks what it needs when it is first used. */
export function simulatorDevice({ info, deviceType }: SimulatorEntry, parts: DeviceDeps): Device {
  const { tools, clock, driver, wdaUrl, start, onLost } = parts;
  const xcrun = { ...parts.xcrun, onLost };
  const { environment, run } = xcrun;
  const simctl = simctlFor(info.id, xcrun);
  const catalog = new AppCatalog(simctl, xcrun, async (op) => (await interaction.running?.(op)) ?? null);
  const interaction: IosInteraction = parts.openInteraction({
    info,
    simctl,
    tools,
    clock,
    driver,
    ...(wdaUrl !== undefined && { wdaUrl }),
    environment,
    appNames: catalog,
    onLost,
    run,
    start,
  });
  const register = ownRegister({ environment, run });
  const streams = new LogStreams({ udid: info.id, xcrun, register, start });
  const logs = iosLogs({ simctl, catalog, streams, environment });
  const screenshot = iosScreenshot({
    capture: simctlCapture(simctl),
    geometry: (op) => geometryOrNull(op, interaction),
    deviceType,
  });
  const apps = iosApps({
    simctl,
    xcrun,
    catalog,
    environment,
    accessibility: new AccessibilitySwitch(simctl, info.osVersion),
    onLaunch: (appId, pid) => interaction.noteLaunch(appId, pid),
  });
  return {
    info,
    screen: { ...interaction.screen, screenshot },
    input: interaction.input,
    apps,
    debug: iosDebug({ apps, run, environment, ...(info.virtual && { virtualUdid: info.id }) }),
    logs,
    install: iosInstall({ simctl, xcrun, catalog }),
    packages: iosPackages(simctl, catalog),
    files: iosFiles(simctl, catalog),
    clipboard: iosClipboard(simctl),
    settings: iosSettings(simctl, catalog, interaction),
    power: iosPower(simctl, onLost),
    async close() {
      await Promise.allSettled([logs.close(), interaction.close()]);
    },
  };
}

/** Null when no driver is available; the screenshot is useful without it. */
export async function geometryOrNull(
  op: Operation,
  interaction: IosInteraction,
): Promise<DisplayGeometry | null> {
  using bounded = op.within(geometryMs);
  try {
    return await bounded.race(interaction.geometry(bounded));
  } catch (error) {
    if (op.ended || !isFault(error)) throw error;
    return null;
  }
}

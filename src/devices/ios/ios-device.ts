/** Puts the facets of one simulator together. */

import type { Clock } from '@mobile-debug/core/clock.ts';
import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Device } from '../port/device.ts';
import { AppCatalog } from './apps/app-catalog.ts';
import { iosApps } from './apps/apps.ts';
import { iosPackages } from './apps/packages.ts';
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
import type { SimulatorEntry } from './simctl/sim-list.ts';
import { simctlFor, type Xcrun } from './simctl/simctl.ts';

export interface DeviceParts {
  readonly xcrun: Xcrun;
  readonly tools: ToolPaths;
  readonly clock: Clock;
  readonly driver: IosDriver;
  readonly wdaUrl?: string;
  readonly openInteraction: OpenInteraction;
  readonly start: StartProgram;
  /** Told of every fault that says the device may not be what it was. */
  readonly onSuspicion: () => void;
}

/** A screenshot does not wait longer for a companion that has to be started first [O1]. */
const geometryMs = 3_000;

/** Starts nothing; each facet asks what it needs when it is first used. */
export function simulatorDevice({ info, deviceType }: SimulatorEntry, parts: DeviceParts): Device {
  const { xcrun, tools, clock, driver, wdaUrl, start, onSuspicion } = parts;
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
  const watched = <T extends object>(facet: T): T => noticing(facet, onSuspicion);
  return {
    info,
    screen: watched({ ...interaction.screen, screenshot }),
    input: watched(interaction.input),
    apps: watched(
      iosApps({
        simctl,
        xcrun,
        catalog,
        environment,
        accessibility: new AccessibilitySwitch(simctl, info.osVersion),
        onLaunch: (appId, pid) => interaction.noteLaunch(appId, pid),
      }),
    ),
    logs: watched(logs),
    install: watched(iosInstall({ simctl, xcrun, catalog })),
    packages: watched(iosPackages(simctl, catalog)),
    files: watched(iosFiles(simctl, catalog)),
    clipboard: watched(iosClipboard(simctl)),
    settings: watched(iosSettings(simctl, catalog, interaction)),
    power: iosPower(simctl, onSuspicion),
    async close() {
      await Promise.allSettled([logs.close(), interaction.close()]);
    },
  };
}

/** Null when no way to the screen is at hand: the picture is of use all the same. */
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

/** The facet itself; `notice` is called for a fault that says the device went away, before the caller hears of it. */
export function noticing<T extends object>(facet: T, notice: () => void): T {
  return new Proxy(facet, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: readonly unknown[]): unknown => {
        const result: unknown = Reflect.apply(member, target, args);
        if (!(result instanceof Promise)) return result;
        return result.catch((error: unknown) => {
          if (isFault(error, 'DEVICE_UNAVAILABLE', 'DEVICE_NOT_FOUND')) notice();
          throw error;
        });
      };
    },
  });
}

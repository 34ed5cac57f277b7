/** Puts reading and touching of one iPhone together: which ways there are, in which order. Nothing is opened here. */

import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { runProcess } from '../../../../host/process.ts';
import { TransportProblem } from '../../../port/transport-problem.ts';
import type {
  InteractionDeps,
  IosInteraction,
  OpenInteraction,
  RunningApps,
  RunProgram,
} from '../../ios-types.ts';
import { ownRegister } from '../../own-register.ts';
import { DeviceOrientation } from '../orientation.ts';
import { AppInFront } from './app-in-front.ts';
import { CompanionLink } from './companion-link.ts';
import { AxeDriver } from './drivers/axe-driver.ts';
import { CompanionDriver } from './drivers/companion-driver.ts';
import type { DriverName, ScreenDriver } from './drivers/driver.ts';
import { DriverChain } from './drivers/driver-chain.ts';
import { IdbCliDriver } from './drivers/idb-cli-driver.ts';
import { Tool } from './drivers/tool-run.ts';
import { WdaDriver } from './drivers/wda-driver.ts';
import { ScreenReader } from './screen-reader.ts';
import { TouchInput } from './touch-input.ts';

/** What tests put in the place of this computer. */
export interface InteractionSeams {
  readonly stateFiles?: readonly string[];
  readonly registerFolder?: string;
}

export const openInteraction: OpenInteraction = (parts) => interactionOf(parts, {});

export function interactionOf(parts: InteractionDeps, seams: InteractionSeams): IosInteraction {
  const { run = runProcess } = parts;
  const drivers = wanted(parts).map((name) => driverOf(name, { ...parts, run }, seams));
  const chain = new DriverChain(drivers, parts.clock, parts.onLost);
  const apps = new AppInFront(parts.appNames);
  const deviceOrientation = new DeviceOrientation({
    udid: parts.info.id,
    environment: parts.environment,
    run,
  });
  const reader = new ScreenReader({
    drivers: chain,
    apps,
    orientation: deviceOrientation,
    simctl: parts.simctl,
  });
  const input = new TouchInput({ drivers: chain, reader, simctl: parts.simctl });
  const pictured = drivers.find((driver) => driver.picture !== undefined && parts.simctl === null);
  return {
    screen: {
      read: (op) => reader.read(op),
      foreground: (op) => reader.foreground(op),
      prepare: () => chain.prepare(),
      advice: () => reader.advice(),
    },
    input,
    geometry: async (op) => {
      const orientation = reader.last?.orientation;
      if (orientation) return { ...orientation.size, rotation: orientation.rotation };
      const points = await chain.use(op, async (driver) => (await driver.points?.(op)) ?? null);
      return points && { ...points, rotation: 0 };
    },
    ...(pictured?.picture && {
      picture: (op) => chain.use(op, async (driver) => (await driver.picture?.(op)) ?? new Uint8Array()),
    }),
    get rotate() {
      return input.rotate;
    },
    running: (op) => runningBy(op, drivers),
    noteLaunch: (appId, pid) => apps.noteLaunch(appId, pid),
    close: () => chain.close(),
  };
}

/** Null if no open driver knows the process ids; the caller then asks `launchctl`. */
async function runningBy(op: Operation, drivers: readonly ScreenDriver[]): Promise<RunningApps | null> {
  const open = drivers.find(({ connected }) => connected === true);
  try {
    const named = (await open?.running?.(op)) ?? null;
    if (named === null) return null;
    const running = new Map<string, number[]>();
    for (const [pid, appId] of named) running.set(appId, [...(running.get(appId) ?? []), pid]);
    return running;
  } catch (error) {
    if (op.ended || !(error instanceof TransportProblem || isFault(error))) throw error;
    return null;
  }
}

/** A real device is driven by WebDriverAgent only, where its address is configured. */
function wanted({ driver, simctl, wdaUrl }: InteractionDeps): readonly DriverName[] {
  const wda: readonly DriverName[] = wdaUrl === undefined ? [] : ['wda'];
  if (simctl === null) return driver === 'auto' || driver === 'wda' ? wda : [];
  if (driver === 'auto') return ['idb', 'idb-cli', 'axe', ...wda];
  return driver === 'wda' ? wda : [driver];
}

function driverOf(
  name: DriverName,
  parts: InteractionDeps & { readonly run: RunProgram },
  { stateFiles, registerFolder: folder }: InteractionSeams,
): ScreenDriver {
  const { info, tools, clock, environment, run, start, wdaUrl } = parts;
  const common = { environment, run };
  switch (name) {
    case 'idb': {
      const register = ownRegister({ environment, run, folder });
      const program = (op: Parameters<typeof tools.companion>[0]) => tools.companion(op);
      const options = { udid: info.id, clock, environment, program, register };
      const more = { ...(stateFiles && { stateFiles }), ...(start && { start }) };
      return new CompanionDriver(new CompanionLink({ ...options, ...more }));
    }
    case 'idb-cli': {
      const fix = 'Install the client with `pipx install fb-idb`, or set IDB_PATH.';
      return new IdbCliDriver(
        info.id,
        new Tool({ name: 'idb', path: (op) => tools.idb(op), fix, ...common }),
      );
    }
    case 'axe': {
      const fix = 'Install it with `brew install cameroncooke/axe/axe`.';
      return new AxeDriver(info.id, new Tool({ name: 'axe', path: (op) => tools.axe(op), fix, ...common }));
    }
    case 'wda':
      return new WdaDriver(wdaUrl ?? '');
  }
}

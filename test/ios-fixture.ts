/** iPhones of the model behind the executables of Apple's tools, and the product's source of devices over them. */
import type { Clock } from '@mobile-debug/core/clock.ts';
import { systemClock } from '@mobile-debug/core/operation.ts';
import { FaultScript } from '@mobile-debug/virtual-phone/adb/fault-script.ts';
import type { AppPrograms } from '@mobile-debug/virtual-phone/apple/app-program.ts';
import type { AppleFault } from '@mobile-debug/virtual-phone/apple/fault-script.ts';
import { createIphone } from '@mobile-debug/virtual-phone/apple/simulator.ts';
import {
  startVirtualAppleTools,
  type VirtualAppleTools,
} from '@mobile-debug/virtual-phone/apple/virtual-apple-tools.ts';
import { type TimingProfile, timingProfiles } from '@mobile-debug/virtual-phone/phone/timing.ts';
import { IosSource } from '../src/devices/ios/ios-source.ts';
import type { IosDriver } from '../src/devices/ios/ios-types.ts';
import { hostedPrograms } from '../src/host/testing/hosted-programs.ts';
import type { PlatformFixture } from './android-fixture.ts';
import { iosTraits } from './platform-traits.ts';
import type { DeviceWire, Disturbance, Kind, Question } from './wire.ts';

export interface IosFixtureOptions {
  /** Of the companion; `head` when left out. */
  readonly companion?: 'head' | '1.1.8';
  readonly driver?: IosDriver;
  /** Tools that are not there: the product has to do without. */
  readonly without?: readonly ('idb_companion' | 'idb' | 'axe')[];
  /** Starts the executables of Apple's tools as processes, as the product does; without it they run in this process. */
  readonly executables?: boolean;
  /** Real programs behind apps, so that they can be debugged. */
  readonly programs?: AppPrograms;
}

/** What the contract runs on: the version of the runtime list, not of the runtime's name. */
const osVersion = '26.3.1';

export function udidOf(index: number): string {
  return `virtual-ios-${index + 1}`;
}

export async function iosFixture(
  {
    companion = 'head',
    driver = 'auto',
    without = [],
    executables = false,
    programs: apps,
  }: IosFixtureOptions,
  {
    count = 1,
    timing,
    costs,
    clock,
  }: {
    readonly count?: number;
    readonly timing: keyof typeof timingProfiles;
    readonly costs?: Partial<TimingProfile>;
    readonly clock: Clock;
  },
): Promise<PlatformFixture> {
  const phones = Array.from({ length: count }, (_, index) =>
    createIphone({
      serial: udidOf(index),
      clock: systemClock,
      timing: { ...timingProfiles[timing], ...costs },
    }),
  );
  const apple = await startVirtualAppleTools({
    clock: systemClock,
    companionVersion: companion,
    ...(apps && { programs: apps }),
    simulators: phones.map((phone, index) => ({
      udid: udidOf(index),
      name: `virtual-ios-${index + 1}`,
      phone,
    })),
  });
  const environment: Record<string, string> = apple.environment();
  const variables = {
    idb_companion: ['IDB_COMPANION_PATH'],
    idb: ['IDB_PATH', 'MCP_IDB_PATH'],
    axe: ['AXE_PATH'],
  } as const;
  // PATH leads to all of them: what is to be missing is taken out of both.
  if (without.length > 0) environment['PATH'] = '/usr/bin:/bin';
  for (const tool of without) for (const name of variables[tool]) delete environment[name];
  const programs = executables ? {} : hostedPrograms(apple);
  const source = new IosSource({ environment, clock, driver, virtual: true, ...programs });
  const [phone] = phones;
  if (!phone) throw new Error('A bed needs at least one phone.');
  return {
    apple,
    phones,
    ids: phones.map(({ serial }) => serial),
    source,
    traits: iosTraits(phone, osVersion, apple.simulators[0]?.scale ?? 3),
    wire: appleWire(apple),
    faults: new FaultScript(),
    environment,
    programs,
    async close() {
      await apple.close();
      for (const one of phones) one.close();
    },
  };
}

const rpcs = { read: 'accessibility_info', input: 'hid' } as const;

function kindOfCall(rpc: string, detail: string): Kind {
  if (rpc === rpcs.read) return detail === 'point' ? 'probe' : 'read';
  return rpc === rpcs.input || rpc === 'accessibility_action' ? 'input' : 'other';
}

function kindOfCommand(command: string): Kind {
  if (/ui describe-all|axe describe-ui/.test(command)) return 'read';
  if (/idb ui (tap|swipe|text|key|button)|axe (tap|swipe|type|key|batch)/.test(command)) return 'input';
  if (/simctl launch /.test(command)) return 'launch';
  if (/simctl terminate /.test(command)) return 'end';
  return 'other';
}

function appleWire({ faults, ...tools }: VirtualAppleTools): DeviceWire {
  return {
    asked() {
      const commands = tools.commands().map((run): Question => {
        const what = [run.tool, ...run.args].join(' ');
        return {
          kind: kindOfCommand(what),
          what,
          serial: '',
          atMs: run.startedAtMs,
          durationMs: 0,
          deviceTimeMs: 0,
          ended: run.exitCode === null ? 'running' : run.exitCode >= 128 ? 'withdrawn' : 'answered',
          resident: /^idb_companion|log stream/.test(what),
        };
      });
      const calls = tools
        .calls()

        .map(
          (call): Question => ({
            ...call,
            kind: kindOfCall(call.rpc, call.detail),
            what: call.rpc,
            serial: call.udid,
            deviceTimeMs: 0,
            resident: false,
          }),
        );
      return [...commands, ...calls].sort((a, b) => a.atMs - b.atMs);
    },
    clear() {
      tools.clearCommands();
      tools.clearCalls();
    },
    onNext(kind, nth, run) {
      faults.add({ when: { rpc: rpcs[kind], nth, times: 1 }, do: { kind: 'call', run } });
    },
    disturb(kind, how, limits = {}) {
      faults.add({ when: { rpc: rpcs[kind], ...limits }, do: actionOf(kind, how) });
    },
    clearFaults() {
      faults.clear();
    },
  };
}

function actionOf(kind: 'read' | 'input', how: Disturbance): AppleFault {
  if (typeof how === 'object') return { kind: 'slow_rpc', ms: how.delayMs };
  if (how === 'hang') return { kind: 'hang_rpc' };
  if (how === 'cut') return { kind: 'reset', moment: 'before' };
  return { kind: kind === 'read' ? 'no_translation_object' : 'simulator_kit_missing' };
}

/**
 * The simulators of this Mac, and the real devices that its Xcode knows. Starts nothing before the first call; without
 * `xcrun`, as on every other system, it costs a look at some paths.
 */

import type { Clock } from '@mobile-debug/core/clock.ts';
import type { Environment } from '@mobile-debug/core/environment.ts';
import { Fault, failedBecause, foreseen, isFault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { startLines } from '../../host/line-process.ts';
import { runProcess } from '../../host/process.ts';
import type { Device, DeviceInfo, DeviceSource, Presence } from '../port/device.ts';
import { type DeviceDeps, simulatorDevice } from './ios-device.ts';
import { toolPaths } from './ios-tools.ts';
import type { IosDriver, OpenInteraction, RunProgram, StartProgram, ToolPaths } from './ios-types.ts';
import { realDevice } from './real/real-device.ts';
import { type RealDevice, RealDevices } from './real/real-devices.ts';
import { openInteraction as openIosInteraction } from './screen/companion/ios-interaction.ts';
import { Boots } from './simctl/boots.ts';
import type { Xcrun } from './simctl/run-xcrun.ts';
import { parseSimulators, type SimulatorEntry, type SimulatorList } from './simctl/sim-list.ts';
import { runSimctl } from './simctl/simctl.ts';
import { Simulators } from './simctl/simulators.ts';

export interface IosSourceOptions {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly driver: IosDriver;
  /** Where a WebDriverAgent listens; without it real devices cannot be read or touched. */
  readonly wdaUrl?: string;
  /** Whether what this source finds is simulated by this product. */
  readonly virtual?: boolean;
  /** This computer's own unless told. */
  readonly platform?: NodeJS.Platform;
  readonly run?: RunProgram;
  readonly start?: StartProgram;
  readonly openInteraction?: OpenInteraction;
}

/**
 * Listing and opening within one call share one list [O1]. A longer age would show a simulator as off that was started in
 * the meantime; a new list costs one process of about 0.1 s.
 */
const listAgeMs = 1_000;
/**
 * Actions that name no device choose from a list of up to this age: a process each would cost more than the action. A
 * simulator that fails meanwhile voids the list; one that was booted beside it is noticed a minute later, or by
 * list_devices and manage_emulator at once [O1].
 */
const recentMs = 60_000;
/** The listing keeps its own limit, because concurrent callers share it [O1]. Others use 60 s [S10]. */
const listLimitMs = 30_000;
/** The state `Booted` is reported long before the system is up [S2]; peers allow 180 s for a boot [S10]. */
const youngMs = 180_000;
const bootLimitMs = 120_000;

interface Listing {
  readonly atMs: number;
  readonly list: SimulatorList;
}

export class IosSource implements DeviceSource {
  readonly platform = 'ios';
  readonly #options: IosSourceOptions;
  readonly #boots = new Boots();
  readonly #real: RealDevices;
  readonly #end = new AbortController();
  #tools: ToolPaths | null = null;
  #listing: Listing | null = null;
  /** Remembers that Xcode is missing or hangs, so that calls for Android devices do not run into it each time. */
  #absent: { readonly atMs: number; readonly fault: Fault } | null = null;
  #asking: Promise<SimulatorList> | null = null;
  #partial: Fault | null = null;
  readonly #devices = new Set<Device>();
  readonly images: Simulators;

  constructor(options: IosSourceOptions) {
    this.#options = options;
    this.#real = new RealDevices(options.clock, this.#end.signal);
    this.images = new Simulators({
      xcrun: () => this.#xcrun(),
      list: (op) => this.#simulators(op, this.#xcrun(), 0),
      onChange: (id) => this.#suspect(id),
    });
  }

  /** Simulators, booted ones first, then real devices. */
  async list(op: Operation, { recent = false } = {}): Promise<readonly DeviceInfo[]> {
    const xcrun = this.#xcrun();
    const [simulators, real] = await Promise.all([
      this.#simulators(op, xcrun, recent ? recentMs : listAgeMs).catch((error: unknown) => {
        if (op.ended) throw error;
        return foreseen(error);
      }),
      this.#real.list(op, xcrun, recent ? recentMs : undefined),
    ]);
    this.#partial = simulators instanceof Fault ? simulators : this.#real.problem;
    if (simulators instanceof Fault && real.length === 0) throw simulators;
    const own = simulators instanceof Fault ? [] : simulators.simulators;
    return [...own, ...real].map(({ info }) => info);
  }

  get elsewhere(): boolean {
    return (this.#options.platform ?? process.platform) !== 'darwin';
  }

  partial(): Fault | null {
    return this.#partial;
  }

  /** How many simulators cannot be used and are not listed, mostly because their runtime was removed. */
  get unavailable(): number {
    return this.#listing?.list.unavailable ?? 0;
  }

  async open(op: Operation, id: string): Promise<Device> {
    const xcrun = this.#xcrun();
    const { simulators } = await this.#simulators(op, xcrun);
    const entry = simulators.find(({ info }) => info.id === id);
    const device = entry
      ? await this.#openSimulator(op, xcrun, entry)
      : this.#openReal(xcrun, await this.#real.find(op, xcrun, id), id);
    this.#devices.add(device);
    return device;
  }

  generation(id: string): number | null {
    return this.#boots.generation(id) ?? this.#real.generation(id);
  }

  presence(id: string): Presence | null {
    return this.#boots.presence(id) ?? this.#real.presence(id);
  }

  async close(): Promise<void> {
    this.#end.abort();
    const devices = [...this.#devices];
    this.#devices.clear();
    await Promise.allSettled(devices.map((device) => device.close()));
    await Promise.allSettled([this.#asking, this.#real.settled()]);
  }

  async #openSimulator(op: Operation, xcrun: Xcrun, entry: SimulatorEntry): Promise<Device> {
    usable(entry.info);
    await this.#awaitSystem(op, xcrun, entry);
    return simulatorDevice(entry, this.#parts(xcrun, entry.info.id));
  }

  #openReal(xcrun: Xcrun, found: RealDevice | null, id: string): Device {
    if (!found) {
      const hidden = this.unavailable;
      const more = hidden > 0 ? ` ${hidden} simulators are not listed because their runtime is missing.` : '';
      throw new Fault('DEVICE_NOT_FOUND', `There is no simulator or iOS device "${id}".${more}`, {
        details: { unavailable: hidden },
      });
    }
    usable(found.info);
    return realDevice(found, this.#parts(xcrun, id));
  }

  /** Only after a recent boot: later it can only be up. */
  async #awaitSystem(op: Operation, xcrun: Xcrun, { info, lastBootedAt }: SimulatorEntry): Promise<void> {
    const bootedMs = lastBootedAt === null ? Number.NaN : Date.parse(lastBootedAt);
    if (this.#options.clock.epochMs() - bootedMs > youngMs) return;
    using bounded = op.within(Math.min(bootLimitMs, op.remainingMs * 0.8));
    try {
      await runSimctl(bounded, xcrun, { args: ['bootstatus', info.id], udid: info.id });
    } catch (error) {
      // A race that Apple's tool reports as a failure; it says itself that the system is up (SIM-02 in test/contract).
      if (failedBecause(error, 'already_booted')) return;
      if (op.ended || !isFault(error, 'TIMEOUT')) throw error;
      this.#suspect(info.id);
      throw new Fault('DEVICE_UNAVAILABLE', `${info.id} is still starting.`, {
        nextStep: 'Wait half a minute, then try again; restart the simulator if this persists.',
        reason: 'starting',
      });
    }
  }

  #parts(xcrun: Xcrun, id: string): DeviceDeps {
    const { clock, driver, wdaUrl, openInteraction = openIosInteraction, start = startLines } = this.#options;
    return {
      xcrun,
      tools: this.#found(),
      clock,
      driver,
      ...(wdaUrl !== undefined && { wdaUrl }),
      openInteraction,
      start,
      onLost: () => this.#suspect(id),
    };
  }

  /** What is remembered of the device is not trusted until the next list has been read. */
  #suspect(id: string): void {
    this.#listing = null;
    this.#boots.suspect(id);
  }

  async #simulators(op: Operation, xcrun: Xcrun, ageMs: number = listAgeMs): Promise<SimulatorList> {
    const known = this.#listing;
    const now = this.#options.clock.monotonicMs();
    if (known && now - known.atMs < ageMs) return known.list;
    const absent = this.#absent;
    if (absent && ageMs > listAgeMs && now - absent.atMs < ageMs) throw absent.fault;
    this.#asking ??= this.#ask(xcrun).finally(() => {
      this.#asking = null;
    });
    return await op.race(this.#asking);
  }

  async #ask(xcrun: Xcrun): Promise<SimulatorList> {
    const { clock, virtual = false } = this.#options;
    using own = Operation.start(listLimitMs, { clock, signal: this.#end.signal });
    this.#listing = null;
    this.#absent = null;
    const { stdout } = await runSimctl(own, xcrun, { args: ['list', '-j'] }).catch((error: unknown) => {
      if (isFault(error, 'TOOL_NOT_FOUND', 'TIMEOUT'))
        this.#absent = { atMs: clock.monotonicMs(), fault: error };
      throw error;
    });
    const list = parseSimulators(stdout.toString('utf8'), { virtual });
    this.#boots.learn(list.simulators);
    this.#listing = { atMs: clock.monotonicMs(), list };
    return list;
  }

  #xcrun(): Xcrun {
    const { environment, run = runProcess } = this.#options;
    return { path: this.#found().xcrun, environment, run };
  }

  /** Looked for anew until it was found once. */
  #found(): ToolPaths {
    const { environment, platform = process.platform } = this.#options;
    this.#tools ??= toolPaths(environment, platform);
    return this.#tools;
  }
}

function usable({ id, state, problem, fix }: DeviceInfo): void {
  if (state === 'ready') return;
  const code = state === 'unauthorized' ? 'DEVICE_UNAUTHORIZED' : 'DEVICE_UNAVAILABLE';
  throw new Fault(code, `${id} cannot be used. ${problem ?? ''}`.trim(), {
    ...(fix !== undefined && { nextStep: fix }),
    details: { state },
  });
}

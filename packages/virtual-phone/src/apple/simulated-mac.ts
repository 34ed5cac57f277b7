/** The simulated Mac: its simulators, their apps, what is remembered of calls. Programs hold no state of their own. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@mobile-debug/core/clock.ts';
import type { AppPrograms } from './app-program.ts';
import { AppsOfSimulators } from './apps.ts';
import type { CallEnding, CallTrace } from './companion/grpc-server.ts';
import { reportCrashes } from './crash-report.ts';
import { AppleFaults } from './fault-script.ts';
import { runGuestLog } from './log/guest-log.ts';
import type { GuestLog, Mac } from './program.ts';
import { createSimulator, type Simulator, type SimulatorOptions } from './simulator.ts';

export interface SimulatedMacOptions {
  /** An existing folder; the caller removes it. */
  readonly folder: string;
  readonly simulators: readonly SimulatorOptions[];
  readonly clock: Clock;
  readonly faults?: AppleFaults;
  readonly companionVersion?: 'head' | '1.1.8';
  readonly unavailable?: readonly UnavailableSimulator[];
  readonly realDevices?: readonly RealDevice[];
  /** Real programs behind apps; without it no app can be debugged. */
  readonly programs?: AppPrograms;
}

/** Listed, but of no use: its runtime is gone. */
export interface UnavailableSimulator {
  readonly udid: string;
  readonly name: string;
  readonly runtime: string;
  readonly state?: 'Booted' | 'Shutdown';
  readonly availabilityError?: string;
}

/** A phone on the cable or in the network. Its apps are those of its phone; nothing of it can be seen or touched. */
export interface RealDevice extends Omit<SimulatorOptions, 'state' | 'runtime' | 'deviceType'> {
  /** CoreDevice's own name for it. */
  readonly identifier: string;
  readonly osVersion?: string;
  readonly paired?: boolean;
  readonly developerMode?: boolean;
  readonly transport?: 'wired' | 'localNetwork';
}

export interface RpcRecord {
  readonly rpc: string;
  readonly udid: string;
  /** Monotonic milliseconds of the world's clock. */
  readonly atMs: number;
  /** 0 while it runs. */
  readonly durationMs: number;
  readonly ended: 'running' | CallEnding;
  /** `tree` or `point` of accessibility_info; '' for calls that need no more words. */
  readonly detail: string;
}

/** Older records fall out in long sessions. */
const maxCalls = 50_000;

export class SimulatedMac implements Mac {
  readonly clock: Clock;
  readonly faults: AppleFaults;
  readonly companionVersion: 'head' | '1.1.8';
  readonly folder: string;
  readonly home: string;
  readonly simulators: Simulator[] = [];
  readonly apps: AppsOfSimulators;
  readonly unavailable: readonly UnavailableSimulator[];
  readonly realDevices: readonly (RealDevice & { readonly simulator: Simulator })[];
  readonly calls: RpcRecord[] = [];
  /** `log stream` programs that run now: too many of them exhaust the Mac's file handles. */
  logStreams = 0;
  /** Programs that run now; set by whoever hosts them. */
  running: () => readonly { readonly tool: string; readonly args: readonly string[] }[] = () => [];
  readonly #reporters = new Map<Simulator, () => void>();

  constructor(options: SimulatedMacOptions) {
    this.clock = options.clock;
    this.faults = options.faults ?? new AppleFaults([], options.clock);
    this.companionVersion = options.companionVersion ?? 'head';
    this.folder = options.folder;
    this.home = join(options.folder, 'home');
    mkdirSync(this.home, { recursive: true });
    this.apps = new AppsOfSimulators(this.home, options.programs);
    this.unavailable = options.unavailable ?? [];
    this.realDevices = (options.realDevices ?? []).map((device) => ({
      ...device,
      simulator: createSimulator(device),
    }));
    for (const each of options.simulators) this.add(createSimulator(each));
  }

  readonly guestLog: GuestLog = async (op, simulator, args, io) => {
    const streams = args[0] === 'stream';
    if (streams) this.logStreams++;
    try {
      return await runGuestLog({ op, simulator, apps: this.apps, ...io }, args);
    } finally {
      if (streams) this.logStreams--;
    }
  };

  add(simulator: Simulator): void {
    this.simulators.push(simulator);
    this.#reporters.set(simulator, reportCrashes(simulator, { apps: this.apps, home: this.home }));
  }

  remove(simulator: Simulator): void {
    this.simulators.splice(this.simulators.indexOf(simulator), 1);
    this.#reporters.get(simulator)?.();
    this.#reporters.delete(simulator);
  }

  simulator(udid: string): Simulator | undefined {
    return this.simulators.find((each) => each.udid.toUpperCase() === udid.toUpperCase());
  }

  /** The same Mac with a set of devices that has none. */
  emptySet(): SimulatedMac {
    return new SimulatedMac({ folder: this.folder, simulators: [], clock: this.clock, faults: this.faults });
  }

  /** Socket of the companion that runs for this simulator; null while none does. */
  companionSocket(udid: string): string | null {
    for (const { tool, args } of this.running()) {
      const path = args[args.indexOf('--grpc-domain-sock') + 1];
      if (tool === 'idb_companion' && args.includes(udid) && path !== args[0]) return path ?? null;
    }
    return null;
  }

  recordCall(call: { readonly rpc: string; readonly udid: string }): CallTrace {
    const atMs = this.clock.monotonicMs();
    const record: { -readonly [K in keyof RpcRecord]: RpcRecord[K] } = {
      ...call,
      atMs,
      durationMs: 0,
      ended: 'running',
      detail: '',
    };
    this.calls.push(record);
    if (this.calls.length > maxCalls) this.calls.splice(0, maxCalls / 2);
    return {
      over: (ended) => {
        record.ended = ended;
        record.durationMs = this.clock.monotonicMs() - atMs;
      },
      note: (detail) => {
        record.detail = detail;
      },
    };
  }

  close(): void {
    for (const stop of this.#reporters.values()) stop();
    this.#reporters.clear();
  }
}

/**
 * The Android devices of one adb server. Several sources can coexist (the real server, an embedded one).
 * Touches nothing before the first call. Source: [O2].
 */
import { defined } from '@mobile-debug/core/defined.ts';
import { Fault, foreseen, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { SharedWork } from '@mobile-debug/core/shared-work.ts';
import type { Device, DeviceInfo, DeviceSource, Presence } from '../port/device.ts';
import { openAdbDevice } from './adb/adb-device.ts';
import { AdbServer, type AdbServerOptions } from './adb/adb-server.ts';
import type { AdbDevice } from './adb/adb-types.ts';
import type { DeviceLine } from './adb/device-lines.ts';
import { type DeviceChange, DeviceTracker } from './adb/device-tracker.ts';
import { isNetworked } from './adb/wireless-words.ts';
import { androidDevice } from './android-device.ts';
import { type AvdOptions, Avds } from './avds.ts';
import { usabilityOf } from './device-list.ts';
import { type DeviceProbe, probeDevice } from './device-probe.ts';
import type { HelperOptions } from './uia2/helper-options.ts';
import { AdbWireless } from './wireless.ts';

/** A healthy device answers in about 10 ms; one that hangs must not delay the whole list [O1]. */
const probeBudgetMs = 1_500;
/** What a short budget of the caller leaves for the probes, so that the list itself still comes back. */
const probeShare = 0.8;

/** Between two looks at the list for a phone that was just connected [O1]. */
const answerPollMs = 100;

/** What is known of one connection of a device. */
interface Connection {
  readonly generation: number;
  readonly adb: AdbDevice;
  readonly probe: DeviceProbe | null;
}

export interface AndroidSourceOptions extends AdbServerOptions {
  /** The resident helper on its devices; `off` without it. */
  readonly helper?: Omit<HelperOptions, 'clock'>;
  /** Where AVDs are searched for; without it this source only finds devices. */
  readonly avds?: AvdOptions;
}

const withoutHelper = { mode: 'off', idleReleaseMs: 0 } as const;

export class AndroidSource implements DeviceSource {
  readonly platform = 'android';
  readonly #server: AdbServer;
  readonly #tracker: DeviceTracker;
  readonly #helper: HelperOptions;
  readonly #connections = new Map<string, Connection>();
  readonly #probing = new SharedWork<Connection>();
  readonly images: Avds | undefined;
  readonly wireless: AdbWireless;
  /** Serials of devices that left a command unanswered since they last answered a list. */
  readonly #suspects = new Set<string>();

  constructor(options: AndroidSourceOptions) {
    this.#helper = { ...withoutHelper, ...options.helper, clock: options.clock };
    this.#server = new AdbServer(options);
    this.#tracker = new DeviceTracker(this.#server);
    this.images = options.avds && new Avds(options.avds);
    this.wireless = new AdbWireless({
      server: this.#server,
      lines: (op) => this.#tracker.list(op),
      answers: (op, serial, patienceMs) => this.#answers(op, serial, patienceMs),
    });
  }

  async list(op: Operation, { recent = false } = {}): Promise<readonly DeviceInfo[]> {
    const lines = await this.#tracker.list(op);
    const described = (some: readonly DeviceLine[]) =>
      Promise.all(some.map((line) => this.#describe(op, line, recent)));
    if (recent) return await described(lines);
    const [list, moved] = await Promise.all([described(lines), this.wireless.look(op, lines)]);
    return moved ? await described(await this.#tracker.list(op)) : list;
  }

  async open(op: Operation, id: string): Promise<Device> {
    const { line, adb, probe } = await this.#usable(op, id);
    return androidDevice(adb, describe(line, probe), probe, this.#helper);
  }

  /** The adb connection of a usable device; faults as `open`. */
  async connect(op: Operation, id: string): Promise<AdbDevice> {
    return (await this.#usable(op, id)).adb;
  }

  generation(id: string): number | null {
    return this.#tracker.generation(id);
  }

  presence(id: string): Presence | null {
    return this.#tracker.presence(id);
  }

  /** Called for every device that becomes or stops being usable; the returned function unsubscribes. */
  onChange(listener: (change: DeviceChange) => void): () => void {
    return this.#tracker.onChange(listener);
  }

  async close(): Promise<void> {
    this.#connections.clear();
    await this.#tracker.close();
  }

  async #usable(op: Operation, id: string) {
    const line = this.#find(await this.#tracker.list(op), id);
    const usability = usabilityOf(line);
    if (usability.state !== 'ready') {
      const code = usability.state === 'unauthorized' ? 'DEVICE_UNAUTHORIZED' : 'DEVICE_UNAVAILABLE';
      throw unusable(code, id, usability.problem, usability.fix);
    }
    const { adb, probe } = await this.#probed(op, line);
    if (probe?.booted) return { line, adb, probe };
    throw unusable(
      'DEVICE_UNAVAILABLE',
      id,
      'It is still starting.',
      'Wait until list_devices shows booted: true.',
    );
  }

  /** Waits until a device that was just connected is listed and answers. */
  async #answers(op: Operation, serial: string, patienceMs: number): Promise<boolean> {
    using bounded = op.within(Math.min(patienceMs, op.remainingMs / 2));
    try {
      for (;;) {
        const line = (await this.#tracker.list(bounded)).find((each) => each.serial === serial);
        if (line?.state === 'device') return (await this.#probed(bounded, line, true)).probe !== null;
        await bounded.sleep(answerPollMs);
      }
    } catch (error) {
      if (op.ended || !isFault(error)) throw error;
      return false;
    }
  }

  #find(lines: readonly DeviceLine[], id: string): DeviceLine {
    const found = lines.filter(({ serial }) => serial === id);
    const [line] = found;
    if (!line) {
      const ids = lines.map(({ serial }) => serial);
      throw new Fault('DEVICE_NOT_FOUND', `No Android device "${id}" is connected.`, {
        details: { connected: ids },
      });
    }
    if (found.length > 1) {
      throw new Fault(
        'DEVICE_AMBIGUOUS',
        `${found.length} devices have the serial "${id}"; adb cannot tell them apart.`,
        {
          nextStep: 'Disconnect all but one of them.',
        },
      );
    }
    return line;
  }

  /** Never throws for what is wrong with the device; only the end of `op` itself passes. */
  async #describe(op: Operation, line: DeviceLine, recent: boolean): Promise<DeviceInfo> {
    if (usabilityOf(line).state !== 'ready') return describe(line, null);
    using share = op.within(op.remainingMs * probeShare);
    const budgetMs = Math.min(probeBudgetMs, share.remainingMs);
    using bounded = share.listening(budgetMs);
    try {
      // What is remembered of these is no proof that they are still there: adb notices the loss of some late or never [A2].
      const anew = this.#suspects.has(line.serial) || (!recent && isNetworked(line.serial));
      return describe(line, (await this.#probed(bounded, line, anew)).probe);
    } catch (error) {
      op.check();
      const fault = foreseen(error);
      const problem =
        fault.code === 'TIMEOUT'
          ? `It did not answer within ${Math.round(budgetMs)} ms.`
          : `It cannot be queried: ${fault.message}`;
      return {
        ...describe(line, null),
        state: fault.code === 'DEVICE_UNAUTHORIZED' ? 'unauthorized' : 'offline',
        problem,
        fix: isNetworked(line.serial)
          ? 'Check that phone and computer are in the same network and debugging is on, then connect it again with connect_device.'
          : 'Restart the device or plug it in again; `adb reconnect` renews the connection.',
      };
    }
  }

  async #probed(op: Operation, line: DeviceLine, anew: boolean = false): Promise<Connection> {
    const { serial } = line;
    const generation = this.#tracker.generation(serial) ?? 0;
    const known = this.#connections.get(serial);
    const current = known?.generation === generation ? known : null;
    if (current?.probe && !anew) return current;
    return await this.#probing.join(op, `${serial} ${generation}`, async (own) => {
      const suspect = (): void => void this.#suspects.add(serial);
      const adb = current?.adb ?? (await openAdbDevice(own, this.#server, line, suspect));
      const probe = await probeDevice(own, adb);
      this.#suspects.delete(serial);
      // Read again until the system is up: the facts of a starting device are not final.
      this.#connections.set(serial, { generation, adb, probe: probe.booted ? probe : null });
      return { generation, adb, probe };
    });
  }
}

function describe(line: DeviceLine, probe: DeviceProbe | null): DeviceInfo {
  const { state, problem, fix } = usabilityOf(line);
  const starting = probe !== null && !probe.booted;
  // adb names emulators by their console port [A2].
  return {
    id: line.serial,
    platform: 'android',
    osVersion: probe?.release ?? null,
    model: probe?.model ?? line.model,
    simulator: probe?.emulator ?? /^emulator-\d+$/.test(line.serial),
    ...(probe?.avd != null && { image: probe.avd }),
    virtual: probe?.virtual ?? false,
    state: starting ? 'booting' : state,
    ...(probe && { booted: probe.booted }),
    ...(starting && { problem: 'The system is still starting.', fix: 'Wait, then list again.' }),
    ...defined({ problem, fix }),
  };
}

function unusable(
  code: 'DEVICE_UNAUTHORIZED' | 'DEVICE_UNAVAILABLE',
  id: string,
  problem: string | undefined,
  fix: string | undefined,
): Fault {
  return new Fault(code, `${id} cannot be used. ${problem ?? ''}`.trim(), {
    ...defined({ nextStep: fix }),
  });
}

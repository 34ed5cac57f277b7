/**
 * The one permanent `track-devices-l` connection: the current list, a generation per device, and what changed. When the
 * server goes away every device is gone; the connection comes back by itself when a server does.
 */
import { Fault, failedBecause } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import type { AdbServer } from './adb-server.ts';
import { sendRequest, takeBlock } from './adb-server.ts';
import { type DeviceLine, parseDeviceLines } from './device-lines.ts';
import type { Wire } from './wire.ts';

export interface DeviceChange {
  readonly serial: string;
  readonly connected: boolean;
}

/** One connection of a device: `here` until it ends. */
interface Connection {
  readonly generation: number;
  readonly transportId: number | null;
  here: boolean;
}

// Chosen [O1]. A server that was ended is usually restarted by another tool within a second.
const connectBudgetMs = 20_000;
const firstRetryMs = 250;
const slowestRetryMs = 5_000;
/** For how long a server that was found to hang is not asked again: the listings of one call follow each other [O1]. */
const hungMs = 3_000;

export class DeviceTracker {
  readonly #server: AdbServer;
  readonly #presence = new Map<string, Connection>();
  readonly #listeners = new Set<(change: DeviceChange) => void>();
  #lines: readonly DeviceLine[] = [];
  #wire: Wire | null = null;
  #connecting: Promise<void> | null = null;
  #pumping: Promise<void> = Promise.resolve();
  #cancelRetry: () => void = () => {};
  #retryMs = firstRetryMs;
  readonly #end = new AbortController();
  #lastFault: Fault | null = null;
  #hung: { readonly fault: Fault; readonly atMs: number } | null = null;
  /** Occurred in the background: the next caller that asks for the list gets it. */
  #bug: { readonly error: unknown } | null = null;

  constructor(server: AdbServer) {
    this.#server = server;
  }

  /** The list as it is now; connects (and starts the server) when there is no connection. */
  async list(op: Operation): Promise<readonly DeviceLine[]> {
    this.#throwBug();
    // An attempt in the background starts no server: when it found none, ours follows.
    if (this.#wire === null && this.#connecting !== null) await this.#patiently(op, this.#connecting);
    if (this.#wire === null) {
      this.#throwHung();
      this.#connecting ??= this.#connect().finally(() => {
        this.#connecting = null;
      });
      await this.#patiently(op, this.#connecting);
    }
    return this.#lines;
  }

  /** Nobody waits a second time for a server that was just found to hang, nor longer than its own time. */
  async #patiently(op: Operation, connecting: Promise<void>): Promise<void> {
    this.#throwHung();
    try {
      await this.#server.patiently(op, (share) => share.race(connecting));
    } catch (error) {
      throw this.#learned(error);
    }
  }

  #throwHung(): void {
    const hung = this.#hung;
    if (hung && this.#server.clock.monotonicMs() - hung.atMs < hungMs) throw hung.fault;
  }

  #learned(error: unknown): unknown {
    const known = this.#hung !== null && this.#hung.fault === error;
    if (!known && failedBecause(error, 'server_hung')) {
      this.#hung = { fault: error, atMs: this.#server.clock.monotonicMs() };
    }
    return error;
  }

  /** Grows with every appearance as a usable device; null while it is none. */
  generation(serial: string): number | null {
    return this.presence(serial)?.generation ?? null;
  }

  presence(serial: string): Readonly<Connection> | null {
    const presence = this.#presence.get(serial);
    return presence?.here ? presence : null;
  }

  /** Why the connection was last lost or not made in the background; null while there is one. */
  get lastError(): Fault | null {
    return this.#wire === null ? this.#lastFault : null;
  }

  /** Called for every device that becomes or stops being usable; the returned function unsubscribes. */
  onChange(listener: (change: DeviceChange) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#end.abort();
    this.#cancelRetry();
    this.#listeners.clear();
    await this.#wire?.close();
    await this.#server.close();
    await Promise.allSettled([this.#pumping, this.#connecting]);
  }

  async #connect(): Promise<void> {
    if (this.#end.signal.aborted) throw new Fault('DEVICE_UNAVAILABLE', 'The device list is closed.');
    this.#cancelRetry();
    using op = Operation.start(connectBudgetMs, { clock: this.#server.clock, signal: this.#end.signal });
    await this.#follow(op, (each) => this.#server.connect(each));
  }

  /** Connects, reads the first list and keeps reading in the background. */
  async #follow(op: Operation, connect: (op: Operation) => Promise<Wire | null>): Promise<void> {
    const wire = await this.#tracking(op, connect, 'host:track-devices-l');
    if (!wire) return;
    try {
      const list = await this.#server.answer(op, (bounded) => until(wire, bounded, () => takeBlock(wire)));
      this.#update(parseDeviceLines(list.toString('utf8')));
    } catch (error) {
      await wire.close();
      throw error;
    }
    this.#hung = null;
    if (this.#end.signal.aborted) return await wire.close();
    this.#wire = wire;
    this.#retryMs = firstRetryMs;
    this.#pumping = this.#pump(wire);
  }

  async #tracking(
    op: Operation,
    connect: (op: Operation) => Promise<Wire | null>,
    service: string,
  ): Promise<Wire | null> {
    const wire = await connect(op);
    if (!wire) return null;
    try {
      await this.#server.answer(op, (bounded) => until(wire, bounded, () => sendRequest(wire, service, '')));
      return wire;
    } catch (error) {
      await wire.close();
      // Servers before 1.0.41 know only the short list.
      const refused = failedBecause(error, 'adb_refused', 'not_listening');
      if (!refused || service === 'host:track-devices') throw error;
      return await this.#tracking(op, connect, 'host:track-devices');
    }
  }

  #lost(error: unknown): void {
    this.#learned(error);
    if (error instanceof Fault) this.#lastFault = error;
    else this.#bug = { error };
  }

  #throwBug(): void {
    const bug = this.#bug;
    this.#bug = null;
    if (bug) throw bug.error;
  }

  async #pump(wire: Wire): Promise<void> {
    try {
      for (;;) this.#update(parseDeviceLines((await takeBlock(wire)).toString('utf8')));
    } catch (error) {
      // The end of the server, or an invalid answer: either way the devices are unknown again.
      this.#lost(error);
    }
    await wire.close();
    this.#wire = null;
    this.#update([]);
    this.#retryLater();
  }

  /** Without starting the server: someone may have ended it on purpose. */
  #retryLater(): void {
    if (this.#end.signal.aborted) return;
    this.#cancelRetry();
    this.#cancelRetry = this.#server.clock.after(this.#retryMs, () => {
      if (this.#wire !== null || this.#connecting !== null) return;
      this.#connecting = this.#retry().finally(() => {
        this.#connecting = null;
      });
    });
    this.#retryMs = Math.min(this.#retryMs * 2, slowestRetryMs);
  }

  async #retry(): Promise<void> {
    using op = Operation.start(connectBudgetMs, { clock: this.#server.clock, signal: this.#end.signal });
    try {
      await this.#follow(op, (each) => this.#server.tryConnect(each));
    } catch (error) {
      this.#lost(error);
    }
    if (!this.#wire) this.#retryLater();
  }

  #update(lines: readonly DeviceLine[]): void {
    this.#lines = lines;
    const usable = new Map(
      lines.filter(({ state }) => state === 'device').map((line) => [line.serial, line]),
    );
    const changes: DeviceChange[] = [];
    for (const [serial, presence] of this.#presence) {
      if (presence.here && !usable.has(serial)) {
        presence.here = false;
        changes.push({ serial, connected: false });
      }
    }
    for (const [serial, { transportId }] of usable) {
      const presence = this.#presence.get(serial);
      if (presence?.here && presence.transportId === transportId) continue;
      if (presence) presence.here = false;
      const generation = (presence?.generation ?? 0) + 1;
      this.#presence.set(serial, { generation, transportId, here: true });
      changes.push({ serial, connected: true });
    }
    for (const change of changes) for (const listener of this.#listeners) listener(change);
  }
}

async function until<T>(wire: Wire, op: Operation, wait: () => Promise<T>): Promise<T> {
  const release = wire.until(op);
  try {
    return await wait();
  } finally {
    release();
  }
}

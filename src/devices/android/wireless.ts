/**
 * Phones over the network, by the host services of the adb server. A name under which a phone announces itself stays when
 * its port changes, so that one which was connected is connected again where it is now. Source: [A2].
 */
import { Fault, failedBecause, foreseen, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { firstLine } from '@mobile-debug/core/text.ts';
import type { Wireless, WirelessAddress, WirelessService } from '../port/wireless.ts';
import type { AdbServer } from './adb/adb-server.ts';
import type { DeviceLine } from './adb/device-lines.ts';
import {
  addressOf,
  type MdnsService,
  parseAddress,
  parseMdnsServices,
  readConnected,
  readPaired,
} from './adb/wireless-words.ts';

export interface WirelessDeps {
  readonly server: AdbServer;
  readonly lines: (op: Operation) => Promise<readonly DeviceLine[]>;
  /** Whether the device is listed and answers within this time. */
  readonly answers: (op: Operation, serial: string, patienceMs: number) => Promise<boolean>;
}

/** The server has its list ready; one that waits for its daemon must not delay ours [O1]. */
const servicesMs = 1_000;
/** The server tries for some ten seconds; a phone that is there answers within one [O1]. */
const followMs = 2_500;
/** Before a name that could not be reached is tried again by itself [O1]. */
const patienceMs = 30_000;
/** A connection that adb has already; one that it has just made [O1]. */
const knownMs = 1_500;
const freshMs = 5_000;
const defaultPort = 5555;

export class AdbWireless implements Wireless {
  readonly #deps: WirelessDeps;
  #seen: readonly WirelessService[] = [];
  /** The name of every serial that was connected; a person's disconnection takes it out. */
  readonly #names = new Map<string, string>();
  readonly #moved = new Map<string, string>();
  readonly #triedAtMs = new Map<string, number>();

  constructor(deps: WirelessDeps) {
    this.#deps = deps;
  }

  get seen(): readonly WirelessService[] {
    return this.#seen;
  }

  movedTo(id: string): string | null {
    return this.#moved.get(id) ?? null;
  }

  /** Reads the services again and connects phones that moved; gives whether one was. Never fails but by the end of `op`. */
  async look(op: Operation, lines: readonly DeviceLine[]): Promise<boolean> {
    const services = await this.#services(op);
    this.#remember(services, lines);
    const moved = await Promise.all(services.map((each) => this.#follow(op, each, lines)));
    const anew = moved.includes(true);
    const now = anew ? await this.#deps.lines(op) : lines;
    this.#seen = services.map((each) => ({ ...each, ...stateOf(each, now) }));
    return anew;
  }

  async pair(
    op: Operation,
    { host, port, code }: { readonly host: string; readonly port: number; readonly code: string },
  ): Promise<{ readonly name: string | null; readonly output: string }> {
    const address = addressOf({ host, port });
    const words = await this.#ask(op, `host:pair:${code}:${address}`, address);
    const output = firstLine(words) || '(nothing)';
    const paired = readPaired(words);
    if (paired.state === 'paired') return { name: paired.name, output };
    if (paired.state === 'nobody') {
      throw new Fault('DEVICE_UNAVAILABLE', `Nobody pairs at ${address}. adb said: ${output}`, {
        nextStep:
          'Open "Pair device with pairing code" on the phone, leave it open, and pass the address that this dialog shows; its port is not the one to connect to.',
        retryable: true,
      });
    }
    throw new Fault('ACTION_REJECTED', `${address} was not paired. adb said: ${output}`, {
      nextStep:
        paired.state === 'wrong_code'
          ? 'Open the pairing dialog again and pass the code and port that it shows now; each is valid once.'
          : 'Check host and port in the pairing dialog of the phone.',
    });
  }

  async connect(
    op: Operation,
    wanted: WirelessAddress,
  ): Promise<{ readonly deviceId: string; readonly output: string }> {
    const address = await this.#addressOf(op, wanted);
    const first = await this.#connectTo(op, address);
    if (first.already && !(await this.#deps.answers(op, first.deviceId, knownMs))) {
      // A connection that adb still holds though nobody is at its other end.
      await this.#ask(op, `host:disconnect:${address}`, address).catch(foreseen);
      const again = await this.#connectTo(op, address);
      return await this.#usable(op, again);
    }
    return first.already ? first : await this.#usable(op, first);
  }

  async disconnect(op: Operation, deviceId: string): Promise<{ readonly output: string }> {
    const words = await this.#ask(op, `host:disconnect:${deviceId}`, deviceId).catch((error: unknown) => {
      if (!failedBecause(error, 'adb_refused') || op.ended) throw error;
      throw new Fault('DEVICE_NOT_FOUND', `There is no connection over the network to ${deviceId}.`, {
        cause: error,
        nextStep: 'Call list_devices; only devices over the network can be disconnected.',
      });
    });
    this.#names.delete(deviceId);
    return { output: firstLine(words) };
  }

  async #usable(op: Operation, { deviceId, output }: { readonly deviceId: string; readonly output: string }) {
    if (await this.#deps.answers(op, deviceId, freshMs)) {
      const name = this.#seen.find((each) => addressOf(each) === deviceId)?.name;
      if (name !== undefined) this.#names.set(deviceId, name);
      return { deviceId, output };
    }
    throw new Fault('DEVICE_UNAVAILABLE', `${deviceId} is connected, but cannot be used yet.`, {
      nextStep: 'Unlock the phone and accept the debugging prompt if there is one, then call list_devices.',
      details: { device_id: deviceId, output },
    });
  }

  async #connectTo(op: Operation, address: string) {
    const words = await this.#ask(op, `host:connect:${address}`, address);
    const output = firstLine(words) || '(nothing)';
    const connected = readConnected(words);
    if ('serial' in connected) {
      return { deviceId: connected.serial, output, already: connected.state === 'already' };
    }
    if (connected.state === 'unauthorized') {
      throw new Fault('DEVICE_UNAUTHORIZED', `${address} does not know this computer. adb said: ${output}`, {
        nextStep: 'Pair it with pair_device (Android 11 and newer), or accept the prompt on its screen.',
      });
    }
    throw new Fault('DEVICE_UNAVAILABLE', `${address} cannot be reached. adb said: ${output}`, {
      nextStep:
        'Check that wireless debugging is on and that phone and computer are in the same network; its port changes each time, list_devices shows the current one under `wireless`.',
      retryable: true,
    });
  }

  /** A named service, or the port where the host has its wireless debugging now. */
  async #addressOf(op: Operation, { host, port, name }: WirelessAddress): Promise<string> {
    if (host !== undefined && port !== undefined) return addressOf({ host, port });
    const services = (await this.#services(op)).filter(({ kind }) => kind !== 'pairing');
    const found = services.filter((each) => (name === undefined ? each.host === host : isNamed(each, name)));
    const [only, another] = found;
    if (only && (!another || name === undefined)) return addressOf(only);
    if (host !== undefined && name === undefined) return addressOf({ host, port: defaultPort });
    throw new Fault(
      'DEVICE_NOT_FOUND',
      `${found.length} services are called ${JSON.stringify(name)}. Announced: ${services.map((each) => `${each.name} at ${addressOf(each)}`).join(', ') || 'none'}.`,
      { nextStep: 'Turn wireless debugging on, or pass host and port.' },
    );
  }

  async #services(op: Operation): Promise<readonly MdnsService[]> {
    using bounded = op.within(Math.min(servicesMs, op.remainingMs / 2));
    try {
      return parseMdnsServices(await this.#deps.server.query(bounded, 'host:mdns:services'));
    } catch (error) {
      // Servers before version 31, and those without a daemon for it, know of none.
      if (op.ended || !isFault(error)) throw error;
      return [];
    }
  }

  #remember(services: readonly MdnsService[], lines: readonly DeviceLine[]): void {
    for (const service of services) {
      const line = lineOf(service, lines);
      if (line?.state === 'device') this.#names.set(line.serial, service.name);
    }
  }

  async #follow(op: Operation, service: MdnsService, lines: readonly DeviceLine[]): Promise<boolean> {
    if (service.kind === 'pairing' || lineOf(service, lines)) return false;
    const before = [...this.#names].filter(([, name]) => name === service.name).map(([serial]) => serial);
    const address = addressOf(service);
    const now = op.clock.monotonicMs();
    const tried = this.#triedAtMs.get(address);
    if (before.length === 0 || (tried !== undefined && now - tried < patienceMs)) return false;
    this.#triedAtMs.set(address, now);
    using bounded = op.within(Math.min(followMs, op.remainingMs / 2));
    try {
      const { deviceId } = await this.#connectTo(bounded, address);
      for (const serial of before) {
        this.#names.delete(serial);
        if (serial !== deviceId) this.#moved.set(serial, deviceId);
        if (serial !== deviceId && lines.some((line) => line.serial === serial && parseAddress(serial))) {
          await this.#ask(bounded, `host:disconnect:${serial}`, serial).catch(foreseen);
        }
      }
      this.#moved.delete(deviceId);
      this.#names.set(deviceId, service.name);
      this.#triedAtMs.delete(address);
      return true;
    } catch (error) {
      if (op.ended || !isFault(error)) throw error;
      return false;
    }
  }

  async #ask(op: Operation, service: string, address: string): Promise<string> {
    try {
      return await this.#deps.server.query(op, service, address);
    } catch (error) {
      // As a server says it that does not know the request [A2].
      if (!isFault(error, 'UNKNOWN') || !/unknown host service/.test(error.message)) throw error;
      throw new Fault('CAPABILITY_MISSING', 'The adb server is too old for wireless debugging.', {
        cause: error,
        nextStep: 'Update the platform tools to 31 or newer, then restart the adb server.',
      });
    }
  }
}

/** A name is told with or without the type behind it. */
function isNamed({ name }: MdnsService, wanted: string): boolean {
  return wanted === name || wanted.startsWith(`${name}._adb`);
}

function lineOf(service: MdnsService, lines: readonly DeviceLine[]): DeviceLine | undefined {
  const address = addressOf(service);
  return lines.find(({ serial }) => serial === address || serial.startsWith(`${service.name}._adb`));
}

function stateOf(service: MdnsService, lines: readonly DeviceLine[]) {
  const line = service.kind === 'pairing' ? undefined : lineOf(service, lines);
  if (!line) return { state: 'available' } as const;
  return { state: line.state === 'device' ? 'connected' : 'unusable', deviceId: line.serial } as const;
}

/** Opens services of one device on its adb server: connect, switch to the device, name the service. */
import { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault, failedBecause, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { AdbServer } from './adb-server.ts';
import { sendRequest } from './adb-server.ts';
import { type Wire, wireFault } from './wire.ts';

export interface DeviceTarget {
  readonly serial: string;
  /** The connection that is meant; null where the server prints no ids (adb before 1.0.41). */
  readonly transportId: number | null;
}

export class ServiceChannel {
  readonly #server: AdbServer;
  readonly #target: DeviceTarget;

  readonly #onTrouble: (() => void) | undefined;

  constructor(server: AdbServer, target: DeviceTarget, onTrouble?: () => void) {
    this.#server = server;
    this.#target = target;
    this.#onTrouble = onTrouble;
  }

  get serial(): string {
    return this.#target.serial;
  }

  /**
   * A wire on which the service runs; the caller closes it. `op` bounds the opening only. A dispatch is told right before
   * the service's name leaves; the device's refusal of it carries `delivery: not_delivered`.
   */
  async open(op: Operation, service: string): Promise<Wire> {
    const wire = await this.#entered(op);
    const release = wire.until(op);
    try {
      Dispatch.of(op)?.sending();
      await sendRequest(wire, service, this.serial);
      return wire;
    } catch (error) {
      await wire.close();
      throw this.#told(error);
    } finally {
      release();
    }
  }

  /**
   * Runs `use` on the opened service. The end of `op` closes the socket at once, which stops the device's command; the
   * call answers after the close in every case, so nothing is delivered later.
   */
  async run<T>(op: Operation, service: string, use: (wire: Wire) => Promise<T>): Promise<T> {
    const wire = await this.open(op, service);
    const release = wire.until(op);
    try {
      return await use(wire);
    } catch (error) {
      throw this.#told(error);
    } finally {
      release();
      await wire.close();
    }
  }

  #told(error: unknown): Fault {
    const fault = wireFault(error, this.#server.address);
    // A port of the device where nobody listens is an answer of the device.
    const answered = failedBecause(fault, 'not_listening');
    if (!answered && isFault(fault, 'DEVICE_UNAVAILABLE', 'DEVICE_NOT_FOUND', 'TIMEOUT')) this.#onTrouble?.();
    return fault;
  }

  async #entered(op: Operation): Promise<Wire> {
    let wire: Wire | null = null;
    try {
      const opened = await this.#server.connect(op);
      wire = opened;
      await this.#server.answer(op, async (bounded) => {
        const release = opened.until(bounded);
        try {
          await this.#enter(opened);
        } finally {
          release();
        }
      });
      op.check();
      return wire;
    } catch (error) {
      await wire?.close();
      throw this.#told(error);
    }
  }

  /**
   * By serial, so that a restarted server with new ids can never mean another device; the id that comes back tells
   * whether it is still the same connection.
   */
  async #enter(wire: Wire): Promise<void> {
    const { serial, transportId } = this.#target;
    if (transportId === null) return await sendRequest(wire, `host:transport:${serial}`, serial);
    await sendRequest(wire, `host:tport:serial:${serial}`, serial);
    const answered = Number((await wire.take(8)).readBigUInt64LE());
    if (answered !== transportId) {
      throw new Fault('DEVICE_UNAVAILABLE', `${serial} disconnected and reconnected since it was opened.`, {
        nextStep: 'Call again: the device is reopened.',
      });
    }
  }
}

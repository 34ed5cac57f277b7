/**
 * The way in to one adb server: connections, requests and their answers, and its start when nobody listens. It never ends
 * a server: other programs share it. Source: [A2].
 */

import type { Clock } from '@mobile-debug/core/clock.ts';
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { refusalFault } from './device-errors.ts';
import { isLocal, type ServerAddress, showAddress } from './server-address.ts';
import { Wire, wireFault } from './wire.ts';

export interface AdbServerOptions {
  readonly address: ServerAddress;
  /**
   * Starts the server of this computer. Faults: TOOL_NOT_FOUND, DEVICE_UNAVAILABLE with adb's words. Left out where the
   * server is not ours to start.
   */
  readonly startServer?: (op: Operation) => Promise<void>;
  readonly clock: Clock;
}

/** `adb start-server` takes a second or two; on a busy machine longer [O1]. */
const startBudgetMs = 15_000;

/** The server answers its own requests within milliseconds; a phone has no part in them [O1]. */
const answerMs = 5_000;
/** What a budget of the caller leaves, so that it is told that the server hangs and not that its time is over. */
const waitShare = 0.8;
/** Silence for less says nothing: such a budget simply ends [O1]. */
const leastSilenceMs = 500;
/** Of these the server speaks with a phone before it answers [A2]. */
const withPhone = /^host:(?:connect|disconnect|pair|reconnect)/;

export class AdbServer {
  readonly address: ServerAddress;
  readonly clock: Clock;
  readonly #startServer: ((op: Operation) => Promise<void>) | undefined;
  #starting: Promise<void> | null = null;
  /** How many starts are over: a refusal from before the latest one says nothing about now. */
  #starts = 0;
  readonly #end = new AbortController();

  constructor({ address, startServer, clock }: AdbServerOptions) {
    this.address = address;
    this.clock = clock;
    this.#startServer = startServer;
  }

  /** A new connection; starts the server if none is listening. TOOL_NOT_FOUND, DEVICE_UNAVAILABLE, TIMEOUT, CANCELLED. */
  async connect(op: Operation): Promise<Wire> {
    const startsBefore = this.#starts;
    try {
      return await this.answer(op, (bounded) => Wire.connect(bounded, this.address));
    } catch (error) {
      if (!nobodyListens(error)) throw wireFault(error, this.address);
      if (this.#starts === startsBefore) await this.#start(op, error);
    }
    try {
      return await Wire.connect(op, this.address);
    } catch (error) {
      throw nobodyListens(error) ? this.#silent(error) : wireFault(error, this.address);
    }
  }

  /** A connection only if a server is running; null otherwise. */
  async tryConnect(op: Operation): Promise<Wire | null> {
    try {
      return await Wire.connect(op, this.address);
    } catch (error) {
      if (nobodyListens(error)) return null;
      throw wireFault(error, this.address);
    }
  }

  /** The text answer of a `host:` service. */
  async query(op: Operation, service: string, serial = ''): Promise<string> {
    const wire = await this.connect(op);
    const ask = async (bounded: Operation): Promise<string> => {
      const release = wire.until(bounded);
      try {
        await sendRequest(wire, service, serial);
        return (await takeBlock(wire)).toString('utf8');
      } finally {
        release();
      }
    };
    try {
      return await (withPhone.test(service) ? ask(op) : this.answer(op, ask));
    } catch (error) {
      throw wireFault(error, this.address);
    } finally {
      await wire.close();
    }
  }

  /** Waits for what the server itself answers, at once or never: DEVICE_UNAVAILABLE when it hangs. */
  async answer<T>(op: Operation, wait: (bounded: Operation) => Promise<T>): Promise<T> {
    op.check();
    return await this.patiently(op, async (share) => {
      using bounded = share.listening(Math.min(answerMs, share.remainingMs));
      return await wait(bounded);
    });
  }

  /** Leaves the caller the time to be told what it waits for in vain. */
  async patiently<T>(op: Operation, wait: (share: Operation) => Promise<T>): Promise<T> {
    using share = op.within(op.remainingMs * waitShare);
    if (share.remainingMs < leastSilenceMs) return await wait(op);
    try {
      return await wait(share);
    } catch (error) {
      if (op.ended || !isFault(error, 'TIMEOUT')) throw error;
      throw this.#stalled(error);
    }
  }

  /** Why somebody waits for the server in vain. */
  #stalled(cause: unknown): Fault {
    if (this.#starting !== null) {
      return new Fault('DEVICE_UNAVAILABLE', 'The adb server is still being started.', {
        cause,
        reason: 'server_hung',
        nextStep:
          'Call again in some seconds; if it stays, end `adb start-server` and run it in a terminal to see what it waits for.',
      });
    }
    const where = showAddress(this.address);
    const restart = isLocal(this.address)
      ? 'Run `adb kill-server`, then `adb start-server`; if that does not end either, end the adb process that listens there.'
      : 'Restart the adb server there.';
    return new Fault(
      'DEVICE_UNAVAILABLE',
      `The adb server at ${where} hangs: it takes connections, but does not answer.`,
      {
        cause,
        reason: 'server_hung',
        nextStep: `${restart} It is shared with other programs, so this server does not end it.`,
      },
    );
  }

  /** Ends a start that is under way, with its processes. */
  async close(): Promise<void> {
    this.#end.abort();
    await this.#starting?.catch(() => {});
  }

  async #start(op: Operation, refused: unknown): Promise<void> {
    const startServer = this.#startServer;
    if (!startServer || !isLocal(this.address)) throw this.#silent(refused);
    // One start for all who wait, with a budget of its own: the first caller's end must not fail the others.
    this.#starting ??= this.#startOnce(startServer).finally(() => {
      this.#starting = null;
    });
    const started = this.#starting;
    await this.patiently(op, (share) => share.race(started));
  }

  async #startOnce(startServer: (op: Operation) => Promise<void>): Promise<void> {
    using op = Operation.start(startBudgetMs, { clock: this.clock, signal: this.#end.signal });
    try {
      await startServer(op);
      this.#starts++;
    } catch (error) {
      if (!isFault(error, 'TIMEOUT')) throw error;
      throw new Fault('DEVICE_UNAVAILABLE', `The adb server did not start within ${startBudgetMs} ms.`, {
        cause: error,
        nextStep: 'Run `adb start-server` in a terminal and check its output.',
      });
    }
  }

  #silent(cause: unknown): Fault {
    return new Fault('DEVICE_UNAVAILABLE', `No adb server answers at ${showAddress(this.address)}.`, {
      cause,
      nextStep:
        this.#startServer && isLocal(this.address)
          ? 'Run `adb start-server` in a terminal and check its output.'
          : 'Start the adb server there, or correct the address: --adb-server, ADB_SERVER_SOCKET or ANDROID_ADB_SERVER_ADDRESS.',
    });
  }
}

function nobodyListens(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ECONNREFUSED' || code === 'ENOENT';
}

/** As much as four hex digits can say. */
const maxServiceBytes = 0xffff;

/**
 * Sends one request, four hex digits of length and a service name, and waits for OKAY. The refusal's own fault on FAIL,
 * DEVICE_UNAVAILABLE on garbage. Every request waits for its answer: adb 29 and 34 lose the second of two that arrive
 * together.
 */
export async function sendRequest(wire: Wire, service: string, serial: string): Promise<void> {
  await wire.write(frame(service));
  const status = (await wire.take(4)).toString('latin1');
  if (status === 'OKAY') return;
  if (status === 'FAIL') throw refusalFault((await takeBlock(wire)).toString('utf8'), serial);
  throw garbled(`"${printable(status)}" instead of OKAY or FAIL`);
}

/** A block behind four hex digits of length. */
export async function takeBlock(wire: Wire): Promise<Buffer> {
  const digits = (await wire.take(4)).toString('latin1');
  if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw garbled(`"${printable(digits)}" instead of a length`);
  return await wire.take(Number.parseInt(digits, 16));
}

function frame(service: string): Buffer {
  const bytes = Buffer.from(service, 'utf8');
  if (bytes.length > maxServiceBytes) {
    throw new Fault(
      'INVALID_ARGUMENT',
      `A device command of ${bytes.length} bytes is longer than adb accepts.`,
    );
  }
  return Buffer.concat([Buffer.from(bytes.length.toString(16).padStart(4, '0'), 'latin1'), bytes]);
}

function garbled(what: string): Fault {
  return new Fault(
    'DEVICE_UNAVAILABLE',
    `The adb server answered with ${what}; is something else listening there?`,
  );
}

function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '.');
}

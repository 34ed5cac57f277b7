/** One device on one adb server, as the facets see it. Android programs are the facets' concern. */
import { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault, foreseen } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { AdbServer } from './adb-server.ts';
import type { AdbDevice, AdbStream, ShellOptions, ShellResult } from './adb-types.ts';
import { type AdbForward, addForward, removeForward } from './forwards.ts';
import { quoteCommand } from './quote.ts';
import { type DeviceTarget, ServiceChannel } from './service-channel.ts';
import { framed, printed, shellV2 } from './shell-command.ts';
import { shellV1 } from './shell-v1.ts';
import { isSocketError, type Wire } from './wire.ts';

/** Programs that are only a door to a binder service, which `abb_exec` reaches without a shell. */
const binderService: ReadonlyMap<string, string> = new Map([
  ['am', 'activity'],
  ['pm', 'package'],
  ['wm', 'window'],
  ['settings', 'settings'],
]);

/**
 * Asks for the features and gives the device. Faults: DEVICE_NOT_FOUND, DEVICE_UNAVAILABLE, DEVICE_UNAUTHORIZED. Two
 * requests to the server, none to the device. `onTrouble` hears of every later command that the device did not answer.
 */
export async function openAdbDevice(
  op: Operation,
  server: AdbServer,
  target: DeviceTarget,
  onTrouble?: () => void,
): Promise<AdbDevice> {
  const { serial, transportId } = target;
  const prefix = transportId === null ? `host-serial:${serial}` : `host-transport-id:${transportId}`;
  const [device, host] = await Promise.all([
    server.query(op, `${prefix}:features`, serial),
    server.query(op, 'host:host-features'),
  ]);
  const hostFeatures = new Set(host.split(','));
  const features = new Set(
    device.split(',').filter((feature) => feature !== '' && hostFeatures.has(feature)),
  );
  return new SocketAdbDevice(server, new ServiceChannel(server, target, onTrouble), features);
}

class SocketAdbDevice implements AdbDevice {
  readonly features: ReadonlySet<string>;
  readonly #server: AdbServer;
  readonly #channel: ServiceChannel;

  constructor(server: AdbServer, channel: ServiceChannel, features: ReadonlySet<string>) {
    this.#server = server;
    this.#channel = channel;
    this.features = features;
  }

  get serial(): string {
    return this.#channel.serial;
  }

  async shell(op: Operation, command: string, options?: ShellOptions): Promise<ShellResult> {
    const run = this.features.has('shell_v2') ? shellV2 : shellV1;
    return await answered(op, run(op, this.#channel, command, options));
  }

  async exec(op: Operation, command: string, options?: ShellOptions): Promise<Buffer> {
    return await answered(op, printed(op, this.#channel, `exec:${command}`, options));
  }

  async command(op: Operation, args: readonly string[], options?: ShellOptions): Promise<ShellResult> {
    const [program = '', ...rest] = args;
    const service = binderService.get(program);
    if (service === undefined || !this.features.has('abb_exec')) {
      return await this.shell(op, quoteCommand(args), options);
    }
    if (args.some((arg) => arg.includes('\0'))) {
      throw new Fault('INVALID_ARGUMENT', 'Text with a NUL character cannot be passed to the device.');
    }
    const request = [service, ...rest].join('\0');
    // `abb` tells how it ended; `abb_exec` is the one that takes input (it is what adb itself streams packages to).
    if (this.features.has('abb') && !options?.stdin) {
      return await answered(op, framed(op, this.#channel, `abb:${request}`, options));
    }
    const stdout = await answered(op, printed(op, this.#channel, `abb_exec:${request}`, options));
    return { stdout, stderr: Buffer.alloc(0), exitCode: 0 };
  }

  async open(op: Operation, service: string): Promise<AdbStream> {
    return new WireStream(await this.#channel.open(op, service), {
      serial: this.serial,
      dispatch: Dispatch.of(op),
    });
  }

  async forward(op: Operation, service: string): Promise<AdbForward> {
    return await addForward(op, this.#server, { serial: this.serial, remote: service });
  }

  async removeForward(op: Operation, forward: AdbForward): Promise<void> {
    await removeForward(op, this.#server, forward);
  }
}

async function answered<T>(op: Operation, command: Promise<T>): Promise<T> {
  const answer = await command;
  Dispatch.of(op)?.answered();
  return answer;
}

interface StreamOrigin {
  readonly serial: string;
  readonly dispatch: Dispatch | null;
}

class WireStream implements AdbStream {
  readonly chunks: AsyncIterable<Buffer>;
  readonly #wire: Wire;
  #closing: boolean = false;

  constructor(wire: Wire, origin: StreamOrigin) {
    this.#wire = wire;
    this.chunks = { [Symbol.asyncIterator]: () => this.#read(origin) };
  }

  async write(op: Operation, bytes: Uint8Array): Promise<void> {
    // The end of the operation in the middle of a message leaves nothing to go on with: the stream is closed.
    const release = this.#wire.until(op);
    try {
      await this.#wire.write(bytes);
    } finally {
      release();
    }
  }

  async close(): Promise<void> {
    this.#closing = true;
    await this.#wire.close();
  }

  async *#read({ serial, dispatch }: StreamOrigin): AsyncGenerator<Buffer> {
    try {
      for (let chunk = await this.#wire.next(); chunk; chunk = await this.#wire.next()) yield chunk;
      if (!this.#closing) dispatch?.answered();
    } catch (error) {
      if (this.#closing) return;
      const { message } = isSocketError(error) ? error : foreseen(error);
      throw new Fault('DEVICE_UNAVAILABLE', `The stream from ${serial} was interrupted: ${message}`, {
        cause: error,
      });
    }
  }
}

/** For tests only: a small adb server whose answers a test scripts, and which remembers what reached it. */
import { createServer, type Server, type Socket } from 'node:net';

export interface Answer {
  readonly stdout?: string | Uint8Array;
  readonly stderr?: string;
  readonly exitCode?: number;
}

/** What a device service does: an answer in packets (`shell,v2`, `abb`), raw bytes otherwise, or its own way. */
export type Service = (service: string, socket: Socket) => Answer | null | Promise<Answer | null>;

export interface ScriptedDevice {
  readonly serial: string;
  state?: string;
  transportId: number;
  features?: string;
  service: Service;
}

export class ScriptedAdbServer {
  readonly devices: ScriptedDevice[] = [];
  /** Device services that were opened, in order. */
  readonly services: string[] = [];
  readonly sockets = new Set<Socket>();
  /** Answers a host request in place of the usual one: raw bytes to send. */
  readonly overrides = new Map<string, Buffer | ((socket: Socket) => void)>();
  #server: Server;
  readonly #trackers = new Set<Socket>();
  port = 0;
  connections = 0;

  constructor() {
    this.#server = createServer((socket) => this.#accept(socket));
  }

  async listen(port = 0): Promise<this> {
    this.#server = createServer((socket) => this.#accept(socket));
    await new Promise<void>((resolve) => {
      this.#server.listen(port, '127.0.0.1', resolve);
    });
    const address = this.#server.address();
    if (address !== null && typeof address === 'object') this.port = address.port;
    return this;
  }

  get address(): { host: string; port: number } {
    return { host: '127.0.0.1', port: this.port };
  }

  /** Tells every tracker the list as it is now. */
  announce(): void {
    for (const socket of this.#trackers) socket.write(block(this.listing()));
  }

  listing(): string {
    return this.devices
      .map(
        ({ serial, state = 'device', transportId }) =>
          `${serial.padEnd(22)} ${state} transport_id:${transportId}\n`,
      )
      .join('');
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  #accept(socket: Socket): void {
    this.connections++;
    this.sockets.add(socket);
    socket.setNoDelay(true);
    let target: ScriptedDevice | null = null;
    let pending = Buffer.alloc(0);
    const onData = (chunk: Buffer): void => {
      pending = Buffer.concat([pending, chunk]);
      while (pending.length >= 4) {
        const size = Number.parseInt(pending.subarray(0, 4).toString('latin1'), 16);
        if (pending.length < 4 + size) return;
        const request = pending.subarray(4, 4 + size).toString('utf8');
        pending = pending.subarray(4 + size);
        if (target) {
          socket.off('data', onData);
          if (pending.length > 0) socket.unshift(pending);
          void this.#serve(target, request, socket);
          return;
        }
        target = this.#host(request, socket);
      }
    };
    socket.on('data', onData);
    socket.on('error', () => {});
    socket.on('close', () => {
      this.sockets.delete(socket);
      this.#trackers.delete(socket);
    });
  }

  #host(request: string, socket: Socket): ScriptedDevice | null {
    const override = this.overrides.get(request);
    if (typeof override === 'function') override(socket);
    else if (override) socket.end(override);
    if (override) return null;
    if (request === 'host:track-devices-l') {
      this.#trackers.add(socket);
      socket.write(Buffer.concat([Buffer.from('OKAY'), block(this.listing())]));
    } else if (request === 'host:host-features') socket.end(okay('shell_v2,cmd,abb,abb_exec,stat_v2'));
    else if (request.endsWith(':features')) {
      const id = Number(/^host-transport-id:(\d+):/.exec(request)?.[1]);
      const device = this.devices.find(({ transportId }) => transportId === id);
      socket.end(device ? okay(device.features ?? 'shell_v2,cmd,extra') : fail('device not found'));
    } else if (request.startsWith('host:tport:serial:')) {
      const serial = request.slice('host:tport:serial:'.length);
      const device = this.devices.find((each) => each.serial === serial);
      if (!device) socket.end(fail(`device '${serial}' not found`));
      else if ((device.state ?? 'device') !== 'device') socket.end(fail(`device ${device.state}`));
      else {
        const id = Buffer.alloc(8);
        id.writeBigUInt64LE(BigInt(device.transportId));
        socket.write(Buffer.concat([Buffer.from('OKAY'), id]));
        return device;
      }
    } else socket.end(fail('unknown host service'));
    return null;
  }

  async #serve(device: ScriptedDevice, service: string, socket: Socket): Promise<void> {
    this.services.push(service);
    const answer = await device.service(service, socket);
    if (!answer || socket.destroyed) return;
    const stdout = Buffer.from(answer.stdout ?? '');
    const stderr = Buffer.from(answer.stderr ?? '');
    if (!/^(?:shell,v2|abb:)/.test(service)) {
      socket.end(Buffer.concat([Buffer.from('OKAY'), stdout, stderr]));
      return;
    }
    socket.end(
      Buffer.concat([
        Buffer.from('OKAY'),
        packet(1, stdout),
        packet(2, stderr),
        packet(3, Buffer.from([answer.exitCode ?? 0])),
      ]),
    );
  }
}

export function packet(id: number, data: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(id, 0);
  head.writeUInt32LE(data.length, 1);
  return Buffer.concat([head, data]);
}

export function block(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from(bytes.length.toString(16).padStart(4, '0')), bytes]);
}

export function okay(text: string): Buffer {
  return Buffer.concat([Buffer.from('OKAY'), block(text)]);
}

export function fail(text: string): Buffer {
  return Buffer.concat([Buffer.from('FAIL'), block(text)]);
}

/**
 * A device's shell that splits a batch at its cuts and answers each command by `run`; unscripted commands print
 * nothing. `lines` keeps every command line as it came.
 */
export function scriptedShell(run: (command: string) => string | undefined, lines: string[] = []): Service {
  return (service) => {
    const line = service.replace(/^shell,v2,raw:/, '');
    lines.push(line);
    const cut = /; echo (cut_\w+); /.exec(line)?.[1];
    const commands = cut ? line.split(`; echo ${cut}; `) : [line];
    const texts = commands.map((command) => run(command.replace(/ 2>&1$/, '')) ?? '');
    return { stdout: texts.join(cut ? `${cut}\n` : '') };
  };
}

/** A client of the tests' own on bare sockets: smart-socket requests, shell v2 and sync, nothing of the product's. */
import { connect, type Socket } from 'node:net';

/** A socket whose received bytes can be awaited by count or until its end. */
export class RawSocket {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #ended: boolean = false;
  #wake: () => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      this.#wake();
    });
    const over = (): void => {
      this.#ended = true;
      this.#wake();
    };
    socket.on('end', over);
    socket.on('close', over);
    socket.on('error', over);
  }

  static async open(port: number): Promise<RawSocket> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return new RawSocket(socket);
  }

  write(bytes: Uint8Array | string): void {
    this.#socket.write(bytes);
  }

  close(): void {
    this.#socket.destroy();
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** What has come so far, without waiting. */
  get pending(): Buffer {
    return this.#received;
  }

  async take(count: number): Promise<Buffer> {
    while (this.#received.length < count) {
      if (this.#ended)
        throw new Error(`ended after ${this.#received.length} of ${count} bytes: ${this.#received}`);
      await this.#more();
    }
    const taken = this.#received.subarray(0, count);
    this.#received = this.#received.subarray(count);
    return taken;
  }

  async takeUntil(mark: string): Promise<string> {
    while (!this.#received.includes(mark)) {
      if (this.#ended) throw new Error(`ended without ${mark}: ${this.#received}`);
      await this.#more();
    }
    return (await this.take(this.#received.indexOf(mark) + Buffer.byteLength(mark))).toString();
  }

  async rest(): Promise<Buffer> {
    while (!this.#ended) await this.#more();
    const all = this.#received;
    this.#received = Buffer.alloc(0);
    return all;
  }

  async #more(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }
}

export function frame(service: string): string {
  return Buffer.byteLength(service).toString(16).padStart(4, '0') + service;
}

/** Sends one host request and gives back all that came until the server closed. */
export async function hostRequest(port: number, service: string): Promise<string> {
  const socket = await RawSocket.open(port);
  socket.write(frame(service));
  return (await socket.rest()).toString();
}

/** Opens a device service; throws what the server answered when it refused. */
export async function openService(port: number, serial: string, service: string): Promise<RawSocket> {
  const socket = await RawSocket.open(port);
  for (const request of [`host:transport:${serial}`, service]) {
    socket.write(frame(request));
    const status = (await socket.take(4)).toString();
    if (status !== 'OKAY') throw new Error(`${status}${await socket.rest()}`);
  }
  return socket;
}

export interface ShellAnswer {
  readonly stdout: string;
  readonly stderr: string;
  /** Null when the stream ended without an exit packet. */
  readonly code: number | null;
}

export interface Target {
  readonly port: number;
  readonly serial: string;
}

export async function shell(target: Target, command: string, stdin?: string): Promise<ShellAnswer> {
  const socket = await openService(target.port, target.serial, `shell,v2,raw:${command}`);
  if (stdin !== undefined) {
    socket.write(shellPacket(0, stdin));
    socket.write(shellPacket(4, ''));
  }
  return decodeShell(await socket.rest());
}

export async function exec(target: Target, command: string): Promise<Buffer> {
  return await (await openService(target.port, target.serial, `exec:${command}`)).rest();
}

export function shellPacket(id: number, text: string): Buffer {
  const bytes = Buffer.from(text);
  const header = Buffer.alloc(5);
  header.writeUInt8(id, 0);
  header.writeUInt32LE(bytes.length, 1);
  return Buffer.concat([header, bytes]);
}

export function decodeShell(bytes: Buffer): ShellAnswer {
  const parts: Record<number, Buffer[]> = { 1: [], 2: [] };
  let code: number | null = null;
  let at = 0;
  while (at + 5 <= bytes.length) {
    const id = bytes.readUInt8(at);
    const size = bytes.readUInt32LE(at + 1);
    const payload = bytes.subarray(at + 5, at + 5 + size);
    if (id === 3) code = payload[0] ?? null;
    else parts[id]?.push(payload);
    at += 5 + size;
  }
  const text = (id: number): string => Buffer.concat(parts[id] ?? []).toString();
  return { stdout: text(1), stderr: text(2), code };
}

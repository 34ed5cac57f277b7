/** One adb server connected to a phone's adbd port: banner, authorisation, opening and routing of streams. */
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { HostedPhone } from '../hosted-phone.ts';
import type { Serve } from '../services/open-service.ts';
import {
  type AdbPacket,
  byteSum,
  checksumFreeVersion,
  packetCommands as commands,
  decodeHeader,
  encodePacket,
  headerBytes,
} from './adbd-packet.ts';
import { AdbdStream, type AdbdStreamWire } from './adbd-stream.ts';
import { ByteReader } from './byte-reader.ts';
import type { ServiceStream } from './service-stream.ts';

const maxPayloadBytes = 1024 * 1024;
/** What CNXN and AUTH may carry before sizes are negotiated. */
const maxHandshakeBytes = 4096;
const initialWindowBytes = 32 * 1024 * 1024;
/** The last Android with the older protocol version, which checks sums. */
const lastChecksumSdk = 27;
const authToken = 1;

export type OpenOnDevice = (
  service: string,
  dialHost: (hostSpec: string) => Promise<ServiceStream | null>,
) => Serve | null;

export class AdbdConnection implements AdbdStreamWire {
  readonly #socket: Socket;
  readonly #device: HostedPhone;
  readonly #open: OpenOnDevice;
  readonly #input = new ByteReader();
  readonly #streams = new Map<number, AdbdStream>();
  readonly #accepted = new Map<number, (stream: ServiceStream | null) => void>();
  readonly #unwatch: () => void;
  #nextId = 1;
  #version: number;
  #online: boolean = false;
  #greeted: boolean = false;
  #delayedAck: boolean = false;
  maxPayloadBytes = maxHandshakeBytes;

  constructor(socket: Socket, device: HostedPhone, open: OpenOnDevice) {
    this.#socket = socket;
    this.#device = device;
    this.#open = open;
    this.#version = device.phone.version.sdk <= lastChecksumSdk ? 0x01000000 : checksumFreeVersion;
    this.#unwatch = device.onStateChange(() => this.#stateChanged());
    socket.on('data', (bytes: Buffer) => this.#input.push(bytes));
    socket.on('close', () => this.#closed());
    if (device.state === 'offline' || device.state === 'gone') socket.destroy();
    else void this.#receive();
  }

  write(stream: AdbdStream, bytes: Uint8Array): void {
    this.#send(commands.WRTE, stream.localId, stream.remoteId, Buffer.from(bytes));
  }

  acknowledge(stream: AdbdStream, sizeBytes: number): void {
    this.#send(commands.OKAY, stream.localId, stream.remoteId, this.#ackPayload(sizeBytes));
  }

  close(stream: AdbdStream): void {
    this.#streams.delete(stream.localId);
    this.#send(commands.CLSE, stream.localId, stream.remoteId);
  }

  async #receive(): Promise<void> {
    for (;;) {
      const headerPart = await this.#input.readExact(headerBytes);
      const header = headerPart && decodeHeader(headerPart);
      if (!header || header.length > this.maxPayloadBytes) break;
      const payload = await this.#input.readExact(header.length);
      if (!payload) break;
      if (this.#version < checksumFreeVersion && byteSum(payload) !== header.check) break;
      this.#handle({ ...header, payload });
    }
    this.#socket.destroy();
  }

  #handle(packet: AdbPacket): void {
    if (packet.command === commands.CNXN) this.#connect(packet);
    else if (packet.command === commands.AUTH) this.#demandAuthorisation();
    else if (!this.#online) return;
    else if (packet.command === commands.OPEN) this.#opened(packet);
    else if (packet.command === commands.OKAY) this.#okay(packet);
    else if (packet.command === commands.WRTE) this.#streams.get(packet.arg1)?.received(packet.payload);
    else if (packet.command === commands.CLSE) this.#remoteClosed(packet);
  }

  #connect({ arg0: version, arg1: maxBytes, payload }: AdbPacket): void {
    this.#version = Math.min(this.#version, version);
    this.maxPayloadBytes = Math.min(maxPayloadBytes, maxBytes);
    const hostFeatures = /features=([^;\0]*)/.exec(payload.toString('latin1'))?.[1]?.split(',') ?? [];
    this.#delayedAck = hostFeatures.includes('delayed_ack') && this.#device.features.includes('delayed_ack');
    this.#greeted = true;
    this.#stateChanged();
  }

  #stateChanged(): void {
    const { state } = this.#device;
    if (state === 'offline' || state === 'gone') this.#socket.destroy();
    else if (!this.#greeted) return;
    else if (state === 'unauthorized' || state === 'authorizing') this.#demandAuthorisation();
    else if (!this.#online && state !== 'connecting') this.#announce();
  }

  #demandAuthorisation(): void {
    if (this.#online || (this.#device.state !== 'unauthorized' && this.#device.state !== 'authorizing'))
      return;
    this.#send(commands.AUTH, authToken, 0, randomBytes(20));
  }

  #announce(): void {
    const property = (name: string): string => this.#device.properties.get(name) ?? '';
    const fields = ['name', 'model', 'device'].map(
      (key) => `ro.product.${key}=${property(`ro.product.${key}`)};`,
    );
    const features = this.#device.features.join(',');
    const word =
      ['recovery', 'bootloader', 'sideload'].find((state) => state === this.#device.state) ?? 'device';
    const banner = `${word}::${fields.join('')}${features === '' ? '' : `features=${features}`}`;
    this.#online = true;
    this.#send(commands.CNXN, this.#version, maxPayloadBytes, Buffer.from(banner));
  }

  #opened({ arg0: remoteId, arg1: window, payload }: AdbPacket): void {
    // The window is only legal when both sides agreed on it, and needed then.
    const serve =
      (window !== 0) === this.#delayedAck
        ? this.#open(payload.toString('utf8').replace(/\0+$/, ''), (spec) => this.#dialHost(spec))
        : null;
    if (!serve) {
      this.#send(commands.CLSE, 0, remoteId);
      return;
    }
    const stream = this.#addStream(remoteId, this.#delayedAck ? window : null);
    this.#send(commands.OKAY, stream.localId, remoteId, this.#ackPayload(initialWindowBytes));
    const finish = this.#device.track(this.#dropper(stream));
    void serve(stream).finally(() => {
      finish();
      stream.end();
    });
  }

  #dropper(stream: AdbdStream): AbortController {
    const controller = new AbortController();
    controller.signal.addEventListener('abort', () => stream.drop(), { once: true });
    return controller;
  }

  #addStream(remoteId: number, window: number | null): AdbdStream {
    const stream = new AdbdStream({ localId: this.#nextId++, remoteId }, window, this);
    this.#streams.set(stream.localId, stream);
    return stream;
  }

  /** An OPEN towards the host: only with the exact spec of a reverse forward, newer servers abort on any other. */
  async #dialHost(hostSpec: string): Promise<ServiceStream | null> {
    const stream = this.#addStream(0, this.#delayedAck ? 0 : null);
    const result = new Promise<ServiceStream | null>((resolve) => {
      this.#accepted.set(stream.localId, resolve);
    });
    this.#send(
      commands.OPEN,
      stream.localId,
      this.#delayedAck ? initialWindowBytes : 0,
      Buffer.from(`${hostSpec}\0`),
    );
    return await result;
  }

  #okay({ arg0: remoteId, arg1: localId, payload }: AdbPacket): void {
    const stream = this.#streams.get(localId);
    if (!stream) return;
    const accepted = this.#accepted.get(localId);
    this.#accepted.delete(localId);
    if (accepted) stream.remoteId = remoteId;
    stream.answered(payload.length >= 4 ? payload.readInt32LE(0) : null);
    accepted?.(stream);
  }

  #remoteClosed({ arg1: localId }: AdbPacket): void {
    const stream = this.#streams.get(localId);
    if (!stream) return;
    this.#accepted.get(localId)?.(null);
    this.#accepted.delete(localId);
    this.#streams.delete(localId);
    stream.drop();
    this.#send(commands.CLSE, localId, stream.remoteId);
  }

  #ackPayload(sizeBytes: number): Buffer {
    if (!this.#delayedAck) return Buffer.alloc(0);
    const payload = Buffer.alloc(4);
    payload.writeInt32LE(sizeBytes, 0);
    return payload;
  }

  #send(command: number, arg0: number, arg1: number, payload: Buffer = Buffer.alloc(0)): void {
    if (this.#socket.destroyed) return;
    this.#socket.write(encodePacket({ command, arg0, arg1, payload }, this.#version < checksumFreeVersion));
  }

  #closed(): void {
    this.#unwatch();
    this.#input.end();
    for (const stream of this.#streams.values()) stream.drop();
    for (const accepted of this.#accepted.values()) accepted(null);
    this.#streams.clear();
    this.#accepted.clear();
  }
}

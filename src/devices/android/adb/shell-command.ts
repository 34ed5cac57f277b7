/**
 * Shell commands on a service channel: v2 with its packets, v1 with the exit code printed behind a marker, exec.
 * A packet is one byte id, four bytes little-endian length, data. Source: [A2].
 */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { ShellOptions, ShellResult } from './adb-types.ts';
import type { ServiceChannel } from './service-channel.ts';
import type { Wire } from './wire.ts';

const defaultMaxBytes = 64 << 20;
const stdinChunkBytes = 32 << 10;

const shellPacket = { stdin: 0, stdout: 1, stderr: 2, exit: 3, closeStdin: 4 } as const;

interface ShellPacket {
  readonly id: number;
  readonly data: Buffer;
}

const headerBytes = 5;
/** adbd sends at most its maximum payload of 1 MiB; a longer length is garbage. */
const maxPacketBytes = 16 << 20;
const highestId = 5;

export async function shellV2(
  op: Operation,
  channel: ServiceChannel,
  command: string,
  options?: ShellOptions,
): Promise<ShellResult> {
  return await framed(op, channel, `shell,v2,raw:${command}`, options);
}

/** A service that answers in shell v2 packets: `shell,v2:`, `abb:`. */
export async function framed(
  op: Operation,
  channel: ServiceChannel,
  service: string,
  options: ShellOptions = {},
): Promise<ShellResult> {
  return await channel.run(op, service, async (wire) => {
    // A command that ends without reading its input breaks this pipe; its output tells the result.
    feed(wire, options.stdin).catch(() => {});
    const output = new Output(options.maxBytes);
    const decoder = new ShellDecoder();
    for (;;) {
      const chunk = await wire.next();
      if (!chunk) throw lost(channel.serial, decoder.pending);
      for (const packet of decoder.push(chunk)) {
        const exitCode = output.take(packet);
        if (exitCode !== null) return output.result(exitCode);
      }
    }
  });
}

/** A service that prints until it ends and gives no exit code: `exec:`, `abb_exec:`. */
export async function printed(
  op: Operation,
  channel: ServiceChannel,
  service: string,
  options: ShellOptions = {},
): Promise<Buffer> {
  return await channel.run(op, service, async (wire) => {
    // A command that ends without reading its input breaks this pipe; its words are what is read.
    if (options.stdin) wire.write(options.stdin).catch(() => {});
    return await collect(wire, options.maxBytes);
  });
}

async function feed(wire: Wire, stdin: Uint8Array = new Uint8Array()): Promise<void> {
  for (let at = 0; at < stdin.length; at += stdinChunkBytes) {
    await wire.write(encodeShellPacket(shellPacket.stdin, stdin.subarray(at, at + stdinChunkBytes)));
  }
  await wire.write(encodeShellPacket(shellPacket.closeStdin, new Uint8Array()));
}

export async function collect(wire: Wire, maxBytes: number | undefined): Promise<Buffer> {
  const output = new Output(maxBytes);
  for (let chunk = await wire.next(); chunk; chunk = await wire.next()) {
    output.take({ id: shellPacket.stdout, data: chunk });
  }
  return output.result(0).stdout;
}

export function lost(serial: string, halfPacket: boolean): Fault {
  const where = halfPacket ? 'in the middle of a packet' : 'without its exit code';
  return new Fault('DEVICE_UNAVAILABLE', `The command on ${serial} ended ${where}: the connection was lost.`);
}

class Output {
  readonly #stdout: Buffer[] = [];
  readonly #stderr: Buffer[] = [];
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes = defaultMaxBytes) {
    this.#maxBytes = maxBytes;
  }

  /** The exit code if this packet contains it. */
  take({ id, data }: ShellPacket): number | null {
    if (id === shellPacket.exit) return data[0] ?? 0;
    if (id !== shellPacket.stdout && id !== shellPacket.stderr) return null;
    this.#bytes += data.length;
    if (this.#bytes > this.#maxBytes) {
      throw new Fault(
        'UNKNOWN',
        `The device command printed more than the ${this.#maxBytes} bytes allowed for it.`,
      );
    }
    (id === shellPacket.stdout ? this.#stdout : this.#stderr).push(data);
    return null;
  }

  result(exitCode: number): ShellResult {
    return { stdout: Buffer.concat(this.#stdout), stderr: Buffer.concat(this.#stderr), exitCode };
  }
}

export function encodeShellPacket(id: number, data: Uint8Array): Buffer {
  const packet = Buffer.allocUnsafe(headerBytes + data.length);
  packet.writeUInt8(id, 0);
  packet.writeUInt32LE(data.length, 1);
  packet.set(data, headerBytes);
  return packet;
}

/** Takes chunks cut anywhere and returns whole packets. DEVICE_UNAVAILABLE for invalid packets. */
export class ShellDecoder {
  #chunks: Buffer[] = [];
  #bufferedBytes = 0;
  #wantedBytes = headerBytes;

  /** Whether bytes of an unfinished packet are left. */
  get pending(): boolean {
    return this.#bufferedBytes > 0;
  }

  push(chunk: Buffer): ShellPacket[] {
    this.#chunks.push(chunk);
    this.#bufferedBytes += chunk.length;
    if (this.#bufferedBytes < this.#wantedBytes) return [];
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    const packets: ShellPacket[] = [];
    let at = 0;
    this.#wantedBytes = headerBytes;
    while (bytes.length - at >= headerBytes) {
      const id = bytes.readUInt8(at);
      const sizeBytes = bytes.readUInt32LE(at + 1);
      if (id > highestId || sizeBytes > maxPacketBytes) {
        throw new Fault(
          'DEVICE_UNAVAILABLE',
          `The device sent a shell packet of kind ${id} and ${sizeBytes} bytes.`,
        );
      }
      if (bytes.length - at < headerBytes + sizeBytes) {
        this.#wantedBytes = headerBytes + sizeBytes;
        break;
      }
      packets.push({ id, data: bytes.subarray(at + headerBytes, at + headerBytes + sizeBytes) });
      at += headerBytes + sizeBytes;
    }
    this.#chunks = at < bytes.length ? [bytes.subarray(at)] : [];
    this.#bufferedBytes = bytes.length - at;
    return packets;
  }
}

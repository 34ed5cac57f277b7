/**
 * Packets of the shell v2 protocol: one byte id, four bytes little-endian length, data. Pure, fed with chunks.
 * Source: [A2].
 */
import { Fault } from '@mobile-debug/core/fault.ts';

export const shellPacket = { stdin: 0, stdout: 1, stderr: 2, exit: 3, closeStdin: 4 } as const;

export interface ShellPacket {
  readonly id: number;
  readonly data: Buffer;
}

const headerBytes = 5;
/** adbd sends at most its maximum payload of 1 MiB; a longer length is garbage. */
const maxPacketBytes = 16 << 20;
const highestId = 5;

export function encodeShellPacket(id: number, data: Uint8Array): Buffer {
  const packet = Buffer.allocUnsafe(headerBytes + data.length);
  packet.writeUInt8(id, 0);
  packet.writeUInt32LE(data.length, 1);
  packet.set(data, headerBytes);
  return packet;
}

/** Takes chunks cut anywhere and gives whole packets. DEVICE_UNAVAILABLE for bytes that are no packets. */
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

/** Packets of the shell protocol v2: one id byte, little-endian length, bytes. Both directions. */
import type { ByteReader } from './byte-reader.ts';

export const shellPacketIds = {
  stdin: 0,
  stdout: 1,
  stderr: 2,
  exit: 3,
  closeStdin: 4,
  windowSize: 5,
} as const;

/** adbd fills its packet buffer at most this far. */
const maxPayloadBytes = 32 * 1024;

export interface ShellPacket {
  readonly id: number;
  readonly payload: Buffer;
}

/** One or more packets for any number of bytes. */
export function encodeShellPackets(id: number, bytes: Uint8Array): Buffer {
  const parts: Uint8Array[] = [];
  let at = 0;
  do {
    const part = bytes.subarray(at, at + maxPayloadBytes);
    const header = Buffer.alloc(5);
    header.writeUInt8(id, 0);
    header.writeUInt32LE(part.length, 1);
    parts.push(header, part);
    at += part.length;
  } while (at < bytes.length);
  return Buffer.concat(parts);
}

/** The next packet, or null when the stream ends (also in the middle of one). */
export async function readShellPacket(input: ByteReader): Promise<ShellPacket | null> {
  const header = await input.readExact(5);
  if (!header) return null;
  const payload = await input.readExact(header.readUInt32LE(1));
  return payload ? { id: header.readUInt8(0), payload } : null;
}

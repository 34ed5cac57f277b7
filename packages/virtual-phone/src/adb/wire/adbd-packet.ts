/** Packets between an adb server and adbd: 24-byte header and payload. */

export const packetCommands = {
  CNXN: 0x4e584e43,
  AUTH: 0x48545541,
  OPEN: 0x4e45504f,
  OKAY: 0x59414b4f,
  CLSE: 0x45534c43,
  WRTE: 0x45545257,
} as const;

export interface AdbPacket {
  readonly command: number;
  readonly arg0: number;
  readonly arg1: number;
  readonly payload: Buffer;
}

export interface PacketHeader {
  readonly command: number;
  readonly arg0: number;
  readonly arg1: number;
  readonly length: number;
  readonly check: number;
}

export const headerBytes = 24;

/** From this version on checksums are zero and not looked at. */
export const checksumFreeVersion = 0x01000001;

export function encodePacket(packet: AdbPacket, withChecksum: boolean): Buffer {
  const bytes = Buffer.alloc(headerBytes + packet.payload.length);
  const check = withChecksum ? byteSum(packet.payload) : 0;
  const fields = [packet.command, packet.arg0, packet.arg1, packet.payload.length, check, ~packet.command];
  for (const [index, value] of fields.entries()) bytes.writeUInt32LE(value >>> 0, index * 4);
  packet.payload.copy(bytes, headerBytes);
  return bytes;
}

/** Null when the magic does not fit: the stream is out of step. */
export function decodeHeader(bytes: Buffer): PacketHeader | null {
  const command = bytes.readUInt32LE(0);
  if (~command >>> 0 !== bytes.readUInt32LE(20)) return null;
  return {
    command,
    arg0: bytes.readUInt32LE(4),
    arg1: bytes.readUInt32LE(8),
    length: bytes.readUInt32LE(12),
    check: bytes.readUInt32LE(16),
  };
}

export function byteSum(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = (sum + byte) >>> 0;
  return sum;
}

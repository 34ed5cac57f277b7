/** Packets of JDWP: header, and the cutting of a byte stream into packets. Source: JDWP specification, "Packet structure". */
import { jdwpErrors, MalformedJdwp } from './jdwp-error.ts';

export interface CommandPacket {
  readonly kind: 'command';
  readonly id: number;
  readonly commandSet: number;
  readonly command: number;
  readonly data: Buffer;
}

export interface ReplyPacket {
  readonly kind: 'reply';
  readonly id: number;
  readonly errorCode: number;
  readonly data: Buffer;
}

export type Packet = CommandPacket | ReplyPacket;

const headerBytes = 11;
const replyFlag = 0x80;
/** The largest reply we ask for (a stack of 1,000 frames, a class list) has some 3 MB; strings are cut by whoever asks. */
export const longestPacketBytes = 64 << 20;
/** A longer reply is passed over, as a string of an app can have one: no heap of an app holds more than this. */
const longestPassedBytes = 512 << 20;

export function encodeCommand(
  id: number,
  [commandSet, command]: readonly [number, number],
  data: Uint8Array,
): Buffer {
  const packet = Buffer.alloc(headerBytes + data.length);
  packet.writeUInt32BE(packet.length, 0);
  packet.writeUInt32BE(id >>> 0, 4);
  packet.writeUInt8(0, 8);
  packet.writeUInt8(commandSet, 9);
  packet.writeUInt8(command, 10);
  packet.set(data, headerBytes);
  return packet;
}

/** Takes bytes in any pieces and gives whole packets; of a reply that is too long only that it is. Another packet that is too long to be one ends the stream: MalformedJdwp. */
export class PacketCutter {
  #chunks: Buffer[] = [];
  #heldBytes = 0;
  #passBytes = 0;

  push(chunk: Buffer): Packet[] {
    const rest = chunk.subarray(this.#passBytes);
    this.#passBytes -= chunk.length - rest.length;
    if (rest.length === 0) return [];
    this.#chunks.push(rest);
    this.#heldBytes += rest.length;
    const packets: Packet[] = [];
    while (this.#heldBytes >= headerBytes) {
      const length = this.#peekLength();
      if (length > longestPacketBytes && length <= longestPassedBytes) {
        packets.push(this.#passOver(length));
        continue;
      }
      if (length < headerBytes || length > longestPacketBytes) {
        throw new MalformedJdwp(`A packet of ${length} bytes was announced.`);
      }
      if (this.#heldBytes < length) break;
      packets.push(readPacket(this.#take(length)));
    }
    return packets;
  }

  #passOver(length: number): Packet {
    const isHeld = this.#heldBytes >= length;
    this.#passBytes = isHeld ? 0 : length - this.#heldBytes;
    const head = readPacket(this.#take(isHeld ? length : this.#heldBytes));
    if (head.kind === 'reply') return { ...head, errorCode: jdwpErrors.tooLong, data: Buffer.alloc(0) };
    throw new MalformedJdwp(`A command of ${length} bytes was announced.`);
  }

  #peekLength(): number {
    const [first] = this.#chunks;
    if (first && first.length >= 4) return first.readUInt32BE(0);
    this.#join();
    return this.#chunks[0]?.readUInt32BE(0) ?? 0;
  }

  #take(length: number): Buffer {
    if ((this.#chunks[0]?.length ?? 0) < length) this.#join();
    const first = this.#chunks[0] ?? Buffer.alloc(0);
    this.#heldBytes -= length;
    if (first.length === length) this.#chunks.shift();
    else this.#chunks[0] = first.subarray(length);
    return first.subarray(0, length);
  }

  #join(): void {
    this.#chunks = [Buffer.concat(this.#chunks)];
  }
}

function readPacket(bytes: Buffer): Packet {
  const id = bytes.readUInt32BE(4);
  const data = bytes.subarray(headerBytes);
  if ((bytes.readUInt8(8) & replyFlag) !== 0) {
    return { kind: 'reply', id, errorCode: bytes.readUInt16BE(9), data };
  }
  return { kind: 'command', id, commandSet: bytes.readUInt8(9), command: bytes.readUInt8(10), data };
}

/** gRPC's framing: one flag byte, four bytes of length, then the message; frames lie across chunks as they please. Pure. */
import { Malformed } from '@mobile-debug/core/malformed.ts';

const headerBytes = 5;

export function encodeFrame(message: Uint8Array): Buffer {
  const frame = Buffer.alloc(headerBytes + message.length);
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, headerBytes);
  return frame;
}

/** Puts messages together from chunks. Holds at most one message of `maxBytes`. */
export class FrameDecoder {
  readonly #maxBytes: number;
  readonly #chunks: Buffer[] = [];
  #held = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** True in the middle of a frame: when the stream ends now, something is missing. */
  get pending(): boolean {
    return this.#held > 0;
  }

  /** Whole messages in their order. Throws Malformed for compressed or too long ones, which were not asked for. */
  push(chunk: Buffer): readonly Buffer[] {
    if (chunk.length > 0) this.#chunks.push(chunk);
    this.#held += chunk.length;
    const messages: Buffer[] = [];
    for (let next = this.#next(); next !== null; next = this.#next()) messages.push(next);
    return messages;
  }

  #next(): Buffer | null {
    if (this.#held < headerBytes) return null;
    const header = this.#peek(headerBytes);
    const flag = header[0];
    if (flag !== 0) throw new Malformed(flag === 1 ? 'a compressed message' : `a frame of kind ${flag}`);
    const length = header.readUInt32BE(1);
    if (length > this.#maxBytes)
      throw new Malformed(`a message of ${length} bytes, ${this.#maxBytes} are allowed`);
    if (this.#held < headerBytes + length) return null;
    return this.#take(headerBytes + length).subarray(headerBytes);
  }

  /** The first bytes in one piece, without joining a whole long message at each of its chunks. */
  #peek(length: number): Buffer {
    const [first] = this.#chunks;
    if (first && first.length >= length) return first;
    const bytes = this.#take(length);
    this.#chunks.unshift(bytes);
    this.#held += bytes.length;
    return bytes;
  }

  #take(length: number): Buffer {
    const parts: Buffer[] = [];
    let missing = length;
    while (missing > 0) {
      const chunk = this.#chunks.shift();
      if (chunk === undefined) break;
      if (chunk.length > missing) this.#chunks.unshift(chunk.subarray(missing));
      parts.push(chunk.subarray(0, missing));
      missing -= Math.min(missing, chunk.length);
    }
    this.#held -= length - missing;
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  }
}

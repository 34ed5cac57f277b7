/** gRPC's framing of messages: one byte that says whether it is compressed, four of length, the message. */

const HEADER = 5;
/** What a companion accepts. */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/** A frame that cannot be. */
export class FrameError extends Error {}

export function frame(message: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(HEADER + message.length);
  new DataView(bytes.buffer).setUint32(1, message.length);
  bytes.set(message, HEADER);
  return bytes;
}

/** Puts messages together again, however they were cut on their way. */
export class FrameReader {
  #bytes: Buffer = Buffer.alloc(0);

  /** The messages that are complete now. Throws FrameError for one that is compressed or too long. */
  push(chunk: Uint8Array): readonly Uint8Array[] {
    this.#bytes = this.#bytes.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#bytes, chunk]);
    const messages: Uint8Array[] = [];
    while (this.#bytes.length >= HEADER) {
      if (this.#bytes[0] !== 0) throw new FrameError(`unexpected compression flag ${this.#bytes[0]}`);
      const length = this.#bytes.readUInt32BE(1);
      if (length > MAX_MESSAGE_BYTES)
        throw new FrameError(`message of ${length} bytes exceeds ${MAX_MESSAGE_BYTES}`);
      if (this.#bytes.length < HEADER + length) break;
      messages.push(this.#bytes.subarray(HEADER, HEADER + length));
      this.#bytes = this.#bytes.subarray(HEADER + length);
    }
    return messages;
  }

  /** Whether the stream may end here. */
  get empty(): boolean {
    return this.#bytes.length === 0;
  }
}

/** A queue of received bytes that can be awaited: by chunk, by exact count, by line, or whole. Knows no protocol. */

export class ByteReader {
  readonly #chunks: Uint8Array[] = [];
  #ended: boolean = false;
  #wake: (() => void) | null = null;

  static of(bytes: Uint8Array): ByteReader {
    const reader = new ByteReader();
    if (bytes.length > 0) reader.push(bytes);
    reader.end();
    return reader;
  }

  push(bytes: Uint8Array): void {
    if (this.#ended || bytes.length === 0) return;
    this.#chunks.push(bytes);
    this.#notify();
  }

  end(): void {
    this.#ended = true;
    this.#notify();
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** The next chunk as it came, or null at the end. One reader at a time. */
  async read(): Promise<Uint8Array | null> {
    while (this.#chunks.length === 0) {
      if (this.#ended) return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#chunks.shift() ?? null;
  }

  /** Puts bytes back in front: what was read too far belongs to the next reader. */
  unread(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#chunks.unshift(bytes);
  }

  /** Exactly `count` bytes, or null when the end comes first. */
  async readExact(count: number): Promise<Buffer | null> {
    const parts: Uint8Array[] = [];
    let missing = count;
    while (missing > 0) {
      const chunk = await this.read();
      if (!chunk) return null;
      if (chunk.length > missing) this.unread(chunk.subarray(missing));
      const part = chunk.subarray(0, missing);
      parts.push(part);
      missing -= part.length;
    }
    return Buffer.concat(parts, count);
  }

  /** The bytes up to and without the next LF; the rest at the end; null when nothing is left. */
  async readLine(): Promise<Buffer | null> {
    const parts: Uint8Array[] = [];
    for (;;) {
      const chunk = await this.read();
      if (!chunk) return parts.length === 0 ? null : Buffer.concat(parts);
      const end = chunk.indexOf(0x0a);
      if (end < 0) {
        parts.push(chunk);
        continue;
      }
      this.unread(chunk.subarray(end + 1));
      parts.push(chunk.subarray(0, end));
      return Buffer.concat(parts);
    }
  }

  async readAll(): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    for (let chunk = await this.read(); chunk; chunk = await this.read()) parts.push(chunk);
    return Buffer.concat(parts);
  }

  #notify(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }
}

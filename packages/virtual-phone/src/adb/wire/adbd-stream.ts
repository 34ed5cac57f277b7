/** One multiplexed stream of an adbd connection, with flow control: one unanswered WRTE, or a window of bytes. */
import { ByteReader } from './byte-reader.ts';
import type { ServiceStream } from './service-stream.ts';

export interface AdbdStreamWire {
  write(stream: AdbdStream, bytes: Uint8Array): void;
  acknowledge(stream: AdbdStream, sizeBytes: number): void;
  close(stream: AdbdStream): void;
  readonly maxPayloadBytes: number;
}

export class AdbdStream implements ServiceStream {
  readonly localId: number;
  remoteId: number;
  readonly input = new ByteReader();
  readonly #gone = new AbortController();
  readonly #wire: AdbdStreamWire;
  /** Bytes that may be sent before an OKAY: null means one packet at a time. */
  #window: number | null;
  #unanswered: boolean = false;
  #ending: boolean = false;
  #closed: boolean = false;
  readonly #waiting: (() => void)[] = [];

  constructor(
    ids: { readonly localId: number; readonly remoteId: number },
    window: number | null,
    wire: AdbdStreamWire,
  ) {
    this.localId = ids.localId;
    this.remoteId = ids.remoteId;
    this.#window = window;
    this.#wire = wire;
  }

  get hangup(): AbortSignal {
    return this.#gone.signal;
  }

  async write(bytes: Uint8Array): Promise<void> {
    let at = 0;
    while (at < bytes.length) {
      while (!this.#closed && !this.#maySend()) await this.#turn();
      if (this.#closed) return;
      const part = bytes.subarray(at, at + this.#wire.maxPayloadBytes);
      this.#wire.write(this, part);
      this.#unanswered = true;
      if (this.#window !== null) this.#window -= part.length;
      at += part.length;
    }
  }

  /** CLSE leaves only after the last WRTE was answered, as adbd does it. */
  end(): void {
    if (this.#ending) return;
    this.#ending = true;
    void this.#closeWhenAnswered();
  }

  received(bytes: Uint8Array): void {
    this.input.push(bytes);
    this.#wire.acknowledge(this, bytes.length);
  }

  answered(sizeBytes: number | null): void {
    this.#unanswered = false;
    if (this.#window !== null && sizeBytes !== null) this.#window += sizeBytes;
    this.#wakeAll();
  }

  /** The other side closed, or the connection is gone. */
  drop(): void {
    this.#closed = true;
    this.input.end();
    this.#gone.abort();
    this.#wakeAll();
  }

  async #closeWhenAnswered(): Promise<void> {
    while (!this.#closed && this.#window === null && this.#unanswered) await this.#turn();
    if (!this.#closed) this.#wire.close(this);
    this.drop();
  }

  #maySend(): boolean {
    return this.#window === null ? !this.#unanswered : this.#window > 0;
  }

  async #turn(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #wakeAll(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

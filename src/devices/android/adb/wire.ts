/**
 * One socket, read by pulling. Its waits end with the socket: whoever owns a wire ties it to an operation with `until`,
 * so the end of the operation destroys the socket and every wait answers only after it is closed.
 */
import { connect, type Socket } from 'node:net';
import { Fault, foreseen } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { type ServerAddress, showAddress } from './server-address.ts';

/** Above this many unread bytes the socket is paused, so that a slow reader costs no memory. */
const highWaterBytes = 1 << 20;

export class Wire {
  readonly #socket: Socket;
  readonly #closed: Promise<void>;
  #chunks: Buffer[] = [];
  #bufferedBytes = 0;
  #ended: boolean = false;
  #gone: boolean = false;
  #failure: Error | null = null;
  #wakeReader: (() => void) | null = null;
  #wakeWriter: (() => void) | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('end', () => {
      this.#ended = true;
      this.#wake();
    });
    socket.on('drain', () => this.#wake());
    socket.on('error', (error) => {
      this.#failure ??= error;
    });
    this.#closed = new Promise((resolve) => {
      socket.on('close', () => {
        this.#gone = true;
        this.#wake();
        resolve();
      });
    });
  }

  /**
   * Connects, tied to `op` until the returned wire's owner ties it elsewhere. Rejects with the system's error
   * (ECONNREFUSED, ENOENT) or the operation's fault.
   */
  static async connect(op: Operation, address: ServerAddress): Promise<Wire> {
    op.check();
    const socket = connect(address);
    const wire = new Wire(socket);
    const release = wire.until(op);
    try {
      await new Promise<void>((resolve, reject) => {
        const refused = (): void => reject(wire.#reason());
        socket.once('close', refused);
        socket.once('connect', () => {
          socket.off('close', refused);
          resolve();
        });
      });
    } finally {
      release();
    }
    return wire;
  }

  /** Destroys the socket when `op` ends; the returned function undoes that. */
  until(op: Operation): () => void {
    return op.onEnd((fault) => {
      this.#failure ??= fault;
      this.#socket.destroy();
    });
  }

  /** Exactly `sizeBytes`. DEVICE_UNAVAILABLE when the other side closes before. */
  async take(sizeBytes: number): Promise<Buffer> {
    while (this.#bufferedBytes < sizeBytes) await this.#more();
    const first = this.#chunks[0];
    if (first?.length === sizeBytes) {
      this.#chunks.shift();
      this.#consumed(sizeBytes);
      return first;
    }
    return this.#cut(sizeBytes);
  }

  /** The bytes that have arrived, or null when the other side has closed. */
  async next(): Promise<Buffer | null> {
    while (this.#bufferedBytes === 0) {
      if (this.#ended && !this.#failure) return null;
      await this.#more();
    }
    const chunk = this.#chunks.shift() ?? Buffer.alloc(0);
    this.#consumed(chunk.length);
    return chunk;
  }

  /** Resolves when the bytes are handed to the system; waits while its buffer is full. One writer at a time. */
  async write(bytes: Uint8Array): Promise<void> {
    if (this.#gone || this.#socket.destroyed) {
      await this.#closed;
      throw this.#reason();
    }
    if (this.#socket.write(bytes)) return;
    while (this.#socket.writableNeedDrain && !this.#gone) {
      await new Promise<void>((resolve) => {
        this.#wakeWriter = resolve;
      });
    }
    if (this.#gone) throw this.#reason();
  }

  /** Drops what was not sent or read, and resolves when the socket is closed. */
  async close(): Promise<void> {
    this.#socket.destroy();
    await this.#closed;
    this.#chunks = [];
    this.#bufferedBytes = 0;
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bufferedBytes += chunk.length;
    if (this.#bufferedBytes > highWaterBytes) this.#socket.pause();
    this.#wakeReader?.();
  }

  #consumed(sizeBytes: number): void {
    this.#bufferedBytes -= sizeBytes;
    if (this.#bufferedBytes <= highWaterBytes && this.#socket.isPaused()) this.#socket.resume();
  }

  #cut(sizeBytes: number): Buffer {
    const parts: Buffer[] = [];
    let missing = sizeBytes;
    while (missing > 0) {
      const chunk = this.#chunks[0] ?? Buffer.alloc(0);
      const part = chunk.subarray(0, missing);
      parts.push(part);
      missing -= part.length;
      if (part.length === chunk.length) this.#chunks.shift();
      else this.#chunks[0] = chunk.subarray(part.length);
    }
    this.#consumed(sizeBytes);
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  }

  async #more(): Promise<void> {
    // A large answer can be announced by a small frame: the reader who waits for more than the mark needs it flowing.
    if (this.#socket.isPaused()) this.#socket.resume();
    if (!this.#ended && !this.#gone) {
      await new Promise<void>((resolve) => {
        this.#wakeReader = resolve;
      });
      return;
    }
    if (this.#failure) {
      await this.#closed;
      throw this.#reason();
    }
    throw new Fault('DEVICE_UNAVAILABLE', 'The adb connection was closed before its answer was complete.');
  }

  #reason(): Error {
    return this.#failure ?? new Fault('DEVICE_UNAVAILABLE', 'The adb connection was closed.');
  }

  #wake(): void {
    this.#wakeReader?.();
    this.#wakeWriter?.();
  }
}

/** A fault for what a socket throws; faults pass unchanged. Throws what is neither: a bug is no fact about a connection. */
export function wireFault(error: unknown, address: ServerAddress): Fault {
  if (!isSocketError(error)) return foreseen(error);
  const words = error.message;
  return new Fault(
    'DEVICE_UNAVAILABLE',
    `The connection to the adb server at ${showAddress(address)} failed: ${words}`,
    {
      cause: error,
    },
  );
}

/** Node's socket errors carry a code of the system (ECONNRESET) or of streams (ERR_STREAM_DESTROYED). */
export function isSocketError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && !(error instanceof TypeError || error instanceof Fault);
}

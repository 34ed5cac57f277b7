/**
 * Files of a device over adb's `sync:` service: STAT, SEND, RECV in their first version, which every device has.
 * Source: [A2].
 */
import { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { AdbDevice, AdbStream } from './adb-types.ts';

export interface DeviceFileStat {
  /** Unix mode bits with the file type. */
  readonly mode: number;
  readonly sizeBytes: number;
  readonly modifiedEpochSec: number;
}

export interface PushedFile {
  readonly path: string;
  readonly content: Uint8Array | AsyncIterable<Uint8Array>;
  /** Unix permissions, default 0644. */
  readonly mode?: number;
  /** Called after each block with the total number of bytes sent. */
  readonly onProgress?: (sentBytes: number) => void;
}

const maxPathBytes = 1024;
const blockBytes = 64 << 10;
const regularFile = 0o100000;
const defaultMaxBytes = 256 << 20;

/** Null when there is no such file. */
export async function statFile(op: Operation, adb: AdbDevice, path: string): Promise<DeviceFileStat | null> {
  return await withSync(op, adb, async (sync) => {
    await sync.request('STAT', path);
    const id = await sync.id();
    if (id !== 'STAT') throw await sync.failure(id, path);
    const answer = await sync.take(12);
    const mode = answer.readUInt32LE(0);
    if (mode === 0) return null;
    return { mode, sizeBytes: answer.readUInt32LE(4), modifiedEpochSec: answer.readUInt32LE(8) };
  });
}

/** Faults: ACTION_REJECTED in the device's words (no space, read-only), DEVICE_UNAVAILABLE. */
export async function sendFile(op: Operation, adb: AdbDevice, file: PushedFile): Promise<void> {
  await withSync(op, adb, async (sync) => {
    await sync.request('SEND', `${file.path},${regularFile | (file.mode ?? 0o644)}`);
    let sentBytes = 0;
    for await (const part of parts(file.content)) {
      for (let at = 0; at < part.length; at += blockBytes) {
        const block = part.subarray(at, at + blockBytes);
        await sync.block('DATA', block);
        sentBytes += block.length;
        file.onProgress?.(sentBytes);
      }
    }
    // A failure half-way is only read here: the device keeps accepting blocks until DONE.
    await sync.done(Math.floor(op.clock.epochMs() / 1000));
    const id = await sync.id();
    if (id !== 'OKAY') throw await sync.failure(id, file.path);
    Dispatch.of(op)?.answered();
  });
}

/** The whole file. Faults: ACTION_REJECTED in the device's words, UNKNOWN when it is larger than `maxBytes`. */
export async function receiveFile(
  op: Operation,
  adb: AdbDevice,
  path: string,
  maxBytes = defaultMaxBytes,
): Promise<Buffer> {
  return await withSync(op, adb, async (sync) => {
    await sync.request('RECV', path);
    const blocks: Buffer[] = [];
    let receivedBytes = 0;
    for (let id = await sync.id(); id !== 'DONE'; id = await sync.id()) {
      if (id !== 'DATA') throw await sync.failure(id, path);
      const block = await sync.take((await sync.take(4)).readUInt32LE(0));
      receivedBytes += block.length;
      if (receivedBytes > maxBytes) throw new Fault('UNKNOWN', `${path} is larger than ${maxBytes} bytes.`);
      blocks.push(block);
    }
    return Buffer.concat(blocks);
  });
}

async function* parts(content: PushedFile['content']): AsyncGenerator<Uint8Array> {
  if (content instanceof Uint8Array) yield content;
  else yield* content;
}

async function withSync<T>(op: Operation, adb: AdbDevice, use: (sync: SyncStream) => Promise<T>): Promise<T> {
  const stream = await adb.open(op, 'sync:');
  const release = op.onEnd(() => void stream.close());
  try {
    return await use(new SyncStream(op, stream));
  } catch (error) {
    op.check(); // the closed stream's own complaint would hide that the time was over
    throw error;
  } finally {
    release();
    await stream.close();
  }
}

class SyncStream {
  readonly #op: Operation;
  readonly #stream: AdbStream;
  readonly #chunks: AsyncIterator<Buffer>;
  #left: Buffer = Buffer.alloc(0);

  constructor(op: Operation, stream: AdbStream) {
    this.#op = op;
    this.#stream = stream;
    this.#chunks = stream.chunks[Symbol.asyncIterator]();
  }

  async request(id: string, path: string): Promise<void> {
    const bytes = Buffer.from(path, 'utf8');
    if (bytes.length > maxPathBytes || path.includes('\0')) {
      throw new Fault(
        'INVALID_ARGUMENT',
        `The device path is longer than ${maxPathBytes} bytes or contains a NUL.`,
      );
    }
    await this.block(id, bytes);
  }

  async block(id: string, bytes: Uint8Array): Promise<void> {
    await this.#stream.write(this.#op, Buffer.concat([header(id, bytes.length), bytes]));
  }

  async done(modifiedEpochSec: number): Promise<void> {
    await this.#stream.write(this.#op, header('DONE', modifiedEpochSec));
  }

  async id(): Promise<string> {
    return (await this.take(4)).toString('latin1');
  }

  async take(sizeBytes: number): Promise<Buffer> {
    const got = [this.#left];
    let gotBytes = this.#left.length;
    while (gotBytes < sizeBytes) {
      const next = await this.#chunks.next();
      if (next.done)
        throw new Fault('DEVICE_UNAVAILABLE', 'The file transfer ended in the middle of an answer.');
      got.push(next.value);
      gotBytes += next.value.length;
    }
    const bytes = Buffer.concat(got);
    this.#left = bytes.subarray(sizeBytes);
    return bytes.subarray(0, sizeBytes);
  }

  async failure(id: string, path: string): Promise<Fault> {
    if (id !== 'FAIL')
      return new Fault('DEVICE_UNAVAILABLE', 'The device answered the file transfer with garbage.');
    const words = await this.take((await this.take(4)).readUInt32LE(0));
    return new Fault('ACTION_REJECTED', `The device refused ${path}: ${words.toString('utf8')}`);
  }
}

function header(id: string, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.write(id, 'latin1');
  bytes.writeUInt32LE(value, 4);
  return bytes;
}

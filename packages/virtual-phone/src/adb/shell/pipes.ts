/** Where a program's output goes: the client, a pipe, a file, a string, or nowhere. */
import { ByteReader } from '../wire/byte-reader.ts';

export interface ByteSink {
  /** Resolves when taken. Throws BrokenPipe when nobody will read it. */
  write(bytes: Uint8Array): Promise<void>;
  /** No more will come. */
  close(): void;
}

/** SIGPIPE: ends the program that writes, quietly. */
export class BrokenPipe extends Error {}

export const nullSink: ByteSink = { write: async () => {}, close() {} };

/** Bytes kept in memory: command substitution. */
export class CollectingSink implements ByteSink {
  readonly #parts: Uint8Array[] = [];

  async write(bytes: Uint8Array): Promise<void> {
    this.#parts.push(Uint8Array.from(bytes));
  }

  close(): void {}

  get bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

export interface Pipe {
  readonly reader: ByteReader;
  readonly sink: ByteSink;
  /** The reading program ended: the next write breaks. */
  abandon(): void;
}

export function createPipe(): Pipe {
  const reader = new ByteReader();
  let abandoned = false;
  return {
    reader,
    sink: {
      async write(bytes) {
        if (abandoned) throw new BrokenPipe();
        reader.push(Uint8Array.from(bytes));
      },
      close: () => reader.end(),
    },
    abandon() {
      abandoned = true;
    },
  };
}

export async function print(sink: ByteSink, text: string): Promise<void> {
  if (text !== '') await sink.write(Buffer.from(text, 'utf8'));
}

/** One HTTP/2 stream as a call: its messages in, its messages and its status out. */
import type { ServerHttp2Stream } from 'node:http2';
import { FrameError, FrameReader, frame } from './grpc-frames.ts';
import type { ProtoWriter } from './protobuf.ts';
import type { WireFault } from './wire-faults.ts';

const opening = { ':status': 200, 'content-type': 'application/grpc' };

/** The way back of one call: headers with the first message, the status at the end. */
export class Answer {
  /** What a fault does to the messages. Resets and deaths hold them back: the call acts and is not answered. */
  bend: WireFault['kind'] | null = null;
  readonly #stream: ServerHttp2Stream;
  #begun: boolean = false;
  #ended: boolean = false;

  constructor(stream: ServerHttp2Stream) {
    this.#stream = stream;
  }

  /** The status went out whole. */
  get ended(): boolean {
    return this.#ended;
  }

  async send(message: ProtoWriter): Promise<void> {
    if (this.bend === 'reset' || this.bend === 'die') return;
    if (this.#stream.destroyed || this.#ended) return;
    this.#begin();
    const whole = frame(message.finish());
    if (this.bend === 'garbage_frame') await this.#write(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'));
    else if (this.bend === 'truncated_message')
      await this.#write(whole.subarray(0, 5 + ((whole.length - 5) >> 1)));
    else await this.#write(whole);
  }

  end(code: number, message: string): void {
    if (this.#stream.destroyed || this.#ended) return;
    this.#ended = true;
    const ending = {
      'grpc-status': String(code),
      ...(message === '' ? {} : { 'grpc-message': percentEncoded(message) }),
    };
    if (!this.#begun) {
      // Nothing was answered: the status is in the only headers, where clients look before they await a message.
      this.#stream.respond({ ...opening, ...ending }, { endStream: true });
      return;
    }
    this.#stream.on('wantTrailers', () => this.#stream.sendTrailers(ending));
    this.#stream.end();
  }

  #begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    this.#stream.respond(opening, { waitForTrailers: true });
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (this.#stream.write(bytes)) return;
    await new Promise<void>((resolve) => {
      const go = (): void => {
        this.#stream.off('drain', go);
        this.#stream.off('close', go);
        resolve();
      };
      this.#stream.on('drain', go);
      this.#stream.on('close', go);
    });
  }
}

/**
 * Messages as they arrive. The stream itself is read to its end whoever looks at them: a loop over the stream would
 * destroy it when the loop is left early, and the call with it.
 */
export function messagesOf(stream: ServerHttp2Stream): AsyncIterable<Uint8Array> {
  const reader = new FrameReader();
  const waiting: Uint8Array[] = [];
  let over: { readonly error: Error | null } | null = null;
  let wake = (): void => {};
  stream.on('data', (chunk: Buffer) => {
    try {
      waiting.push(...reader.push(chunk));
    } catch (error) {
      over ??= { error: error instanceof Error ? error : new Error(String(error)) };
    }
    wake();
  });
  const end = (): void => {
    over ??= { error: reader.empty ? null : new FrameError('the stream ends inside a message') };
    wake();
  };
  stream.on('end', end);
  stream.on('close', end);
  return {
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const next = waiting.shift();
        if (next) yield next;
        else if (over?.error) throw over.error;
        else if (over) return;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
  };
}

/** What may not stand in a header, as `%XX` of its UTF-8 bytes. */
export function percentEncoded(message: string): string {
  let out = '';
  for (const byte of new TextEncoder().encode(message)) {
    const plain = byte >= 0x20 && byte <= 0x7e && byte !== 0x25;
    out += plain ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return out;
}

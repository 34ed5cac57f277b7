/** A gRPC client for tests that shows the wire as it is: status, message, frames, and calls that stay open. */
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import { connect as dial } from 'node:net';
import { FrameReader, frame } from '../grpc-frames.ts';
import { ProtoMessage, type ProtoWriter } from '../protobuf.ts';

export interface RawAnswer {
  /** Null when the stream broke without one. */
  readonly status: number | null;
  readonly message: string;
  readonly messages: readonly ProtoMessage[];
  /** Bytes left over that are no whole frame. */
  readonly torn: boolean;
  readonly error: Error | null;
}

export class OpenCall {
  readonly stream: ClientHttp2Stream;
  readonly messages: ProtoMessage[] = [];
  readonly answer: Promise<RawAnswer>;

  constructor(stream: ClientHttp2Stream) {
    this.stream = stream;
    const reader = new FrameReader();
    let status: number | null = null;
    let message = '';
    let error: Error | null = null;
    const take = (headers: Record<string, unknown>): void => {
      if (headers['grpc-status'] === undefined) return;
      status = Number(headers['grpc-status']);
      message = decodeURIComponent(String(headers['grpc-message'] ?? ''));
    };
    stream.on('response', take);
    stream.on('trailers', take);
    stream.on('data', (chunk: Buffer) => {
      try {
        for (const bytes of reader.push(chunk)) this.messages.push(ProtoMessage.parse(bytes));
      } catch (thrown) {
        error = thrown instanceof Error ? thrown : new Error(String(thrown));
      }
    });
    stream.on('error', (thrown: Error) => {
      error = thrown;
    });
    this.answer = new Promise((resolve) => {
      stream.on('close', () =>
        resolve({ status, message, messages: this.messages, torn: !reader.empty, error }),
      );
    });
  }

  send(message: ProtoWriter): this {
    this.stream.write(frame(message.finish()));
    return this;
  }

  end(): Promise<RawAnswer> {
    this.stream.end();
    return this.answer;
  }
}

export class RawGrpcClient {
  readonly #session: ClientHttp2Session;

  constructor(at: { readonly path: string } | { readonly port: number }) {
    const socket = 'path' in at ? dial(at.path) : dial(at.port, '127.0.0.1');
    this.#session = connect('http://localhost', { createConnection: () => socket });
    this.#session.on('error', () => {}); // tests look at the calls
  }

  open(method: string, service = '/idb.CompanionService/'): OpenCall {
    const stream = this.#session.request({
      ':method': 'POST',
      ':path': `${service}${method}`,
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    return new OpenCall(stream);
  }

  /** Unary, or a stream of requests that is closed at once. */
  async call(method: string, ...requests: readonly ProtoWriter[]): Promise<RawAnswer> {
    const call = this.open(method);
    for (const request of requests) call.send(request);
    return await call.end();
  }

  close(): void {
    this.#session.destroy();
  }
}

/**
 * One HTTP/2 connection to a companion and the calls on it: any number of messages there, one back. The end of an
 * operation resets its stream and waits until it is closed; the connection and other calls go on.
 */

import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { connect as connectSocket, type Socket } from 'node:net';
import { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Malformed } from '@mobile-debug/core/malformed.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { TransportProblem } from '../../../../port/transport-problem.ts';
import { grpcStatus } from './grpc-status.ts';
import { encodeFrame, FrameDecoder } from './message-frames.ts';

/** What companions accept and send at most: 16 MiB. */
export const maxMessageBytes = 16 << 20;
/** Trees are some hundred kilobytes; without a window as large each would cost several round trips. */
const windowBytes = 4 << 20;

export type Address = { readonly path: string } | { readonly host: string; readonly port: number };

export interface Call {
  /** Such as `accessibility_info`. */
  readonly method: string;
  readonly messages: readonly Uint8Array[];
}

export class GrpcChannel {
  readonly #session: ClientHttp2Session;
  readonly #closed: Promise<void>;
  #over: TransportProblem | null = null;

  private constructor(session: ClientHttp2Session) {
    this.#session = session;
    session.setLocalWindowSize(windowBytes);
    session.on('error', (cause) =>
      this.#end(`The connection to the companion failed: ${cause.message}`, cause),
    );
    session.on('goaway', () => this.#end('The companion is closing the connection.'));
    this.#closed = new Promise((resolve) => {
      session.once('close', () => {
        this.#end('The companion closed the connection.');
        resolve();
      });
    });
  }

  /** Problems: `gone`, nothing sent. TIMEOUT and CANCELLED by `op`, after the socket was closed. */
  static async open(op: Operation, address: Address): Promise<GrpcChannel> {
    op.check();
    const socket: Socket = connectSocket({ ...address });
    const session = connect('http://localhost', {
      createConnection: () => socket,
      settings: { enablePush: false, initialWindowSize: windowBytes },
    });
    const connected = new Promise<void>((resolve, reject) => {
      session.once('connect', () => resolve());
      session.once('error', reject);
      session.once('close', () => {
        reject(new TransportProblem('gone', 'not_delivered', 'closed while connecting'));
      });
    });
    // A socket that nobody accepts emits no error on its session before Node's own limits.
    const release = op.onEnd(() => session.destroy());
    try {
      await connected;
      return new GrpcChannel(session);
    } catch (cause) {
      session.destroy();
      if (op.ended) throw op.fault();
      const words = cause instanceof Error ? cause.message : String(cause);
      throw new TransportProblem('gone', 'not_delivered', `Nothing answers at ${nameOf(address)}: ${words}`, {
        cause,
      });
    } finally {
      release();
    }
  }

  get usable(): boolean {
    return this.#over === null && !this.#session.closed && !this.#session.destroyed;
  }

  /** Resolves when the connection is over, from whichever side. */
  get closed(): Promise<void> {
    return this.#closed;
  }

  /** The one message of the answer. Problems: `gone`, `wrong`, `refused`, each with its delivery. */
  async call(op: Operation, { method, messages }: Call): Promise<Buffer> {
    op.check();
    if (!this.usable)
      throw this.#over ?? new TransportProblem('gone', 'not_delivered', 'The connection is closed.');
    const frames = Buffer.concat(messages.map(encodeFrame));
    const dispatch = Dispatch.of(op);
    dispatch?.sending();
    const stream = this.#session.request({
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: `/idb.CompanionService/${method}`,
      [constants.HTTP2_HEADER_CONTENT_TYPE]: 'application/grpc',
      [constants.HTTP2_HEADER_TE]: 'trailers',
    });
    const exchange = new Exchange(stream, method);
    const release = op.onEnd(() => exchange.reset());
    stream.end(frames);
    try {
      const answer = await exchange.answer;
      dispatch?.answered();
      return answer;
    } catch (error) {
      if (op.ended) throw op.fault();
      throw error;
    } finally {
      release();
    }
  }

  /** Ends the connection with whatever runs on it. Safe to call twice. */
  async close(): Promise<void> {
    this.#session.destroy();
    await this.#closed;
  }

  #end(message: string, cause?: unknown): void {
    this.#over ??= new TransportProblem('gone', 'not_delivered', message, { cause });
  }
}

function nameOf(address: Address): string {
  return 'path' in address ? address.path : `${address.host}:${address.port}`;
}

/** One stream: collects headers, message and trailers, and judges them once it is closed. */
class Exchange {
  readonly answer: Promise<Buffer>;
  readonly #stream: ClientHttp2Stream;
  readonly #method: string;
  readonly #decoder = new FrameDecoder(maxMessageBytes);
  readonly #messages: Buffer[] = [];
  #httpStatus: number | null = null;
  #status: { readonly code: number; readonly message: string } | null = null;
  #malformed: Malformed | null = null;
  #broken: Error | null = null;

  constructor(stream: ClientHttp2Stream, method: string) {
    this.#stream = stream;
    this.#method = method;
    stream.on('response', (headers) => {
      this.#httpStatus = Number(headers[constants.HTTP2_HEADER_STATUS]);
      this.#status ??= statusIn(headers);
    });
    stream.on('trailers', (headers) => {
      this.#status ??= statusIn(headers);
    });
    stream.on('data', (chunk: Buffer) => this.#take(chunk));
    stream.on('error', (error) => {
      this.#broken ??= error;
    });
    this.answer = new Promise((resolve, reject) => {
      // Only the close event guarantees that no more data of this stream arrives.
      stream.once('close', () => {
        const outcome = this.#judge();
        if (outcome instanceof TransportProblem) reject(outcome);
        else resolve(outcome);
      });
    });
  }

  reset(): void {
    this.#stream.close(constants.NGHTTP2_CANCEL);
    this.#stream.destroy();
  }

  #take(chunk: Buffer): void {
    if (this.#malformed) return;
    try {
      this.#messages.push(...this.#decoder.push(chunk));
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      this.#malformed = error;
      this.reset();
    }
  }

  #judge(): Buffer | TransportProblem {
    if (this.#malformed)
      return this.#problem(
        'wrong',
        `The companion answered ${this.#method} with ${this.#malformed.message}.`,
      );
    if (this.#status !== null) return this.#byStatus(this.#status);
    if (this.#httpStatus !== null && this.#httpStatus !== constants.HTTP_STATUS_OK) {
      const words = `The companion answered ${this.#method} with HTTP status ${this.#httpStatus}.`;
      return this.#problem(this.#httpStatus >= 500 ? 'gone' : 'wrong', words);
    }
    // REFUSED_STREAM guarantees that the request was not processed (RFC 9113, 8.7).
    const untouched = this.#stream.rstCode === constants.NGHTTP2_REFUSED_STREAM;
    const why = this.#broken?.message ?? 'its stream ended without a status';
    return new TransportProblem(
      'gone',
      !untouched ? 'unknown' : 'not_delivered',
      `${this.#method} was not answered: ${why}.`,
      { cause: this.#broken },
    );
  }

  #byStatus({
    code,
    message,
  }: {
    readonly code: number;
    readonly message: string;
  }): Buffer | TransportProblem {
    if (code === grpcStatus.unavailable)
      return this.#problem('gone', `The companion was not available: ${message || 'no reason given'}`);
    if (code !== grpcStatus.ok) {
      const words = message || `status ${code} without a message`;
      return new TransportProblem('refused', 'delivered', words, { code: code });
    }
    const [answer] = this.#messages;
    if (this.#messages.length === 1 && answer && !this.#decoder.pending) return answer;
    const count = this.#decoder.pending ? 'half a message' : `${this.#messages.length} messages`;
    return this.#problem('wrong', `The companion answered ${this.#method} with ${count} instead of one.`);
  }

  #problem(kind: 'gone' | 'wrong', message: string): TransportProblem {
    return new TransportProblem(kind, 'unknown', message);
  }
}

function statusIn(headers: Readonly<Record<string, unknown>>): { code: number; message: string } | null {
  const status = headers['grpc-status'];
  if (status === undefined) return null;
  const code = Number(status);
  const message = headers['grpc-message'];
  return {
    code: Number.isInteger(code) ? code : 2,
    message: typeof message === 'string' ? percentDecoded(message) : '',
  };
}

/** Percent-encoded by the protocol; what is not well-formed is taken as it stands. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

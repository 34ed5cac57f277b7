/**
 * A gRPC server on HTTP/2 without encryption: calls of every shape come in as messages and go out as messages with a
 * status in the trailers. Knows no message; what a call does is its handler's. Source: PROTOCOL-HTTP2 of gRPC.
 */
import { setMaxListeners } from 'node:events';
import { existsSync, renameSync } from 'node:fs';
import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { Clock } from '@mobile-debug/core/clock.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { Answer, messagesOf } from './grpc-stream.ts';
import type { ProtoWriter } from './protobuf.ts';
import type { WireFault } from './wire-faults.ts';

export const status = {
  OK: 0,
  INVALID_ARGUMENT: 3,
  FAILED_PRECONDITION: 9,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
} as const;

/** How a call ends that does not end well. */
export class GrpcError extends Error {
  readonly status: number;

  constructor(code: number, message: string) {
    super(message);
    this.status = code;
  }
}

export interface GrpcCall {
  /** The last part of the path: `describe`. */
  readonly method: string;
  /** Ends when the client leaves, and with the server. */
  readonly op: Operation;
  note(detail: string): void;
  /** Messages as they come; ends with the client's half-close. To be read once. */
  readonly requests: AsyncIterable<Uint8Array>;
  send(message: ProtoWriter): Promise<void>;
}

export type GrpcHandler = (call: GrpcCall) => Promise<void>;

/** `withdrawn`: the client closed it before it was answered. `cut`: a fault or the end of the server broke it. */
export type CallEnding = 'answered' | 'withdrawn' | 'cut';

export interface CallTrace {
  over(ended: CallEnding): void;
  /** What the call asked for, as far as its name does not say it. */
  note(detail: string): void;
}

export interface GrpcServerOptions {
  readonly clock: Clock;
  /** Path before the method: `/idb.CompanionService/`. */
  readonly service: string;
  readonly handlers: Readonly<Record<string, GrpcHandler>>;
  /** What is to go wrong with this call, asked once as it comes in. */
  readonly faultOf: (method: string) => WireFault | null;
  /** Told as a call comes in; what it returns is told how that call ended. */
  readonly onCall?: (method: string) => CallTrace;
  /** The process is to die now, by a fault. */
  readonly die: () => void;
}

/** No call takes longer; streams that are followed for a day have been forgotten. */
const LONGEST_CALL_MS = 86_400_000;

export class GrpcServer {
  /** Calls that are being served, and when the last one ended, on the clock. */
  activeCalls = 0;
  lastEndedMs: number;
  readonly #options: GrpcServerOptions;
  readonly #server: Http2Server;
  readonly #sessions = new Set<ServerHttp2Session>();
  readonly #over = new AbortController();
  #path: string | null = null;

  constructor(options: GrpcServerOptions) {
    this.#options = options;
    this.lastEndedMs = options.clock.monotonicMs();
    this.#server = createServer();
    this.#server.on('session', (session) => {
      this.#sessions.add(session);
      session.on('close', () => this.#sessions.delete(session));
      session.on('error', () => session.destroy());
    });
    this.#server.on('stream', (stream, headers) => {
      stream.on('error', () => stream.destroy());
      if (!String(headers['content-type'] ?? '').startsWith('application/grpc')) {
        stream.respond({ ':status': 415 }, { endStream: true });
        return;
      }
      void this.#serve(stream, String(headers[':path'] ?? ''));
    });
  }

  /** On a socket file. Rejects with the system's error when there is a file already. */
  async listenOnFile(path: string): Promise<void> {
    await this.#listening(() => this.#server.listen(path));
    this.#path = path;
  }

  /** On loopback. Resolves with the port; 0 picks a free one. */
  async listenOnPort(port: number): Promise<number> {
    await this.#listening(() => this.#server.listen(port, '127.0.0.1'));
    const address = this.#server.address();
    return typeof address === 'object' && address ? address.port : port;
  }

  /** Breaks what runs. `leaveSocket` is what a killed process does: nobody listens on the file any more. */
  async close({ leaveSocket = false } = {}): Promise<void> {
    this.#over.abort();
    for (const session of this.#sessions) session.destroy();
    const path = this.#path;
    this.#path = null;
    // Closing unlinks the file under the name it was bound by, so a killed one's file has another name meanwhile.
    const aside = leaveSocket && path !== null && existsSync(path) ? `${path}~` : null;
    if (aside !== null && path !== null) renameSync(path, aside);
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    if (aside !== null && path !== null) renameSync(aside, path);
  }

  async #listening(start: () => void): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.once('listening', () => {
        this.#server.off('error', reject);
        resolve();
      });
      start();
    });
  }

  async #serve(stream: ServerHttp2Stream, path: string): Promise<void> {
    const { clock, service, handlers, faultOf } = this.#options;
    // One listener a call, and any number of calls.
    setMaxListeners(0, this.#over.signal);
    const left = new AbortController();
    stream.on('close', () => left.abort());
    this.#over.signal.addEventListener('abort', () => left.abort(), { signal: left.signal });
    using op = Operation.start(LONGEST_CALL_MS, { clock, signal: left.signal });
    const method = path.startsWith(service) ? path.slice(service.length) : '';
    const answer = new Answer(stream);
    const trace = this.#options.onCall?.(method);
    const call: GrpcCall = {
      method,
      op,
      note: (detail) => trace?.note(detail),
      requests: messagesOf(stream),
      send: (message) => answer.send(message),
    };
    this.activeCalls++;
    try {
      const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
      if (!handler) throw new GrpcError(status.UNIMPLEMENTED, `unknown method ${path}`);
      await this.#handle(call, { handler, answer, stream, fault: faultOf(method) });
      answer.end(status.OK, '');
    } catch (error) {
      if (!op.ended) answer.end(...statusOf(error));
    } finally {
      trace?.over(
        this.#over.signal.aborted ? 'cut' : answer.ended ? 'answered' : op.ended ? 'withdrawn' : 'cut',
      );
      this.activeCalls--;
      this.lastEndedMs = clock.monotonicMs();
    }
  }

  async #handle(
    call: GrpcCall,
    at: { handler: GrpcHandler; answer: Answer; stream: ServerHttp2Stream; fault: WireFault | null },
  ): Promise<void> {
    const { fault, stream, handler, answer } = at;
    if (fault?.kind === 'unavailable') throw new GrpcError(status.UNAVAILABLE, 'Connection reset by peer');
    if (fault?.kind === 'slow_rpc') await call.op.sleep(fault.ms);
    if (fault?.kind === 'hang_rpc') await call.op.sleep(LONGEST_CALL_MS);
    const before = fault && 'moment' in fault && fault.moment === 'before';
    if (!before) {
      answer.bend = fault?.kind ?? null;
      await handler(call);
    }
    if (fault?.kind === 'reset') stream.session?.destroy();
    if (fault?.kind === 'die') this.#options.die();
  }
}

function statusOf(error: unknown): [code: number, message: string] {
  if (error instanceof GrpcError) return [error.status, error.message];
  return [status.INTERNAL, error instanceof Error ? error.message : String(error)];
}

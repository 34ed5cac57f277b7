/** A gRPC server for tests that answers as it is told and keeps what it received. */
import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { encodeFrame, FrameDecoder } from '../wire/message-frames.ts';

export interface Received {
  readonly method: string;
  readonly messages: readonly Buffer[];
}

/** Called when the other side has sent everything. */
export type Reply = (stream: ServerHttp2Stream, received: Received) => void;

export class ScriptedCompanion {
  readonly received: Received[] = [];
  /** Reset codes of streams that ended, in their order. */
  readonly resets: number[] = [];
  readonly #server: Http2Server;
  readonly #sessions = new Set<ServerHttp2Session>();
  readonly #replies = new Map<string, Reply>();
  #onReset: () => void = () => {};

  private constructor(server: Http2Server) {
    this.#server = server;
    server.on('session', (session) => {
      this.#sessions.add(session);
      session.once('close', () => this.#sessions.delete(session));
      session.on('error', () => {}); // a client that breaks off is part of what is tested
    });
    server.on('stream', (stream, headers) => this.#serve(stream, String(headers[':path'])));
  }

  static async start(path: string): Promise<ScriptedCompanion> {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(path, resolve);
    });
    return new ScriptedCompanion(server);
  }

  /** How many connections are open now. */
  get connections(): number {
    return this.#sessions.size;
  }

  /** Methods called, in their order. */
  get calls(): readonly string[] {
    return this.received.map(({ method }) => method);
  }

  on(method: string, reply: Reply): this {
    this.#replies.set(method, reply);
    return this;
  }

  /** Resolves with the code when the next stream is reset. */
  async nextReset(): Promise<number | undefined> {
    await new Promise<void>((resolve) => {
      this.#onReset = resolve;
    });
    return this.resets.at(-1);
  }

  /** As a companion that dies: its connections break. */
  breakConnections(): void {
    for (const session of this.#sessions) session.destroy();
  }

  async close(): Promise<void> {
    this.breakConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  #serve(stream: ServerHttp2Stream, path: string): void {
    const method = path.replace('/idb.CompanionService/', '');
    const decoder = new FrameDecoder(64 << 20);
    const messages: Buffer[] = [];
    stream.on('error', () => {});
    stream.on('data', (chunk: Buffer) => messages.push(...decoder.push(chunk)));
    stream.on('close', () => {
      if (stream.rstCode === 0) return;
      this.resets.push(stream.rstCode);
      this.#onReset();
    });
    stream.on('end', () => {
      const received = { method, messages };
      this.received.push(received);
      const reply = this.#replies.get(method);
      if (reply) reply(stream, received);
      else refuse(stream, 12, `unknown method ${method}`);
    });
  }
}

const grpcHeaders = { ':status': 200, 'content-type': 'application/grpc' } as const;

export interface Manner {
  /** Bytes of each DATA frame; everything at once when left out. */
  readonly pieceBytes?: number;
}

export function answer(stream: ServerHttp2Stream, message: Uint8Array, { pieceBytes }: Manner = {}): void {
  answerRaw(stream, encodeFrame(message), pieceBytes === undefined ? {} : { pieceBytes });
}

/** Bytes of the body as they are, then the status of success. */
export function answerRaw(stream: ServerHttp2Stream, body: Buffer, { pieceBytes }: Manner = {}): void {
  stream.respond(grpcHeaders, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  const size = pieceBytes ?? Math.max(1, body.length);
  for (let at = 0; at < body.length; at += size) stream.write(body.subarray(at, at + size));
  stream.end();
}

/** An answer of trailers only, as servers give errors. */
export function refuse(stream: ServerHttp2Stream, status: number, message: string): void {
  const words = encodeURIComponent(message);
  stream.respond(
    { ...grpcHeaders, 'grpc-status': String(status), 'grpc-message': words },
    { endStream: true },
  );
}

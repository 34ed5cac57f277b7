/** The unix socket of the simulated tools: one connection per running executable, its frames read, its program hosted. */
import { createServer, type Server, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import type { EndSignal } from '../program.ts';
import { fromHost, headBytes, toHost } from './client-script.ts';

/** What an executable says of itself as it starts. */
export interface Start {
  readonly tool: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly pid: number;
  readonly env: Readonly<Record<string, string>>;
}

/** How the executable is to end. */
export type Ending = { readonly code: number } | { readonly signal: EndSignal };

/** One running executable, as the host sees it. */
export interface Caller {
  readonly start: Start;
  readonly stdin: AsyncIterable<Uint8Array>;
  write(stream: 'stdout' | 'stderr', bytes: Uint8Array): void;
  /** Aborts with an `EndSignal`: a relayed one, or SIGKILL when the executable is gone. */
  readonly signal: AbortSignal;
}

export type Host = (caller: Caller) => Promise<Ending>;

export class ControlSocket {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async listen(path: string, host: Host, defect: (error: unknown) => void): Promise<ControlSocket> {
    const server = createServer({ pauseOnConnect: false });
    const control = new ControlSocket(server);
    server.on('connection', (socket) => {
      control.#sockets.add(socket);
      socket.on('close', () => control.#sockets.delete(socket));
      new Connection(socket, host, defect);
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
    return control;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

class Connection {
  readonly #socket: Socket;
  readonly #host: Host;
  readonly #defect: (error: unknown) => void;
  readonly #stdin = new PassThrough();
  readonly #ending = new AbortController();
  #held: Buffer = Buffer.alloc(0);

  constructor(socket: Socket, host: Host, defect: (error: unknown) => void) {
    this.#socket = socket;
    this.#host = host;
    this.#defect = defect;
    this.#stdin.on('error', () => {}); // nobody has to read it
    socket.on('data', (bytes) => this.#take(bytes));
    socket.on('error', () => {}); // `close` follows
    socket.on('close', () => this.#gone());
  }

  #gone(): void {
    this.#ending.abort('SIGKILL');
    if (!this.#stdin.writableEnded) this.#stdin.end();
  }

  #take(bytes: Buffer): void {
    this.#held = Buffer.concat([this.#held, bytes]);
    while (this.#held.length >= headBytes) {
      const length = this.#held.readUInt32BE(1);
      if (this.#held.length < headBytes + length) return;
      const kind = this.#held[0] ?? 0;
      const body = this.#held.subarray(headBytes, headBytes + length);
      this.#held = this.#held.subarray(headBytes + length);
      this.#frame(kind, body);
    }
  }

  #frame(kind: number, body: Buffer): void {
    if (kind === toHost.start)
      void this.#run(JSON.parse(body.toString('utf8')) as Start); // from our own script
    else if (kind === toHost.stdin) this.#stdin.write(body);
    else if (kind === toHost.stdinEnd) this.#stdin.end();
    else if (kind === toHost.signal) this.#ending.abort(body.toString('utf8'));
  }

  async #run(start: Start): Promise<void> {
    let ending: Ending = { code: 70 };
    try {
      ending = await this.#host({
        start,
        stdin: this.#stdin,
        signal: this.#ending.signal,
        write: (stream, bytes) => this.#send(fromHost[stream], bytes),
      });
    } catch (error) {
      this.#defect(error);
    }
    this.#send(fromHost.end, Buffer.from(JSON.stringify(ending)));
  }

  #send(kind: number, body: Uint8Array): void {
    if (this.#socket.destroyed || !this.#socket.writable) return;
    const head = Buffer.alloc(headBytes);
    head[0] = kind;
    head.writeUInt32BE(body.length, 1);
    this.#socket.write(head);
    if (body.length > 0) this.#socket.write(body);
  }
}

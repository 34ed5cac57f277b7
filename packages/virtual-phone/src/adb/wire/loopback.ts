/** TCP on 127.0.0.1: listening on free ports that no adb server mistakes for an emulator, and sockets as streams. */
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { ByteReader } from './byte-reader.ts';
import type { ServiceStream } from './service-stream.ts';

export interface Listener {
  readonly port: number;
  readonly sockets: ReadonlySet<Socket>;
  close(): Promise<void>;
}

/** Port 0 picks a free one. Rejects with the system's error when the port is taken. */
export async function listenOnLoopback(port: number, onSocket: (socket: Socket) => void): Promise<Listener> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A reset shows as 'close' too; nothing more is to be done about it.
    socket.on('error', () => socket.destroy());
    onSocket(socket);
  });
  const bound = await bind(server, port);
  if (port === 0 && bound >= 5555 && bound <= 5585) {
    // adb servers adopt odd ports of this range as emulators.
    await closeServer(server);
    return await listenOnLoopback(0, onSocket);
  }
  return {
    port: bound,
    sockets,
    async close() {
      for (const socket of sockets) socket.destroy();
      await closeServer(server);
    },
  };
}

async function bind(server: Server, port: number): Promise<number> {
  return await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

async function closeServer(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
}

/** Null when nobody listens. */
export async function connectLoopback(port: number): Promise<Socket | null> {
  return await new Promise((resolve) => {
    const socket = dial({ port, host: '127.0.0.1', noDelay: true });
    socket.once('connect', () => resolve(socket));
    socket.on('error', () => {
      socket.destroy();
      resolve(null);
    });
  });
}

/** The socket from here on as a stream. Its close by either side, also half of it, is a hang-up, as in adb. */
export function socketStream(socket: Socket, alreadyReceived?: Uint8Array): ServiceStream {
  const input = new ByteReader();
  const gone = new AbortController();
  const over = (): void => {
    input.end();
    gone.abort();
  };
  if (alreadyReceived) input.push(alreadyReceived);
  socket.on('data', (bytes: Buffer) => input.push(bytes));
  socket.on('end', over);
  socket.on('close', over);
  if (socket.destroyed) over();
  return {
    input,
    hangup: gone.signal,
    async write(bytes) {
      if (gone.signal.aborted || socket.writableEnded || bytes.length === 0) return;
      if (socket.write(bytes)) return;
      await new Promise<void>((resolve) => {
        const settled = (): void => {
          socket.off('drain', settled);
          socket.off('close', settled);
          resolve();
        };
        socket.on('drain', settled);
        socket.on('close', settled);
      });
    },
    end() {
      if (!socket.destroyed) socket.end();
    },
  };
}

/** `tcp:PORT` of this computer: the JVM behind a debug port, or where `reverse` leads without an adb server in between. */
export async function dialLoopback(hostSpec: string): Promise<ServiceStream | null> {
  const port = /^tcp:(\d+)$/.exec(hostSpec)?.[1];
  const socket = port === undefined ? null : await connectLoopback(Number(port));
  return socket && socketStream(socket);
}

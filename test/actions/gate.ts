/** A loopback relay between the product and the phone's endpoint that sees every chunk on the wire and can act on the nth. */
import { connect, createServer, type Socket } from 'node:net';

export interface Gate {
  readonly port: number;
  /** Chunks seen since the last `watch`, in both directions. */
  readonly seen: number;
  /** Connections of the product that are open now, counted on both sides. */
  readonly open: number;
  /** Forgets the count; `act` runs before the nth chunk goes on, and only then. */
  watch(nth: number, act: () => void): void;
  close(): Promise<void>;
}

export async function openGate(target: number): Promise<Gate> {
  const sockets = new Set<Socket>();
  let seen = 0;
  let [nth, act] = [0, (): void => {}];
  const relay = (from: Socket, to: Socket): void => {
    from.on('data', (chunk) => {
      if (++seen === nth) act();
      to.write(chunk);
    });
    from.on('end', () => to.end());
    from.on('close', () => to.destroy());
    from.on('error', () => to.destroy());
    sockets.add(from);
    from.once('close', () => sockets.delete(from));
  };
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    relay(near, far);
    relay(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    get seen() {
      return seen;
    },
    get open() {
      return sockets.size;
    },
    watch(wanted, run) {
      seen = 0;
      [nth, act] = [wanted, run];
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

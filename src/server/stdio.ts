/** MCP on standard input and output, and the end of the process when either breaks or a signal comes. */

import type { Readable, Writable } from 'node:stream';
import type { Clock } from '@mobile-debug/core/clock.ts';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createServer, type Offer } from './create-server.ts';
import { tolerantTransport } from './tolerant-transport.ts';

/** The part of `process` that decides when a server ends; tests pass their own. */
export interface ProcessEnds {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  exit(code: number): never;
  readonly ppid: number;
}

/** Closing streams and device commands may take this long; then the process ends all the same. */
const closingMs = 700;
const parentCheckMs = 1_000;

/** Serves until the client goes away. `close` ends what the process holds open; it runs once. */
export function serveOverStdio(offer: Offer, process: ProcessEnds, close: () => Promise<void>): void {
  const { clock } = offer.context;
  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    clock.after(closingMs, () => process.exit(0));
    void Promise.allSettled([handle.close(), close()]).then(() => process.exit(0));
  };
  // The transport closes by itself on a message beyond its 10 MB; a server that no longer reads is of no use.
  const handle = serveStdio(() => createServer(offer), {
    transport: tolerantTransport(process.stdin, process.stdout, end),
    onerror: (error) => {
      // A broken pipe is the client's end, not an error to report: reporting it would break again.
      if ('code' in error && error.code === 'EPIPE') end();
      else offer.onBadMessage(error);
    },
  });
  process.stdin.on('end', end);
  process.stdin.on('close', end);
  process.stdout.on('error', end);
  // Every answer that waits for a client which reads slowly listens for the pipe to drain; Node takes ten for a leak.
  process.stdout.setMaxListeners(0);
  process.stderr.on('error', end);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  watchParent(clock, process, end);
}

/** A client that was killed leaves its pipes to nobody; the new parent gives it away. */
function watchParent(clock: Clock, process: ProcessEnds, end: () => void): void {
  const parent = process.ppid;
  const check = (): void => {
    if (process.ppid !== parent) end();
    else clock.after(parentCheckMs, check);
  };
  clock.after(parentCheckMs, check);
}

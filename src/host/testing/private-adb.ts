/** For tests only: the real adb binary with a server of its own on a free port, so that nobody else's devices are touched. */
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isFault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { startAdbServer } from '../adb-start.ts';
import { runProcess } from '../process.ts';

export const adbPath = ['/usr/bin/adb', '/usr/lib/android-sdk/platform-tools/adb'].find((path) =>
  existsSync(path),
);

export interface PrivateAdb {
  readonly address: { readonly host: string; readonly port: number };
  start(op: Operation): Promise<void>;
  /** Ends this server, and this one only. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** Phones on cables, emulators and the network belong to somebody else. */
const nothingNearby = { ADB_LIBUSB: '0', ADB_USB: '0', ADB_EMU: '0', ADB_MDNS: '0' };

export async function privateAdb(command: string): Promise<PrivateAdb> {
  const home = await mkdtemp(join(tmpdir(), 'private-adb-'));
  const address = { host: '127.0.0.1', port: await freePort() };
  const env = { PATH: '/usr/bin:/bin', HOME: home, ADB_PATH: command, TMPDIR: home, ...nothingNearby };
  const killWithin = async (budgetMs: number): Promise<void> => {
    using op = Operation.start(budgetMs);
    await runProcess(op, { command, args: ['-P', String(address.port), 'kill-server'], env });
  };
  /** adb waits for the server to close the connection, which one that just began to end may never do: then once more. */
  const kill = (): Promise<void> =>
    killWithin(5_000).catch(async (error: unknown) => {
      if (!isFault(error, 'TIMEOUT')) throw error;
      await killWithin(20_000);
    });
  return {
    address,
    async start(op) {
      await startAdbServer(op, { address, env });
    },
    kill,
    async close() {
      await kill();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/**
 * Below the ports that systems give to outgoing connections (from 32768 on Linux, 49152 elsewhere): one of those may be
 * taken by any connection of any test between this look and the start of the server.
 */
const lowest = 20_000;
const span = 12_000;

/** Nobody listened on it just now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + randomInt(span);
    if (await canListen(port)) return port;
  }
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer();
  const free = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (free) await new Promise<void>((resolve) => server.close(() => resolve()));
  return free;
}

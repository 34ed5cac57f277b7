/** For tests: a real Java virtual machine that runs the debuggee of test/fixtures, and a byte channel to its JDWP port. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ByteChannel } from '../../src/debugger/jdwp/jdwp-client.ts';

const source = 'test/fixtures/debuggee/java/shop/Shop.java';

export function hasJava(): boolean {
  try {
    for (const program of ['java', 'javac']) execFileSync(program, ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Number of the line that holds `// @name`. */
export function lineOf(name: string): number {
  const at = readFileSync(source, 'utf8')
    .split('\n')
    .findIndex((line) => line.endsWith(`// @${name}`));
  if (at < 0) throw new Error(`No line is marked @${name}.`);
  return at + 1;
}

export interface CompiledDebuggee {
  readonly folder: string;
  remove(): void;
}

/** `-g` with all debug information, `-g:none` without any. */
export function compileDebuggee(...flags: readonly string[]): CompiledDebuggee {
  const folder = mkdtempSync(join(tmpdir(), 'mobile-debug-java-'));
  execFileSync('javac', [...flags, '-d', folder, source], { stdio: 'pipe' });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export interface RunningDebuggee {
  readonly pid: number;
  readonly port: number;
  /** Methods of the stack below the program's `main`. */
  readonly outerFrames: readonly string[];
  /** Sends one command without waiting for its answer. */
  say(command: string): void;
  /** The next line of output. */
  line(): Promise<string>;
  channel(): Promise<ByteChannel>;
  end(): Promise<void>;
}

export async function runDebuggee({ folder }: CompiledDebuggee): Promise<RunningDebuggee> {
  const port = await freePort();
  const agent = `-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,quiet=y,address=127.0.0.1:${port}`;
  const java = spawn('java', [agent, '-XX:TieredStopAtLevel=1', '-Xshare:auto', '-cp', folder, 'shop.Shop'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: java.stdout })[Symbol.asyncIterator]();
  const line = async (): Promise<string> => String((await lines.next()).value);
  for (let words = await line(); words !== 'ready'; words = await line()) {
    if (java.exitCode !== null) throw new Error(`java ended: ${words}`);
  }
  return {
    pid: java.pid ?? 0,
    port,
    outerFrames: [],
    line,
    say: (command) => void java.stdin.write(`${command}\n`),
    channel: async () => await tcpChannel(port),
    async end() {
      if (java.exitCode !== null || java.signalCode !== null) return;
      const ended = new Promise((resolve) => java.once('exit', resolve));
      java.kill('SIGKILL');
      await ended;
    },
  };
}

export async function tcpChannel(port: number): Promise<ByteChannel> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.setNoDelay(true);
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return socketChannel(socket);
}

export function socketChannel(socket: Socket): ByteChannel {
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  return {
    async next() {
      try {
        const { done, value } = await chunks.next();
        return done ? null : value;
      } catch {
        return null; // a reset is an end too
      }
    },
    async write(bytes) {
      await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
    },
    async close() {
      socket.destroy();
      await Promise.resolve();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}

/**
 * What the program starts for an iPhone ends with it: companion and log stream, in every way to leave. What a killed one
 * left behind is ended by the next, and nothing that is not ours is touched.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@mobile-debug/core/operation.ts';
import { createIphone } from '@mobile-debug/virtual-phone/apple/simulator.ts';
import {
  startVirtualAppleTools,
  type VirtualAppleTools,
} from '@mobile-debug/virtual-phone/apple/virtual-apple-tools.ts';
import type { Phone } from '@mobile-debug/virtual-phone/phone/phone-types.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RawServer, toolResult } from './raw-server.ts';

const udid = '978BAD6B-EEB8-4A54-9D5F-D17280D12AA5';
const shop = 'com.example.shop';

let phone: Phone;
let appleTools: VirtualAppleTools;
/** Of the server: its sockets and its register of programs. */
let scratch: string;
let strangers: ChildProcess[];

beforeEach(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'e-'));
  strangers = [];
  phone = createIphone({ clock: systemClock, timing: 'instant' });
  appleTools = await startVirtualAppleTools({
    clock: systemClock,
    simulators: [{ udid, name: 'iPhone 17', phone, state: 'Booted' }],
  });
  phone.start(shop, null);
});

afterEach(async () => {
  for (const child of strangers) child.kill('SIGKILL');
  expect(appleTools.defects).toEqual([]);
  await appleTools.close();
  phone.close();
  rmSync(scratch, { recursive: true, force: true });
});

function startServer(): RawServer {
  return new RawServer([], { ...appleTools.environment(), TMPDIR: scratch });
}

/** Every program that runs, by its command. */
function running(): readonly string[] {
  return appleTools.runningPrograms().map(({ tool, args }) => [tool, ...args].join(' '));
}

const companion = /^idb_companion --udid/;
const logStream = / log stream /;

async function read(server: RawServer): Promise<void> {
  const tree = toolResult(await server.call('get_ui_tree', { platform: 'ios', responseMode: 'outline' }));
  expect(tree.isError, tree.texts[0]).toBe(false);
  const logs = toolResult(await server.call('get_logs', { platform: 'ios', appId: shop }));
  expect(logs.isError, logs.texts[0]).toBe(false);
}

/** With a companion and a log stream, each one of its own. */
async function usedServer(): Promise<RawServer> {
  const server = startServer();
  await server.open();
  await read(server);
  expect(running().filter((command) => companion.test(command))).toHaveLength(1);
  expect(running().filter((command) => logStream.test(command))).toHaveLength(1);
  return server;
}

/** Companion and log stream of the servers that were not closed are written down, which a log stream is beside the call. */
async function untilRegistered(count: number): Promise<void> {
  const folder = join(scratch, `mobile-debug-mcp-${process.getuid?.() ?? 0}`);
  await expect.poll(() => readdirSync(folder).length).toBe(count);
}

/** Of the server's temporary folder, without the folder of the register itself. */
function leftFiles(): readonly string[] {
  return readdirSync(scratch, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/^mobile-debug-mcp-\d+$/.test(name),
  );
}

async function expectNothingLeft(): Promise<void> {
  await expect.poll(running, { interval: 10 }).toEqual([]);
  await expect.poll(leftFiles, { interval: 10 }).toEqual([]);
}

const endings: readonly [string, (server: RawServer) => void][] = [
  ['end of input', ({ child }) => void child.stdin.end()],
  ['SIGTERM', ({ child }) => void child.kill('SIGTERM')],
  ['SIGINT', ({ child }) => void child.kill('SIGINT')],
];

describe.each(endings)('%s', (_, leave) => {
  test('ends the companion and the stream with an idle server', async () => {
    const server = await usedServer();
    leave(server);
    expect(await server.exited).toBe(0);
    await expectNothingLeft();
    server.expectPureOutput();
    expect(server.stderr()).not.toMatch(/\[bug\]|EPIPE|Unhandled/i);
  });

  test('ends them with a server in the middle of calls', async () => {
    const server = await usedServer();
    appleTools.faults.add({ do: { kind: 'hang_rpc' } });
    appleTools.faults.add({ when: { command: 'simctl launch' }, do: { kind: 'hang' } });
    appleTools.clearCalls();
    server.ask('tools/call', { name: 'get_ui_tree', arguments: { platform: 'ios' } });
    const launch = { platform: 'ios', appId: shop, verificationMode: 'none' };
    server.ask('tools/call', { name: 'start_app', arguments: launch });
    await expect.poll(() => appleTools.calls().length).toBeGreaterThan(0);
    const launching = (): boolean => running().some((command) => command.includes('simctl launch'));
    await expect.poll(launching).toBe(true);
    leave(server);
    expect(await server.exited).toBe(0);
    await expectNothingLeft();
  });
});

describe('SIGKILL', () => {
  async function killedServer(): Promise<readonly number[]> {
    const server = await usedServer();
    const pids = appleTools.runningPrograms().map(({ pid }) => pid);
    await untilRegistered(2);
    server.child.kill('SIGKILL');
    await server.exited;
    return pids;
  }

  test('leaves programs that the next server ends, with their sockets', async () => {
    const before = await killedServer();
    const server = await usedServer();
    const now = appleTools.runningPrograms().map(({ pid }) => pid);
    expect(now).toHaveLength(2);
    expect(now.filter((pid) => before.includes(pid))).toEqual([]);
    expect(readdirSync(scratch).filter((name) => name.startsWith('mdm-'))).toHaveLength(1);
    expect(await server.close()).toBe(0);
    await expectNothingLeft();
  });

  test('of two servers at work, the other is not touched', async () => {
    const other = await usedServer();
    const [kept] = appleTools.runningPrograms().filter(({ tool }) => tool === 'idb_companion');
    const server = startServer();
    await server.open();
    await read(server);
    await untilRegistered(4);
    server.child.kill('SIGKILL');
    await server.exited;
    const next = startServer();
    await next.open();
    await read(next);
    expect(appleTools.runningPrograms().map(({ pid }) => pid)).toContain(kept?.pid);
    await read(other);
    expect(await next.close()).toBe(0);
    expect(await other.close()).toBe(0);
    await expectNothingLeft();
  });

  test('programs of the user are never touched', async () => {
    const socket = join(appleTools.folder, 'user.sock');
    const mine = [
      ['idb_companion', '--udid', udid, '--grpc-domain-sock', socket],
      ['xcrun', 'simctl', 'spawn', udid, 'log', 'stream', '--style', 'ndjson'],
    ] as const;
    for (const [tool, ...args] of mine)
      strangers.push(
        spawn(join(appleTools.bin, tool), args, { env: appleTools.environment(), stdio: 'pipe' }),
      );
    await expect.poll(() => running().length).toBe(2);
    await expect.poll(() => existsSync(socket)).toBe(true);
    const theirs = appleTools.runningPrograms().map(({ pid }) => pid);
    const server = startServer();
    await server.open();
    await read(server);
    await untilRegistered(2);
    server.child.kill('SIGKILL');
    await server.exited;
    const next = startServer();
    await next.open();
    await read(next);
    expect(await next.close()).toBe(0);
    await expect
      .poll(() => appleTools.runningPrograms().map(({ pid }) => pid), { interval: 10 })
      .toEqual(theirs);
    expect(existsSync(socket)).toBe(true);
    await expect.poll(leftFiles, { interval: 10 }).toEqual([]);
  });
});

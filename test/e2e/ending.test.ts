/** The process ends with its client: on the end of input, on signals, on a broken pipe, on the death of its parent. */

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { limitMs } from '@mobile-debug/core/testing/contention.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestPhone, type TestPhone } from './phone.ts';
import { cleanEnvironment, isAlive, program } from './program.ts';
import { RawServer, toolResult } from './raw-server.ts';

let phone: TestPhone;

beforeEach(async () => {
  phone = await startTestPhone();
  phone.open('com.example.shop');
});

afterEach(async () => {
  await phone.close();
});

/** With a log stream open and a device command that never answers. */
async function busyServer(): Promise<RawServer> {
  const server = new RawServer(phone.args);
  await server.open();
  await server.call('get_logs', { appId: 'com.example.shop' });
  await expect.poll(() => phone.running('logcat').length).toBeGreaterThan(0);
  phone.adbServer.faults.add({ when: { service: 'uiautomator' }, do: { kind: 'hang' } });
  server.ask('tools/call', { name: 'get_ui_tree', arguments: {} });
  await expect.poll(() => phone.running('uiautomator').length).toBe(1);
  return server;
}

const endings: readonly [string, (server: RawServer) => void][] = [
  ['end of input', ({ child }) => void child.stdin.end()],
  ['SIGINT', ({ child }) => void child.kill('SIGINT')],
  ['SIGTERM', ({ child }) => void child.kill('SIGTERM')],
  ['SIGHUP', ({ child }) => void child.kill('SIGHUP')],
  ['two signals at once', ({ child }) => void (child.kill('SIGTERM') && child.kill('SIGINT'))],
];

describe.each(endings)('%s', (_, leave) => {
  test('ends a busy server within a second, and the device is left alone', async () => {
    const server = await busyServer();
    const from = performance.now();
    leave(server);
    expect(await server.exited).toBe(0);
    const tookMs = performance.now() - from;
    expect(tookMs).toBeLessThan(limitMs(1_000, tookMs));
    await expect.poll(() => phone.adbServer.runningServices).toBe(0);
    server.expectPureOutput();
    expect(server.stderr()).not.toMatch(/\[bug\]|EPIPE|Unhandled/i);
  });

  test('ends an idle server within a second', async () => {
    const server = new RawServer(phone.args);
    await server.open();
    const from = performance.now();
    leave(server);
    expect(await server.exited).toBe(0);
    const tookMs = performance.now() - from;
    expect(tookMs).toBeLessThan(limitMs(1_000, tookMs));
  });
});

test('a broken standard output ends it at the next answer, without a word', async () => {
  const server = new RawServer(phone.args);
  await server.open();
  server.child.stdout.destroy();
  server.ask('tools/list', {});
  expect(await server.exited).toBe(0);
  expect(server.stderr()).toBe('');
});

test('broken standard output and error end it too', async () => {
  const server = new RawServer(phone.args);
  await server.open();
  server.child.stdout.destroy();
  server.child.stderr.destroy();
  server.ask('tools/list', {});
  expect(await server.exited).toBe(0);
});

test('a client that does not read for a while is no leak, and gets every answer', async () => {
  const server = new RawServer(phone.args);
  await server.open();
  server.child.stdout.pause();
  // Far more than a pipe holds, so that answers wait for it to drain.
  const ids = Array.from({ length: 40 }, () => server.ask('tools/list', {}));
  const tap = server.ask('tools/call', {
    name: 'tap',
    arguments: { x: 5, y: 900, verificationMode: 'none' },
  });
  await expect
    .poll(() => phone.adbServer.commands().some(({ service }) => service.includes('input tap')))
    .toBe(true);
  server.child.stdout.resume();
  expect(toolResult(await server.answerTo(tap)).isError).toBe(false);
  for (const id of ids) expect((await server.answerTo(id)).error).toBeUndefined();
  expect(server.stderr()).toBe('');
  expect(await server.close()).toBe(0);
});

test('a message beyond all measure ends it instead of leaving it deaf', async () => {
  const server = new RawServer(phone.args);
  await server.open();
  server.write('x'.repeat(11 << 20));
  expect(await server.exited).toBe(0);
  server.expectPureOutput();
});

test('an input that ends before the first message ends it', async () => {
  const server = new RawServer(phone.args);
  expect(await server.close()).toBe(0);
  expect(server.lines).toEqual([]);
});

test('a killed parent ends it, though its pipes stay open', async () => {
  const code = `const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ${JSON.stringify([program, ...phone.args])}, { stdio: ['inherit', 'inherit', 'ignore'] });
process.stderr.write(child.pid + '\\n');`;
  const parent = spawn(process.execPath, ['-e', code], {
    env: cleanEnvironment(),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const pid = await new Promise<number>((resolve) => {
    createInterface({ input: parent.stderr }).once('line', (line) => resolve(Number(line)));
  });
  const answered = new Promise<string>((resolve) => {
    createInterface({ input: parent.stdout }).once('line', resolve);
  });
  parent.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);
  await answered;
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
  parent.stdin.destroy();
});

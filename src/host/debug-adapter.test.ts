import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Operation } from '@mobile-debug/core/operation.ts';
import { afterAll, expect, it } from 'vitest';
import { startDebugAdapter } from './debug-adapter.ts';
import { groupOf, runningInGroup } from './testing/process-list.ts';

const folder = mkdtempSync(join(tmpdir(), 'debug-adapter-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An adapter of a few lines of shell. */
function script(name: string, ...lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(path, 0o700);
  return path;
}

it('passes bytes both ways and sends the farewell after the end of the input', async () => {
  using op = Operation.start(10_000);
  const adapter = await startDebugAdapter(op, { command: script('echo', 'cat'), farewell: 'good %s bye' });
  const got: Buffer[] = [];
  adapter.onData((chunk) => got.push(chunk));
  adapter.write(Buffer.from('hello '));
  adapter.endInput();
  expect(await op.race(adapter.ended)).toEqual({ errorLines: [] });
  expect(Buffer.concat(got).toString()).toBe('hello good %s bye');
});

it('tells the end of an adapter that ends by itself, with its last words', async () => {
  using op = Operation.start(10_000);
  const adapter = await startDebugAdapter(op, {
    command: script('fails', 'echo "no permission" >&2', 'exit 3'),
    farewell: '',
  });
  adapter.onData(() => {});
  expect(await op.race(adapter.ended)).toEqual({ errorLines: ['no permission'] });
});

it('ends at once where there is no such adapter, and says so', async () => {
  using op = Operation.start(10_000);
  const adapter = await startDebugAdapter(op, { command: join(folder, 'nowhere'), farewell: '' });
  adapter.onData(() => {});
  expect(await op.race(adapter.ended)).toMatchObject({ errorLines: [expect.stringContaining('nowhere')] });
});

it('shields the adapter from SIGPIPE and keeps it in a process group of its own', async () => {
  using op = Operation.start(10_000);
  const adapter = await startDebugAdapter(op, {
    command: script('signals', 'echo $$', 'cat >/dev/null'),
    farewell: '',
  });
  const pid = await op.race(
    new Promise<number>((resolve) => adapter.onData((chunk) => resolve(Number(chunk.toString())))),
  );
  if (process.platform === 'linux') {
    const [, ignored = ''] = /^SigIgn:\s*(\S+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    expect(Number.parseInt(ignored, 16) & 0x1000).toBe(0x1000);
  }
  expect(groupOf(pid)).not.toBeNull();
  expect(groupOf(pid)).not.toBe(groupOf(process.pid));
  adapter.endInput();
  await op.race(adapter.ended);
});

it('kills an adapter that neither its farewell nor the end of its input ends', async () => {
  using op = Operation.start(30_000);
  const adapter = await startDebugAdapter(op, {
    command: script('hangs', "trap '' TERM HUP INT", 'echo $$', 'while :; do sleep 1; done'),
    farewell: 'bye',
    hungAfterSeconds: 1,
  });
  const pid = await op.race(
    new Promise<number>((resolve) => adapter.onData((chunk) => resolve(Number(chunk.toString())))),
  );
  const group = groupOf(pid);
  expect(group).not.toBeNull();
  adapter.endInput();
  await op.race(adapter.ended);
  await expect.poll(() => runningInGroup(group ?? 0)).toEqual([]);
});

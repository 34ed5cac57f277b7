import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { expect, it } from 'vitest';
import { startLines } from './line-process.ts';
import type { RunProgram } from './process.ts';
import { isTraced, parsePs, runningProcesses } from './process-facts.ts';

const linux = process.platform === 'linux';
/** No process has so high an id. */
const gone = 9_999_999;

function printing(text: string, asked: string[][] = []): RunProgram {
  return async (_, { command, args }) => {
    asked.push([command, ...args]);
    return { exitCode: 0, signal: null, stdout: Buffer.from(text), stderr: Buffer.alloc(0) };
  };
}

it.each([
  ['Ss+\n', false],
  ['SX+\n', true],
  ['', false],
])('reads from ps of macOS whether a process is traced: %j', async (words, traced) => {
  using op = Operation.start(5_000);
  expect(await isTraced(op, 7, { platform: 'darwin', run: printing(words) })).toBe(traced);
});

it.skipIf(!linux)('reads from Linux whether a process is traced, also of one that is gone', async () => {
  using op = Operation.start(5_000);
  expect(await isTraced(op, process.pid, { env: {} })).toBe(false);
  expect(await isTraced(op, gone, { env: {} })).toBe(false);
});

it('asks ps of macOS once for all ids', async () => {
  using op = Operation.start(5_000);
  const asked: string[][] = [];
  const text = '   77 Tue Dec  1 01:02:03 2026     /bin/sleep 5\n';
  const found = await runningProcesses(op, [77, 78, 77], { platform: 'darwin', run: printing(text, asked) });
  expect([...found.values()]).toEqual([
    { pid: 77, startedAt: 'Tue Dec 1 01:02:03 2026', commandLine: '/bin/sleep 5' },
  ]);
  expect(asked).toEqual([['ps', '-ww', '-o', 'pid=,lstart=,command=', '-p', '77,78']]);
});

it('tells a running process the same way each time, and not one that ended', async () => {
  using op = Operation.start(10_000);
  const child = await startLines(op, {
    command: 'sleep',
    args: ['62'],
    onLine: () => {},
    clock: systemClock,
  });
  const first = await runningProcesses(op, [child.pid, gone, process.pid]);
  expect([...first.keys()]).toEqual([child.pid, process.pid]);
  expect(first.get(child.pid)?.commandLine).toBe('sleep 62');
  expect(await runningProcesses(op, [child.pid, gone, process.pid])).toEqual(first);
  expect(first.get(child.pid)?.startedAt).not.toBe(first.get(process.pid)?.startedAt);
  await child.stop();
  expect(await runningProcesses(op, [child.pid])).toEqual(new Map());
});

it.skipIf(!linux)('starts no program on Linux', async () => {
  using op = Operation.start(5_000);
  const asked: string[][] = [];
  await runningProcesses(op, [process.pid], { run: printing('', asked) });
  expect(asked).toEqual([]);
});

it('reads both spellings of ps', () => {
  const text =
    '  501 Mon Nov 30 13:30:56 2026     /usr/bin/log stream\n 77 Tue Dec  1 01:02:03 2026 sleep 5\n';
  expect([...parsePs(text).values()]).toEqual([
    { pid: 501, startedAt: 'Mon Nov 30 13:30:56 2026', commandLine: '/usr/bin/log stream' },
    { pid: 77, startedAt: 'Tue Dec 1 01:02:03 2026', commandLine: 'sleep 5' },
  ]);
});

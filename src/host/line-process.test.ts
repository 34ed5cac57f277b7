import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { expect, it } from 'vitest';
import { startLines } from './line-process.ts';
import { runningWith } from './testing/process-list.ts';

/** Of this process alone, so that no other test is counted. */
const nap = `sleep 61.${process.pid}`;

function collector() {
  const lines: string[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  return {
    lines,
    onLine(line: string) {
      lines.push(line);
      for (const each of waiting) if (lines.length >= each.count) each.resolve();
    },
    async until(op: Operation, count: number) {
      await op.race(
        new Promise<void>((resolve) => {
          if (lines.length >= count) resolve();
          else waiting.push({ count, resolve });
        }),
      );
    },
  };
}

it('tells lines as they come, long before the program ends', async () => {
  using op = Operation.start(10_000);
  const got = collector();
  const child = await startLines(op, {
    command: 'sh',
    args: ['-c', 'printf "one\\ntw"; printf "o\\r\\n"; exec sleep 60'],
    onLine: got.onLine,
    clock: systemClock,
  });
  await got.until(op, 2);
  expect(got.lines).toEqual(['one', 'two']);
  expect(child.end).toBeNull();
  await child.stop();
  expect(child.end).toMatchObject({ signal: 'SIGTERM' });
});

it('outlives the call that started it and ends with its group', async () => {
  using op = Operation.start(10_000);
  const got = collector();
  const short = op.within(5_000);
  const child = await startLines(short, {
    command: 'sh',
    args: ['-c', `trap "" TERM; ${nap} & echo up; while :; do wait; ${nap}; done`],
    onLine: got.onLine,
    clock: systemClock,
  });
  short[Symbol.dispose]();
  await got.until(op, 1);
  expect(runningWith(nap)).not.toEqual([]);
  await Promise.all([child.stop(), child.stop()]);
  expect(child.end).toMatchObject({ signal: 'SIGKILL' });
  expect(runningWith(nap)).toEqual([]);
});

it('keeps what a program that failed said', async () => {
  using op = Operation.start(10_000);
  const child = await startLines(op, {
    command: 'sh',
    args: ['-c', 'echo "Too many open files" >&2; exit 24'],
    onLine: () => {},
    clock: systemClock,
  });
  expect(await child.ended).toEqual({ exitCode: 24, signal: null, errorLines: ['Too many open files'] });
});

it('names a program that is not there', async () => {
  using op = Operation.start(10_000);
  const start = startLines(op, {
    command: '/nowhere/xcrun',
    args: [],
    onLine: () => {},
    clock: systemClock,
  });
  await expect(start).rejects.toMatchObject({ code: 'TOOL_NOT_FOUND' });
});

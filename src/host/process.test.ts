import { Operation } from '@mobile-debug/core/operation.ts';
import { expect, it } from 'vitest';
import { runProcess } from './process.ts';
import { runningWith } from './testing/process-list.ts';

/** Of this process alone, so that no other test is counted. */
const nap = `sleep 60.${process.pid}`;

it('gives both outputs and the exit code, passes input and arguments as they are', async () => {
  using op = Operation.start(10_000);
  const result = await runProcess(op, {
    command: 'sh',
    args: ['-c', 'cat; echo "$1" >&2; exit 3', 'sh', "it's; $(id)"],
    stdin: 'given',
  });
  expect([result.stdout.toString(), result.stderr.toString(), result.exitCode]).toEqual([
    'given',
    "it's; $(id)\n",
    3,
  ]);
});

it('refuses a NUL character, which no argument can hold', async () => {
  using op = Operation.start(10_000);
  await expect(runProcess(op, { command: 'sh', args: ['a\0b'] })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  });
});

it('names a program that is not there', async () => {
  using op = Operation.start(10_000);
  await expect(runProcess(op, { command: '/nowhere/adb', args: [] })).rejects.toMatchObject({
    code: 'TOOL_NOT_FOUND',
  });
});

it('kills the whole group when the operation ends and answers after its death', async () => {
  using op = Operation.start(10_000);
  using short = op.within(300);
  const child = runProcess(short, { command: 'sh', args: ['-c', `${nap} & echo $!; wait`] });
  await expect(child).rejects.toMatchObject({ code: 'TIMEOUT' });
  expect(runningWith(nap)).toEqual([]);
});

it('ends a program that prints too much', async () => {
  using op = Operation.start(10_000);
  await expect(runProcess(op, { command: 'yes', args: [], maxBytes: 100_000 })).rejects.toMatchObject({
    code: 'UNKNOWN',
    message: expect.stringContaining('100000 bytes'),
  });
});

it('does not wait for a daemon that keeps the output open', async () => {
  using op = Operation.start(10_000);
  const result = await runProcess(op, {
    command: 'sh',
    args: ['-c', 'sleep 5 & echo started; exit 0'],
    until: 'exit',
  });
  expect(result.exitCode).toBe(0);
  expect(op.remainingMs).toBeGreaterThan(6_000);
});

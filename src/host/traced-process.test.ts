import { Operation } from '@mobile-debug/core/operation.ts';
import { expect, it } from 'vitest';
import { isTraced } from './traced-process.ts';

it.each([
  ['Ss+\n', false],
  ['SX+\n', true],
  ['', false],
])('reads what ps of macOS says: %j', async (words, traced) => {
  using op = Operation.start(5_000);
  const run = async () => ({
    exitCode: 0,
    signal: null,
    stdout: Buffer.from(words),
    stderr: Buffer.alloc(0),
  });
  expect(await isTraced(op, 7, { platform: 'darwin', env: {}, run })).toBe(traced);
});

it.skipIf(process.platform !== 'linux')('reads what Linux says, also of a process that is gone', async () => {
  using op = Operation.start(5_000);
  expect(await isTraced(op, process.pid, { platform: 'linux', env: {} })).toBe(false);
  expect(await isTraced(op, 9_999_999, { platform: 'linux', env: {} })).toBe(false);
});

import { Operation } from '@mobile-debug/core/operation.ts';
import { expect, test } from 'vitest';
import { attachRefusal } from './attach-permission.ts';

const files = (owner: number, scope: string) => async (path: string) =>
  path.endsWith('/status') ? `Name:\tshop\nUid:\t${owner}\t${owner}\t${owner}\t${owner}\n` : scope;

test.each([
  ['the same user, no Yama', 'linux', 1000, files(1000, ''), null],
  ['the same user, classic permissions', 'linux', 1000, files(1000, '0\n'), null],
  ['Yama lets only parents attach', 'linux', 1000, files(1000, '1\n'), 'kernel.yama.ptrace_scope is 1'],
  ['another user', 'linux', 1000, files(0, '0\n'), 'the process belongs to another user'],
  ['root', 'linux', 0, files(1000, '2\n'), null],
  ['macOS, which has words of its own', 'darwin', 501, files(0, '1\n'), null],
  ['a process that is gone', 'linux', 1000, async () => '', null],
] as const)('%s', async (_, platform, uid, read, refusal) => {
  using op = Operation.start(5_000);
  expect(await attachRefusal(op, 42, { platform, uid, read })).toBe(refusal);
});

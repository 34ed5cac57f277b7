import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Operation } from '@mobile-debug/core/operation.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { copyFolder, readBelow, writeBelow } from './files-below.ts';

let top: string;
let container: string;

beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'container-'));
  container = join(top, 'data');
  await mkdir(join(container, 'Documents', 'inner'), { recursive: true });
  await mkdir(join(container, 'tmp'));
  await writeFile(join(container, 'Documents', 'inner', 'a.txt'), 'x');
  await writeFile(join(top, 'secret'), 'not yours');
});

afterEach(() => rm(top, { recursive: true, force: true }));

async function* bytes(text: string) {
  yield new TextEncoder().encode(text);
}

it('writes and reads below its folder', async () => {
  using op = Operation.start(5_000);
  await writeBelow(op, container, { path: 'Documents/new/b.txt', content: bytes('hello') });
  expect((await readBelow(op, container, 'Documents/new/b.txt', 100)).toString()).toBe('hello');
  await expect(readBelow(op, container, 'Documents/new/b.txt', 4)).rejects.toMatchObject({
    code: 'ACTION_REJECTED',
  });
  await expect(readBelow(op, container, 'Documents/none', 4)).rejects.toMatchObject({
    code: 'ACTION_REJECTED',
  });
  await expect(readBelow(op, container, 'Documents', 4)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});

it.each(['../secret', 'Documents/../../secret', '', '.', 'Documents/out/secret', 'Documents/link'])(
  'never leaves it by %j',
  async (path) => {
    using op = Operation.start(5_000);
    await symlink(top, join(container, 'Documents', 'out'));
    await symlink(join(top, 'secret'), join(container, 'Documents', 'link'));
    await expect(readBelow(op, container, path, 100)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    const write = writeBelow(op, container, { path, content: bytes('gone') });
    await expect(write).rejects.toMatchObject({
      code: expect.stringMatching(/INVALID_ARGUMENT|ACTION_REJECTED/) as string,
    });
    expect(await readFile(join(top, 'secret'), 'utf8')).toBe('not yours');
  },
);

it('makes no folder behind a link, and passes one that stays inside', async () => {
  using op = Operation.start(5_000);
  await mkdir(join(top, 'elsewhere'));
  await symlink(join(top, 'elsewhere'), join(container, 'out'));
  await symlink(join(top, 'none'), join(container, 'nowhere'));
  await symlink('Documents', join(container, 'shortcut'));
  for (const path of ['out/deep/x', 'nowhere/deep/x', 'Documents/inner/a.txt/x']) {
    const write = writeBelow(op, container, { path, content: bytes('gone') });
    await expect(write, path).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      delivery: 'not_delivered',
    });
  }
  expect(await readdir(join(top, 'elsewhere'))).toEqual([]);
  await writeBelow(op, container, { path: 'shortcut/new/b.txt', content: bytes('hello') });
  expect(await readFile(join(container, 'Documents/new/b.txt'), 'utf8')).toBe('hello');
});

it.skipIf(process.platform === 'win32')('never waits for a pipe that an app has made', async () => {
  using op = Operation.start(5_000);
  const path = 'Documents/pipe';
  execFileSync('mkfifo', [join(container, path)]);
  await expect(readBelow(op, container, path, 100)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  const write = () => writeBelow(op, container, { path, content: bytes('gone') });
  await expect(write()).rejects.toMatchObject({ code: 'ACTION_REJECTED' });
  const reader = await open(join(container, path), constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    await expect(write()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  } finally {
    await reader.close();
  }
});

it('copies a bundle', async () => {
  await copyFolder(container, join(top, 'copy.app'));
  expect(await readFile(join(top, 'copy.app', 'Documents', 'inner', 'a.txt'), 'utf8')).toBe('x');
});

import { mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isOwnPath, isRunning, makeSocketFolder, readOwnText, removeSocketFolder } from './own-files.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'own-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

test('only plain small files are read', async () => {
  const path = join(folder, 'state');
  await writeFile(path, '[]');
  expect(await readOwnText(path)).toBe('[]');
  await symlink(path, join(folder, 'link'));
  expect(await readOwnText(join(folder, 'link'))).toBeNull();
  expect(await readOwnText(folder)).toBeNull();
  expect(await readOwnText(join(folder, 'nothing'))).toBeNull();
  await writeFile(path, Buffer.alloc((1 << 20) + 1));
  expect(await readOwnText(path)).toBeNull();
  expect(await isOwnPath(path)).toBe(true);
  expect(await isOwnPath('/nowhere')).toBe(false);
});

test('socket folders are for one user alone, short, and go without what is not theirs', async () => {
  const made = await makeSocketFolder('mdm-', 'c.sock');
  expect((await stat(made)).mode & 0o777).toBe(0o700);
  expect(join(made, 'c.sock').length).toBeLessThanOrEqual(103);
  await writeFile(join(made, 'c.sock'), '');
  await writeFile(join(made, 'other'), '');
  await removeSocketFolder(made, 'c.sock');
  expect(await readdir(made)).toEqual(['other']);
  await rm(join(made, 'other'));
  await removeSocketFolder(made, 'c.sock');
  expect(await isOwnPath(made)).toBe(false);
});

test('a long name moves the folder to /tmp', async () => {
  const made = await makeSocketFolder('m-', `${'x'.repeat(103 - '/m-123456/'.length - '/tmp'.length)}`);
  expect(made).toMatch(/^\/tmp\/m-/);
  await removeSocketFolder(made, 'x');
});

test('processes are told apart from ids that nobody has', () => {
  expect(isRunning(process.pid)).toBe(true);
  expect(isRunning(2 ** 22 + 12_345)).toBe(false);
});

import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Operation } from '@mobile-debug/core/operation.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { emptyContainer } from './data-container.ts';

const note = '.com.apple.mobile_container_manager.metadata.plist';
let top: string;
let container: string;

beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'container-'));
  container = join(top, 'data');
  await mkdir(join(container, 'Documents', 'inner'), { recursive: true });
  await mkdir(join(container, 'tmp'));
  await writeFile(join(container, note), 'whose');
  await writeFile(join(container, 'Documents', 'inner', 'a.txt'), 'x');
  await writeFile(join(top, 'secret'), 'not yours');
});

afterEach(() => rm(top, { recursive: true, force: true }));

it('empties a container like a fresh one and keeps whose it is', async () => {
  using op = Operation.start(5_000);
  await symlink(top, join(container, 'Documents', 'out'));
  await emptyContainer(op, container, '/home/me');
  expect((await readdir(container)).sort()).toEqual([note, 'Documents', 'Library', 'tmp']);
  expect(await readdir(join(container, 'Documents'))).toEqual([]);
  expect((await readdir(join(container, 'Library'))).sort()).toEqual(['Caches', 'Preferences']);
  expect(await readFile(join(top, 'secret'), 'utf8')).toBe('not yours');
});

it.each([
  ['the home folder', () => container],
  ['what holds the home folder', () => join(container, 'Documents', 'inner')],
])('never empties %s', async (_, home) => {
  using op = Operation.start(5_000);
  await expect(emptyContainer(op, container, home())).rejects.toMatchObject({ code: 'ACTION_REJECTED' });
  expect(await readdir(join(container, 'Documents', 'inner'))).toEqual(['a.txt']);
});

it('never empties what does not look like a container', async () => {
  using op = Operation.start(5_000);
  await expect(emptyContainer(op, top, undefined)).rejects.toMatchObject({ code: 'ACTION_REJECTED' });
  expect(await readFile(join(top, 'secret'), 'utf8')).toBe('not yours');
});

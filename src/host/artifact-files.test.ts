import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Operation } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ArtifactFiles } from './artifact-files.ts';
import { removeStaleFolders } from './artifact-folders.ts';

let base: string;
let op: Operation;
let files: ArtifactFiles;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'artifacts-'));
  op = Operation.start(5_000);
  files = new ArtifactFiles({ folder: join(base, 'folder'), allowedRoots: [join(base, 'allowed')] });
});

afterEach(async () => {
  op[Symbol.dispose]();
  await rm(base, { recursive: true });
});

const bytes = Buffer.from('png');

it('writes below its folder and makes the folders on the way', async () => {
  const { path, sizeBytes } = await files.write(op, 'run/shot.png', bytes);
  expect([await readFile(path, 'utf8'), sizeBytes]).toEqual(['png', 3]);
  expect((await files.write(op, join(base, 'folder', 'two.png'), bytes)).path).toContain('two.png');
});

it.each([
  ['is a file', async () => writeFile(join(base, 'file'), '').then(() => join(base, 'file'))],
  [
    'lies below a file',
    async () => writeFile(join(base, 'file'), '').then(() => join(base, 'file', 'a', 'b')),
  ],
  // Node's own recursive mkdir tries such a one for ever.
  [
    'lies behind a link to nothing',
    async () => {
      await symlink(join(base, 'nothing', 'here'), join(base, 'link'));
      return join(base, 'link', 'a');
    },
  ],
])('a folder that %s is told as the fault of the start-up flag', async (_, place) => {
  const folder = await place();
  const refused = new ArtifactFiles({ folder }).write(op, 'a', bytes);
  await expect(refused).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    nextStep: expect.stringContaining('--artifacts'),
  });
});

it('makes every folder on the way to its own', async () => {
  const { path } = await new ArtifactFiles({ folder: join(base, 'p', 'q', 'r') }).write(op, 'a', bytes);
  expect(await readFile(path, 'utf8')).toBe('png');
});

it('never overwrites', async () => {
  await files.write(op, 'a', bytes);
  await expect(files.write(op, 'a', bytes)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});

it.each(['../x', 'a/../../x', '', '.', '..', 'a\0b', '/etc/x', '/'])(
  'refuses %j and writes nothing',
  async (name) => {
    await expect(files.write(op, name, bytes)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await readdir(base).then((names) => names.filter((each) => each !== 'folder'))).toEqual([]);
  },
);

it('refuses ways out through links', async () => {
  await files.write(op, 'a', bytes);
  await symlink(base, join(base, 'folder', 'out'));
  await symlink(join(base, 'target'), join(base, 'folder', 'link'));
  for (const name of ['out/x', 'out/deep/x', 'link']) {
    await expect(files.write(op, name, bytes), name).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  }
  expect(await readdir(base)).toEqual(['folder']);
});

it('writes into an allowed root and in no folder that merely begins like it', async () => {
  const { mkdir } = await import('node:fs/promises');
  await mkdir(join(base, 'allowed'));
  await files.write(op, join(base, 'allowed', 'x', 'y'), bytes);
  await expect(files.write(op, join(base, 'allowed-not', 'y'), bytes)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  });
});

it('refuses hidden names in the folders of the project, which configure programs', async () => {
  const { mkdir } = await import('node:fs/promises');
  await mkdir(join(base, 'allowed'));
  for (const name of ['.mcp.json', '.vscode/tasks.json', 'a/.git/config'])
    await expect(files.write(op, join(base, 'allowed', name), bytes), name).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      nextStep: expect.stringContaining('dot'),
    });
  expect(await readdir(join(base, 'allowed'))).toEqual([]);
});

it('takes no path of a caller when it is read-only', async () => {
  const readOnly = new ArtifactFiles({ folder: join(base, 'folder'), readOnly: true });
  await expect(readOnly.writeAs(op, 'a', bytes)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringContaining('--read-only'),
  });
  expect((await readOnly.write(op, 'b', bytes)).path).toContain('b');
});

it('says what is wrong with a name that the file system refuses', async () => {
  await expect(files.write(op, 'x'.repeat(300), bytes)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    nextStep: expect.stringContaining('255 bytes'),
  });
});

it('keeps the newest files within the size and the time, and touches no others', async () => {
  const clock = new ManualClock(1_000);
  const at = async (name: string, size: number): Promise<string> => {
    using inner = Operation.start(5_000, { clock });
    return (await files.write(inner, name, Buffer.alloc(size))).path;
  };
  const day = 24 * 3_600_000;
  await at('one', 200_000_000);
  await writeFile(join(base, 'folder', 'foreign'), 'x');
  await at('two', 200_000_000);
  expect((await readdir(join(base, 'folder'))).sort()).toEqual(['foreign', 'one', 'two']);
  await at('three', 200_000_000);
  expect((await readdir(join(base, 'folder'))).sort()).toEqual(['foreign', 'three', 'two']);
  await clock.advance(8 * day);
  await at('four', 1);
  expect((await readdir(join(base, 'folder'))).sort()).toEqual(['foreign', 'four']);
});

it('removes folders of earlier servers that were unused for a week, and nothing else', async () => {
  const { mkdir, utimes } = await import('node:fs/promises');
  for (const name of ['server_0123456789ab', 'server_ba9876543210', 'server_not-ours', 'other_0123456789ab'])
    await mkdir(join(base, name));
  const old = new Date(Date.now() - 8 * 24 * 3_600_000);
  for (const name of ['server_0123456789ab', 'server_not-ours', 'other_0123456789ab'])
    await utimes(join(base, name), old, old);
  await symlink(join(base, 'other_0123456789ab'), join(base, 'server_aaaaaaaaaaaa'));
  expect(await removeStaleFolders(base, 'server', Date.now())).toBe(1);
  expect((await readdir(base)).sort()).toEqual([
    'other_0123456789ab',
    'server_aaaaaaaaaaaa',
    'server_ba9876543210',
    'server_not-ours',
  ]);
});

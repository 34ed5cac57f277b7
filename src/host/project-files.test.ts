import { mkdir, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Operation } from '@mobile-debug/core/operation.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ProjectFiles } from './project-files.ts';

let folder: string;
let files: ProjectFiles;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'project-files-'));
  files = new ProjectFiles({
    env: {},
    platform: process.platform,
    artifactFolder: folder,
    workFolder: folder,
  });
});

afterEach(() => rm(folder, { recursive: true, force: true }));

it('gives the pieces of a file', async () => {
  using op = Operation.start(5_000);
  const path = join(folder, 'a.txt');
  await writeFile(path, 'hello');
  const { sizeBytes, chunks } = await files.open(op, path);
  const pieces: Uint8Array[] = [];
  for await (const piece of chunks()) pieces.push(piece);
  expect([sizeBytes, Buffer.concat(pieces).toString()]).toEqual([5, 'hello']);
});

it.skipIf(process.platform === 'win32').each(['/dev/zero', '/dev/null'])('refuses %s', async (path) => {
  using op = Operation.start(5_000);
  await expect(files.open(op, path)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});

it.skipIf(process.platform !== 'linux')('opens nothing before somebody reads', async () => {
  using op = Operation.start(5_000);
  const path = join(folder, 'a.txt');
  await writeFile(path, 'hello');
  const { chunks } = await files.open(op, path);
  const unread = chunks();
  // The open that is feared here is asynchronous; a read of another file to its end goes behind it.
  for await (const _ of chunks()) await readdir(folder);
  expect(await openFiles()).not.toContain(path);
  for await (const _ of unread) break;
  await readdir(folder);
  expect(await openFiles()).not.toContain(path);
});

async function openFiles(): Promise<string[]> {
  const numbers = await readdir('/proc/self/fd');
  return await Promise.all(numbers.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => '')));
}

it.skipIf(process.platform === 'win32')(
  'asks the java of PATH for its home, passing what is no program',
  async () => {
    using op = Operation.start(5_000);
    const [bare, bin, home] = ['bare', 'bin', 'jdk'].map((name) => join(folder, name));
    for (const made of [bare, bin, `${home}/bin`]) await mkdir(`${made}`, { recursive: true });
    await writeFile(`${bare}/java`, 'no program');
    for (const program of [`${bin}/java`, `${home}/bin/java`]) await writeFile(program, '', { mode: 0o755 });
    await writeFile(`${home}/release`, 'IMPLEMENTOR="us"\nJAVA_VERSION="17.0.9"\n');
    const asked: string[] = [];
    const java = new ProjectFiles({
      env: { HOME: folder, PATH: `${bare}::${bin}` },
      platform: process.platform,
      artifactFolder: folder,
      workFolder: folder,
      run: async (_, { command }) => {
        asked.push(command);
        const stderr = Buffer.from(`    java.home = ${home}\n`);
        return { exitCode: 0, signal: null, stdout: Buffer.alloc(0), stderr };
      },
    });
    const homes = await java.javaHomes(op);
    expect(asked.at(-1)).toBe(`${bin}/java`);
    expect(homes).toContainEqual({ home, source: 'PATH', version: '17.0.9' });
  },
);

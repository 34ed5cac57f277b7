import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Operation } from '@mobile-debug/core/operation.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type JavaClassesRequest, javaClasses } from './java-classes.ts';
import type { ProcessRequest, RunProgram } from './process.ts';

let home: string;
let runs: ProcessRequest[];
let request: JavaClassesRequest;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'java-classes-'));
  runs = [];
  const sourceFolder = join(home, 'src');
  await mkdir(sourceFolder);
  await writeFile(join(sourceFolder, 'A.java'), 'class A {}');
  const cacheFolder = join(home, 'cache', 'classes');
  request = {
    sourceFolder,
    javac: 'javac',
    javacVersion: 'javac 17',
    release: 17,
    cacheFolder,
    env: {},
    run,
  };
});
afterEach(async () => await rm(home, { recursive: true, force: true }));

/** Writes a class as javac would. */
const run: RunProgram = async (_, asked) => {
  runs.push(asked);
  const to = asked.args[asked.args.indexOf('-d') + 1] ?? '';
  await writeFile(join(to, 'A.class'), '');
  return { exitCode: 0, signal: null, stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) };
};

async function classes(more: Partial<JavaClassesRequest> = {}): Promise<string> {
  using op = Operation.start(5_000);
  return await javaClasses(op, { ...request, ...more });
}

test('compiled once, into a folder of this user alone', async () => {
  const folder = await classes();
  expect(await classes()).toBe(folder);
  expect(runs).toHaveLength(1);
  expect(runs[0]?.args).toEqual(
    expect.arrayContaining(['--release', '17', join(request.sourceFolder, 'A.java')]),
  );
  expect(await readdir(folder)).toEqual(['A.class']);
  expect(await readdir(request.cacheFolder)).toHaveLength(1);
  for (const path of [folder, request.cacheFolder]) expect((await stat(path)).mode & 0o777).toBe(0o700);
});

test('another source or another compiler is another folder', async () => {
  const first = await classes();
  const second = await classes({ javacVersion: 'javac 21' });
  await writeFile(join(request.sourceFolder, 'A.java'), 'class A { int a; }');
  const third = await classes();
  expect(new Set([first, second, third]).size).toBe(3);
});

test('two that compile at the same time end with the same classes', async () => {
  const [one, other] = await Promise.all([classes(), classes()]);
  expect(one).toBe(other);
  expect(await readdir(request.cacheFolder)).toHaveLength(1);
});

test('a folder that others can write to, or a link, is refused before anything is run', async () => {
  await mkdir(request.cacheFolder, { recursive: true });
  await chmod(request.cacheFolder, 0o777);
  await expect(classes()).rejects.toMatchObject({ code: 'UNKNOWN' });
  await rm(request.cacheFolder, { recursive: true });
  await mkdir(join(home, 'elsewhere'), { mode: 0o700 });
  await symlink(join(home, 'elsewhere'), request.cacheFolder);
  await expect(classes()).rejects.toMatchObject({ code: 'UNKNOWN' });
  expect(runs).toEqual([]);
});

test('what the compiler says is told, and nothing half compiled stays', async () => {
  const failing: RunProgram = async (op, asked) => ({
    ...(await run(op, asked)),
    exitCode: 1,
    stderr: Buffer.from('A.java:1: error: no\nmore'),
  });
  await expect(classes({ run: failing })).rejects.toThrow(/A\.java:1: error: no$/);
  expect(await readdir(request.cacheFolder)).toEqual([]);
});

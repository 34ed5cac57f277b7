/**
 * Java sources of ours, compiled once for this user: into a folder that nobody else can write to, named by what they
 * and the compiler are, so that another version of either is another folder.
 */
import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '@mobile-debug/core/environment.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import { randomId } from '@mobile-debug/core/ids.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { type RunProgram, runProcess } from './process.ts';

export interface JavaClassesRequest {
  /** All its `*.java`, in its own folder alone. */
  readonly sourceFolder: string;
  readonly javac: string;
  /** The words of `javac -version`. */
  readonly javacVersion: string;
  /** The oldest Java that may run them. */
  readonly release: number;
  /** Made with mode 0700 when it is not there. */
  readonly cacheFolder: string;
  readonly env: Environment;
  readonly run?: RunProgram;
}

/** The folder with the classes. UNKNOWN when they cannot be compiled or the cache is not this user's alone. */
export async function javaClasses(op: Operation, request: JavaClassesRequest): Promise<string> {
  const { sourceFolder, javacVersion, cacheFolder } = request;
  const names = (await readdir(sourceFolder)).filter((name) => name.endsWith('.java')).sort();
  const hash = createHash('sha256').update(javacVersion);
  for (const name of names) hash.update(`\0${name}\0`).update(await readFile(join(sourceFolder, name)));
  const folder = join(cacheFolder, hash.digest('hex').slice(0, 32));
  await makePrivate(cacheFolder);
  if (await isPrivate(folder)) return folder;
  const fresh = join(cacheFolder, randomId('compiling'));
  try {
    await mkdir(fresh, { mode: 0o700 });
    const sources = names.map((name) => join(sourceFolder, name));
    await compile(op, request, { to: fresh, sources });
    // Another server may have been faster, with the same classes.
    await rename(fresh, folder).catch(async (error: unknown) => {
      if (!(await isPrivate(folder))) throw error;
    });
    return folder;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function compile(
  op: Operation,
  { javac, release, env, run = runProcess }: JavaClassesRequest,
  { to, sources }: { readonly to: string; readonly sources: readonly string[] },
): Promise<void> {
  const args = ['--release', `${release}`, '-nowarn', '-g:none', '-d', to, ...sources];
  const { exitCode, stderr } = await run(op, { command: javac, args, env });
  if (exitCode === 0) return;
  const [first = `exit code ${exitCode}`] = stderr.toString('utf8').split('\n');
  throw new Fault('UNKNOWN', `${javac} could not compile the sources in ${sources[0]}: ${first}`);
}

async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700, recursive: true });
  if (await isPrivate(folder)) return;
  throw new Fault('UNKNOWN', `${folder} is not a folder of this user alone.`, {
    nextStep: `Remove it, or give it to this user with mode 0700; what lies there would be run.`,
  });
}

async function isPrivate(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  if (found?.isDirectory() !== true) return false;
  if (process.getuid === undefined) return true;
  return found.uid === process.getuid() && (found.mode & 0o077) === 0;
}

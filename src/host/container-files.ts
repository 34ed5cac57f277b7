/**
 * Files of a simulator's app, which lie on this computer. Every path stays inside the folder that it is named under,
 * also behind links, since an app may have put some there.
 */
import { constants } from 'node:fs';
import { cp, lstat, mkdir, open, readdir, realpath, rm, stat } from 'node:fs/promises';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';

/** The system's own note on whose folder it is; without it the folder belongs to nobody. */
const systemNote = '.com.apple.mobile_container_manager.metadata.plist';
/**
 * An app may have made a pipe, and opening one waits for its other end: a wait that nothing can end, not even the end of
 * this program.
 */
const noWait = constants.O_NONBLOCK ?? 0;
/** What a fresh container has. Apps expect it to be there. */
const freshFolders = ['Documents', 'Library/Caches', 'Library/Preferences', 'tmp'];

/**
 * Makes a data container as empty as after an install. ACTION_REJECTED, with nothing deleted, for a folder that is no
 * container or leads to `home`.
 */
export async function emptyContainer(op: Operation, folder: string, home: string | undefined): Promise<void> {
  const real = await realpath(folder).catch((cause: unknown) => {
    throw rejected(`The data folder ${folder} cannot be entered`, cause);
  });
  await checkContainer(real, home);
  for (const name of await readdir(real)) {
    if (name === systemNote) continue;
    op.check();
    await rm(join(real, name), { recursive: true, force: true }).catch((cause: unknown) => {
      throw rejected(`${name} in the data folder cannot be deleted`, cause);
    });
  }
  for (const name of freshFolders) await mkdir(join(real, name), { recursive: true });
}

/** The path came from a tool; a wrong answer must not cost anybody's files. */
async function checkContainer(folder: string, home: string | undefined): Promise<void> {
  const names = await readdir(folder);
  const like = names.includes(systemNote) || (names.includes('Documents') && names.includes('tmp'));
  const realHome = home === undefined ? null : await realpath(home).catch(() => null);
  const way = realHome === null ? '..' : relative(folder, realHome);
  const holdsHome = way === '' || (way !== '..' && !way.startsWith(`..${sep}`));
  if (like && !holdsHome && folder.split(sep).length > 3) return;
  throw new Fault('ACTION_REJECTED', `${folder} does not look like the data folder of an app.`);
}

/** At most `maxBytes`. ACTION_REJECTED for what is not there, INVALID_ARGUMENT for a folder or a way out. */
export async function readBelow(
  op: Operation,
  root: string,
  path: string,
  maxBytes: number,
): Promise<Buffer> {
  const { realRoot, wanted } = await inside(root, path);
  const real = await realpath(wanted).catch((cause: unknown) => {
    throw rejected(`There is no file ${path}`, cause);
  });
  if (!isBelow(real, realRoot)) throw outside(path);
  const found = await stat(real);
  if (!found.isFile()) {
    const what = found.isDirectory() ? 'a folder' : 'no ordinary file';
    throw new Fault('INVALID_ARGUMENT', `${path} is ${what}; name a file.`);
  }
  if (found.size > maxBytes) {
    throw new Fault('ACTION_REJECTED', `${path} has ${found.size} bytes; at most ${maxBytes} are read.`);
  }
  const file = await open(real, constants.O_RDONLY | noWait);
  try {
    return await op.race(file.readFile());
  } finally {
    await file.close();
  }
}

/** Makes folders on the way. INVALID_ARGUMENT for a way out, ACTION_REJECTED in the system's words. */
export async function writeBelow(
  op: Operation,
  root: string,
  { path, content }: { readonly path: string; readonly content: AsyncIterable<Uint8Array> },
): Promise<void> {
  const { realRoot, wanted } = await inside(root, path);
  await makeFolders(realRoot, relative(realRoot, dirname(wanted)), path);
  // Not through a link at its end either: it may lead anywhere.
  const notThroughLinks = constants.O_NOFOLLOW ?? 0;
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | notThroughLinks | noWait;
  const file = await open(wanted, flags, 0o644).catch((cause: unknown) => {
    throw rejected(`${path} cannot be written`, cause);
  });
  try {
    if (!(await file.stat()).isFile()) throw notOrdinary(path);
    for await (const chunk of content) {
      op.check();
      await file.write(chunk);
    }
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    throw rejected(`${path} cannot be written to its end`, cause);
  } finally {
    await file.close();
  }
}

/** A copy of an app bundle, links as they are. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, verbatimSymlinks: true }).catch((cause: unknown) => {
    throw rejected(`${from} cannot be copied`, cause);
  });
}

async function inside(root: string, path: string): Promise<{ realRoot: string; wanted: string }> {
  const clean = normalize(path);
  if (path === '' || path.includes('\0')) throw outside(path);
  const realRoot = await realpath(root).catch((cause: unknown) => {
    throw rejected(`The folder ${root} cannot be entered`, cause);
  });
  const wanted = join(realRoot, clean);
  if (!isBelow(wanted, realRoot)) throw outside(path);
  return { realRoot, wanted };
}

async function makeFolders(realRoot: string, way: string, path: string): Promise<void> {
  let folder = realRoot;
  for (const step of way.split(sep).filter((part) => part !== '')) {
    folder = join(folder, step);
    await mkdir(folder).catch(() => {});
    const found = await lstat(folder).catch(() => null);
    if (!found?.isDirectory()) throw outside(path);
  }
}

function isBelow(path: string, root: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`);
}

function notOrdinary(path: string): Fault {
  return new Fault('INVALID_ARGUMENT', `${path} is there already and no ordinary file.`, {
    nextStep: 'Name another file.',
    delivery: 'not_delivered',
  });
}

function outside(path: string): Fault {
  return new Fault('INVALID_ARGUMENT', `The path ${JSON.stringify(path)} leads outside its folder.`, {
    nextStep: 'Name a file below the folder, without `..` and not through a link.',
    delivery: 'not_delivered',
  });
}

function rejected(what: string, cause: unknown): Fault {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  return new Fault('ACTION_REJECTED', `${what}: ${code}.`, { cause, details: { reason: code } });
}

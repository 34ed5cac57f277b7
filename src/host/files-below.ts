/**
 * Files below a folder that somebody else fills, such as an app of a simulator. Every path stays inside the folder that
 * it is named under, also behind links, since an app may have put some there.
 */

import { constants } from 'node:fs';
import { cp, mkdir, open, readdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, normalize, relative, sep } from 'node:path';
import { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { errorCode, isBelow, makeFoldersBelow, outsideFault } from './paths.ts';

/**
 * An app may have made a pipe, and opening one waits for its other end: a wait that nothing can end, not even the end of
 * this program.
 */
const noWait = constants.O_NONBLOCK ?? 0;
export interface EmptyRequest {
  /** Whether a folder with these entries may be emptied: its path came from a tool, and a wrong answer must not cost files. */
  mayEmpty(entries: readonly string[]): boolean;
  /** Entries that stay. */
  readonly keep: readonly string[];
  /** Folders that are made anew in it. */
  readonly fresh: readonly string[];
  /** The user's home folder, which must not lie in it. */
  readonly home: string | undefined;
}

/** Empties a folder of an app. ACTION_REJECTED, with nothing deleted, for one that may not be emptied or leads to `home`. */
export async function emptyFolder(op: Operation, folder: string, request: EmptyRequest): Promise<void> {
  const real = await realpath(folder).catch((cause: unknown) => {
    throw rejected(`The data folder ${folder} cannot be opened`, cause);
  });
  const entries = await readdir(real);
  if (!request.mayEmpty(entries) || (await holds(real, request.home)) || real.split(sep).length <= 3) {
    throw new Fault('ACTION_REJECTED', `${real} does not look like the data folder of an app.`);
  }
  const dispatch = Dispatch.of(op);
  dispatch?.sending();
  for (const name of entries) {
    if (request.keep.includes(name)) continue;
    op.check();
    await rm(join(real, name), { recursive: true, force: true }).catch((cause: unknown) => {
      throw rejected(`${name} in the data folder cannot be deleted`, cause);
    });
  }
  for (const name of request.fresh) await mkdir(join(real, name), { recursive: true });
  dispatch?.answered();
}

async function holds(folder: string, home: string | undefined): Promise<boolean> {
  const real = home === undefined ? null : await realpath(home).catch(() => null);
  return real !== null && (real === folder || isBelow(real, folder));
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
    throw new Fault('INVALID_ARGUMENT', `${path} is ${what}; pass a file.`);
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
  const dispatch = Dispatch.of(op);
  dispatch?.sending();
  const folders = relative(realRoot, dirname(wanted));
  const folder = await makeFoldersBelow(realRoot, folders, 0o755).catch((cause: unknown) => {
    throw rejected(`The folder of ${path} cannot be made`, cause);
  });
  if (folder === null) throw outside(path).with({ delivery: 'not_delivered' });
  // Not through a link at its end either: it may lead anywhere.
  const notThroughLinks = constants.O_NOFOLLOW ?? 0;
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | notThroughLinks | noWait;
  const file = await open(join(folder, basename(wanted)), flags, 0o644).catch((cause: unknown) => {
    throw rejected(`${path} cannot be written`, cause);
  });
  try {
    if (!(await file.stat()).isFile()) throw notOrdinary(path);
    for await (const chunk of content) {
      op.check();
      await file.write(chunk);
    }
    dispatch?.answered();
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    throw rejected(`${path} cannot be written completely`, cause);
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
    throw rejected(`The folder ${root} cannot be opened`, cause);
  });
  const wanted = join(realRoot, clean);
  if (!isBelow(wanted, realRoot)) throw outside(path);
  return { realRoot, wanted };
}

function notOrdinary(path: string): Fault {
  return new Fault('INVALID_ARGUMENT', `${path} already exists and is not a regular file.`, {
    nextStep: 'Pass another file.',
    delivery: 'not_delivered',
  });
}

function outside(path: string): Fault {
  return outsideFault(path, 'its folder', 'Pass a file below the folder, without `..` and without links.');
}

function rejected(what: string, cause: unknown): Fault {
  const code = errorCode(cause) ?? String(cause);
  return new Fault('ACTION_REJECTED', `${what}: ${code}.`, { cause, details: { reason: code } });
}

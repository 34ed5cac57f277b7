/** Writes what a call hands out as a file. Paths stay inside the artefact folder or a root that was allowed explicitly. */
import { constants } from 'node:fs';
import { lstat, mkdir, open, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { errorCode, isBelow } from './paths.ts';

export interface ArtifactOptions {
  /** Made when first needed. */
  readonly folder: string;
  /** Further folders into which a caller may name an absolute path; they must exist. */
  readonly allowedRoots?: readonly string[];
}

export interface ArtifactFile {
  readonly path: string;
  readonly sizeBytes: number;
}

export class ArtifactFiles {
  readonly #folder: string;
  readonly #allowedRoots: readonly string[];

  constructor({ folder, allowedRoots = [] }: ArtifactOptions) {
    this.#folder = resolve(folder);
    this.#allowedRoots = allowedRoots.map((root) => resolve(root));
  }

  /**
   * Writes a new file; `name` is a path below the artefact folder, or an absolute one below an allowed root. Folders on
   * the way are made. INVALID_ARGUMENT, with nothing written, for a path that leads outside (also by a link) or a file
   * that is already there.
   */
  async write(op: Operation, name: string, bytes: Uint8Array): Promise<ArtifactFile> {
    op.check();
    if (name === '' || name.includes('\0')) throw outside(name);
    const root = await this.#rootOf(name);
    const wanted = resolve(root, name);
    if (!isBelow(wanted, root)) throw outside(name);
    const realRoot = await realpath(root);
    const parent = await makeFolders(realRoot, relative(root, dirname(wanted)), name);
    const path = join(parent, basename(wanted));
    op.check();
    await writeNew(path, bytes, name);
    return { path, sizeBytes: bytes.length };
  }

  async #rootOf(name: string): Promise<string> {
    if (!isAbsolute(name)) {
      await makeArtifactFolder(this.#folder);
      return this.#folder;
    }
    const path = resolve(name);
    if (isBelow(path, this.#folder)) {
      await makeArtifactFolder(this.#folder);
      return this.#folder;
    }
    const root = this.#allowedRoots.find((each) => isBelow(path, each));
    if (root === undefined) throw outside(name);
    return root;
  }
}

/** By hand, since Node's recursive mkdir never ends where a parent can be neither entered nor made. */
export async function makeArtifactFolder(folder: string): Promise<void> {
  const made = (): Promise<unknown> => mkdir(folder, { mode: 0o700 }).then(() => null, errorCode);
  let problem = await made();
  if (problem === 'ENOENT' && dirname(folder) !== folder) {
    await makeArtifactFolder(dirname(folder));
    problem = await made();
  }
  if (problem === null || (problem === 'EEXIST' && (await isFolder(folder)))) return;
  throw new Fault('INVALID_ARGUMENT', `The artifact folder cannot be made: ${folder}: ${problem}.`, {
    nextStep: 'Start the server with another --artifacts.',
  });
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Step by step, so that a link that leads out is seen before anything is made behind it. */
async function makeFolders(realRoot: string, relativePath: string, name: string): Promise<string> {
  let folder = realRoot;
  for (const step of relativePath.split(sep).filter((part) => part !== '')) {
    const next = join(folder, step);
    await mkdir(next, { mode: 0o700 }).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
    folder = await realpath(next);
    if (!isBelow(folder, realRoot)) throw outside(name);
    if (!(await lstat(folder)).isDirectory()) throw outside(name);
  }
  return folder;
}

async function writeNew(path: string, bytes: Uint8Array, name: string): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const file = await open(path, flags, 0o600).catch((error: unknown) => {
    if (errorCode(error) === 'EEXIST' || errorCode(error) === 'ELOOP') {
      throw new Fault('INVALID_ARGUMENT', `${name} is already there; files are never overwritten.`, {
        cause: error,
      });
    }
    throw new Fault('UNKNOWN', `${name} could not be written: ${errorCode(error) ?? String(error)}.`, {
      cause: error,
    });
  });
  try {
    await file.writeFile(bytes);
  } finally {
    await file.close();
  }
}

function outside(name: string): Fault {
  return new Fault('INVALID_ARGUMENT', `The path "${name}" leads outside the folders for results.`, {
    nextStep: 'Name a file without folders, or one below the artefact folder.',
  });
}

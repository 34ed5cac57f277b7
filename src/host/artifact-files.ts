/** Writes what a call hands out as a file. Paths stay inside the artefact folder or a root that was allowed explicitly. */
import { constants } from 'node:fs';
import { mkdir, open, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { errorCode, isBelow, makeFoldersBelow, outsideFault } from './paths.ts';

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
    const parent = await makeFoldersBelow(realRoot, relative(root, dirname(wanted)), 0o700).catch(
      (cause: unknown) => {
        throw unwritable(name, cause);
      },
    );
    if (parent === null) throw outside(name);
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
  throw new Fault('INVALID_ARGUMENT', `The artifact folder ${folder} cannot be created: ${problem}.`, {
    nextStep: 'Start the server with another folder in --artifacts.',
  });
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function writeNew(path: string, bytes: Uint8Array, name: string): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const file = await open(path, flags, 0o600).catch((error: unknown) => {
    if (errorCode(error) === 'EEXIST' || errorCode(error) === 'ELOOP') {
      throw new Fault('INVALID_ARGUMENT', `${name} already exists; files are never overwritten.`, {
        cause: error,
      });
    }
    throw unwritable(name, error);
  });
  try {
    await file.writeFile(bytes);
  } finally {
    await file.close();
  }
}

function unwritable(name: string, cause: unknown): Fault {
  return new Fault('UNKNOWN', `${name} could not be written: ${errorCode(cause) ?? String(cause)}.`, {
    cause,
  });
}

function outside(name: string): Fault {
  return outsideFault(
    name,
    'the folders for results',
    'Pass a file name without folders, or a path below the artifact folder.',
  );
}

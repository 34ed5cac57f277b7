/** Writes what a call hands out as a file. Paths stay inside the artefact folder or a root that was allowed explicitly. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { Fault } from '../core/fault.ts';
import type { Operation } from '../core/operation.ts';

export interface ArtifactFolderOptions {
  /** Made when first needed. */
  readonly path: string;
  /** Further folders into which a caller may name a path; they must exist. */
  readonly alsoAllowed: readonly string[];
}

export class ArtifactFolder {
  readonly #folder: string;
  readonly #alsoAllowed: readonly string[];

  constructor({ path, alsoAllowed }: ArtifactFolderOptions) {
    this.#folder = resolve(path);
    this.#alsoAllowed = alsoAllowed.map((root) => resolve(root));
  }

  /** Writes under `name` with something unique in it, and gives the absolute path. UNKNOWN when the disk refuses. */
  async save(op: Operation, name: string, bytes: Uint8Array | string): Promise<string> {
    const { name: stem, ext } = parse(name);
    return await this.saveAs(op, `${stem}-${randomUUID().slice(0, 8)}${ext}`, bytes);
  }

  /**
   * Writes a new file at `path`: below the artefact folder when relative, else absolute and below an allowed folder.
   * Folders on the way are made. Gives the absolute path. INVALID_ARGUMENT, with nothing written, for a path that leads
   * outside (also by a link) or a file that is already there.
   */
  async saveAs(op: Operation, path: string, bytes: Uint8Array | string): Promise<string> {
    op.check();
    if (path === '' || path.includes('\0')) throw outside(path);
    const wanted = resolve(this.#folder, path);
    const root = await this.#rootOf(wanted, path);
    const realRoot = await realpath(root);
    const parent = await makeFolders(realRoot, relative(root, dirname(wanted)), path);
    const target = join(parent, basename(wanted));
    op.check();
    await writeNew(target, bytes, path);
    return target;
  }

  async #rootOf(wanted: string, path: string): Promise<string> {
    if (isBelow(wanted, this.#folder)) {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      return this.#folder;
    }
    const root = this.#alsoAllowed.find((each) => isBelow(wanted, each));
    if (root === undefined) throw outside(path);
    return root;
  }
}

/** Step by step, so that a link that leads out is seen before anything is made behind it. */
async function makeFolders(realRoot: string, way: string, name: string): Promise<string> {
  let folder = realRoot;
  for (const step of way.split(sep).filter((part) => part !== '')) {
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

async function writeNew(path: string, bytes: Uint8Array | string, name: string): Promise<void> {
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

function isBelow(path: string, root: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function outside(name: string): Fault {
  return new Fault('INVALID_ARGUMENT', `The path "${name}" leads outside the folders for results.`, {
    nextStep: 'Name a file without folders, or one below the artefact folder.',
  });
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

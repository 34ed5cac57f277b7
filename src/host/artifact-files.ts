/** Writes what a call hands out as a file. Paths stay inside the artefact folder or a root that was allowed explicitly. */
import { constants } from 'node:fs';
import { open, realpath, rm } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { longestMs, makeArtifactFolder } from './artifact-folders.ts';
import { errorCode, isBelow, makeFoldersBelow, outsideFault } from './paths.ts';

export interface ArtifactOptions {
  /** Made when first needed. */
  readonly folder: string;
  /** Further folders into which a caller may name an absolute path; they must exist. */
  readonly allowedRoots?: readonly string[];
  /** A caller may name no path: whatever is written stays in the artifact folder under a name of its own. */
  readonly readOnly?: boolean;
}

/** What one server keeps in its artifact folder [O1]. */
const mostBytes = 500_000_000;

export interface ArtifactFile {
  readonly path: string;
  readonly sizeBytes: number;
}

interface Written extends ArtifactFile {
  readonly atMs: number;
}

export class ArtifactFiles {
  readonly #folder: string;
  #allowedRoots: readonly string[];
  readonly #readOnly: boolean;
  /** Of this process, oldest first. */
  readonly #written: Written[] = [];

  constructor({ folder, allowedRoots = [], readOnly = false }: ArtifactOptions) {
    this.#folder = resolve(folder);
    this.#readOnly = readOnly;
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
    if (
      root !== this.#folder &&
      relative(root, wanted)
        .split(sep)
        .some((part) => part.startsWith('.'))
    )
      throw hidden(name);
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
    if (root === this.#folder)
      await this.#keepBounded({ path, sizeBytes: bytes.length, atMs: op.clock.epochMs() });
    return { path, sizeBytes: bytes.length };
  }

  /** The same for a path that a caller named; INVALID_ARGUMENT under --read-only too. */
  async writeAs(op: Operation, name: string, bytes: Uint8Array): Promise<ArtifactFile> {
    this.assertNamed();
    return await this.write(op, name, bytes);
  }

  /** INVALID_ARGUMENT under --read-only, where callers name no paths. */
  assertNamed(): void {
    if (!this.#readOnly) return;
    throw new Fault('INVALID_ARGUMENT', 'savePath is not taken: the server was started with --read-only.', {
      nextStep: 'Leave savePath out; the file goes to the artifact folder, and the answer names it.',
    });
  }

  /** Further folders, from now on. */
  allow(folders: readonly string[]): void {
    this.#allowedRoots = [...new Set([...this.#allowedRoots, ...folders.map((folder) => resolve(folder))])];
  }

  /** The oldest go first; never the one that was just written, nor a file that is not of this process. */
  async #keepBounded(newest: Written): Promise<void> {
    this.#written.push(newest);
    let total = this.#written.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    for (let [oldest] = this.#written; oldest !== undefined && oldest !== newest; [oldest] = this.#written) {
      if (total <= mostBytes && newest.atMs - oldest.atMs <= longestMs) return;
      this.#written.shift();
      total -= oldest.sizeBytes;
      await rm(oldest.path, { force: true }).catch(() => {}); // somebody else's by now
    }
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
  const code = errorCode(cause) ?? String(cause);
  const shown = name.length > 200 ? `${name.slice(0, 200)}…` : name;
  const words = `${shown} could not be written: ${code}.`;
  const nextStep = remedies[code];
  return nextStep === undefined
    ? new Fault('UNKNOWN', words, { cause })
    : new Fault('INVALID_ARGUMENT', words, { cause, nextStep });
}

/** By the system's error code. */
const remedies: Readonly<Record<string, string>> = {
  ENAMETOOLONG: 'Pass a shorter path; names have at most 255 bytes.',
  EINVAL: 'Pass a name that the file system takes.',
  EILSEQ: 'Pass a name that the file system takes.',
  ENOSPC: 'Make room on the disk, or start the server with another folder in --artifacts.',
  EDQUOT: 'Make room on the disk, or start the server with another folder in --artifacts.',
  EROFS:
    'The file system is read-only: pass a path elsewhere, or start the server with another folder in --artifacts.',
  EACCES: 'Pass a path in a folder that this user may write to.',
  EPERM: 'Pass a path in a folder that this user may write to.',
  ELOOP: 'Pass a path without links that lead to themselves.',
};

/** Such files configure programs, clients of this server among them, and what is written may come from an app. */
function hidden(name: string): Fault {
  return new Fault('INVALID_ARGUMENT', `${name} is hidden, or lies in a hidden folder.`, {
    nextStep:
      'Pass a name that does not begin with a dot, or none: then the file goes to the artifact folder.',
  });
}

function outside(name: string): Fault {
  return outsideFault(
    name,
    'the folders for results',
    'Pass a file name without folders, or a path below the artifact folder.',
  );
}

/** Configuration files of other programs: read, and replaced as a whole or not at all. */
import { randomUUID } from 'node:crypto';
import { chmod, lstat, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Fault } from '@mobile-debug/core/fault.ts';
import { errorCode } from './paths.ts';

/** Such files may hold keys, so one that we make is this user's alone. */
const ownerOnly = 0o600;

/**
 * Its text, with a byte order mark if it has one; null when there is no such file. INVALID_ARGUMENT when it cannot be read, or
 * is not UTF-8: what cannot be read to the last byte could not be put back either.
 */
export async function readConfigFile(path: string): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(path));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw unusable(path, 'read', error);
  }
}

/**
 * Puts the text in the place of the file, whose mode stays; folders that are missing are made. A link stays a link: what it
 * leads to is replaced. A program that reads meanwhile sees the old text or the new. INVALID_ARGUMENT, and the old text, where it fails.
 */
export async function replaceConfigFile(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    const target = await targetOf(path);
    const mode = await stat(target).then(
      (found) => found.mode & 0o777,
      () => ownerOnly,
    );
    const fresh = `${target}.${randomUUID()}`;
    try {
      await writeFile(fresh, text, { mode: ownerOnly, flag: 'wx' });
      await chmod(fresh, mode);
      await rename(fresh, target);
    } catch (error) {
      await rm(fresh, { force: true });
      throw error;
    }
  } catch (error) {
    throw unusable(path, 'written', error);
  }
}

export async function removeConfigFile(path: string): Promise<void> {
  await rm(path, { force: true }).catch((error: unknown) => {
    throw unusable(path, 'removed', error);
  });
}

/** Whether something is there, a folder included. */
export async function isThere(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    () => false,
  );
}

/** Of a file that runs: without the links of a global installation. */
export async function realPath(path: string): Promise<string> {
  return await realpath(path).catch(() => path);
}

/** What a link leads to, also where that does not exist yet. */
async function targetOf(path: string): Promise<string> {
  return await realpath(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return path;
    throw error;
  });
}

function unusable(path: string, done: string, cause: unknown): Fault {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new Fault('INVALID_ARGUMENT', `${path} cannot be ${done}: ${why}`, {
    nextStep: 'Mend that, or add the block that "setup CLIENT --print" shows by hand.',
    cause,
  });
}

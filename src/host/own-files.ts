/** Small files and sockets of this user outside the artefact folder: what other tools wrote down, where ours listen. */
import { lstat, mkdtemp, open, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode } from './paths.ts';

const longestText = 1 << 20;

/**
 * Text of a file that belongs to this user; null when there is none, it is longer than 1 MiB, a link, or another user's,
 * who could lead us anywhere with it.
 */
export async function readOwnText(path: string): Promise<string | null> {
  try {
    const found = await lstat(path);
    if (!found.isFile() || found.size > longestText || !isOwn(found.uid)) return null;
    const file = await open(path);
    try {
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch {
    return null; // not there or not to be read: nothing was written down for us
  }
}

/** Whether a socket or file there belongs to this user. */
export async function isOwnPath(path: string): Promise<boolean> {
  return await lstat(path).then(
    ({ uid }) => isOwn(uid),
    () => false,
  );
}

/** macOS takes no longer path for a socket (sun_path, with its end). */
const longestSocketPath = 103;

/** A fresh folder only for this user, short enough that sockets in it can be named `name`. */
export async function makeSocketFolder(prefix: string, name: string): Promise<string> {
  const added = join(`/${prefix}123456`, name).length;
  const base = tmpdir().length + added <= longestSocketPath ? tmpdir() : '/tmp';
  return await mkdtemp(join(base, prefix));
}

/** Removes the socket and its folder; if the folder has other content, it stays. */
export async function removeSocketFolder(folder: string, name: string): Promise<void> {
  await rm(join(folder, name), { force: true }).catch(() => {});
  await rmdir(folder).catch(() => {});
}

/** Whether a process with this id runs; it may have become another one since the id was noted. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function isOwn(uid: number): boolean {
  return process.getuid === undefined || uid === process.getuid();
}

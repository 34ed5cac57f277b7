/** The folder of the files that this server writes, and what earlier servers left. */
import { lstat, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Fault } from '@mobile-debug/core/fault.ts';
import { errorCode } from './paths.ts';

/** How long a file is kept [O1]. */
export const longestMs = 7 * 24 * 3_600_000;

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

/**
 * Removes the artifact folders that earlier servers of this user left in `parent` and that nothing was written to for a
 * week. Gives their number. Never throws.
 */
export async function removeStaleFolders(parent: string, stem: string, nowMs: number): Promise<number> {
  const names = await readdir(parent).catch(() => []);
  let removed = 0;
  for (const name of names.filter((each) => /^_[0-9a-f]{12}$/.test(each.replace(stem, '')))) {
    const path = join(parent, name);
    const found = await lstat(path).catch(() => null);
    const isOurs = found?.isDirectory() === true && found.uid === (process.getuid?.() ?? found.uid);
    if (!isOurs || nowMs - found.mtimeMs <= longestMs) continue;
    const gone = await rm(path, { recursive: true, force: true }).then(
      () => true,
      () => false,
    );
    if (gone) removed++;
  }
  return removed;
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

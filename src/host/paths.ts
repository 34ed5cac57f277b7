/** What the parts of `host` that touch files share: the system's error codes, and staying below a folder. */
import { lstat, mkdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { Fault } from '@mobile-debug/core/fault.ts';

/** Such as `ENOENT`; undefined for what is no error of the system. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** Below, not the folder itself. Both paths resolved; links are the caller's matter. */
export function isBelow(path: string, root: string): boolean {
  const inside = relative(root, path);
  return inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

/** For whoever named a path that leaves `folder`, said as `its folder`; nothing was written. */
export function outsideFault(path: string, folder: string, nextStep: string): Fault {
  return new Fault('INVALID_ARGUMENT', `The path ${JSON.stringify(path)} leads outside ${folder}.`, {
    nextStep,
  });
}

/**
 * Makes the folders of a relative path below a resolved root and gives the last one, resolved. Step by step, so that a
 * link that leads out is seen before anything is made behind it: null for such a one, and for a step that is no folder.
 * Throws the system's error where one cannot be made.
 */
export async function makeFoldersBelow(
  realRoot: string,
  relativePath: string,
  mode: number,
): Promise<string | null> {
  let folder = realRoot;
  for (const step of relativePath.split(sep).filter((part) => part !== '')) {
    const next = join(folder, step);
    await mkdir(next, { mode }).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
    // A link may lead to nothing, or to itself.
    const real = await realpath(next).catch(() => null);
    if (real === null || !isBelow(real, realRoot) || !(await lstat(real)).isDirectory()) return null;
    folder = real;
  }
  return folder;
}

/** What the parts of `host` that touch files share: the system's error codes, and whether a path lies in a folder. */
import { isAbsolute, relative, sep } from 'node:path';

/** Such as `ENOENT`; undefined for what is no error of the system. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** Below, not the folder itself. Both paths resolved; links are the caller's matter. */
export function isBelow(path: string, root: string): boolean {
  const inside = relative(root, path);
  return inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

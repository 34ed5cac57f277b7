/** Joining paths that a host gave, by the rules of the host's system. */
import { posix, win32 } from 'node:path';

function pathOf(sample: string): typeof posix {
  return /^[A-Za-z]:[\\/]|^\\\\/.test(sample) ? win32 : posix;
}

export function joinPath(folder: string, ...parts: readonly string[]): string {
  return pathOf(folder).join(folder, ...parts);
}

export function resolvePath(folder: string, path: string): string {
  return pathOf(folder).resolve(folder, path);
}

export function baseName(path: string): string {
  return pathOf(path).basename(path);
}

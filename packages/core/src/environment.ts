/** The environment variables of programs, as they are handed on. */
import { posix, win32 } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The folders of PATH, in their order; Windows writes its name in more than one way. */
export function pathFolders(env: Environment, platform: string): readonly string[] {
  const { delimiter } = platform === 'win32' ? win32 : posix;
  return (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => folder !== '');
}

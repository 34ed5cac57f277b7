/** Where JDKs are: a compiler and a runtime side by side. Which of them is new enough, only they themselves say. */
import { posix, win32 } from 'node:path';
import { pathFolders } from '@mobile-debug/core/environment.ts';
import { javaHomes } from './java-homes.ts';
import type { SearchPaths } from './tool-search.ts';

export interface Jdk {
  readonly java: string;
  readonly javac: string;
}

/** What a variable names comes first, then the path, then the usual folders. Each once. */
export function findJdks(search: SearchPaths): readonly Jdk[] {
  const { env, platform } = search;
  const { join } = platform === 'win32' ? win32 : posix;
  const suffix = platform === 'win32' ? '.exe' : '';
  const named = ['JAVA_HOME', 'GRADLE_JAVA_HOME'].flatMap((name) => env[name] ?? []);
  const folders = [
    ...named.map((home) => join(home, 'bin')),
    ...pathFolders(env, platform),
    ...javaHomes(search).map(({ home }) => join(home, 'bin')),
  ];
  return [...new Set(folders)]
    .map((folder) => ({ java: join(folder, `java${suffix}`), javac: join(folder, `javac${suffix}`) }))
    .filter(({ java, javac }) => search.exists(java) && search.exists(javac));
}

/** `javac 17.0.15`: 17; `javac 1.8.0_392`: 8. Null for other words. */
export function javacRelease(words: string): number | null {
  // javac 8 says 1.8, all later ones their number first [T7].
  const [, first, second] = /^javac (\d+)(?:\.(\d+))?/m.exec(words) ?? [];
  if (first === undefined) return null;
  return Number(first === '1' ? second : first);
}

/** Where programs of the Android SDK, of Python and of the path may lie. */
import { posix, win32 } from 'node:path';
import { pathFolders } from '@mobile-debug/core/environment.ts';
import type { FoundTool, SearchPaths } from './tool-search.ts';

export function below(
  search: SearchPaths,
  home: string | undefined,
  method: readonly string[],
): string | undefined {
  if (home === undefined || home === '') return undefined;
  return at(search, '', home, ...method).path;
}

export function at({ platform }: SearchPaths, source: string, ...parts: readonly string[]): FoundTool {
  const windows = platform === 'win32';
  const path = (windows ? win32 : posix).join(...parts);
  return { path: windows && !/\.\w+$/.test(path) ? `${path}.exe` : path, source };
}

export function onPath(program: string, search: SearchPaths): FoundTool[] {
  return pathFolders(search.env, search.platform).map((folder) => at(search, 'PATH', folder, program));
}

/** A program in each SDK there may be. */
export function inSdk(search: SearchPaths, ...inside: readonly string[]): FoundTool[] {
  return sdkRoots(search).map(({ root, source }) => at(search, source, root, ...inside));
}

interface SdkRoot {
  readonly root: string;
  readonly source: string;
}

/** Variables first, then where Android Studio, the package managers and the older installers put the SDK. */
function sdkRoots({ env, platform }: SearchPaths): readonly SdkRoot[] {
  const named = ['ANDROID_SDK_ROOT', 'ANDROID_HOME'].flatMap((source) => {
    const root = env[source];
    return root ? [{ root, source }] : [];
  });
  return [...named, ...usualSdkRoots(env, platform).map((root) => ({ root, source: 'usual folder' }))];
}

function usualSdkRoots(env: SearchPaths['env'], platform: NodeJS.Platform): readonly string[] {
  const below = (join: typeof posix.join, folder: string | undefined, ...rest: string[]) =>
    folder ? [join(folder, ...rest)] : [];
  if (platform === 'win32') {
    return [
      ...below(win32.join, env['LOCALAPPDATA'], 'Android', 'Sdk'),
      ...below(win32.join, env['USERPROFILE'], 'AppData', 'Local', 'Android', 'Sdk'),
      'C:\\Android\\sdk',
    ];
  }
  if (platform === 'darwin') {
    return [
      ...below(posix.join, env['HOME'], 'Library', 'Android', 'sdk'),
      '/opt/homebrew/share/android-commandlinetools',
      '/usr/local/share/android-commandlinetools',
    ];
  }
  return [
    ...below(posix.join, env['HOME'], 'Android', 'Sdk'),
    '/usr/lib/android-sdk',
    '/opt/android-sdk',
    '/opt/android-sdk-linux',
  ];
}

/** Where pip, pipx and pyenv put programs. */
export function pythonFolders(search: SearchPaths): string[] {
  const home = search.env['HOME'] || '/';
  const versions = (folder: string): string[] =>
    search.list(folder).map((version) => posix.join(folder, version, 'bin'));
  return [
    posix.join(home, '.pyenv', 'shims'),
    ...versions(posix.join(home, '.pyenv', 'versions')),
    posix.join(home, '.local', 'bin'),
    posix.join(home, '.local', 'pipx', 'venvs', 'fb-idb', 'bin'),
    '/opt/homebrew/bin',
    '/usr/local/bin',
    ...versions(posix.join(home, 'Library', 'Python')),
  ];
}

/** Where adb is on this computer: a pure function of the environment, the platform and what exists. */
import { posix, win32 } from 'node:path';
import { Fault } from '@mobile-debug/core/fault.ts';
import { ConfiguredPathFault, type FoundTool, type ToolSearch } from './tool-search.ts';

/** TOOL_NOT_FOUND naming ADB_PATH when it is set and wrong, else saying how adb is installed on this platform. */
export function findAdb(search: ToolSearch): FoundTool {
  const { env, exists } = search;
  const explicit = env['ADB_PATH'];
  if (explicit) {
    if (exists(explicit)) return { path: explicit, source: 'ADB_PATH' };
    throw new ConfiguredPathFault(
      'ADB_PATH',
      `ADB_PATH names ${explicit}, which is not there or may not be run.`,
      'Correct or unset ADB_PATH.',
    );
  }
  const found = [...candidates(search)].find(({ path }) => exists(path));
  if (found) return found;
  throw new Fault('TOOL_NOT_FOUND', 'adb was not found, and no adb server is running.', {
    nextStep: `${installHint(search.platform)} Or set ADB_PATH to it.`,
  });
}

function* candidates({ env, platform }: ToolSearch): Generator<FoundTool> {
  const windows = platform === 'win32';
  const { join, delimiter } = windows ? win32 : posix;
  const program = windows ? 'adb.exe' : 'adb';
  for (const name of ['ANDROID_SDK_ROOT', 'ANDROID_HOME']) {
    const root = env[name];
    if (root) yield { path: join(root, 'platform-tools', program), source: name };
  }
  const path = env['PATH'] ?? env['Path'] ?? '';
  for (const folder of path.split(delimiter)) {
    if (folder) yield { path: join(folder, program), source: 'PATH' };
  }
  for (const folder of usualFolders(env, platform)) {
    yield { path: join(folder, 'platform-tools', program), source: 'usual folder' };
  }
}

function usualFolders(env: ToolSearch['env'], platform: NodeJS.Platform): string[] {
  const home = env['HOME'];
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'];
    const profile = env['USERPROFILE'];
    return [
      ...(local ? [win32.join(local, 'Android', 'Sdk')] : []),
      ...(profile ? [win32.join(profile, 'AppData', 'Local', 'Android', 'Sdk')] : []),
      'C:\\Android\\sdk',
    ];
  }
  if (platform === 'darwin') {
    return [
      ...(home ? [posix.join(home, 'Library', 'Android', 'sdk')] : []),
      '/opt/homebrew/share/android-commandlinetools',
      '/usr/local/share/android-commandlinetools',
    ];
  }
  return [
    ...(home ? [posix.join(home, 'Android', 'Sdk')] : []),
    '/usr/lib/android-sdk',
    '/opt/android-sdk',
    '/opt/android-sdk-linux',
  ];
}

function installHint(platform: NodeJS.Platform): string {
  if (platform === 'darwin')
    return 'Install it with `brew install --cask android-platform-tools` or Android Studio.';
  if (platform === 'win32') return 'Install it with `winget install Google.PlatformTools` or Android Studio.';
  return 'Install it with `sudo apt install adb` (or your package manager) or Android Studio.';
}

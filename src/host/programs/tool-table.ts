/** Where each program that we use may be: one table, for the environment, the platform and the files there are. Pure. */
import { Fault } from '@mobile-debug/core/fault.ts';
import { javaCandidates } from './java-homes.ts';
import { at, below, inSdk, onPath, pythonFolders } from './program-search.ts';
import { configured, type FoundTool, type SearchPaths } from './tool-search.ts';

export type ToolName =
  | 'adb'
  | 'emulator'
  | 'xcrun'
  | 'xcodebuild'
  | 'idb'
  | 'idb_companion'
  | 'axe'
  | 'java'
  | 'bundletool';

interface ToolEntry {
  /** Variables that name the program itself; a wrong one is an error, never passed over. */
  readonly variables: readonly string[];
  /** Variables that name a folder, with the path from there to the program. */
  readonly homes?: readonly { readonly variable: string; readonly method: readonly string[] }[];
  readonly program: string;
  /** Only on macOS. */
  readonly apple?: boolean;
  /** Its usual folders come before PATH: what is found by chance on PATH is often another one. */
  readonly usualFirst?: boolean;
  usual(search: SearchPaths): readonly FoundTool[];
  /** What its absence means, where that is more than its absence. */
  readonly missing?: string;
  readonly fix: { readonly darwin: string; readonly win32: string; readonly linux: string };
}

const onlyMac = 'It is part of Xcode, which runs on macOS only.';

const toolTable: Readonly<Record<ToolName, ToolEntry>> = {
  adb: {
    variables: ['ADB_PATH'],
    program: 'adb',
    usual: (search) => inSdk(search, 'platform-tools', 'adb'),
    missing: 'adb was not found, and no adb server is running.',
    fix: {
      darwin: 'Install it with `brew install --cask android-platform-tools` or Android Studio.',
      win32: 'Install it with `winget install Google.PlatformTools` or Android Studio.',
      linux: 'Install it with `sudo apt install adb` (or your package manager) or Android Studio.',
    },
  },
  emulator: {
    variables: ['ANDROID_EMULATOR_PATH'],
    program: 'emulator',
    usual: (search) => inSdk(search, 'emulator', 'emulator'),
    fix: same('Install it in Android Studio under SDK Manager > SDK Tools > Android Emulator.'),
  },
  xcrun: {
    variables: ['XCRUN_PATH'],
    program: 'xcrun',
    apple: true,
    usual: () => [{ path: '/usr/bin/xcrun', source: 'usual folder' }],
    fix: {
      ...same(onlyMac),
      darwin: 'Install Xcode, then run `sudo xcode-select -s /Applications/Xcode.app`.',
    },
  },
  xcodebuild: {
    variables: ['XCODEBUILD_PATH'],
    program: 'xcodebuild',
    apple: true,
    usual: () => [{ path: '/usr/bin/xcodebuild', source: 'usual folder' }],
    fix: {
      ...same(onlyMac),
      darwin: 'Install Xcode, then run `sudo xcode-select -s /Applications/Xcode.app`.',
    },
  },
  idb: {
    variables: ['MCP_IDB_PATH', 'IDB_PATH'],
    program: 'idb',
    apple: true,
    usualFirst: true,
    usual: (search) => pythonFolders(search).map((folder) => at(search, 'usual folder', folder, 'idb')),
    fix: { ...same(onlyMac), darwin: 'Install it with `pipx install fb-idb`.' },
  },
  idb_companion: {
    variables: ['MCP_IDB_COMPANION_PATH', 'IDB_COMPANION_PATH'],
    program: 'idb_companion',
    apple: true,
    usualFirst: true,
    usual: (search) =>
      ['/opt/homebrew/bin', '/usr/local/bin'].map((folder) =>
        at(search, 'usual folder', folder, 'idb_companion'),
      ),
    fix: {
      ...same(onlyMac),
      darwin:
        'Install it with `brew install facebook/fb/idb` (or, for older systems, `brew tap facebook/fb && brew install idb-companion`).',
    },
  },
  axe: {
    variables: ['AXE_PATH'],
    program: 'axe',
    apple: true,
    usual: (search) =>
      ['/opt/homebrew/bin', '/usr/local/bin'].map((folder) => at(search, 'usual folder', folder, 'axe')),
    fix: { ...same(onlyMac), darwin: 'Install it with `brew install cameroncooke/axe/axe`.' },
  },
  java: {
    variables: [],
    homes: [
      { variable: 'GRADLE_JAVA_HOME', method: ['bin', 'java'] },
      { variable: 'JAVA_HOME', method: ['bin', 'java'] },
    ],
    program: 'java',
    usualFirst: true,
    usual: javaCandidates,
    fix: {
      darwin: 'Install a JDK with `brew install --cask temurin@17`, or Android Studio.',
      win32: 'Install a JDK with `winget install EclipseAdoptium.Temurin.17.JDK`, or Android Studio.',
      linux:
        'Install a JDK with `sudo apt install openjdk-17-jdk-headless` (or your package manager), or Android Studio.',
    },
  },
  bundletool: {
    variables: ['BUNDLETOOL_PATH'],
    program: 'bundletool',
    usual: (search) =>
      ['/opt/homebrew/bin', '/usr/local/bin'].map((folder) =>
        at(search, 'usual folder', folder, 'bundletool'),
      ),
    fix: {
      ...same('Download bundletool-all.jar from its GitHub releases and set BUNDLETOOL_PATH to it.'),
      darwin: 'Install it with `brew install bundletool`.',
    },
  },
};

/**
 * TOOL_NOT_FOUND naming the variable when an explicit one is wrong, else saying how the program is installed here.
 * The order: variables, SDK or JDK folders, PATH, usual folders.
 */
export function findTool(name: ToolName, search: SearchPaths): FoundTool {
  const entry = toolTable[name];
  const explicit = explicitTool(name, entry, search);
  if (explicit) return explicit;
  const usual = entry.usual(search);
  const bySdk = usual.filter(({ source }) => source !== 'usual folder');
  const rest = usual.filter(({ source }) => source === 'usual folder');
  const path = onPath(entry.program, search);
  const order = entry.usualFirst ? [...usual, ...path] : [...bySdk, ...path, ...rest];
  const found = order.find(({ path }) => search.exists(path));
  if (found) return found;
  throw new Fault('TOOL_NOT_FOUND', entry.missing ?? `${name} was not found.`, {
    nextStep: fixFor(name, search.platform),
  });
}

/** One sentence on how to get the program on this platform. */
export function fixFor(name: ToolName, platform: NodeJS.Platform): string {
  const { fix, variables, homes } = toolTable[name];
  const words = platform === 'darwin' ? fix.darwin : platform === 'win32' ? fix.win32 : fix.linux;
  const variable = variables[0] ?? homes?.[0]?.variable;
  return variable === undefined || words === onlyMac ? words : `${words} Or set ${variable}.`;
}

/** Whether the program can exist on this platform at all. */
export function isForPlatform(name: ToolName, platform: NodeJS.Platform): boolean {
  return !toolTable[name].apple || platform === 'darwin';
}

/** Whether a variable names the program itself, so that it is there on purpose. */
export function isNamed(name: ToolName, env: SearchPaths['env']): boolean {
  return toolTable[name].variables.some((variable) => Boolean(env[variable]));
}

function explicitTool(
  name: ToolName,
  { variables, homes = [] }: ToolEntry,
  search: SearchPaths,
): FoundTool | null {
  const named = [
    ...variables.map((variable) => ({ variable, path: search.env[variable] })),
    ...homes.map(({ variable, method }) => ({ variable, path: below(search, search.env[variable], method) })),
  ].find(({ path }) => path !== undefined && path !== '');
  if (!named?.path) return null;
  return configured(name, named.variable, { path: named.path, search });
}

/** The program that a shell would run, ignoring the variables; null when PATH has none. */
export function findOnPath(name: ToolName, search: SearchPaths): FoundTool | null {
  return onPath(toolTable[name].program, search).find(({ path }) => search.exists(path)) ?? null;
}

function same(words: string): ToolEntry['fix'] {
  return { darwin: words, win32: words, linux: words };
}

/** What kind of project a folder is, and where its Gradle and Xcode parts are. Never takes the first of several. */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { ProjectHost } from '../host-port/project-host.ts';
import { joinPath, resolvePath } from './paths.ts';

export const projectTypes = ['native', 'kmp', 'react-native', 'flutter'] as const;
export type ProjectType = (typeof projectTypes)[number];
export type BuildPlatform = 'android' | 'ios';

export interface FoundProject {
  readonly folder: string;
  readonly type: ProjectType;
  readonly platform: BuildPlatform;
  /** Folder of the Gradle wrapper or the Xcode project. */
  readonly buildFolder: string;
}

export interface ProjectQuery {
  readonly path: string;
  readonly type?: ProjectType | undefined;
  readonly platform?: BuildPlatform | undefined;
}

/**
 * INVALID_ARGUMENT when the folder is no project, when it can be built for both platforms and none was named (with the
 * choices), or when MCP_DISABLE_AUTODETECT demands what was left out.
 */
export async function findProject(
  op: Operation,
  host: ProjectHost,
  request: ProjectQuery,
): Promise<FoundProject> {
  const folder = resolvePath(host.workFolder, request.path);
  const stat = await host.stat(op, folder);
  if (!stat?.folder) throw new Fault('INVALID_ARGUMENT', `There is no folder ${folder}.`);
  demandExplicit(host, request);
  const type = request.type ?? (await detectType(op, host, folder));
  const folders = await platformFolders(op, host, { folder, type });
  const choices = (['android', 'ios'] as const).filter((platform) => folders[platform] !== null);
  const wanted = request.platform ?? (choices.length === 1 ? choices[0] : undefined);
  if (wanted === undefined && choices.length > 1) {
    throw new Fault('INVALID_ARGUMENT', `${folder} can be built for ${choices.join(' and ')}.`, {
      nextStep: 'Pass platform.',
      details: { choices },
    });
  }
  const buildFolder = wanted && folders[wanted];
  if (wanted && buildFolder) return { folder, type, platform: wanted, buildFolder };
  await refuseExpo(op, host, folder);
  throw new Fault(
    'INVALID_ARGUMENT',
    `${folder} is not a ${type} project${wanted ? ` for ${wanted}` : ''}: ${missing(type, wanted)}.`,
    {
      nextStep:
        'Pass the root folder of the project (the one with gradlew, pubspec.yaml, package.json or an .xcodeproj).',
    },
  );
}

/** An Expo project makes its native folders when it is told to. */
async function refuseExpo(op: Operation, host: ProjectHost, folder: string): Promise<void> {
  const manifest = await host.readText(op, joinPath(folder, 'package.json'));
  // As Expo's own templates have it [T6].
  if (manifest === null || !/"expo"\s*:\s*"/.test(manifest)) return;
  throw new Fault('INVALID_ARGUMENT', `${folder} is an Expo project that has no native folders yet.`, {
    nextStep: 'Run `npx expo prebuild` there once, then build again.',
  });
}

function demandExplicit(host: ProjectHost, { type, platform }: ProjectQuery): void {
  if (host.env['MCP_DISABLE_AUTODETECT'] !== '1' || (type !== undefined && platform !== undefined)) return;
  throw new Fault('INVALID_ARGUMENT', 'MCP_DISABLE_AUTODETECT is set: nothing is detected automatically.', {
    nextStep: 'Pass platform and projectType.',
  });
}

async function detectType(op: Operation, host: ProjectHost, folder: string): Promise<ProjectType> {
  const pubspec = await host.readText(op, joinPath(folder, 'pubspec.yaml'));
  // A package for Dart alone has no `flutter:` section [T6].
  if (pubspec !== null && /^\s*flutter:/m.test(pubspec)) return 'flutter';
  const manifest = await host.readText(op, joinPath(folder, 'package.json'));
  // Every React Native app depends on the package of that name [T6].
  if (manifest !== null && /"react-native"\s*:/.test(manifest)) return 'react-native';
  for (const name of ['build.gradle.kts', 'build.gradle', 'gradle/libs.versions.toml']) {
    const text = await host.readText(op, joinPath(folder, ...name.split('/')));
    // The plugin `org.jetbrains.kotlin.multiplatform`, or its alias [T5].
    if (text !== null && /multiplatform/i.test(text)) return 'kmp';
  }
  return 'native';
}

type PlatformFolders = Record<BuildPlatform, string | null>;

async function platformFolders(
  op: Operation,
  host: ProjectHost,
  { folder, type }: { readonly folder: string; readonly type: ProjectType },
): Promise<PlatformFolders> {
  const nested = type === 'react-native' || type === 'flutter';
  // The android folder itself may be named as well; its own root is then meant.
  const android = nested ? [joinPath(folder, 'android'), folder] : [folder, joinPath(folder, 'android')];
  const ios = nested
    ? [joinPath(folder, 'ios'), folder]
    : [folder, joinPath(folder, 'iosApp'), joinPath(folder, 'ios')];
  return {
    android: await firstWith(op, host, android, isGradleRoot),
    ios: await firstWith(op, host, ios, hasXcodeProject),
  };
}

async function firstWith(
  op: Operation,
  host: ProjectHost,
  folders: readonly string[],
  fits: (names: readonly string[]) => boolean,
): Promise<string | null> {
  for (const folder of folders) {
    const entries = await host.list(op, folder);
    if (entries && fits(entries.map(({ name }) => name))) return folder;
  }
  return null;
}

function isGradleRoot(names: readonly string[]): boolean {
  // As Gradle and its plugins have it [T5].
  return names.some((name) => /^(?:gradlew|gradlew\.bat|settings\.gradle(?:\.kts)?)$/.test(name));
}

function hasXcodeProject(names: readonly string[]): boolean {
  // As Xcode names and prints it [S14].
  return names.some((name) => /\.(?:xcworkspace|xcodeproj)$/.test(name) || name === 'Package.swift');
}

function missing(type: ProjectType, platform: BuildPlatform | undefined): string {
  const inside = type === 'react-native' || type === 'flutter';
  if (platform === 'ios') return `there is no Xcode project in ${inside ? 'ios' : 'it'}`;
  if (platform === 'android') return `there is no Gradle project in ${inside ? 'android' : 'it'}`;
  return 'it contains neither a Gradle nor an Xcode project';
}

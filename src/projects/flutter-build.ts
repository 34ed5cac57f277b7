/** How a Flutter project is built for Android: by `flutter`, which runs Gradle itself; without it by its Gradle part. */
import { pathFolders } from '@mobile-debug/core/environment.ts';
import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { ProjectHost } from '../host-port/project-host.ts';
import type { BuildPlan, BuildRequest } from './build-plan.ts';
import { gradleBuild, gradleEnv, readVariant } from './gradle-build.ts';
import { apksOf } from './gradle-outputs.ts';
import { variantOf } from './gradle-project.ts';
import { joinPath } from './paths.ts';

const modes = ['debug', 'profile', 'release'];

export async function flutterBuild(
  op: Operation,
  host: ProjectHost,
  request: BuildRequest,
): Promise<BuildPlan> {
  const { folder, buildFolder } = request.project;
  const command = await flutterProgram(op, host);
  if (command === null) return await gradleBuild(op, host, request);
  const wanted = readVariant(request.variant).variant;
  // Flutter's templates name the module so, and it builds no other.
  const variant = await variantOf(op, host, { path: ':app', folder: joinPath(buildFolder, 'app') }, wanted);
  const mode = modes.find((each) => variant.toLowerCase().endsWith(each)) ?? 'debug';
  const flavor = variant.slice(0, Math.max(0, variant.length - mode.length));
  return {
    command,
    args: ['build', 'apk', `--${mode}`, ...(flavor === '' ? [] : ['--flavor', flavor])],
    cwd: folder,
    env: await envOf(op, host, buildFolder),
    about: `flutter build apk --${mode}`,
    async products(later) {
      const apks = await apksOf(later, host, [joinPath(folder, 'build', 'app', 'outputs', 'apk')], variant);
      if (apks.length > 0) return apks;
      const copy = joinPath(
        folder,
        'build',
        'app',
        'outputs',
        'flutter-apk',
        `app-${flavor === '' ? '' : `${flavor}-`}${mode}.apk`,
      );
      return (await host.stat(later, copy)) ? [{ path: copy, abi: null }] : [];
    },
  };
}

/** Flutter finds a JDK itself; one that is chosen here only helps. */
async function envOf(op: Operation, host: ProjectHost, root: string) {
  try {
    return await gradleEnv(op, host, root);
  } catch (error) {
    if (!isFault(error, 'TOOL_NOT_FOUND')) throw error;
    return { ...host.env, TERM: 'dumb' };
  }
}

async function flutterProgram(op: Operation, host: ProjectHost): Promise<string | null> {
  const windows = host.platform === 'win32';
  const root = host.env['FLUTTER_ROOT'];
  const folders = [...(root ? [joinPath(root, 'bin')] : []), ...pathFolders(host.env, host.platform)];
  for (const folder of folders) {
    const program = joinPath(folder, windows ? 'flutter.bat' : 'flutter');
    const stat = await host.stat(op, program);
    if (stat && (windows || stat.executable)) return program;
  }
  return null;
}

/** How a Gradle project is built: its own wrapper, a JDK that fits, one module and variant. */
import type { Environment } from '@mobile-debug/core/environment.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { ProjectHost } from '../host-port/project-host.ts';
import type { BuildPlan, BuildProduct, BuildRequest } from './build-plan.ts';
import type { FoundProject } from './find-project.ts';
import { chooseJava } from './gradle-java.ts';
import { apksOf } from './gradle-outputs.ts';
import { appModule, type GradleModule, javaNeed, variantOf } from './gradle-project.ts';
import { joinPath } from './paths.ts';

export async function gradleBuild(
  op: Operation,
  host: ProjectHost,
  { project, variant }: BuildRequest,
): Promise<BuildPlan> {
  const root = project.buildFolder;
  const wanted = readVariant(variant);
  const module = await appModule(op, host, root, wanted.module);
  const chosen = await variantOf(op, host, module, wanted.variant);
  const task = `${module.path === ':' ? '' : module.path}:assemble${capital(chosen)}`;
  const { command, first } = await wrapper(op, host, root);
  return {
    command,
    args: [...first, task, '--console=plain'],
    cwd: root,
    env: await gradleEnv(op, host, root),
    about: `Gradle ${task}`,
    products: (later) => products(later, host, { project, module, variant: chosen }),
  };
}

/** `:app:freeDebug` names a module too; `debug` when nothing is said [T5]. */
export function readVariant(text: string | null): {
  readonly module: string | null;
  readonly variant: string;
} {
  const parts = (text ?? 'debug').split(':').filter((part) => part !== '');
  const variant = (parts.pop() ?? 'debug').replace(/^assemble/, '');
  if (!/^\w+$/.test(variant) || parts.some((part) => !/^[\w.-]+$/.test(part))) {
    throw new Fault('INVALID_ARGUMENT', `${JSON.stringify(text)} is not a variant.`, {
      nextStep: 'Examples: debug, freeRelease, :app:debug.',
    });
  }
  return {
    module: parts.length === 0 ? null : `:${parts.join(':')}`,
    variant: variant.charAt(0).toLowerCase() + variant.slice(1),
  };
}

interface Program {
  readonly command: string;
  readonly first: readonly string[];
}

async function wrapper(op: Operation, host: ProjectHost, root: string): Promise<Program> {
  const windows = host.platform === 'win32';
  const path = joinPath(root, windows ? 'gradlew.bat' : 'gradlew');
  const stat = await host.stat(op, path);
  if (!stat) {
    throw new Fault('TOOL_NOT_FOUND', `${root} has no Gradle wrapper.`, {
      nextStep: 'Run `gradle wrapper` in it once, and keep gradlew in the repository.',
    });
  }
  // Batch files cannot be run without their interpreter, and checkouts lose the executable bit.
  if (windows) return { command: 'cmd.exe', first: ['/d', '/s', '/c', path] };
  return stat.executable ? { command: path, first: [] } : { command: 'sh', first: [path] };
}

/** Only for this build: the environment of the computer stays as it is. */
export async function gradleEnv(op: Operation, host: ProjectHost, root: string): Promise<Environment> {
  const java = chooseJava(await host.javaHomes(op), await javaNeed(op, host, root));
  return { ...host.env, JAVA_HOME: java.home, TERM: 'dumb' };
}

interface ProductLocation {
  readonly project: FoundProject;
  readonly module: GradleModule;
  readonly variant: string;
}

async function products(
  op: Operation,
  host: ProjectHost,
  { project, module, variant }: ProductLocation,
): Promise<readonly BuildProduct[]> {
  const folders = [
    joinPath(module.folder, 'build', 'outputs', 'apk'),
    // Flutter and some templates build outside the module.
    joinPath(project.folder, 'build', module.path.slice(1).replaceAll(':', '/') || 'app', 'outputs', 'apk'),
    joinPath(module.folder, 'build', 'intermediates', 'apk'),
  ];
  return await apksOf(op, host, folders, variant);
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

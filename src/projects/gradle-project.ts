/** What a Gradle project says about itself: versions, modules that are apps, and their variants. */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { ProjectHost } from '../host-port/project-host.ts';
import type { JavaNeed } from './gradle-java.ts';
import { chosenVariant, variantsIn } from './gradle-variants.ts';
import { joinPath } from './paths.ts';

export interface GradleModule {
  /** `:app`, `:apps:phone`; `:` for the root. */
  readonly path: string;
  readonly folder: string;
}

const scripts = ['build.gradle.kts', 'build.gradle'];
/** As written by plugin id, by version catalogue alias, or by the old apply [T5]. */
const appPlugin =
  /com\.android\.application(?!['"]?\)?\s*(?:version\s+\S+\s+)?apply\s+false)|libs\.plugins\.[\w.]*(?:android[._]?application|androidApplication)\)?(?!\s*apply\s+false)/;

/** The app module that `wanted` names, or the only one. INVALID_ARGUMENT with the choices otherwise. */
export async function appModule(
  op: Operation,
  host: ProjectHost,
  root: string,
  wanted: string | null,
): Promise<GradleModule> {
  const modules = await allModules(op, host, root);
  if (wanted !== null) {
    const named = modules.find(({ path }) => path === wanted);
    if (named) return named;
    throw noModule(`There is no module ${wanted}`, modules);
  }
  const apps: GradleModule[] = [];
  for (const module of modules) if (await isApp(op, host, module)) apps.push(module);
  const [only, ...more] = apps;
  if (only && more.length === 0) return only;
  const usual = apps.length === 0 ? modules.find(({ path }) => path === ':app') : undefined;
  if (usual) return usual;
  throw noModule(
    apps.length === 0
      ? 'No module applies the Android application plugin'
      : `${apps.length} modules are apps`,
    apps.length === 0 ? modules : apps,
  );
}

async function allModules(op: Operation, host: ProjectHost, root: string): Promise<readonly GradleModule[]> {
  const settings =
    (await host.readText(op, joinPath(root, 'settings.gradle.kts'))) ??
    (await host.readText(op, joinPath(root, 'settings.gradle'))) ??
    '';
  return modulesIn(settings).map((path) => ({
    path,
    folder: joinPath(
      root,
      ...(moduleFolder(settings, path) ?? path.slice(1).replaceAll(':', '/')).split('/'),
    ),
  }));
}

/** Paths of `include`, in both languages and over several lines, and the root itself [T5]. */
export function modulesIn(settings: string): string[] {
  const plain = settings.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '$1');
  const found = new Set<string>([':']);
  for (const [, list = ''] of plain.matchAll(/\binclude\b\s*\(?((?:\s*,?\s*['"][^'"]+['"])+)/g)) {
    for (const [, name = ''] of list.matchAll(/['"]([^'"]+)['"]/g))
      found.add(name.startsWith(':') ? name : `:${name}`);
  }
  return [...found];
}

function moduleFolder(settings: string, path: string): string | undefined {
  const escaped = path.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(
    `project\\(['"]${escaped}['"]\\)\\.projectDir\\s*=\\s*(?:new File|file)\\([^'")]*['"]([^'"]+)['"]`,
  ).exec(settings)?.[1];
}

async function isApp(op: Operation, host: ProjectHost, module: GradleModule): Promise<boolean> {
  return appPlugin.test((await scriptOf(op, host, module)) ?? '');
}

async function scriptOf(op: Operation, host: ProjectHost, { folder }: GradleModule): Promise<string | null> {
  for (const name of scripts) {
    const text = await host.readText(op, joinPath(folder, name));
    if (text !== null) return text;
  }
  return null;
}

/** The variant that `wanted` means in this module; INVALID_ARGUMENT with the choices where its flavours are left out. */
export async function variantOf(
  op: Operation,
  host: ProjectHost,
  module: GradleModule,
  wanted: string,
): Promise<string> {
  return chosenVariant(variantsIn((await scriptOf(op, host, module)) ?? ''), wanted);
}

function noModule(what: string, modules: readonly GradleModule[]): Fault {
  const choices = modules.map(({ path }) => path).filter((path) => path !== ':');
  return new Fault('INVALID_ARGUMENT', `${what}. Modules: ${choices.join(', ') || 'none'}.`, {
    nextStep: 'Put the module before the variant, for example variant ":app:debug".',
    details: { modules: choices },
  });
}

/** From the wrapper's properties, the version catalogue and the build scripts [T5]. */
export async function javaNeed(op: Operation, host: ProjectHost, root: string): Promise<JavaNeed> {
  const wrapper = await host.readText(op, joinPath(root, 'gradle', 'wrapper', 'gradle-wrapper.properties'));
  const texts = await Promise.all(
    ['gradle/libs.versions.toml', ...scripts, 'settings.gradle.kts', 'settings.gradle'].map((name) =>
      host.readText(op, joinPath(root, ...name.split('/'))),
    ),
  );
  const text = texts.join('\n');
  return {
    gradle: /distributionUrl=.*gradle-(\d+(?:\.\d+)+)/.exec(wrapper ?? '')?.[1] ?? null,
    plugin:
      /com\.android\.(?:application|library)['"]?\)?\s+version\s+['"]?(\d+\.\d+(?:\.\d+)?)/.exec(text)?.[1] ??
      /com\.android\.tools\.build:gradle:(\d+\.\d+(?:\.\d+)?)/.exec(text)?.[1] ??
      /^\s*(?:agp|android-?gradle-?plugin|androidGradlePlugin)\s*=\s*"(\d+\.\d+(?:\.\d+)?)"/im.exec(
        text,
      )?.[1] ??
      null,
  };
}

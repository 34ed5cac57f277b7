/** What a Gradle project says about itself: versions, modules that are apps, and what a build of them produced. */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { ProjectHost } from '../host-port/project-host.ts';
import type { JavaNeed } from './gradle-java.ts';
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

async function isApp(op: Operation, host: ProjectHost, { folder }: GradleModule): Promise<boolean> {
  for (const name of scripts) {
    const text = await host.readText(op, joinPath(folder, name));
    if (text !== null) return appPlugin.test(text);
  }
  return false;
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

export interface GradleOutput {
  readonly path: string;
  /** Processor that it is for; null for all. */
  readonly abi: string | null;
  readonly modifiedMs: number;
}

const deepest = 4;

/** APKs of a variant by the metadata that the Android plugin writes beside them, newest build folder first. */
export async function apksOf(
  op: Operation,
  host: ProjectHost,
  folders: readonly string[],
  variant: string,
): Promise<readonly GradleOutput[]> {
  for (const folder of folders) {
    for (const metadata of await metadataBelow(op, host, folder, deepest)) {
      const found = await outputsOf(op, host, metadata, variant);
      if (found.length > 0) return found;
    }
  }
  return [];
}

async function metadataBelow(
  op: Operation,
  host: ProjectHost,
  folder: string,
  depth: number,
): Promise<string[]> {
  const entries = await host.list(op, folder);
  if (!entries) return [];
  const here = entries.some(({ name }) => name === 'output-metadata.json') ? [folder] : [];
  if (depth === 0) return here;
  const below: string[] = [];
  for (const entry of entries)
    if (entry.folder) below.push(...(await metadataBelow(op, host, joinPath(folder, entry.name), depth - 1)));
  return [...here, ...below];
}

async function outputsOf(
  op: Operation,
  host: ProjectHost,
  folder: string,
  variant: string,
): Promise<GradleOutput[]> {
  const text = await host.readText(op, joinPath(folder, 'output-metadata.json'));
  const metadata = parseMetadata(text ?? '');
  if (metadata?.variant.toLowerCase() !== variant.toLowerCase()) return [];
  const outputs: GradleOutput[] = [];
  for (const { file, abi } of metadata.elements) {
    const path = joinPath(folder, file);
    const stat = await host.stat(op, path);
    if (stat) outputs.push({ path, abi, modifiedMs: stat.modifiedMs });
  }
  return outputs;
}

/** Null for what is no metadata of APKs. */
export function parseMetadata(
  text: string,
): { variant: string; elements: { file: string; abi: string | null }[] } | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null; // cut off or written by something else: no metadata
  }
  if (typeof json !== 'object' || json === null) return null;
  const { artifactType, variantName, elements } = json as Record<string, unknown>;
  if ((artifactType as Record<string, unknown> | undefined)?.['type'] !== 'APK' || !Array.isArray(elements))
    return null;
  const rows = elements.filter(
    (row): row is Record<string, unknown> => typeof row === 'object' && row !== null,
  );
  return {
    variant: String(variantName),
    elements: rows.map((row) => {
      const filters = Array.isArray(row['filters']) ? (row['filters'] as Record<string, unknown>[]) : [];
      const abi = filters.find((filter) => filter['filterType'] === 'ABI')?.['value'];
      return { file: String(row['outputFile']), abi: typeof abi === 'string' ? abi : null };
    }),
  };
}

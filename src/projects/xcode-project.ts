/** Which Xcode project, scheme and product are meant: found or given back as choices, never the first of several. */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { ProjectHost } from '../host-port/project-host.ts';
import { baseName, joinPath } from './paths.ts';

export interface XcodeContainer {
  readonly flag: '-workspace' | '-project';
  readonly path: string;
}

const skipped = new Set(['Pods', 'Carthage', 'node_modules', '.build', 'DerivedData', 'build', '.git']);
const deepest = 3;

/** The workspace beside a Podfile, else the only workspace, else the only project. INVALID_ARGUMENT with the choices. */
export async function findContainer(
  op: Operation,
  host: ProjectHost,
  folder: string,
): Promise<XcodeContainer> {
  const found = await containersBelow(op, host, folder, deepest);
  const workspaces = found.filter((path) => path.endsWith('.xcworkspace'));
  const candidates = workspaces.length > 0 ? workspaces : found;
  const [only, ...more] = candidates;
  if (only !== undefined && more.length === 0) {
    return { flag: only.endsWith('.xcworkspace') ? '-workspace' : '-project', path: only };
  }
  if (only === undefined) throw await noContainer(op, host, folder);
  throw new Fault(
    'INVALID_ARGUMENT',
    `${candidates.length} Xcode projects are in ${folder}: ${candidates.join(', ')}.`,
    { nextStep: 'Pass the folder of one of them as projectPath.', details: { choices: candidates } },
  );
}

/** A Swift package makes libraries and programs, but no app that could be installed. */
async function noContainer(op: Operation, host: ProjectHost, folder: string): Promise<Fault> {
  const entries = (await host.list(op, folder)) ?? [];
  const isPackage = entries.some(({ name }) => name === 'Package.swift');
  return isPackage
    ? new Fault(
        'INVALID_ARGUMENT',
        `${folder} is a Swift package without an Xcode project: it makes no app.`,
        {
          nextStep:
            'Pass the folder of the app that uses it; to check the package alone, run `swift build` there.',
        },
      )
    : new Fault('INVALID_ARGUMENT', `There is no Xcode project in ${folder}.`, {
        nextStep: 'Pass the folder that holds the .xcodeproj or .xcworkspace as projectPath.',
      });
}

/** Nearest first; a level that holds one ends the search, because examples and tests lie deeper [S14]. */
async function containersBelow(
  op: Operation,
  host: ProjectHost,
  folder: string,
  depth: number,
): Promise<string[]> {
  const entries = (await host.list(op, folder)) ?? [];
  const here = entries
    .filter(({ name }) => /\.(?:xcworkspace|xcodeproj)$/.test(name))
    .map(({ name }) => joinPath(folder, name));
  if (here.length > 0 || depth === 0) return here;
  const below: string[] = [];
  for (const entry of entries) {
    if (!entry.folder || skipped.has(entry.name) || entry.name.startsWith('.')) continue;
    below.push(...(await containersBelow(op, host, joinPath(folder, entry.name), depth - 1)));
  }
  return below;
}

/** Of `xcodebuild -list -json`; text of package resolution may stand before it. */
export function schemesIn(output: string): readonly string[] {
  const json = jsonIn(output, '{') as {
    workspace?: { schemes?: unknown };
    project?: { schemes?: unknown };
  } | null;
  const schemes = json?.workspace?.schemes ?? json?.project?.schemes;
  return Array.isArray(schemes) ? schemes.map(String) : [];
}

/** The wanted one, the only one, or the one called like the project. INVALID_ARGUMENT with the choices [S14]. */
export function chooseScheme(
  schemes: readonly string[],
  { path }: XcodeContainer,
  wanted: string | null,
): string {
  if (wanted !== null) {
    if (schemes.includes(wanted)) return wanted;
    throw noScheme(`There is no scheme ${JSON.stringify(wanted)}`, schemes);
  }
  const own = schemes.filter((scheme) => !scheme.startsWith('Pods-') && !/Tests$/.test(scheme));
  const [only, ...more] = own;
  if (only !== undefined && more.length === 0) return only;
  const named = own.find((scheme) => scheme === baseName(path).replace(/\.\w+$/, ''));
  if (named !== undefined) return named;
  throw noScheme(
    own.length === 0 ? 'The project has no shared scheme' : `${own.length} schemes can be built`,
    own,
  );
}

function noScheme(what: string, schemes: readonly string[]): Fault {
  return new Fault('INVALID_ARGUMENT', `${what}. Schemes: ${schemes.join(', ') || 'none'}.`, {
    nextStep: 'Pass the scheme as variant, for example "App" or "App:Release".',
    details: { schemes },
  });
}

/** The app of `-showBuildSettings -json`: its path and bundle id; null when none of the targets is an application. */
export function productIn(
  output: string,
): { readonly path: string; readonly bundleId: string | null } | null {
  const rows = jsonIn(output, '[');
  if (!Array.isArray(rows)) return null;
  for (const row of rows as { buildSettings?: Record<string, unknown> }[]) {
    const settings = row.buildSettings ?? {};
    if (settings['PRODUCT_TYPE'] !== 'com.apple.product-type.application') continue;
    const name = settings['WRAPPER_NAME'] ?? settings['FULL_PRODUCT_NAME'];
    const folder = settings['TARGET_BUILD_DIR'];
    if (typeof name !== 'string' || typeof folder !== 'string') continue;
    const bundleId = settings['PRODUCT_BUNDLE_IDENTIFIER'];
    return { path: joinPath(folder, name), bundleId: typeof bundleId === 'string' ? bundleId : null };
  }
  return null;
}

function jsonIn(output: string, opening: '{' | '['): unknown {
  const at = output.search(opening === '{' ? /^\s*\{/m : /^\s*\[\s*$|^\s*\[\s*\{/m);
  if (at < 0) return null;
  try {
    return JSON.parse(output.slice(at, output.lastIndexOf(opening === '{' ? '}' : ']') + 1));
  } catch {
    return null; // words that only look like JSON: the caller says what was printed
  }
}

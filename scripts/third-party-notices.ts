/**
 * A build plugin: writes dist/THIRD-PARTY-NOTICES.txt with the licence of every package whose code is in the bundle, as
 * their licences ask. Fails the build when a package has no licence text, so that nothing is shipped without one.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';

interface Chunk {
  readonly moduleIds?: readonly string[];
}

interface PackageNotice {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
}

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
}

/** The folder and manifest of the package that a module belongs to; null for our own modules. */
function packageOf(moduleId: string): { folder: string; manifest: Manifest } | null {
  if (!moduleId.includes('/node_modules/')) return null;
  const { root } = parse(moduleId);
  for (let folder = dirname(moduleId); folder !== root; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (!existsSync(file)) continue;
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    if (manifest.name === undefined || manifest.version === undefined) continue;
    if (folder.endsWith(`/${manifest.name}`)) return { folder, manifest };
    break;
  }
  throw new Error(`${moduleId} is in the bundle, but its package is not installed here.`);
}

function noticeOf({ folder, manifest }: { folder: string; manifest: Manifest }): PackageNotice {
  const { name = '', version = '', license = 'see below' } = manifest;
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.(md|txt))?$/i.test(entry));
  if (file === undefined) throw new Error(`${name} ${version} has no licence text, so it cannot be shipped.`);
  return { name, version, license, text: readFileSync(join(folder, file), 'utf8').trim() };
}

/**
 * Packages that a package has bundled into itself: their code arrives under its name, but their licences ask as well. The
 * bundler that made it names the file of each part in a region comment.
 */
function bundledWithin(moduleId: string): readonly string[] {
  if (!moduleId.includes('/node_modules/') || !existsSync(moduleId)) return [];
  const text = readFileSync(moduleId, 'utf8');
  const regions = text.matchAll(/^\/\/#region \S*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\/\S+$/gm);
  return [...regions].map(([, name = '']) => join(process.cwd(), 'node_modules', name, 'package.json'));
}

/** One notice for each package among the modules, by name. */
export function noticesOf(moduleIds: Iterable<string>): readonly PackageNotice[] {
  const found = new Map<string, PackageNotice>();
  const ids = [...moduleIds].map((id) => id.replaceAll('\\', '/').replace(/^\0/, ''));
  for (const id of ids.flatMap((one) => [one, ...bundledWithin(one)])) {
    const home = packageOf(id);
    if (home && !found.has(home.folder)) found.set(home.folder, noticeOf(home));
  }
  return [...found.values()].sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

export function noticesText(notices: readonly PackageNotice[]): string {
  const rule = '-'.repeat(80);
  const parts = notices.map(
    ({ name, version, license, text }) => `${name} ${version}\nLicence: ${license}\n\n${text}\n`,
  );
  return [`The files in this folder contain code of these packages:\n`, ...parts].join(`\n${rule}\n`);
}

export function thirdPartyNotices() {
  return {
    name: 'third-party-notices',
    generateBundle(
      this: { emitFile(file: { type: 'asset'; fileName: string; source: string }): unknown },
      _options: unknown,
      bundle: Readonly<Record<string, Chunk>>,
    ): void {
      const ids = Object.values(bundle).flatMap((chunk) => chunk.moduleIds ?? []);
      const source = noticesText(noticesOf(ids));
      this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-NOTICES.txt', source });
    },
  };
}

/** What a Gradle build left: APKs by the metadata that the Android plugin writes beside them. Source: [T5]. */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { ProjectHost } from '../host-port/project-host.ts';
import type { BuildProduct } from './build-plan.ts';
import { joinPath } from './paths.ts';

const deepest = 4;

/**
 * APKs of a variant, from the first of the folders that has any; the one for all processors alone where there is one.
 * Where a plugin adds flavours, `assembleDebug` makes several variants that end like it: then the only one of them, or
 * BUILD_FAILED with the choices.
 */
export async function apksOf(
  op: Operation,
  host: ProjectHost,
  folders: readonly string[],
  variant: string,
): Promise<readonly BuildProduct[]> {
  const others = new Map<string, readonly BuildProduct[]>();
  for (const folder of folders) {
    for (const place of await metadataBelow(op, host, folder, deepest)) {
      const made = await outputsIn(op, host, place);
      if (made === null || made.products.length === 0) continue;
      if (made.variant.toLowerCase() === variant.toLowerCase()) return universal(made.products);
      if (made.variant.toLowerCase().endsWith(variant.toLowerCase()) && !others.has(made.variant))
        others.set(made.variant, made.products);
    }
  }
  const [only, ...more] = others.entries();
  if (only && more.length === 0) return universal(only[1]);
  if (only) throw several(variant, [...others.keys()]);
  return [];
}

function universal(products: readonly BuildProduct[]): readonly BuildProduct[] {
  const whole = products.filter(({ abi }) => abi === null);
  return whole.length > 0 ? whole : products;
}

function several(variant: string, choices: readonly string[]): Fault {
  return new Fault('BUILD_FAILED', `Gradle made packages of ${choices.length} variants for ${variant}.`, {
    nextStep: `Pass variant: ${choices.join(', ')}.`,
    details: { choices },
  });
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

interface Made {
  readonly variant: string;
  readonly products: readonly BuildProduct[];
}

/** Null where no metadata of APKs is. */
async function outputsIn(op: Operation, host: ProjectHost, folder: string): Promise<Made | null> {
  const text = await host.readText(op, joinPath(folder, 'output-metadata.json'));
  const metadata = parseMetadata(text ?? '');
  if (metadata === null) return null;
  const products: BuildProduct[] = [];
  for (const { file, abi } of metadata.elements) {
    const path = joinPath(folder, file);
    if (await host.stat(op, path)) products.push({ path, abi });
  }
  return { variant: metadata.variant, products };
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

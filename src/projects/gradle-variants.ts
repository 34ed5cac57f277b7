/** The variants of an Android module, as its build script names them: build types and flavours by dimension. Source: [T5]. */
import { Fault } from '@mobile-debug/core/fault.ts';

export interface Flavor {
  readonly name: string;
  readonly dimension: string | null;
  readonly isDefault: boolean;
}

export interface ModuleVariants {
  readonly buildTypes: readonly string[];
  /** In the order in which names of variants are put together. */
  readonly flavors: readonly (readonly Flavor[])[];
}

const mostChoices = 40;

/** Null where the script makes its flavours by code that cannot be read, or by a plugin: then only Gradle knows. */
export function variantsIn(script: string): ModuleVariants | null {
  const text = withoutComments(script);
  const block = blockOf(text, 'productFlavors');
  const entries = block === null ? [] : entriesOf(block);
  if (block !== null && (entries.length === 0 || madeByCode.test(block))) return null;
  const types = blockOf(text, 'buildTypes');
  const named = types === null ? [] : entriesOf(types).map(({ name }) => name);
  const flavors = entries.map(({ name, body }) => ({
    name,
    // Both languages, with and without the lazy property [T5].
    dimension: /\bdimension\b\s*(?:=|\.set\()?\s*\(?\s*['"]([^'"]+)['"]/.exec(body)?.[1] ?? null,
    // [T5]
    isDefault: /\bisDefault(?:\.set\(|\s*=?\s*)true/.test(body),
  }));
  return {
    buildTypes: [...new Set(['debug', 'release', ...named])],
    flavors: byDimension(flavors, dimensionsIn(text)),
  };
}

/** All names, flavours first, as `assemble` takes them. */
export function variantNames({ flavors, buildTypes }: ModuleVariants): readonly string[] {
  const combined = flavors.reduce<readonly string[]>(
    (names, group) => names.flatMap((name) => group.map((flavor) => joined(name, flavor.name))),
    [''],
  );
  return combined.flatMap((flavor) => buildTypes.map((type) => joined(flavor, type)));
}

/**
 * The variant that is meant: a whole name, or a build type alone where each dimension has a default flavour.
 * INVALID_ARGUMENT with the choices where flavours are left out. What is not known here is left to Gradle.
 */
export function chosenVariant(variants: ModuleVariants | null, wanted: string): string {
  if (variants === null || variants.flavors.length === 0) return wanted;
  const names = variantNames(variants);
  const named = names.find((name) => name.toLowerCase() === wanted.toLowerCase());
  if (named !== undefined) return named;
  const type = variants.buildTypes.find((each) => each.toLowerCase() === wanted.toLowerCase());
  const defaults = variants.flavors.map((group) => group.find(({ isDefault }) => isDefault)?.name);
  if (type !== undefined && !defaults.includes(undefined)) return joined(defaults.reduce(joined, ''), type);
  const flavorNames = variants.flavors.flat().map(({ name }) => name);
  const isFlavor = flavorNames.some((name) => name.toLowerCase() === wanted.toLowerCase());
  if (type === undefined && !isFlavor) return wanted;
  const choices = names.filter((name) => part(name, wanted));
  throw new Fault(
    'INVALID_ARGUMENT',
    `The module has flavours (${flavorNames.join(', ')}), so ${wanted} is no variant of its own.`,
    {
      nextStep: `Pass variant: ${choices.slice(0, mostChoices).join(', ')}${choices.length > mostChoices ? ', …' : ''}.`,
      details: { choices: choices.slice(0, mostChoices) },
    },
  );
}

function part(name: string, wanted: string): boolean {
  return name.toLowerCase().includes(wanted.toLowerCase());
}

/** `free` and `debug` to `freeDebug`. */
function joined(first: string | undefined, second: string | undefined = ''): string {
  if (first === undefined || first === '') return second;
  return `${first}${second.charAt(0).toUpperCase()}${second.slice(1)}`;
}

function byDimension(
  flavors: readonly Flavor[],
  dimensions: readonly string[],
): readonly (readonly Flavor[])[] {
  const [only] = dimensions;
  // With one dimension its flavours need not name it.
  const of = ({ dimension }: Flavor): string => dimension ?? (dimensions.length === 1 ? (only ?? '') : '');
  const order = [...new Set([...dimensions, ...flavors.map(of)])];
  return order
    .map((dimension) => flavors.filter((flavor) => of(flavor) === dimension))
    .filter((group) => group.length > 0);
}

/** `flavorDimensions += listOf("tier", "api")`, `flavorDimensions("tier")`, `flavorDimensions "tier", "api"` [T5]. */
function dimensionsIn(text: string): readonly string[] {
  const found = [...text.matchAll(/\bflavorDimensions\b[^'"\n]*((?:['"][^'"]+['"]\s*,?\s*)+)/g)].flatMap(
    ([, list = '']) => [...list.matchAll(/['"]([^'"]+)['"]/g)].map(([, name = '']) => name),
  );
  return [...new Set(found)];
}

/** Names that a loop or a variable gives [T5]. */
const madeByCode = /\b(?:create|register|maybeCreate)\(\s*(?!['"])|\.(?:forEach|each|all|configureEach)\b/;

interface Entry {
  readonly name: string;
  readonly body: string;
}

/** `create("free") { … }`, `val free by creating { … }`, `getByName("release") { … }`, `free { … }` at the outermost level [T5]. */
function entriesOf(block: string): readonly Entry[] {
  const entries: Entry[] = [];
  const head =
    /(?:\b(?:create|register|maybeCreate|getByName|named)\s*\(\s*['"]([^'"]+)['"][^){}]*\)|\bval\s+(\w+)\s+by\s+(?:creating|registering|getting)|(?:^|[\s;])['"]?(\w+)['"]?)\s*(?=\{|$|[\n;])/y;
  let at = 0;
  while (at < block.length) {
    head.lastIndex = at;
    const found = head.exec(block);
    const name = found?.[1] ?? found?.[2] ?? found?.[3];
    if (!found || name === undefined) {
      at = block.charAt(at) === '{' ? endOf(block, at) : at + 1;
      continue;
    }
    const open = head.lastIndex;
    const hasBody = block.charAt(open) === '{';
    const end = hasBody ? endOf(block, open) : open;
    // A word alone declares nothing; a call does.
    if (hasBody || found[3] === undefined) entries.push({ name, body: block.slice(open, end) });
    at = Math.max(end, at + 1);
  }
  return entries;
}

/** What stands in the braces behind a name; null where it is not there. */
function blockOf(text: string, name: string): string | null {
  const start = new RegExp(`\\b${name}\\s*\\{`).exec(text);
  if (!start) return null;
  const open = start.index + start[0].length - 1;
  return text.slice(open + 1, endOf(text, open) - 1);
}

/** Behind the brace that closes the one at `open`. */
function endOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign === '"' || sign === "'") at = endOfText(text, at);
    else if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) return at + 1;
  }
  return text.length;
}

function endOfText(text: string, start: number): number {
  const quote = text.charAt(start);
  for (let at = start + 1; at < text.length; at++) {
    if (text.charAt(at) === '\\') at++;
    else if (text.charAt(at) === quote || text.charAt(at) === '\n') return at;
  }
  return text.length;
}

/** A comment's braces close nothing; `//` inside a text is an address. */
function withoutComments(text: string): string {
  return text.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\*[\s\S]*?\*\/|\/\/.*/g, (found) =>
    found.startsWith('/') ? ' ' : found,
  );
}

/** Where breakpoints can be: classes of a name or of a file, and the code of a line in them. */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Location } from './data.ts';
import type { Machine } from './machine.ts';
import { shortName, typeName } from './signatures.ts';

export interface NamedClass {
  readonly typeTag: number;
  readonly id: bigint;
  readonly name: string;
}

/** Classes of the platform are never what a file of the project was compiled to [O1]. */
export const platform =
  /^(?:java|javax|jdk|sun|com\.sun|android|androidx|dalvik|libcore|kotlin|kotlinx|com\.android|com\.google\.android)\./;
/** What no name of a class or file contains, and a pattern or another way of writing it does. */
const ofNoName = { class: /[*;[\]/()]/, file: /\*/ };
/** Source files are asked for one class at a time. */
const mostAsked = 3_000;

/** INVALID_ARGUMENT for what would wait for ever, because nothing is ever loaded under such a name. */
export function assertName(of: { readonly className: string } | { readonly sourceName: string }): void {
  const isClass = 'className' in of;
  const name = isClass ? of.className : of.sourceName;
  if (!ofNoName[isClass ? 'class' : 'file'].test(name)) return;
  const [words, example] = isClass
    ? ['binary name of a class', 'com.example.Cart$Item']
    : ['source file', 'Cart.kt'];
  throw new Fault('INVALID_ARGUMENT', `${JSON.stringify(name.slice(0, 100))} is no ${words}.`, {
    nextStep: `Write it out, such as ${example}; patterns are not supported.`,
  });
}

/** INVALID_ARGUMENT for another way of writing a method than its name. */
export function assertMethodName(name: string): void {
  if (!/[#*;[\]/()]/.test(name)) return;
  throw new Fault('INVALID_ARGUMENT', `${JSON.stringify(name.slice(0, 100))} is no name of a method.`, {
    nextStep: 'Write it as com.example.Class.method, without parentheses and parameters.',
  });
}

/** The first place of a line in every method that has one: the method itself, and the lambdas in it. */
export async function placesOfLine(
  op: Operation,
  machine: Machine,
  of: NamedClass,
  line: number,
): Promise<readonly Location[]> {
  const methods = await machine.classes.methods(op, of.id);
  const found = await Promise.all(
    methods.map(async ({ id }) => {
      const entries = (await machine.classes.lineTable(op, of.id, id)).filter((entry) => entry.line === line);
      const [first] = entries.sort((a, b) => Number(a.index - b.index));
      return first ? [{ typeTag: of.typeTag, classId: of.id, methodId: id, index: first.index }] : [];
    }),
  );
  return found.flat();
}

/** Where the methods of this name begin. Code without lines begins at 0; native methods have none, and abstract ones refuse. */
export async function placesOfMethod(
  op: Operation,
  machine: Machine,
  of: NamedClass,
  name: string,
): Promise<readonly Location[]> {
  const methods = (await machine.classes.methods(op, of.id)).filter(
    (method) => method.name === name && !method.isNative,
  );
  return await Promise.all(
    methods.map(async ({ id }) => {
      const [first] = [...(await machine.classes.lineTable(op, of.id, id))].sort((a, b) =>
        Number(a.index - b.index),
      );
      return { typeTag: of.typeTag, classId: of.id, methodId: id, index: first?.index ?? 0n };
    }),
  );
}

/** Lines of a class that have code, ascending. */
export async function linesOf(op: Operation, machine: Machine, classId: bigint): Promise<readonly number[]> {
  const methods = await machine.classes.methods(op, classId);
  const tables = await Promise.all(methods.map(({ id }) => machine.classes.lineTable(op, classId, id)));
  return [...new Set(tables.flat().map(({ line }) => line))].sort((a, b) => a - b);
}

/** The nearest lines before and behind that have code. */
export function nearestLines(lines: readonly number[], line: number): readonly number[] {
  const before = lines.filter((one) => one < line).at(-1);
  const behind = lines.find((one) => one > line);
  return [before, behind].filter((one) => one !== undefined);
}

/** Loaded classes that the same source would be compiled to: the file's facade, inner and anonymous classes. */
export async function relatives(
  op: Operation,
  machine: Machine,
  className: string,
): Promise<readonly NamedClass[]> {
  const base = className.replace(/Kt$/, '').replace(/\$.*$/, '');
  const all = await machine.classes.allClasses(op);
  return all.flatMap(({ typeTag, id, signature, isPrepared }) => {
    const name = typeName(signature);
    const isRelated = name === base || name === `${base}Kt` || name.startsWith(`${base}$`);
    return isRelated && isPrepared && name !== className ? [{ typeTag, id, name }] : [];
  });
}

/** Loaded classes that were compiled from this file; a path's folders must fit the package. */
export async function classesOfFile(
  op: Operation,
  machine: Machine,
  file: string,
): Promise<readonly NamedClass[]> {
  const parts = file.replaceAll('\\', '/').split('/');
  const fileName = parts.at(-1) ?? file;
  const all = await machine.classes.allClasses(op);
  const own = all
    .filter(({ signature, isPrepared }) => isPrepared && signature.startsWith('L'))
    .map(({ typeTag, id, signature }) => ({ typeTag, id, name: typeName(signature) }))
    .filter(({ name }) => !platform.test(name));
  const base = fileName.replace(/\.\w+$/, '');
  const isLikely = ({ name }: NamedClass): boolean => shortName(name).startsWith(base);
  const likelyFirst = [...own.filter(isLikely), ...own.filter((one) => !isLikely(one))].slice(0, mostAsked);
  const found: NamedClass[] = [];
  for (const one of likelyFirst) {
    if ((await machine.classes.sourceFile(op, one.id)) === fileName) found.push(one);
  }
  const exact = found.filter(({ name }) => folderFits(parts.slice(0, -1), name));
  return exact.length > 0 ? exact : found;
}

/**
 * Whether a class whose source file bears the right name is of the file that is meant: by the folders of the path, and by
 * the class that the first place was found in.
 */
export async function isOfFile(
  op: Operation,
  machine: Machine,
  { file, places }: { readonly file: string; readonly places: readonly Location[] },
  { name }: NamedClass,
): Promise<boolean> {
  if (!folderFits(file.replaceAll('\\', '/').split('/').slice(0, -1), name)) return false;
  const [first] = places;
  if (!first) return true;
  return outermost(typeName(await machine.classes.signature(op, first.classId))) === outermost(name);
}

/** Whether a path's last folders are the class's package. */
function folderFits(folders: readonly string[], className: string): boolean {
  const packages = className.split('.').slice(0, -1);
  const compared = Math.min(folders.length, packages.length);
  return compared === 0 || folders.slice(-compared).join('.') === packages.slice(-compared).join('.');
}

/** The class as one unit of source: `com.example.Foo$Bar` belongs to `com.example.Foo`. */
export function outermost(className: string): string {
  return className.replace(/\$.*$/, '').replace(/Kt$/, '');
}

/** Values as a person reads them, made from what LLDB shows of memory. No code of the program runs. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { DebugValue, ValueBudget } from '../debug-values.ts';
import { type DapVariable, readVariables } from './dap-bodies.ts';
import type { LldbAsk } from './lldb-ask.ts';

/** Members and elements that a preview shows of one object. */
const previewed = 8;

/** Fields of an object, or a slice of its elements. */
export async function children(
  ask: LldbAsk,
  op: Operation,
  reference: number,
  page: { readonly offset: number; readonly limit: number },
): Promise<readonly DapVariable[]> {
  const args: DebugProtocol.VariablesArguments = {
    variablesReference: reference,
    start: page.offset,
    count: page.limit,
  };
  const all = readVariables(await ask.body(op, 'variables', args));
  // lldb-vscode 14 and scopes give everything, whatever was asked for.
  return all.length > page.limit ? all.slice(page.offset, page.offset + page.limit) : all;
}

/** `keyOf` names an object so that the session knows it again. */
export async function toValue(
  ask: LldbAsk,
  op: Operation,
  variable: DapVariable,
  told: { readonly budget: ValueBudget; readonly keyOf: (reference: number) => string },
): Promise<DebugValue> {
  return await shownValue(ask, op, (await behindReference(ask, op, variable)) ?? variable, told);
}

async function shownValue(
  ask: LldbAsk,
  op: Operation,
  variable: DapVariable,
  { budget, keyOf }: { readonly budget: ValueBudget; readonly keyOf: (reference: number) => string },
): Promise<DebugValue> {
  const plain = plainText(variable);
  const text = plain ?? objectText(variable);
  const [value, cut] = shortened(text, budget.maxChars);
  const shape = {
    name: variable.name,
    type: variable.type,
    value,
    objectKey: variable.reference > 0 && plain === null ? keyOf(variable.reference) : null,
  };
  const lost = cut || text.endsWith('"...');
  if (plain !== null || budget.depth === 0 || variable.reference === 0) {
    return { ...shape, preview: null, truncated: lost };
  }
  const preview = await previewOf(ask, op, variable, budget);
  const [line, previewCut] = shortened(preview, budget.maxChars);
  return { ...shape, preview: line, truncated: lost || previewCut };
}

/** A C++ reference to a number or the like, which LLDB shows as an object with one part; null for anything else. */
export async function behindReference(
  ask: LldbAsk,
  op: Operation,
  variable: DapVariable,
): Promise<DapVariable | null> {
  if (!variable.type.endsWith('&') || variable.reference === 0 || plainText(variable) !== null) return null;
  const [only, more] = await children(ask, op, variable.reference, { offset: 0, limit: 2 });
  if (!only?.name.startsWith('&') || more) return null;
  return { ...only, name: variable.name, type: variable.type };
}

/** In one line: `{name: "tea", cents: 250}`, `[1, 2, 3, …5000]`. */
async function previewOf(
  ask: LldbAsk,
  op: Operation,
  variable: DapVariable,
  budget: ValueBudget,
): Promise<string> {
  const shown = await children(ask, op, variable.reference, { offset: 0, limit: previewed + 1 });
  const listed = shown.length > 0 && shown.every(({ name }) => /^\[\d+\]$/.test(name));
  const parts: string[] = [];
  let left = budget.maxChars;
  const pairs = listed && shown.every(isPair);
  for (const child of shown.slice(0, previewed)) {
    if (left <= 0) break;
    const within = { depth: budget.depth - 1, maxChars: left };
    const text = pairs ? await entry(ask, op, child, within) : await inner(ask, op, child, within);
    const part = listed ? text : `${child.name}: ${text}`;
    parts.push(part);
    left -= part.length + 2;
  }
  const total = lengthOf(variable);
  if (parts.length < shown.length) parts.push(listed && total !== null ? `…${total}` : '…');
  return listed && !pairs ? `[${parts.join(', ')}]` : `{${parts.join(', ')}}`;
}

/** An entry of a map: std::pair, or Swift's (key, value). */
function isPair({ type }: DapVariable): boolean {
  // Entries of the maps of C++ and of Foundation [T8].
  return /^(?:const )?std::(?:\w+::)?pair</.test(type) || /^\(key: .*, value: .*\)$/.test(type);
}

async function entry(
  ask: LldbAsk,
  op: Operation,
  variable: DapVariable,
  budget: ValueBudget,
): Promise<string> {
  const [key, value] = await children(ask, op, variable.reference, { offset: 0, limit: 2 });
  if (!key || !value) return variable.type;
  return `${await inner(ask, op, key, budget)}: ${await inner(ask, op, value, budget)}`;
}

async function inner(
  ask: LldbAsk,
  op: Operation,
  variable: DapVariable,
  budget: ValueBudget,
): Promise<string> {
  const child = (await behindReference(ask, op, variable)) ?? variable;
  const plain = plainText(child);
  if (plain !== null) return shortened(plain, budget.maxChars)[0];
  if (budget.depth > 0) return await previewOf(ask, op, child, budget);
  const length = lengthOf(child);
  return length === null ? child.type : `${child.type} (${length})`;
}

/** The text of what is no object: numbers, characters, strings, null. Null for an object. */
export function plainText({ value, type, reference }: DapVariable): string | null {
  if (isPointer(type) && /^0x0+$/.test(value)) return 'null';
  // A pointer to characters, or a string class of which LLDB shows the text.
  const text = /^(?:0x[0-9a-f]+ )?(@?[uUL8]*".*)$/s.exec(value)?.[1];
  if (text !== undefined) return text;
  return reference === 0 ? value : null;
}

/** `Item`, `Item at 0x5617ff3ceeb0`: type and identity. */
function objectText({ type, value }: DapVariable): string {
  const address = /0x0*([0-9a-f]+)/i.exec(value)?.[1];
  return address === undefined ? type : `${type} at 0x${address}`;
}

/** How many elements it has; null for what is no array or container. */
export function lengthOf({ indexed, value, type }: DapVariable): number | null {
  if (indexed !== null) return indexed;
  const fixed = /\[(\d+)\]$/.exec(type)?.[1];
  if (fixed !== undefined) return Number(fixed);
  // Containers of the standard libraries: `size=3`; of Foundation and Swift: `3 elements`, `3 values` [T8].
  const told =
    /^size=(\d+)/.exec(value)?.[1] ??
    /(?:^|\s)@?"?(\d+) (?:elements?|values?|key\/value pairs?)/.exec(value)?.[1];
  return told === undefined ? null : Number(told);
}

function isPointer(type: string): boolean {
  // Pointers and references of C and C++, objects and blocks of Objective-C [T8].
  return /[*&]\s*(?:const)?$|^id$|^Class$|\^/.test(type);
}

function shortened(text: string, maxChars: number): readonly [text: string, cut: boolean] {
  return text.length <= maxChars ? [text, false] : [`${text.slice(0, maxChars)}…`, true];
}

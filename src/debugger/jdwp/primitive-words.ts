/** Primitive values of JDWP as text, and the key by which an object is named. */
import type { TaggedValue } from './data.ts';

/** Null for objects. */
export function primitiveWords(value: TaggedValue): string | null {
  if ('number' in value) return String(value.number);
  if ('long' in value) return String(value.long);
  if ('boolean' in value) return String(value.boolean);
  if ('char' in value) return `'${JSON.stringify(value.char).slice(1, -1)}'`;
  if ('objectId' in value && value.objectId === 0n) return 'null';
  return null;
}

export function keyOf(objectId: bigint): string {
  return `o${objectId.toString(16)}`;
}

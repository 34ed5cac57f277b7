/**
 * The contents of collections, maps and boxes of the JDK, ART and Kotlin, read from their fields. A class that is not in the
 * tables, or whose fields have other names in another release, is an object like any other. Field names: OpenJDK 17
 * `java.base/share/classes/java/util`, AOSP `libcore/ojluni/src/main/java/java/util` (the same), Kotlin stdlib 2.0.
 */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { TaggedValue } from './data.ts';
import { fieldNumber, fieldObject, fieldValue, type ObjectReader, type ReadObject } from './object-reader.ts';

export interface Contents {
  readonly kind: 'list' | 'map';
  readonly size: number;
  /** The first of them. Of a map each entry has a key. */
  readonly entries: readonly { readonly key?: TaggedValue; readonly value: TaggedValue }[];
}

interface Question {
  readonly op: Operation;
  readonly reader: ObjectReader;
  readonly object: ReadObject;
  readonly limit: number;
}

type Read = (question: Question) => Promise<Contents | null>;

/** Null for what is no container, or is not understood. */
export async function contentsOf(question: Question): Promise<Contents | null> {
  for (const name of question.object.ancestry) {
    const read = readers.get(name);
    if (read) return await read(question);
  }
  return null;
}

/** The one value of a box: Integer, AtomicLong, Optional, ... Undefined for what is none. */
export function boxedValue(object: ReadObject): TaggedValue | undefined {
  return boxes.has(object.type) ? fieldValue(object, 'value') : undefined;
}

const boxes = new Set([
  'java.lang.Integer',
  'java.lang.Long',
  'java.lang.Short',
  'java.lang.Byte',
  'java.lang.Character',
  'java.lang.Boolean',
  'java.lang.Float',
  'java.lang.Double',
  'java.util.concurrent.atomic.AtomicInteger',
  'java.util.concurrent.atomic.AtomicLong',
  'java.util.concurrent.atomic.AtomicReference',
  'java.util.Optional',
]);

/** Elements in an array field; the size in a field, else the array's length. */
function arrayField(
  arrayName: string,
  sizeName: string | null,
  from: (question: Question) => number = () => 0,
): Read {
  return async (question) => {
    const array = fieldObject(question.object, arrayName);
    if (array === null) return null;
    const size = sizeName === null ? undefined : fieldNumber(question.object, sizeName);
    return await elements(question, array, { size, offset: from(question) });
  };
}

async function elements(
  { op, reader, limit }: Question,
  array: bigint,
  { size, offset = 0 }: { readonly size?: number | undefined; readonly offset?: number },
): Promise<Contents> {
  const { objects } = reader.machine;
  const length = await objects.arrayLength(op, array);
  const count = Math.max(0, Math.min(size ?? length, length));
  const first = Math.min(count, limit, Math.max(0, length - offset));
  const values = await objects.arrayValues(op, array, offset, first);
  return { kind: 'list', size: count, entries: values.map((value) => ({ value })) };
}

/** Fields that hold one element each; a null is no element of an immutable collection. */
function singleFields(...names: readonly string[]): Read {
  return async ({ object }) => {
    const values = names.map((name) => fieldValue(object, name));
    const entries = values.flatMap((value) => (value && !isAbsent(value) ? [{ value }] : []));
    return await Promise.resolve({ kind: 'list', size: entries.length, entries });
  };
}

/** A container that stands in a field of this one. */
function within(...names: readonly string[]): Read {
  return async (question) => {
    const inner = names.map((name) => fieldObject(question.object, name)).find((id) => id !== null);
    if (inner === undefined || inner === null) return null;
    return await contentsOf({ ...question, object: await question.reader.read(question.op, inner) });
  };
}

/** The keys of the map in a field. */
function keysWithin(name: string): Read {
  return async (question) => {
    const map = await within(name)(question);
    if (map === null) return null;
    const entries = map.entries.flatMap(({ key }) => (key ? [{ value: key }] : []));
    return { kind: 'list', size: map.size, entries };
  };
}

const hashMap: Read = async (question) => {
  const { op, reader, object, limit } = question;
  const size = fieldNumber(object, 'size') ?? 0;
  const table = fieldObject(object, 'table');
  if (table === null) return { kind: 'map', size, entries: [] };
  const length = await reader.machine.objects.arrayLength(op, table);
  // A table is at most some times larger than its entries; a few hundred buckets hold the first of them.
  const buckets = await reader.machine.objects.arrayValues(op, table, 0, Math.min(length, mostBuckets));
  return await chained(question, { size, starts: buckets.filter((bucket) => !isAbsent(bucket)), limit });
};

const mostBuckets = 512;

async function chained(
  { op, reader }: Question,
  {
    size,
    starts,
    limit,
  }: { readonly size: number; readonly starts: readonly TaggedValue[]; readonly limit: number },
): Promise<Contents> {
  const entries: { key: TaggedValue; value: TaggedValue }[] = [];
  for (const start of starts) {
    let node: bigint | null = 'objectId' in start ? start.objectId : null;
    while (node !== null && entries.length < limit) {
      const read = await reader.read(op, node);
      const [key, value] = [fieldValue(read, 'key'), fieldValue(read, 'value') ?? fieldValue(read, 'val')];
      if (key && value) entries.push({ key, value });
      node = fieldObject(read, 'next');
    }
  }
  return { kind: 'map', size, entries };
}

/** In the order of insertion, along the chain of entries. */
const linkedHashMap: Read = async (question) => {
  const { op, reader, object, limit } = question;
  const size = fieldNumber(object, 'size') ?? 0;
  const entries: { key: TaggedValue; value: TaggedValue }[] = [];
  for (let node = fieldObject(object, 'head'); node !== null && entries.length < limit; ) {
    const read = await reader.read(op, node);
    const [key, value] = [fieldValue(read, 'key'), fieldValue(read, 'value')];
    if (!key || !value) return null;
    entries.push({ key, value });
    node = fieldObject(read, 'after');
  }
  return { kind: 'map', size, entries };
};

/** From the smallest key on. */
const treeMap: Read = async ({ op, reader, object, limit }) => {
  const size = fieldNumber(object, 'size') ?? 0;
  const entries: { key: TaggedValue; value: TaggedValue }[] = [];
  const above: ReadObject[] = [];
  let next = fieldObject(object, 'root');
  while ((next !== null || above.length > 0) && entries.length < limit && above.length < deepestTree) {
    if (next !== null) {
      const read = await reader.read(op, next);
      above.push(read);
      next = fieldObject(read, 'left');
      continue;
    }
    const node = above.pop();
    const [key, value] = node ? [fieldValue(node, 'key'), fieldValue(node, 'value')] : [];
    if (!node || !key || !value) return null;
    entries.push({ key, value });
    next = fieldObject(node, 'right');
  }
  return { kind: 'map', size, entries };
};

const deepestTree = 64;

const linkedList: Read = async ({ op, reader, object, limit }) => {
  const size = fieldNumber(object, 'size') ?? 0;
  const entries: { value: TaggedValue }[] = [];
  for (let node = fieldObject(object, 'first'); node !== null && entries.length < limit; ) {
    const read = await reader.read(op, node);
    const value = fieldValue(read, 'item');
    if (!value) return null;
    entries.push({ value });
    node = fieldObject(read, 'next');
  }
  return { kind: 'list', size, entries };
};

/** Keys and values by turns in one array, with holes. */
const immutableMap: Read = async (question) => {
  const table = fieldObject(question.object, 'table');
  if (table === null) return null;
  const { entries: cells } = await elements({ ...question, limit: mostBuckets }, table, {});
  const entries = cells.flatMap(({ value: key }, index) => {
    const value = cells[index + 1]?.value;
    return index % 2 === 0 && value && !isAbsent(key) ? [{ key, value }] : [];
  });
  const size = fieldNumber(question.object, 'size') ?? entries.length;
  return { kind: 'map', size, entries: entries.slice(0, question.limit) };
};

const immutableSet: Read = async (question) => {
  const array = fieldObject(question.object, 'elements');
  if (array === null) return null;
  const { entries } = await elements({ ...question, limit: mostBuckets }, array, {});
  const held = entries.filter(({ value }) => !isAbsent(value));
  const size = fieldNumber(question.object, 'size') ?? held.length;
  return { kind: 'list', size, entries: held.slice(0, question.limit) };
};

const oneEntryMap: Read = async ({ object }) => {
  const [key, value] = [
    fieldValue(object, 'k0') ?? fieldValue(object, 'k'),
    fieldValue(object, 'v0') ?? fieldValue(object, 'v'),
  ];
  return await Promise.resolve(key && value ? { kind: 'map', size: 1, entries: [{ key, value }] } : null);
};

const empty: Read = async () => await Promise.resolve({ kind: 'list', size: 0, entries: [] });

function isAbsent(value: TaggedValue): boolean {
  return 'objectId' in value && value.objectId === 0n;
}

const head = ({ object }: Question): number => fieldNumber(object, 'head') ?? 0;

const readers: ReadonlyMap<string, Read> = new Map([
  ['java.util.ArrayList', arrayField('elementData', 'size')],
  ['java.util.Vector', arrayField('elementData', 'elementCount')],
  ['java.util.Arrays$ArrayList', arrayField('a', null)],
  ['java.util.concurrent.CopyOnWriteArrayList', arrayField('array', null)],
  ['java.util.PriorityQueue', arrayField('queue', 'size')],
  ['java.util.LinkedList', linkedList],
  ['java.util.ImmutableCollections$ListN', arrayField('elements', null)],
  ['java.util.ImmutableCollections$List12', singleFields('e0', 'e1')],
  ['java.util.ImmutableCollections$SetN', immutableSet],
  ['java.util.ImmutableCollections$Set12', singleFields('e0', 'e1')],
  ['java.util.ImmutableCollections$MapN', immutableMap],
  ['java.util.ImmutableCollections$Map1', oneEntryMap],
  ['java.util.LinkedHashMap', linkedHashMap],
  ['java.util.HashMap', hashMap],
  ['java.util.TreeMap', treeMap],
  ['java.util.HashSet', keysWithin('map')],
  ['java.util.TreeSet', keysWithin('m')],
  ['java.util.Collections$UnmodifiableCollection', within('c')],
  ['java.util.Collections$UnmodifiableMap', within('m')],
  ['java.util.Collections$SynchronizedCollection', within('c')],
  ['java.util.Collections$SynchronizedMap', within('m')],
  ['java.util.Collections$SingletonList', singleFields('element')],
  ['java.util.Collections$SingletonSet', singleFields('element')],
  ['java.util.Collections$SingletonMap', oneEntryMap],
  ['java.util.Collections$EmptyList', empty],
  ['java.util.Collections$EmptySet', empty],
  ['java.util.Collections$EmptyMap', empty],
  ['kotlin.collections.EmptyList', empty],
  ['kotlin.collections.EmptySet', empty],
  ['kotlin.collections.EmptyMap', empty],
  ['kotlin.collections.ArrayDeque', arrayField('elementData', 'size', head)],
  ['kotlin.collections.builders.ListBuilder', arrayField('backing', 'length')],
]);

/**
 * Values in words: of a primitive its text, of an object its type and id, and what a person would call it (a preview) from
 * its fields alone. A budget of characters and levels bounds both the words and the questions asked for them.
 */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { DebugValue, ValueBudget } from '../debug-values.ts';
import { boxedValue, contentsOf } from './containers.ts';
import type { TaggedValue } from './data.ts';
import { isRefusal, jdwpErrors } from './jdwp-error.ts';
import { arrayTag, fieldObject, type ObjectReader, type ReadObject } from './object-reader.ts';
import { keyOf, primitiveWords } from './primitive-words.ts';
import { shortName } from './signatures.ts';
import { beginningOf } from './texts.ts';

/** Longest string that is told; more is cut, and said to be. */
const longestString = 256;
const mostEntries = 10;
const mostFields = 12;

interface Room {
  leftChars: number;
  wasCut: boolean;
}

export class ValueWords {
  readonly #reader: ObjectReader;

  constructor(reader: ObjectReader) {
    this.#reader = reader;
  }

  /** `type` is the declared one; the type of an object is its own. */
  async describe(
    op: Operation,
    { name, type, value }: { readonly name: string; readonly type: string; readonly value: TaggedValue },
    budget: ValueBudget,
  ): Promise<DebugValue> {
    const room: Room = { leftChars: budget.maxChars, wasCut: false };
    const primitive = primitiveWords(value);
    if (primitive !== null || !('objectId' in value)) {
      return { name, type, value: primitive ?? 'void', objectKey: null, preview: null, truncated: false };
    }
    try {
      if (value.tag === 's') {
        const text = await this.#string(op, value.objectId, room);
        return {
          name,
          type: 'java.lang.String',
          value: text,
          objectKey: null,
          preview: null,
          truncated: room.wasCut,
        };
      }
      const object = await this.#reader.read(op, value.objectId);
      const preview =
        budget.depth > 0 ? await this.#preview(op, object, { depth: budget.depth, room }) : null;
      return {
        name,
        type: object.type,
        value: `${shortName(object.type)}@${value.objectId.toString(16)}`,
        objectKey: keyOf(value.objectId),
        preview,
        truncated: room.wasCut,
      };
    } catch (error) {
      if (!isRefusal(error, jdwpErrors.invalidObject)) throw error;
      return { name, type, value: 'collected', objectKey: null, preview: null, truncated: false };
    }
  }

  /** In one line, as in a log message: strings without quotes, objects by their preview. */
  async short(op: Operation, value: TaggedValue, budget: ValueBudget): Promise<string> {
    const room: Room = { leftChars: budget.maxChars, wasCut: false };
    if ('objectId' in value && value.tag === 's') {
      return value.objectId === 0n ? 'null' : (await this.#beginning(op, value.objectId)).text;
    }
    return await this.#words(op, value, { depth: budget.depth, room });
  }

  async #words(
    op: Operation,
    value: TaggedValue,
    { depth, room }: { depth: number; room: Room },
  ): Promise<string> {
    const primitive = primitiveWords(value);
    if (primitive !== null || !('objectId' in value)) return spend(room, primitive ?? 'void');
    if (value.tag === 's') return spend(room, await this.#string(op, value.objectId, room));
    const object = await this.#reader.read(op, value.objectId);
    return await this.#preview(op, object, { depth, room });
  }

  async #preview(op: Operation, object: ReadObject, how: { depth: number; room: Room }): Promise<string> {
    const { room } = how;
    const boxed = boxedValue(object);
    if (boxed) return await this.#words(op, boxed, how);
    if (object.ancestry.includes('java.lang.Enum')) {
      const name = fieldObject(object, 'name');
      if (name !== null)
        return spend(room, `${shortName(object.type)}.${(await this.#beginning(op, name)).text}`);
    }
    if (how.depth <= 0) return spend(room, shortName(object.type));
    const inner = { depth: how.depth - 1, room };
    if (object.classRef.typeTag === arrayTag) return await this.#array(op, object, inner);
    const contents = await contentsOf({ op, reader: this.#reader, object, limit: mostEntries });
    if (contents) {
      const words: string[] = [];
      for (const { key, value } of contents.entries) {
        if (isFull(room)) break;
        const before = key ? `${await this.#words(op, key, inner)}: ` : '';
        words.push(before + (await this.#words(op, value, inner)));
      }
      const more = contents.size > words.length ? [...words, '…'] : words;
      const [open, close] = contents.kind === 'map' ? ['{', '}'] : ['[', ']'];
      return `${shortName(object.type)}(${contents.size}) ${open}${more.join(', ')}${close}`;
    }
    return await this.#fields(op, object, inner);
  }

  async #array(
    op: Operation,
    { objectId, type }: ReadObject,
    how: { depth: number; room: Room },
  ): Promise<string> {
    const { objects } = this.#reader.machine;
    const length = await objects.arrayLength(op, objectId);
    const first = await objects.arrayValues(op, objectId, 0, Math.min(length, mostEntries));
    const words: string[] = [];
    for (const value of first) {
      if (isFull(how.room)) break;
      words.push(await this.#words(op, value, how));
    }
    const more = length > words.length ? [...words, '…'] : words;
    return `${shortName(type).replace('[]', `[${length}]`)} {${more.join(', ')}}`;
  }

  async #fields(op: Operation, object: ReadObject, how: { depth: number; room: Room }): Promise<string> {
    const shown = object.fields
      .map((field, index) => ({ field, value: object.values[index] }))
      .filter(({ field }) => !field.isSynthetic);
    const words: string[] = [];
    for (const { field, value } of shown.slice(0, mostFields)) {
      if (!value || isFull(how.room)) break;
      words.push(`${field.name}=${await this.#words(op, value, how)}`);
    }
    const more = shown.length > words.length ? [...words, '…'] : words;
    return `${shortName(object.type)}(${more.join(', ')})`;
  }

  async #string(op: Operation, objectId: bigint, room: Room): Promise<string> {
    const { text, isWhole } = await this.#beginning(op, objectId);
    if (!isWhole) room.wasCut = true;
    return JSON.stringify(text);
  }

  /** With an ellipsis where it goes on. */
  async #beginning(
    op: Operation,
    objectId: bigint,
  ): Promise<{ readonly text: string; readonly isWhole: boolean }> {
    const { text, length } = await beginningOf(op, this.#reader, { objectId, most: longestString });
    const isWhole = text.length === length;
    return { text: isWhole ? text : `${text}…`, isWhole };
  }
}

function isFull(room: Room): boolean {
  if (room.leftChars <= 0) room.wasCut = true;
  return room.leftChars <= 0;
}

function spend(room: Room, words: string): string {
  const { leftChars } = room;
  room.leftChars -= words.length;
  if (words.length <= leftChars) return words;
  room.wasCut = true;
  return `${words.slice(0, Math.max(0, leftChars))}…`;
}

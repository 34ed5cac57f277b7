/** Fields of JDWP packets: numbers, ids of the sizes that the machine names, strings, tagged values, locations. */
import { MalformedJdwp } from './jdwp-error.ts';
import { decodeText } from './modified-utf8.ts';

export interface IdSizes {
  readonly field: number;
  readonly method: number;
  readonly object: number;
  readonly referenceType: number;
  readonly frame: number;
}

export const widestIds: IdSizes = { field: 8, method: 8, object: 8, referenceType: 8, frame: 8 };

/** Where code is: a class (1), interface (2) or array (3), its id, a method of it, and an index into the code of that. */
export interface Location {
  readonly typeTag: number;
  readonly classId: bigint;
  readonly methodId: bigint;
  readonly index: bigint;
}

/** A value as it travels: tag is the letter of its signature (`I`, `L`, `s` for a string, ...). Objects are ids, 0 is null. */
export type TaggedValue =
  | { readonly tag: 'B' | 'S' | 'I' | 'F' | 'D'; readonly number: number }
  | { readonly tag: 'J'; readonly long: bigint }
  | { readonly tag: 'C'; readonly char: string }
  | { readonly tag: 'Z'; readonly boolean: boolean }
  | { readonly tag: 'V' }
  | { readonly tag: ObjectTag; readonly objectId: bigint };

export type ObjectTag = 'L' | 's' | 't' | 'g' | 'l' | 'c' | '[';
const objectTags = new Set<string>(['L', 's', 't', 'g', 'l', 'c', '[']);

export function isObjectTag(tag: string): tag is ObjectTag {
  return objectTags.has(tag);
}

/** Of whatever a class, a method or a program has. */
const mostItems = 100_000;

/** Reads in order; MalformedJdwp when the packet ends too early. */
export class DataReader {
  readonly #sizes: IdSizes;
  readonly #data: Buffer;
  #at = 0;

  constructor(data: Buffer, sizes: IdSizes) {
    this.#data = data;
    this.#sizes = sizes;
  }

  get leftBytes(): number {
    return this.#data.length - this.#at;
  }

  byte(): number {
    return this.#take(1).readUInt8(0);
  }

  boolean(): boolean {
    return this.byte() !== 0;
  }

  int(): number {
    return this.#take(4).readInt32BE(0);
  }

  long(): bigint {
    return this.#take(8).readBigInt64BE(0);
  }

  text(): string {
    return decodeText(this.#take(this.#size()));
  }

  id(kind: keyof IdSizes): bigint {
    const size = this.#sizes[kind];
    const part = this.#take(size);
    return size === 8 ? part.readBigUInt64BE(0) : BigInt(part.readUIntBE(0, size));
  }

  location(): Location {
    const typeTag = this.byte();
    return { typeTag, classId: this.id('referenceType'), methodId: this.id('method'), index: this.long() };
  }

  tagged(): TaggedValue {
    return this.value(String.fromCharCode(this.byte()));
  }

  /** A value whose tag is known, as in arrays of primitives. */
  value(tag: string): TaggedValue {
    if (isObjectTag(tag)) return { tag, objectId: this.id('object') };
    switch (tag) {
      case 'B':
        return { tag, number: this.#take(1).readInt8(0) };
      case 'Z':
        return { tag, boolean: this.boolean() };
      case 'C':
        return { tag, char: String.fromCharCode(this.#take(2).readUInt16BE(0)) };
      case 'S':
        return { tag, number: this.#take(2).readInt16BE(0) };
      case 'I':
        return { tag, number: this.int() };
      case 'F':
        return { tag, number: this.#take(4).readFloatBE(0) };
      case 'J':
        return { tag, long: this.long() };
      case 'D':
        return { tag, number: this.#take(8).readDoubleBE(0) };
      case 'V':
        return { tag };
      default:
        throw new MalformedJdwp(`A value of the unknown kind ${JSON.stringify(tag)}.`);
    }
  }

  /** A list with its length before it. More than `most`, or than the packet can hold, is refused before anything is read. */
  list<T>(read: () => T, most: number = mostItems): T[] {
    const length = this.#size();
    if (length > most) throw new MalformedJdwp(`A list of ${length}, where ${most} are the most.`);
    const items: T[] = [];
    for (let index = 0; index < length; index += 1) items.push(read());
    return items;
  }

  #size(): number {
    const size = this.int();
    if (size < 0 || size > this.leftBytes)
      throw new MalformedJdwp(`A length of ${size} in a shorter packet.`);
    return size;
  }

  #take(size: number): Buffer {
    if (size > this.leftBytes) throw new MalformedJdwp('The packet ends too early.');
    this.#at += size;
    return this.#data.subarray(this.#at - size, this.#at);
  }
}

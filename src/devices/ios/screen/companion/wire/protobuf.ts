/**
 * The few parts of the protobuf encoding that the companion's messages use: varints, doubles, text, bytes, messages.
 * Pure; knows no message. Unknown fields are skipped, as the encoding wants it.
 */
import { Malformed } from '@mobile-debug/core/malformed.ts';

const wireVarint = 0;
const wireFixed64 = 1;
const wireBytes = 2;
const wireFixed32 = 5;

/** Fields are written in the order of the calls. Default values (0, empty) are written too: receivers take both. */
export class MessageWriter {
  readonly #parts: Buffer[] = [];

  /** Whole numbers from 0 to 2^53. */
  varint(field: number, value: number): this {
    this.#tag(field, wireVarint);
    this.#parts.push(encodeVarint(value));
    return this;
  }

  double(field: number, value: number): this {
    this.#tag(field, wireFixed64);
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(value);
    this.#parts.push(bytes);
    return this;
  }

  text(field: number, value: string): this {
    return this.bytes(field, Buffer.from(value, 'utf8'));
  }

  bytes(field: number, value: Uint8Array): this {
    this.#tag(field, wireBytes);
    this.#parts.push(encodeVarint(value.length), Buffer.from(value));
    return this;
  }

  message(field: number, value: MessageWriter): this {
    return this.bytes(field, value.finish());
  }

  finish(): Buffer {
    return Buffer.concat(this.#parts);
  }

  #tag(field: number, wire: number): void {
    this.#parts.push(encodeVarint(field * 8 + wire));
  }
}

/** One field as it stood in the bytes. */
export type Field =
  | { readonly number: number; readonly kind: 'varint'; readonly value: bigint }
  | { readonly number: number; readonly kind: 'double'; readonly value: number }
  | { readonly number: number; readonly kind: 'bytes'; readonly value: Buffer }
  | { readonly number: number; readonly kind: 'fixed32'; readonly value: number };

/** All fields in their order. Throws Malformed. */
export function readFields(bytes: Uint8Array): readonly Field[] {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fields: Field[] = [];
  const cursor = { at: 0 };
  while (cursor.at < source.length) {
    const tag = readVarint(source, cursor);
    const number = Number(tag >> 3n);
    if (number === 0 || number > 0x1fff_ffff) throw new Malformed(`field number ${number}`);
    fields.push(readField(source, cursor, { number, wire: Number(tag & 7n) }));
  }
  return fields;
}

/** The newest value of a field counts; null when it is not there or of another kind. */
export class MessageReader {
  readonly #fields: readonly Field[];

  constructor(bytes: Uint8Array) {
    this.#fields = readFields(bytes);
  }

  number(field: number): number | null {
    const found = this.#last(field);
    if (found?.kind === 'varint') return Number(found.value);
    return found?.kind === 'double' ? found.value : null;
  }

  text(field: number): string | null {
    return this.bytes(field)?.toString('utf8') ?? null;
  }

  bytes(field: number): Buffer | null {
    const found = this.#last(field);
    return found?.kind === 'bytes' ? found.value : null;
  }

  message(field: number): MessageReader | null {
    const bytes = this.bytes(field);
    return bytes && new MessageReader(bytes);
  }

  messages(field: number): readonly MessageReader[] {
    return this.#fields.flatMap((each) =>
      each.number === field && each.kind === 'bytes' ? [new MessageReader(each.value)] : [],
    );
  }

  #last(field: number): Field | undefined {
    return this.#fields.findLast((each) => each.number === field);
  }
}

interface Cursor {
  at: number;
}

function readField(
  source: Buffer,
  cursor: Cursor,
  { number, wire }: { readonly number: number; readonly wire: number },
): Field {
  switch (wire) {
    case wireVarint:
      return { number, kind: 'varint', value: readVarint(source, cursor) };
    case wireFixed64:
      return { number, kind: 'double', value: take(source, cursor, 8).readDoubleLE() };
    case wireFixed32:
      return { number, kind: 'fixed32', value: take(source, cursor, 4).readUInt32LE() };
    case wireBytes:
      return { number, kind: 'bytes', value: take(source, cursor, Number(readVarint(source, cursor))) };
    default:
      throw new Malformed(`wire type ${wire}`);
  }
}

function take(source: Buffer, cursor: Cursor, length: number): Buffer {
  const end = cursor.at + length;
  if (end > source.length) throw new Malformed('the message ends inside a field');
  const bytes = source.subarray(cursor.at, end);
  cursor.at = end;
  return bytes;
}

const longestVarint = 10;

function readVarint(source: Buffer, cursor: Cursor): bigint {
  let value = 0n;
  for (let index = 0; index < longestVarint; index++) {
    const byte = source[cursor.at];
    if (byte === undefined) throw new Malformed('the message ends inside a number');
    cursor.at += 1;
    value |= BigInt(byte & 0x7f) << BigInt(index * 7);
    if (byte < 0x80) return BigInt.asUintN(64, value);
  }
  throw new Malformed('a number of more than ten bytes');
}

function encodeVarint(value: number): Buffer {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is no varint`);
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}

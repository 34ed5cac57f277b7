/**
 * Protocol buffers as bytes: what of the wire format the companion's messages need. Field numbers are given by the
 * caller; no description file is read. Source: the encoding page of the protobuf documentation.
 */

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;
const MAX_VARINT_BYTES = 10;

interface Field {
  readonly number: number;
  readonly wire: number;
  /** Value of a varint, as 64 unsigned bits. */
  readonly varint: bigint;
  /** Content of the others. */
  readonly bytes: Uint8Array;
}

/** Bytes that are no message. */
export class ProtoError extends Error {}

/** A received message. Of a field that may stand once the last one counts; what is absent reads as proto3's zero. */
export class ProtoMessage {
  readonly #fields: readonly Field[];

  private constructor(fields: readonly Field[]) {
    this.#fields = fields;
  }

  /** Throws ProtoError when the bytes end in the middle of a field or hold a wire type that no message has. */
  static parse(bytes: Uint8Array): ProtoMessage {
    const reader = new Reader(bytes);
    const fields: Field[] = [];
    while (!reader.done) fields.push(reader.field());
    return new ProtoMessage(fields);
  }

  has(number: number): boolean {
    return this.#fields.some((field) => field.number === number);
  }

  /** Field numbers in the order they came in: which part of a oneof was sent, what is unknown. */
  get numbers(): readonly number[] {
    return this.#fields.map(({ number }) => number);
  }

  /** As unsigned 64 bits; whoever asks expects a number that JavaScript can hold. */
  int(number: number): number {
    return Number(this.#last(number, VARINT)?.varint ?? 0n);
  }

  bool(number: number): boolean {
    return this.int(number) !== 0;
  }

  double(number: number): number {
    const bytes = this.#last(number, FIXED64)?.bytes;
    return bytes ? view(bytes).getFloat64(0, true) : 0;
  }

  text(number: number): string {
    return decodeText(this.bytes(number));
  }

  texts(number: number): readonly string[] {
    return this.#all(number).map(({ bytes }) => decodeText(bytes));
  }

  bytes(number: number): Uint8Array {
    return this.#last(number, BYTES)?.bytes ?? new Uint8Array();
  }

  /** Null when the field was not sent, which is not the same as a message without content. */
  message(number: number): ProtoMessage | null {
    const bytes = this.#last(number, BYTES)?.bytes;
    return bytes ? ProtoMessage.parse(bytes) : null;
  }

  messages(number: number): readonly ProtoMessage[] {
    return this.#all(number).map(({ bytes }) => ProtoMessage.parse(bytes));
  }

  /** A `repeated` number, packed or one by one. */
  ints(number: number): readonly number[] {
    const found: number[] = [];
    for (const field of this.#fields) {
      if (field.number !== number) continue;
      if (field.wire === VARINT) found.push(Number(field.varint));
      if (field.wire !== BYTES) continue;
      const packed = new Reader(field.bytes);
      while (!packed.done) found.push(Number(packed.varint()));
    }
    return found;
  }

  /** A `map<string, string>`: entries with the key in 1 and the value in 2. */
  map(number: number): ReadonlyMap<string, string> {
    return new Map(this.messages(number).map((entry) => [entry.text(1), entry.text(2)]));
  }

  #all(number: number): readonly Field[] {
    return this.#fields.filter((field) => field.number === number && field.wire === BYTES);
  }

  #last(number: number, wire: number): Field | undefined {
    return this.#fields.findLast((field) => field.number === number && field.wire === wire);
  }
}

/** Builds a message. Zeros, empty texts and false are left out unless the method says otherwise, as proto3 does. */
export class ProtoWriter {
  readonly #parts: Uint8Array[] = [];

  int(number: number, value: number): this {
    if (value !== 0) this.#parts.push(tag(number, VARINT), varint(BigInt(value)));
    return this;
  }

  bool(number: number, value: boolean): this {
    return this.int(number, value ? 1 : 0);
  }

  double(number: number, value: number): this {
    if (value === 0) return this;
    const bytes = new Uint8Array(8);
    view(bytes).setFloat64(0, value, true);
    this.#parts.push(tag(number, FIXED64), bytes);
    return this;
  }

  text(number: number, value: string): this {
    return value === '' ? this : this.bytes(number, encodeText(value));
  }

  /** Every text, the empty ones too. */
  texts(number: number, values: readonly string[]): this {
    for (const value of values) this.bytes(number, encodeText(value));
    return this;
  }

  /** Also when empty. */
  bytes(number: number, value: Uint8Array): this {
    this.#parts.push(tag(number, BYTES), varint(BigInt(value.length)), value);
    return this;
  }

  /** Also when it has no content. */
  message(number: number, value: ProtoWriter): this {
    return this.bytes(number, value.finish());
  }

  ints(number: number, values: readonly number[], packed = true): this {
    const each = values.map((value) => varint(BigInt(value)));
    if (packed) return values.length === 0 ? this : this.bytes(number, Buffer.concat(each));
    for (const bytes of each) this.#parts.push(tag(number, VARINT), bytes);
    return this;
  }

  map(number: number, values: Iterable<readonly [string, string]>): this {
    for (const [key, value] of values) this.message(number, new ProtoWriter().text(1, key).text(2, value));
    return this;
  }

  finish(): Uint8Array {
    return new Uint8Array(Buffer.concat(this.#parts));
  }
}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get done(): boolean {
    return this.#at >= this.#bytes.length;
  }

  field(): Field {
    const key = Number(this.varint());
    const wire = key & 7;
    const number = Math.floor(key / 8);
    if (number === 0) throw new ProtoError('Field number 0.');
    if (wire === VARINT) return { number, wire, varint: this.varint(), bytes: new Uint8Array() };
    return { number, wire, varint: 0n, bytes: this.#take(this.#length(wire)) };
  }

  varint(): bigint {
    let value = 0n;
    for (let count = 0; count < MAX_VARINT_BYTES; count++) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new ProtoError('The message ends inside a number.');
      value |= BigInt(byte & 0x7f) << BigInt(7 * count);
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new ProtoError('A number of more than ten bytes.');
  }

  #length(wire: number): number {
    if (wire === FIXED64) return 8;
    if (wire === FIXED32) return 4;
    if (wire === BYTES) return Number(this.varint());
    throw new ProtoError(`Wire type ${wire}.`);
  }

  #take(length: number): Uint8Array {
    if (length > this.#bytes.length - this.#at) throw new ProtoError('The message ends inside a field.');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}

function tag(number: number, wire: number): Uint8Array {
  return varint(BigInt(number * 8 + wire));
}

function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 0x80 : low);
  } while (rest > 0n);
  return Uint8Array.from(bytes);
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

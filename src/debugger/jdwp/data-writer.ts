/** Writes the data of a JDWP command. */

import type { IdSizes, Location } from './data.ts';
import { encodeText } from './modified-utf8.ts';

export class DataWriter {
  readonly #sizes: IdSizes;
  readonly #parts: Buffer[] = [];

  constructor(sizes: IdSizes) {
    this.#sizes = sizes;
  }

  byte(value: number): this {
    return this.#put(1, (part) => part.writeUInt8(value & 0xff));
  }

  boolean(value: boolean): this {
    return this.byte(value ? 1 : 0);
  }

  int(value: number): this {
    return this.#put(4, (part) => part.writeInt32BE(value | 0));
  }

  long(value: bigint): this {
    return this.#put(8, (part) => part.writeBigInt64BE(BigInt.asIntN(64, value)));
  }

  text(value: string): this {
    const bytes = encodeText(value);
    this.int(bytes.length);
    this.#parts.push(bytes);
    return this;
  }

  id(kind: keyof IdSizes, value: bigint): this {
    const size = this.#sizes[kind];
    return this.#put(size, (part) => {
      if (size === 8) part.writeBigUInt64BE(BigInt.asUintN(64, value));
      else part.writeUIntBE(Number(BigInt.asUintN(size * 8, value)), 0, size);
    });
  }

  location({ typeTag, classId, methodId, index }: Location): this {
    return this.byte(typeTag).id('referenceType', classId).id('method', methodId).long(index);
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }

  #put(size: number, write: (part: Buffer) => void): this {
    const part = Buffer.alloc(size);
    write(part);
    this.#parts.push(part);
    return this;
  }
}

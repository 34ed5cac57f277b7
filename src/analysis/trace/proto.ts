/** Fields of a protobuf message, in place: nothing is copied, unknown fields cost a skip. */

/** What a field holds: a number for varints and fixed widths, else the range of its bytes. */
export type OnField = (field: number, value: number, start: number, end: number) => void;

/** A varint read at `position`; `next` is -1 where the bytes end within it. */
export class Cursor {
  value = 0;
  next = 0;

  read(bytes: Uint8Array, position: number, end: number): boolean {
    let value = 0;
    let scale = 1;
    for (let at = position; at < end && at < position + 10; at++) {
      const byte = bytes[at] ?? 0;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        // Negative numbers of 32 and 64 bits are written as their 64-bit complement.
        this.value = value >= 2 ** 63 ? value - 2 ** 64 : value;
        this.next = at + 1;
        return true;
      }
      scale *= 128;
    }
    this.next = -1;
    return false;
  }
}

/** False where the message ends within a field or has a wire type that does not exist; fields before that were given. */
export function eachField(bytes: Uint8Array, start: number, end: number, on: OnField): boolean {
  const cursor = new Cursor();
  let at = start;
  while (at < end) {
    if (!cursor.read(bytes, at, end)) return false;
    // Tags are small in every trace; a broken one is some number, and its field is skipped.
    const field = Math.floor(cursor.value / 8);
    const wire = cursor.value % 8;
    const from = valueStart(bytes, [cursor.next, end], { wire, cursor });
    if (from < 0) return false;
    on(field, wire === 2 ? 0 : cursor.value, from, cursor.next);
    at = cursor.next;
  }
  return true;
}

/** Where a value begins; its number and its end are in the cursor then. -1 where it is not whole. */
function valueStart(
  bytes: Uint8Array,
  [at, end]: readonly [number, number],
  { wire, cursor }: { readonly wire: number; readonly cursor: Cursor },
): number {
  if (wire === 1 || wire === 5) {
    const width = wire === 1 ? 8 : 4;
    if (at + width > end) return -1;
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, width);
    cursor.value = wire === 1 ? Number(view.getBigInt64(0, true)) : view.getInt32(0, true);
    cursor.next = at + width;
    return at;
  }
  if ((wire !== 0 && wire !== 2) || !cursor.read(bytes, at, end)) return -1;
  const from = cursor.next;
  if (wire === 2) cursor.next += cursor.value;
  return cursor.next < from || cursor.next > end ? -1 : from;
}

/** Numbers of a packed field. */
export function packed(bytes: Uint8Array, start: number, end: number): number[] {
  const cursor = new Cursor();
  const values: number[] = [];
  for (let at = start; at < end; at = cursor.next) {
    if (!cursor.read(bytes, at, end)) break;
    values.push(cursor.value);
  }
  return values;
}

export function text(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
}

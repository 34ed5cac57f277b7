/**
 * Strings of JDWP. ART writes modified UTF-8 (NUL as C0 80, characters beyond the BMP as two surrogates of three bytes
 * each; JNI specification, "Modified UTF-8 Strings"), HotSpot standard UTF-8: decoding takes both, encoding writes what both read.
 */

/** Bytes that are no character at all become U+FFFD, one for each. */
export function decodeText(bytes: Uint8Array): string {
  let text = '';
  let units: number[] = [];
  let at = 0;
  while (at < bytes.length) {
    const [unit, size] = unitAt(bytes, at);
    at += size;
    if (unit > 0xffff) units.push(0xd800 + ((unit - 0x10000) >> 10), 0xdc00 + ((unit - 0x10000) & 0x3ff));
    else units.push(unit);
    if (units.length > 4_000) {
      text += String.fromCharCode(...units);
      units = [];
    }
  }
  return text + String.fromCharCode(...units);
}

const broken: readonly [number, number] = [0xfffd, 1];

function unitAt(bytes: Uint8Array, at: number): readonly [unit: number, size: number] {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return [first, 1];
  const size = first >= 0xf0 && first < 0xf8 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0;
  if (size === 0 || first >= 0xf8 || at + size > bytes.length) return broken;
  let unit = first & (0xff >> (size + 1));
  for (let index = 1; index < size; index += 1) {
    const next = bytes[at + index] ?? 0;
    if ((next & 0xc0) !== 0x80) return broken;
    unit = (unit << 6) | (next & 0x3f);
  }
  return unit > 0x10ffff ? broken : [unit, size];
}

/** Modified UTF-8; for all text without NUL and within the BMP the same as standard UTF-8. */
export function encodeText(text: string): Buffer {
  const bytes: number[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit !== 0 && unit < 0x80) bytes.push(unit);
    else if (unit < 0x800) bytes.push(0xc0 | (unit >> 6), 0x80 | (unit & 0x3f));
    else bytes.push(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f));
  }
  return Buffer.from(bytes);
}

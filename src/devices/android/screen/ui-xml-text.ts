/**
 * From the bytes of a dump to text: encodings, and characters that XML forbids but devices write all the same.
 * Structure is left to ui-xml-scan.ts. Source: [A1].
 */

/** What XML 1.0 forbids, lone surrogates included (the `u` flag keeps whole pairs out). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]/gu;

/**
 * UTF-8 unless the bytes say UTF-16 (dumps saved through a Windows console are UTF-16LE and still claim UTF-8).
 * Bytes that are no valid text become U+FFFD; text that was mangled before it reached us stays as it is.
 */
export function decodeDump(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return 'utf-8';
}

/** Every forbidden character becomes U+FFFD, one for one, so that offsets stay. */
export function replaceForbidden(xml: string): string {
  return xml.search(forbidden) < 0 ? xml : xml.replace(forbidden, '\ufffd');
}

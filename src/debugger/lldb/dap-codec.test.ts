import fc from '@mobile-debug/core/testing/property.ts';
import { expect, it } from 'vitest';
import { encodeMessage, MessageReader } from './dap-codec.ts';

/** What a reader makes of these pieces. */
function read(pieces: readonly Uint8Array[]): unknown[] {
  const got: unknown[] = [];
  const reader = new MessageReader((message) => got.push(message));
  for (const piece of pieces) reader.push(Buffer.from(piece));
  return got;
}

function cut(bytes: Buffer, at: readonly number[]): Buffer[] {
  const places = [0, ...at.map((one) => one % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

it('reads what it wrote, in any pieces', () => {
  fc.assert(
    fc.property(
      fc.array(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), { maxLength: 5 }),
      fc.array(fc.nat(), { maxLength: 12 }),
      (messages, at) => {
        const plain = messages.map((message) => JSON.parse(JSON.stringify(message)) as object);
        const bytes = Buffer.concat(plain.map((message) => encodeMessage(message)));
        expect(read(cut(bytes, at))).toEqual(plain);
      },
    ),
  );
});

it.each([
  ['another case, further headers', 'X: 1\r\ncontent-length: 2\r\n\r\n{}'],
  ['no blank', 'Content-Length:2\r\n\r\n{}'],
])('takes a header with %s', (_, text) => {
  expect(read([Buffer.from(text)])).toEqual([{}]);
});

it.each([
  ['a length of two gigabytes', 'Content-Length: 2147483648\r\n\r\n'],
  ['a length beyond all numbers', `Content-Length: ${'9'.repeat(40)}\r\n\r\n`],
  ['a negative length', 'Content-Length: -5\r\n\r\n'],
  ['no length', 'Content-Type: x\r\n\r\n{}'],
  ['a header without an end', 'x'.repeat(5_000)],
  ['a body that is no JSON', 'Content-Length: 3\r\n\r\n{{{'],
])('refuses %s', (_, text) => {
  expect(() => read([Buffer.from(text)])).toThrow(
    expect.objectContaining({ code: 'DEBUGGER_WORKER_FAILED' }),
  );
});

it('takes a long message in small pieces without joining them again and again', () => {
  const message = { text: 'x'.repeat(4 << 20) };
  const bytes = encodeMessage(message);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 1_024) }, (_, index) =>
    bytes.subarray(index * 1_024, (index + 1) * 1_024),
  );
  expect(read(pieces)).toEqual([message]);
});

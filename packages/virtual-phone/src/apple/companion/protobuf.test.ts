import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, test } from 'vitest';
import { ProtoError, ProtoMessage, ProtoWriter } from './protobuf.ts';

const number = fc.integer({ min: 1, max: 4_000 });

describe('what is written is read', () => {
  test('numbers', () => {
    fc.assert(
      fc.property(number, fc.nat(Number.MAX_SAFE_INTEGER), (at, value) => {
        expect(ProtoMessage.parse(new ProtoWriter().int(at, value).finish()).int(at)).toBe(value);
      }),
    );
  });

  test('doubles', () => {
    fc.assert(
      fc.property(number, fc.double({ noNaN: true }), (at, value) => {
        const read = ProtoMessage.parse(new ProtoWriter().double(at, value).finish()).double(at);
        expect(read).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  test('texts, maps and messages', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' })),
        fc.dictionary(fc.string(), fc.string()),
        (texts, pairs) => {
          const inner = new ProtoWriter().texts(1, texts).map(2, Object.entries(pairs));
          const read = ProtoMessage.parse(new ProtoWriter().message(7, inner).finish()).message(7);
          expect(read?.texts(1)).toEqual(texts);
          expect(Object.fromEntries(read?.map(2) ?? [])).toEqual({ ...pairs });
        },
      ),
    );
  });

  test.each([true, false])('lists of numbers, packed: %s', (packed) => {
    fc.assert(
      fc.property(fc.array(fc.nat(Number.MAX_SAFE_INTEGER)), (values) => {
        const bytes = new ProtoWriter().ints(3, values, packed).finish();
        expect(ProtoMessage.parse(bytes).ints(3)).toEqual(values);
      }),
    );
  });
});

test('the bytes are those of the documentation', () => {
  expect(Buffer.from(new ProtoWriter().int(1, 150).finish()).toString('hex')).toBe('089601');
  expect(Buffer.from(new ProtoWriter().text(2, 'testing').finish()).toString('hex')).toBe(
    '120774657374696e67',
  );
});

test('unknown fields of every wire type are passed over', () => {
  const bytes = Buffer.from('0d01020304' + '110102030405060708' + '220161' + '2805', 'hex');
  const read = ProtoMessage.parse(bytes);
  expect(read.numbers).toEqual([1, 2, 4, 5]);
  expect([read.text(4), read.int(5)]).toEqual(['a', 5]);
});

test('the last one of a single field counts, an absent message is not an empty one', () => {
  const read = ProtoMessage.parse(
    new ProtoWriter().int(1, 1).int(1, 2).message(2, new ProtoWriter()).finish(),
  );
  expect(read.int(1)).toBe(2);
  expect([read.message(2) === null, read.message(3)]).toEqual([false, null]);
});

test('bytes that stop early or make no sense are refused', () => {
  const whole = new ProtoWriter().text(1, 'hello').double(2, 1.5).int(3, 300).finish();
  const refused = Array.from(whole, (_, end) => end).filter((end) => {
    try {
      ProtoMessage.parse(whole.subarray(0, end));
      return false;
    } catch (error) {
      expect(error).toBeInstanceOf(ProtoError);
      return true;
    }
  });
  // Only between two fields is a beginning of the message a message.
  expect(Array.from(whole, (_, end) => end).filter((end) => !refused.includes(end))).toEqual([0, 7, 16]);
  for (const hex of ['00', '0b', 'ffffffffffffffffffffff01', '0affffffff0f61'])
    expect(() => ProtoMessage.parse(Buffer.from(hex, 'hex')), hex).toThrow(ProtoError);
});

import { Malformed } from '@mobile-debug/core/malformed.ts';
import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, test } from 'vitest';
import { encodeFrame, FrameDecoder } from './message-frames.ts';
import { MessageReader, MessageWriter, readFields } from './protobuf.ts';

describe('messages', () => {
  test('are the bytes that the encoding describes', () => {
    const point = new MessageWriter().double(1, 1).double(2, -2.5);
    const bytes = new MessageWriter().varint(3, 300).text(4, 'é').message(2, point).finish();
    expect(bytes.toString('hex')).toBe(
      '18ac02' + '2202c3a9' + '1212' + '09000000000000f03f' + '1100000000000004c0',
    );
  });

  test('come back as they were written', () => {
    fc.assert(
      fc.property(
        fc.maxSafeNat(),
        fc.double({ noNaN: true }),
        fc.string({ unit: 'binary' }),
        fc.uint8Array(),
        (whole, real, text, raw) => {
          const inner = new MessageWriter().text(1, text).bytes(1_000, raw);
          const written = new MessageWriter()
            .varint(1, whole)
            .double(2, real)
            .message(3, inner)
            .message(3, inner);
          const read = new MessageReader(written.finish());
          expect(read.number(1)).toBe(whole);
          expect(read.number(2)).toBe(real);
          expect(read.messages(3)).toHaveLength(2);
          expect(read.message(3)?.text(1)).toBe(text);
          expect(read.message(3)?.bytes(1_000)).toEqual(Buffer.from(raw));
        },
      ),
    );
  });

  test('with fields that nobody asked for are read past them', () => {
    const bytes = Buffer.concat([
      Buffer.from('4d01020304', 'hex'), // field 9, four fixed bytes
      new MessageWriter().varint(15, 7).text(1, 'first').text(1, 'second').finish(),
    ]);
    expect(new MessageReader(bytes).text(1)).toBe('second');
    expect(new MessageReader(bytes).number(1)).toBeNull();
    expect(new MessageReader(bytes).text(2)).toBeNull();
    expect(readFields(bytes)[0]).toEqual({ number: 9, kind: 'fixed32', value: 0x04030201 });
  });

  test('that are none are told as such, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        try {
          readFields(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(Malformed);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['a number without end', 'ffffffffffffffffffffff'],
    ['a text longer than the rest', '0a05616263'],
    ['half a double', '09000000'],
    ['groups, which nobody sends any more', '0b'],
    ['field zero', '00'],
  ])('%s is malformed', (_, hex) => {
    expect(() => readFields(Buffer.from(hex, 'hex'))).toThrow(Malformed);
  });

  test('only hold whole numbers that are safe', () => {
    expect(() => new MessageWriter().varint(1, -1)).toThrow(RangeError);
    expect(() => new MessageWriter().varint(1, 0.5)).toThrow(RangeError);
  });
});

describe('frames', () => {
  const messages = [Buffer.from('first'), Buffer.alloc(0), Buffer.from('a second, longer one')];
  const bytes = Buffer.concat(messages.map(encodeFrame));

  test.each([...bytes.keys()])('cut at byte %i and put together again', (at) => {
    const decoder = new FrameDecoder(100);
    const got = [...decoder.push(bytes.subarray(0, at)), ...decoder.push(bytes.subarray(at))];
    expect(got).toEqual(messages);
    expect(decoder.pending).toBe(false);
  });

  test('survive any cuts', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 6 }),
        fc.array(fc.nat(30), { minLength: 1 }),
        (parts, cuts) => {
          const stream = Buffer.concat(parts.map(encodeFrame));
          const decoder = new FrameDecoder(64);
          const got: Buffer[] = [];
          for (let at = 0, turn = 0; at < stream.length; turn++) {
            const size = (cuts[turn % cuts.length] ?? 0) + 1;
            got.push(...decoder.push(stream.subarray(at, at + size)));
            at += size;
          }
          expect(got).toEqual(parts.map((part) => Buffer.from(part)));
          expect(decoder.pending).toBe(false);
        },
      ),
    );
  });

  test('a message in many chunks is joined once', () => {
    const message = Buffer.alloc(4 << 20, 7);
    const frame = encodeFrame(message);
    const decoder = new FrameDecoder(8 << 20);
    let got: readonly Buffer[] = [];
    for (let at = 0; at < frame.length; at += 1_000)
      got = [...got, ...decoder.push(frame.subarray(at, at + 1_000))];
    expect(got[0]?.equals(message)).toBe(true);
  });

  test.each([
    ['compressed', Buffer.from([1, 0, 0, 0, 0])],
    ['of an unknown kind', Buffer.from([9, 0, 0, 0, 0])],
    ['longer than allowed', Buffer.from([0, 0, 0, 0, 101])],
  ])('that are %s are refused', (_, frame) => {
    expect(() => new FrameDecoder(100).push(frame)).toThrow(Malformed);
  });

  test('a cut-off one is known to be missing', () => {
    const decoder = new FrameDecoder(100);
    decoder.push(bytes.subarray(0, 7));
    expect(decoder.pending).toBe(true);
  });
});

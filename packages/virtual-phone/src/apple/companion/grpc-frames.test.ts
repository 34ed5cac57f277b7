import fc from '@mobile-debug/core/testing/property.ts';
import { expect, test } from 'vitest';
import { FrameError, FrameReader, frame, MAX_MESSAGE_BYTES } from './grpc-frames.ts';

test('messages come out whole, however the bytes were cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 40 })),
      fc.infiniteStream(fc.integer({ min: 1, max: 17 })),
      (messages, cuts) => {
        const wire = Buffer.concat(messages.map(frame));
        const reader = new FrameReader();
        const read: Uint8Array[] = [];
        for (let at = 0; at < wire.length; ) {
          const size = cuts.next().value;
          read.push(...reader.push(wire.subarray(at, at + size)));
          at += size;
        }
        expect(read.map((bytes) => [...bytes])).toEqual(messages.map((bytes) => [...bytes]));
        expect(reader.empty).toBe(true);
      },
    ),
  );
});

test('a stream that stops inside a frame is noticed', () => {
  const reader = new FrameReader();
  expect(reader.push(frame(Uint8Array.of(1, 2, 3)).subarray(0, 7))).toEqual([]);
  expect(reader.empty).toBe(false);
});

test('compressed and monstrous messages are refused', () => {
  expect(() => new FrameReader().push(Uint8Array.of(1, 0, 0, 0, 0))).toThrow(FrameError);
  const monster = Buffer.alloc(5);
  monster.writeUInt32BE(MAX_MESSAGE_BYTES + 1, 1);
  expect(() => new FrameReader().push(monster)).toThrow(FrameError);
});

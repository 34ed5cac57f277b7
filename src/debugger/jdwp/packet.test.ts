/** Packets, fields and texts: what is written can be read again, whatever the pieces it arrives in. */
import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, test } from 'vitest';
import { DataReader, type IdSizes, widestIds } from './data.ts';
import { DataWriter } from './data-writer.ts';
import { MalformedJdwp } from './jdwp-error.ts';
import { decodeText, encodeText } from './modified-utf8.ts';
import { encodeCommand, longestPacketBytes, PacketCutter } from './packet.ts';

const sizes = fc.constantFrom<IdSizes>(
  { field: 8, method: 8, object: 8, referenceType: 8, frame: 8 },
  { field: 4, method: 4, object: 8, referenceType: 8, frame: 4 },
  { field: 4, method: 4, object: 4, referenceType: 4, frame: 4 },
);

describe('packets', () => {
  test('arrive whole, in any pieces', () => {
    const commands = fc.array(
      fc.record({
        id: fc.nat(),
        set: fc.nat(255),
        command: fc.nat(255),
        data: fc.uint8Array({ maxLength: 200 }),
      }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(commands, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (sent, pieces) => {
        const bytes = Buffer.concat(
          sent.map(({ id, set, command, data }) => encodeCommand(id, [set, command], data)),
        );
        const cutter = new PacketCutter();
        const received = [];
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const size = pieces[turn % pieces.length] ?? 1;
          received.push(...cutter.push(bytes.subarray(at, at + size)));
          at += size;
        }
        expect(received.map((packet) => ({ ...packet, data: [...packet.data] }))).toEqual(
          sent.map(({ id, set, command, data }) => ({
            kind: 'command',
            id,
            commandSet: set,
            command,
            data: [...data],
          })),
        );
      }),
    );
  });

  test.each([0, 10, longestPacketBytes + 1, 0x7fffffff, 0xffffffff])(
    'a length of %i is no packet',
    (length) => {
      const head = Buffer.alloc(11);
      head.writeUInt32BE(length, 0);
      expect(() => new PacketCutter().push(head)).toThrow(MalformedJdwp);
    },
  );

  test.each([1, 65_536, 1 << 27])(
    'a reply that is too long is passed over, in pieces of %i bytes',
    (piece) => {
      const long = Buffer.alloc(longestPacketBytes + 1);
      long.writeUInt32BE(long.length, 0);
      long.writeUInt32BE(5, 4);
      long.writeUInt8(0x80, 8);
      const bytes = Buffer.concat([long, encodeCommand(9, [199, 1], Buffer.alloc(3))]);
      const cutter = new PacketCutter();
      const packets = [];
      // The middle in large pieces: what matters are the two ends of it.
      const cuts = piece === 1 ? [...Array(20).keys(), long.length - 2, long.length - 1, long.length] : [];
      for (let at = 0; piece > 1 && at < bytes.length; at += piece) cuts.push(at);
      for (const [n, at] of cuts.entries()) packets.push(...cutter.push(bytes.subarray(at, cuts[n + 1])));
      expect(packets).toMatchObject([
        { kind: 'reply', id: 5, errorCode: 65_535, data: Buffer.alloc(0) },
        { kind: 'command', id: 9, commandSet: 199 },
      ]);
    },
  );

  test('replies are told by their flag, not by their number', () => {
    const reply = encodeCommand(7, [0, 112], Buffer.alloc(0));
    reply.writeUInt8(0x80, 8);
    expect(new PacketCutter().push(reply)).toMatchObject([{ kind: 'reply', id: 7, errorCode: 112 }]);
    const ddm = encodeCommand(0x80000001, [199, 1], Buffer.alloc(3));
    expect(new PacketCutter().push(ddm)).toMatchObject([
      { kind: 'command', id: 0x80000001, commandSet: 199 },
    ]);
  });
});

describe('fields', () => {
  test('ids, numbers, texts and places are read as they were written, in every size of ids', () => {
    const place = fc.record({
      typeTag: fc.nat(3),
      classId: id(),
      methodId: id(),
      index: fc.bigInt({ min: -1n, max: 2n ** 40n }),
    });
    fc.assert(
      fc.property(
        sizes,
        fc.string({ unit: 'binary' }),
        place,
        fc.integer(),
        (idSizes, text, location, number) => {
          const data = new DataWriter(idSizes)
            .text(text)
            .location(location)
            .int(number)
            .boolean(true)
            .bytes();
          const reader = new DataReader(data, idSizes);
          expect([reader.text(), reader.location(), reader.int(), reader.boolean()]).toEqual([
            text,
            location,
            number,
            true,
          ]);
          expect(reader.leftBytes).toBe(0);
        },
      ),
    );
  });

  test('bytes of any kind end in values or in one error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), sizes, (bytes, idSizes) => {
        const reader = new DataReader(Buffer.from(bytes), idSizes);
        try {
          reader.list(() => reader.tagged());
          reader.text();
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedJdwp);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('a list of two thousand million in a short packet is refused at once', () => {
    const reader = new DataReader(Buffer.from([0x7f, 0xff, 0xff, 0xff, 1, 2]), {
      field: 8,
      method: 8,
      object: 8,
      referenceType: 8,
      frame: 8,
    });
    expect(() => reader.list(() => reader.byte())).toThrow(MalformedJdwp);
  });

  test('more than was asked for is refused before it is read', () => {
    const reader = new DataReader(Buffer.from([0, 0, 0, 3, 1, 2, 3]), widestIds);
    expect(() => reader.list(() => reader.byte(), 2)).toThrow('A list of 3, where 2 are the most.');
  });
});

describe('texts', () => {
  test('come back from modified and from standard UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(decodeText(encodeText(text))).toBe(text);
        const standard = Buffer.from(text, 'utf8'); // a lone surrogate becomes U+FFFD there
        expect(decodeText(standard)).toBe(standard.toString('utf8'));
      }),
    );
  });

  test('NUL and characters beyond the first plane as ART writes them', () => {
    expect([...encodeText('\0')]).toEqual([0xc0, 0x80]);
    expect([...encodeText('😀')]).toEqual([0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]);
    expect(decodeText(Uint8Array.of(0xff, 0x41, 0xe0, 0x80))).toMatch(/^\ufffdA/);
  });
});

function id(): fc.Arbitrary<bigint> {
  return fc.bigInt({ min: 0n, max: 2n ** 32n - 1n });
}

/** For tests: what a hostile process makes of the packets of JDWP. */
import { encodeCommand } from '../../src/debugger/jdwp/packet.ts';

/** Numbers from a seed (mulberry32), so that a failure can be repeated. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }
}

const sizes = [0, 1, 10, 12, 0x7fffffff, 0x80000000, 0xffffffff, 0x04000001];
const numbers = [-1, 0, 1, 255, 0x7fffffff, -0x80000000, 70_000, 0x10000];
const kinds = [1, 2, 4, 7, 8, 90, 99, 10, 200];

type Spoiling = (packet: Buffer, dice: Dice) => readonly (Buffer | null)[];

function changed(packet: Buffer, change: (copy: Buffer) => void): Buffer[] {
  const copy = Buffer.from(packet);
  change(copy);
  return [copy];
}

const spoilings: Readonly<Record<string, Spoiling>> = {
  'flipped bytes': (packet, dice) =>
    changed(packet, (copy) => {
      for (let count = dice.below(4); count >= 0; count -= 1) {
        copy.writeUInt8(dice.below(256), Math.min(copy.length - 1, 11 + dice.below(copy.length)));
      }
    }),
  'an odd number inside': (packet, dice) =>
    packet.length < 15
      ? [packet.subarray(0, 5)]
      : changed(packet, (copy) =>
          copy.writeInt32BE(numbers[dice.below(numbers.length)] ?? 0, 11 + dice.below(copy.length - 14)),
        ),
  'an odd size': (packet, dice) =>
    changed(packet, (copy) => copy.writeUInt32BE(sizes[dice.below(sizes.length)] ?? 0, 0)),
  'cut, and said to be whole': (packet, dice) =>
    changed(packet.subarray(0, 11 + dice.below(Math.max(1, packet.length - 11))), (copy) =>
      copy.writeUInt32BE(copy.length, 0),
    ),
  'half a packet': (packet, dice) => [packet.subarray(0, 1 + dice.below(packet.length))],
  'half a packet, and the end': (packet, dice) => [packet.subarray(0, 1 + dice.below(packet.length)), null],
  'more behind it': (packet, dice) =>
    changed(Buffer.concat([packet, dice.bytes(dice.below(60))]), (copy) =>
      copy.writeUInt32BE(copy.length, 0),
    ),
  'an id out of nowhere': (packet, dice) =>
    changed(packet, (copy) => copy.writeUInt32BE(dice.below(0x7fffffff), 4)),
  'an error': (packet, dice) =>
    changed(packet, (copy) =>
      copy.writeUInt16BE([13, 20, 30, 35, 101, 112, 511, 65_535][dice.below(8)] ?? 1, 9),
    ),
  'no answer': () => [],
  twice: (packet) => [packet, packet],
  noise: (_, dice) => [dice.bytes(1 + dice.below(80))],
  'the end': () => [null],
  'an event of its own first': (packet, dice) => {
    const data = dice.bytes(40);
    data.writeInt32BE(1, 1);
    data.writeUInt8(kinds[dice.below(kinds.length)] ?? 1, 5);
    data.writeInt32BE(1 + dice.below(12), 6);
    return [encodeCommand(5_000, [64, 100], data), packet];
  },
  'a DDM packet first': (packet, dice) => [
    encodeCommand(0x80000001, [199, 1], dice.bytes(dice.below(40))),
    packet,
  ],
  'in pieces': (packet, dice) => {
    const at = dice.below(packet.length);
    return [packet.subarray(0, at), packet.subarray(at)];
  },
};
const names = Object.keys(spoilings);

/** What leaves instead of the packet. */
export function spoiled(packet: Buffer, dice: Dice): readonly (Buffer | null)[] {
  return spoilings[names[dice.below(names.length)] ?? 'noise']?.(packet, dice) ?? [];
}

/**
 * For tests: the other side of JDWP in memory, with one small program in it. It answers honestly; a test may spoil whatever
 * leaves it. Ids: classes below 100, threads from 100, objects from 200.
 */
import { DataReader, type TaggedValue, widestIds } from '../data.ts';
import { DataWriter } from '../data-writer.ts';
import { eventKinds } from '../events.ts';
import type { ByteChannel } from '../jdwp-client.ts';
import { encodeCommand } from '../packet.ts';

/** What leaves the machine in place of a packet; null closes the connection. */
export type Spoil = (packet: Buffer) => readonly (Buffer | null)[];

export interface SetRequest {
  readonly kind: number;
  readonly id: number;
}

const cart = 2n;
const total = 21n;
export const mainThread = 100n;
const self = 200n;

const classes: readonly {
  readonly id: bigint;
  readonly typeTag: number;
  readonly signature: string;
  readonly superclass: bigint;
}[] = [
  { id: 1n, typeTag: 1, signature: 'Ljava/lang/Object;', superclass: 0n },
  { id: cart, typeTag: 1, signature: 'Lshop/Cart;', superclass: 1n },
  { id: 3n, typeTag: 3, signature: '[I', superclass: 1n },
  { id: 4n, typeTag: 1, signature: 'Ljava/lang/String;', superclass: 1n },
  { id: 5n, typeTag: 1, signature: 'Lshop/OutOfStock;', superclass: 1n },
];
const classOf: ReadonlyMap<bigint, bigint> = new Map([
  [self, cart],
  [300n, 4n],
  [400n, 3n],
  [600n, 5n],
]);
const fields: readonly {
  readonly id: bigint;
  readonly name: string;
  readonly of: TaggedValue;
  readonly flags: number;
}[] = [
  { id: 31n, name: 'count', of: { tag: 'I', number: 3 }, flags: 0 },
  { id: 32n, name: 'name', of: { tag: 's', objectId: 300n }, flags: 0 },
  { id: 33n, name: 'items', of: { tag: '[', objectId: 400n }, flags: 0 },
  { id: 34n, name: 'made', of: { tag: 'I', number: 9 }, flags: 8 },
];
const signatures: Readonly<Record<string, string>> = { I: 'I', s: 'Ljava/lang/String;', '[': '[I' };
/** The local variables of `total`, by their slots. */
const locals: readonly { readonly name: string; readonly of: TaggedValue }[] = [
  { name: 'sum', of: { tag: 'I', number: 7 } },
  { name: 'label', of: { tag: 's', objectId: 300n } },
  { name: 'prices', of: { tag: '[', objectId: 400n } },
];

export class ScriptedMachine implements ByteChannel {
  /** Names of commands, `set.command`, in the order in which they came. */
  readonly asked: string[] = [];
  readonly requests: SetRequest[] = [];
  spoil: Spoil = (packet) => [packet];
  isClosed: boolean = false;
  /** How often the program was suspended as a whole and not released. */
  suspensions = 0;
  #lastRequest = 0;
  #lastEvent = 1_000_000;
  readonly #ready: (Buffer | null)[] = [];
  #wake: (() => void) | null = null;
  #greeted: boolean = false;

  async next(): Promise<Buffer | null> {
    while (this.#ready.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#ready.shift() ?? null;
  }

  async write(bytes: Uint8Array): Promise<void> {
    const packet = Buffer.from(bytes);
    if (!this.#greeted) {
      this.#greeted = true;
      this.#send(packet);
      return;
    }
    const name = `${packet.readUInt8(9)}.${packet.readUInt8(10)}`;
    this.asked.push(name);
    const reply = new DataWriter(widestIds);
    const errorCode = this.#answer(name, new DataReader(packet.subarray(11), widestIds), reply);
    const data = errorCode === 0 ? reply.bytes() : Buffer.alloc(0);
    const answer = encodeCommand(packet.readUInt32BE(4), [errorCode >> 8, errorCode & 0xff], data);
    answer.writeUInt8(0x80, 8);
    this.#send(answer);
    await Promise.resolve();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.suspensions = 0;
    this.say(null);
    await Promise.resolve();
  }

  /** Bytes as they are. */
  say(bytes: Buffer | null): void {
    this.#ready.push(bytes);
    this.#wake?.();
  }

  /** One event of that kind for the newest request of it, on the main thread, with all threads suspended. */
  happens(
    kind: 'breakpoint' | 'step' | 'exception',
    { requestId }: { readonly requestId?: number } = {},
  ): void {
    const known = this.requests.filter((one) => one.kind === eventKinds[kind]).at(-1)?.id ?? 0;
    this.event(true, (to) => {
      to.byte(eventKinds[kind])
        .int(requestId ?? known)
        .id('object', mainThread)
        .location(here);
      if (kind === 'exception') to.byte('L'.charCodeAt(0)).id('object', 600n).location(here);
    });
  }

  /** One composite event with one event in it. */
  event(suspendsAll: boolean, write: (to: DataWriter) => void): void {
    const data = new DataWriter(widestIds).byte(suspendsAll ? 2 : 0).int(1);
    write(data);
    if (suspendsAll) this.suspensions += 1;
    this.#send(encodeCommand(++this.#lastEvent, [64, 100], data.bytes()));
  }

  #send(packet: Buffer): void {
    for (const bytes of this.spoil(packet)) this.say(bytes);
  }

  /** The error number, 0 for none. */
  #answer(name: string, asked: DataReader, to: DataWriter): number {
    const answer = answers[name];
    if (answer) return answer(asked, to) ?? 0;
    if (name === '1.9') this.suspensions = Math.max(0, this.suspensions - 1);
    else if (name === '1.6') this.suspensions = 0;
    else if (name === '15.1') {
      this.requests.push({ kind: asked.byte(), id: ++this.#lastRequest });
      to.int(this.#lastRequest);
    } else if (name === '15.2') {
      const [, id] = [asked.byte(), asked.int()];
      const at = this.requests.findIndex((one) => one.id === id);
      if (at >= 0) this.requests.splice(at, 1);
    } else return 99;
    return 0;
  }
}

const here = { typeTag: 1, classId: cart, methodId: total, index: 4n };

function writeValue(to: DataWriter, value: TaggedValue, tagged = true): void {
  if (tagged) to.byte(value.tag.charCodeAt(0));
  if ('objectId' in value) to.id('object', value.objectId);
  else if ('number' in value) to.int(value.number);
}

/** The error number; nothing where there is none. */
type Answer = (asked: DataReader, to: DataWriter) => number | undefined;

function ofClass(answer: (one: (typeof classes)[number], to: DataWriter) => number | undefined): Answer {
  return (asked, to) => {
    const id = asked.id('referenceType');
    const found = classes.find((one) => one.id === id);
    return found ? answer(found, to) : 21;
  };
}

function values(asked: DataReader, to: DataWriter): number {
  const ids = asked.list(() => asked.id('field'));
  to.int(ids.length);
  for (const id of ids) {
    const field = fields.find((one) => one.id === id);
    if (!field) return 25;
    writeValue(to, field.of);
  }
  return 0;
}

const answers: Readonly<Record<string, Answer>> = {
  '1.1': (_, to) => void to.text('scripted').int(1).int(8).text('8').text('Scripted'),
  '1.2': (asked, to) => {
    const signature = asked.text();
    const found = classes.filter((one) => one.signature === signature);
    to.int(found.length);
    for (const { id, typeTag } of found) to.byte(typeTag).id('referenceType', id).int(7);
  },
  '1.3': (_, to) => {
    to.int(classes.length);
    for (const { id, typeTag, signature } of classes) {
      to.byte(typeTag).id('referenceType', id).text(signature).int(7);
    }
  },
  '1.4': (_, to) => void to.int(2).id('object', mainThread).id('object', 101n),
  '1.7': (_, to) => void [8, 8, 8, 8, 8].map((size) => to.int(size)),
  '2.1': ofClass(({ signature }, to) => void to.text(signature)),
  '2.2': ofClass(({ id }, to) => void to.id('object', id === cart ? 500n : 0n)),
  '2.6': (asked, to) => {
    asked.id('referenceType');
    return values(asked, to);
  },
  '2.7': ofClass(({ id }, to) => (id === cart ? void to.text('Cart.java') : 101)),
  '2.14': ofClass(({ id }, to) => {
    const own = id === cart ? fields : [];
    to.int(own.length);
    for (const field of own) {
      to.id('field', field.id)
        .text(field.name)
        .text(signatures[field.of.tag] ?? 'I')
        .text('')
        .int(field.flags);
    }
  }),
  '2.15': ofClass(({ id }, to) => {
    to.int(id === cart ? 2 : 0);
    if (id !== cart) return 0;
    to.id('method', total).text('total').text('()I').text('').int(1);
    to.id('method', 22n).text('getCount').text('()I').text('').int(1);
    return 0;
  }),
  '3.1': ofClass(({ superclass }, to) => void to.id('referenceType', superclass)),
  '6.1': (_, to) => {
    to.long(0n).long(20n).int(3);
    for (const line of [10, 11, 12]) to.long(BigInt((line - 10) * 4)).int(line);
  },
  '6.2': (_, to) => {
    to.int(1).int(locals.length);
    for (const [slot, { name, of }] of locals.entries()) {
      to.long(0n)
        .text(name)
        .text(signatures[of.tag] ?? 'I')
        .int(20)
        .int(slot);
    }
  },
  '9.1': (asked, to) => {
    const found = classOf.get(asked.id('object'));
    if (found === undefined) return 20;
    to.byte(found === 3n ? 3 : 1).id('referenceType', found);
    return 0;
  },
  '9.2': (asked, to) => {
    asked.id('object');
    return values(asked, to);
  },
  '9.6': (_, to) => {
    writeValue(to, { tag: 'I', number: 3 });
    writeValue(to, { tag: 'L', objectId: 0n });
  },
  '10.1': (asked, to) => (asked.id('object') === 300n ? void to.text('cup') : 20),
  '11.1': (asked, to) => void to.text(asked.id('object') === mainThread ? 'main' : 'other'),
  '11.4': (_, to) => void to.int(1).int(1),
  '11.6': (asked, to) => {
    const [, offset, limit] = [asked.id('object'), asked.int(), asked.int()];
    const depths = [0, 1, 2].slice(offset, limit < 0 ? undefined : offset + limit);
    to.int(depths.length);
    for (const depth of depths) to.id('frame', BigInt(700 + depth)).location(here);
  },
  '11.7': (_, to) => void to.int(3),
  '11.8': (asked, to) => {
    const holds = asked.id('object') === mainThread;
    to.int(holds ? 1 : 0);
    if (holds) writeValue(to, { tag: 'L', objectId: self });
  },
  '11.9': (asked, to) =>
    void writeValue(to, { tag: 'L', objectId: asked.id('object') === mainThread ? 0n : self }),
  '13.1': (_, to) => void to.int(5),
  '13.2': (asked, to) => {
    const [, offset, length] = [asked.id('object'), asked.int(), asked.int()];
    if (offset < 0 || length < 0 || offset + length > 5) return 503;
    to.byte('I'.charCodeAt(0)).int(length);
    for (let index = 0; index < length; index += 1) to.int(offset + index + 1);
    return 0;
  },
  '16.1': (asked, to) => {
    asked.id('object');
    asked.id('frame');
    const slots = asked.list(() => [asked.int(), asked.byte()] as const);
    to.int(slots.length);
    for (const [slot] of slots) {
      const local = locals[slot];
      if (!local) return 35;
      writeValue(to, local.of);
    }
    return 0;
  },
  '16.3': (_, to) => void writeValue(to, { tag: 'L', objectId: self }),
};

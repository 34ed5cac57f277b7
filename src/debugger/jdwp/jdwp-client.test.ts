/** The client against scripted peers: busy ones, silent ones, ones that talk nonsense. */

import { Operation } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, test } from 'vitest';
import { type ByteChannel, JdwpClient } from './jdwp-client.ts';
import { encodeCommand } from './packet.ts';

const hello = Buffer.from('JDWP-Handshake');
const listener = { event: () => {}, closed: () => {} };

/** Answers each write by what `answer` gives for it; null closes. */
class Peer implements ByteChannel {
  readonly written: Buffer[] = [];
  isClosed = false;
  readonly #answer: (bytes: Buffer, count: number) => Buffer | null | undefined;
  readonly #ready: (Buffer | null)[] = [];
  #wake: (() => void) | null = null;

  constructor(answer: (bytes: Buffer, count: number) => Buffer | null | undefined) {
    this.#answer = answer;
  }

  async next(): Promise<Buffer | null> {
    while (this.#ready.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#ready.shift() ?? null;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.written.push(Buffer.from(bytes));
    const answer = this.#answer(Buffer.from(bytes), this.written.length);
    if (answer !== undefined) this.say(answer);
    await Promise.resolve();
  }

  say(bytes: Buffer | null): void {
    this.#ready.push(bytes);
    this.#wake?.();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.say(null);
    await Promise.resolve();
  }
}

function reply(id: number, data: Buffer, errorCode = 0): Buffer {
  const packet = encodeCommand(id, [errorCode >> 8, errorCode & 0xff], data);
  packet.writeUInt8(0x80, 8);
  return packet;
}

const eights = Buffer.from([8, 8, 8, 8, 8].flatMap((size) => [0, 0, 0, size]));

/** Shakes hands and tells the sizes of ids; everything else by `more`. */
function wellMannered(more: (bytes: Buffer) => Buffer | null | undefined = () => undefined): Peer {
  return new Peer((bytes, count) => {
    if (count === 1) return hello;
    if (count === 2) return reply(bytes.readUInt32BE(4), eights);
    return more(bytes);
  });
}

async function connected(peer: Peer): Promise<JdwpClient> {
  using op = Operation.start(1_000);
  return await JdwpClient.connect(op, peer, listener);
}

describe('attaching', () => {
  test('the handshake leaves in one piece', async () => {
    const peer = wellMannered();
    await connected(peer);
    expect(peer.written[0]?.toString()).toBe('JDWP-Handshake');
  });

  test('a peer that accepts and drops is busy', async () => {
    const peer = new Peer(() => null);
    await expect(connected(peer)).rejects.toMatchObject({ code: 'DEBUGGER_BUSY' });
    expect(peer.isClosed).toBe(true);
  });

  test('a silent peer is busy, when the time is over', async () => {
    const clock = new ManualClock();
    using op = Operation.start(1_000, { clock });
    const attaching = JdwpClient.connect(op, new Peer(() => undefined), listener);
    const outcome = expect(attaching).rejects.toMatchObject({ code: 'DEBUGGER_BUSY' });
    await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(1_001);
    await outcome;
  });

  test('another greeting is no debugger port', async () => {
    await expect(connected(new Peer(() => Buffer.from('HTTP/1.1 400 Bad')))).rejects.toMatchObject({
      code: 'DEBUGGER_ATTACH_FAILED',
    });
  });

  test.each([0, 1, 3, 9, 2 ** 31 - 1])('ids of %i bytes are refused', async (size) => {
    const sizes = Buffer.alloc(20);
    sizes.writeInt32BE(size, 8);
    const peer = new Peer((bytes, count) => (count === 1 ? hello : reply(bytes.readUInt32BE(4), sizes)));
    await expect(connected(peer)).rejects.toMatchObject({ code: 'DEBUGGER_ATTACH_FAILED' });
  });
});

test('a process that refuses to tell its sizes, or tells half of them, is no debugger port', async () => {
  for (const [data, errorCode] of [
    [Buffer.alloc(0), 13],
    [Buffer.alloc(7), 0],
  ] as const) {
    const peer = new Peer((bytes, count) =>
      count === 1 ? hello : reply(bytes.readUInt32BE(4), data, errorCode),
    );
    await expect(connected(peer)).rejects.toMatchObject({ code: 'DEBUGGER_ATTACH_FAILED' });
    expect(peer.isClosed).toBe(true);
  }
});

describe('commands', () => {
  test('DDM packets of the process, and replies nobody waits for, are passed over', async () => {
    const peer = wellMannered((bytes) => {
      const id = bytes.readUInt32BE(4);
      return Buffer.concat([
        encodeCommand(0x80000001, [199, 1], Buffer.alloc(8)),
        reply(999, Buffer.alloc(4)),
        reply(id, Buffer.from([0, 0, 0, 5])),
      ]);
    });
    const client = await connected(peer);
    using op = Operation.start(1_000);
    expect((await client.ask(op, [11, 7, 'FrameCount'], (data) => data)).int()).toBe(5);
  });

  test('a refusal says which command and why', async () => {
    const client = await connected(
      wellMannered((bytes) => reply(bytes.readUInt32BE(4), Buffer.alloc(0), 13)),
    );
    using op = Operation.start(1_000);
    await expect(client.ask(op, [11, 7, 'FrameCount'], (data) => data)).rejects.toThrow(
      'FrameCount: THREAD_NOT_SUSPENDED',
    );
  });

  test('a reply that never comes ends in time, and the connection goes on', async () => {
    const peer = wellMannered((bytes) =>
      bytes.readUInt8(10) === 7 ? undefined : reply(bytes.readUInt32BE(4), Buffer.alloc(0)),
    );
    const client = await connected(peer);
    using short = Operation.start(20);
    await expect(client.ask(short, [11, 7, 'FrameCount'], (data) => data)).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
    using op = Operation.start(1_000);
    await client.ask(op, [1, 9, 'Resume'], (data) => data);
  });

  test('the end of the connection ends all that wait, once', async () => {
    let ends = 0;
    const peer = wellMannered();
    using op = Operation.start(1_000);
    const client = await JdwpClient.connect(op, peer, { ...listener, closed: () => (ends += 1) });
    const [first, second] = [1, 2].map(() => client.ask(op, [1, 9, 'Resume'], (data) => data));
    peer.say(null);
    await expect(first).rejects.toMatchObject({ code: 'DEBUGGER_DISCONNECTED' });
    await expect(second).rejects.toMatchObject({ code: 'DEBUGGER_DISCONNECTED' });
    await expect(client.ask(op, [1, 9, 'Resume'], (data) => data)).rejects.toMatchObject({
      code: 'DEBUGGER_DISCONNECTED',
    });
    expect(ends).toBe(1);
  });

  test('nonsense of any kind ends the connection or nothing, never the server', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 80 }), async (bytes) => {
        const peer = wellMannered();
        const client = await connected(peer);
        peer.say(Buffer.from(bytes));
        peer.say(null);
        using op = Operation.start(1_000);
        await expect(client.ask(op, [1, 9, 'Resume'], (data) => data)).rejects.toMatchObject({
          code: 'DEBUGGER_DISCONNECTED',
        });
      }),
      { numRuns: 200 },
    );
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { eventsOf, startDispatch } from '@mobile-debug/core/testing/test-dispatch.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TransportProblem } from '../../../../port/transport-problem.ts';
import { answer, answerRaw, refuse, ScriptedCompanion } from '../testing/scripted-companion.ts';
import { type Call, GrpcChannel } from './grpc-channel.ts';
import { encodeFrame } from './message-frames.ts';

let folder: string;
let companion: ScriptedCompanion;
let channel: GrpcChannel;
let clock: ManualClock;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'grpc-'));
  companion = await ScriptedCompanion.start(join(folder, 's'));
  clock = new ManualClock();
  channel = await GrpcChannel.open(operation(), { path: join(folder, 's') });
});

afterEach(async () => {
  await channel.close();
  await companion.close();
  await rm(folder, { recursive: true });
});

function operation(budgetMs = 1_000): Dispatch {
  return startDispatch(budgetMs, { clock });
}

const question = { method: 'ask', messages: [Buffer.from('a'), Buffer.from('bc')] };

async function problemOf(call: Partial<Call> = {}): Promise<TransportProblem> {
  return await channel.call(operation(), { ...question, ...call }).then(
    () => expect.fail('it was answered'),
    (error: unknown) => (error instanceof TransportProblem ? error : expect.fail(String(error))),
  );
}

test('messages arrive one by one, and the answer comes back', async () => {
  companion.on('ask', (stream) => answer(stream, Buffer.from('yes')));
  using dispatch = operation();
  const reply = await channel.call(dispatch, question);
  expect(reply.toString()).toBe('yes');
  expect(companion.received).toEqual([question]);
  expect(eventsOf(dispatch)).toEqual(['sending', 'answered']);
});

test('an answer may come in any pieces', async () => {
  const text = Buffer.from('in many pieces');
  for (const pieceBytes of [1, 2, 3, 4, 5, 6, 7, 11]) {
    companion.on('ask', (stream) => answer(stream, text, { pieceBytes }));
    expect(await channel.call(operation(), question)).toEqual(text);
  }
});

test('an empty answer is one, and a large one comes whole', async () => {
  companion.on('ask', (stream) => answer(stream, Buffer.alloc(0)));
  expect(await channel.call(operation(), question)).toHaveLength(0);
  companion.on('ask', (stream) => answer(stream, Buffer.alloc(12 << 20, 5)));
  expect(await channel.call(operation(), question)).toHaveLength(12 << 20);
});

test('calls run beside each other on one connection', async () => {
  const waiting: (() => void)[] = [];
  companion.on('slow', (stream) => {
    waiting.push(() => answer(stream, Buffer.from('slow')));
    if (waiting.length === 10) for (const go of waiting.reverse()) go();
  });
  const calls = Array.from({ length: 10 }, () => channel.call(operation(), { ...question, method: 'slow' }));
  expect((await Promise.all(calls)).map(String)).toEqual(calls.map(() => 'slow'));
  expect(companion.connections).toBe(1);
});

describe('errors', () => {
  test('of the companion keep their words and number', async () => {
    const words = 'No translation object returned for simulator.\nInfo: {"a" = "ü"}';
    companion.on('ask', (stream) => refuse(stream, 13, words));
    expect(await problemOf()).toMatchObject({
      kind: 'refused',
      code: 13,
      message: words,
      delivery: 'delivered',
    });
  });

  test('of an unknown method are told apart', async () => {
    expect(await problemOf({ method: 'nothing' })).toMatchObject({ kind: 'refused', code: 12 });
  });

  test('of a companion that is not available count as a broken connection', async () => {
    companion.on('ask', (stream) => refuse(stream, 14, 'shutting down'));
    expect(await problemOf()).toMatchObject({ kind: 'gone', delivery: 'unknown' });
  });

  test.each([
    ['no message', Buffer.alloc(0)],
    ['two messages', Buffer.concat([encodeFrame(Buffer.from('a')), encodeFrame(Buffer.from('b'))])],
    ['half a message', encodeFrame(Buffer.from('abcdef')).subarray(0, 8)],
    ['a compressed message', Buffer.from([1, 0, 0, 0, 1, 7])],
    ['a message that is too long', Buffer.from([0, 1, 0, 0, 1])],
  ])('are: %s', async (_, body) => {
    companion.on('ask', (stream) => answerRaw(stream, body));
    expect(await problemOf()).toMatchObject({ kind: 'wrong', delivery: 'unknown' });
    companion.on('ask', (stream) => answer(stream, Buffer.from('still there')));
    expect(String(await channel.call(operation(), question))).toBe('still there');
  });

  test.each([
    [404, 'wrong'],
    [503, 'gone'],
  ])('are: HTTP status %i', async (status, kind) => {
    companion.on('ask', (stream) => stream.respond({ ':status': status }, { endStream: true }));
    expect(await problemOf()).toMatchObject({ kind, delivery: 'unknown' });
  });

  test('a stream that was refused unseen was not sent', async () => {
    companion.on('ask', (stream) => stream.close(7));
    expect(await problemOf()).toMatchObject({ kind: 'gone', delivery: 'not_delivered' });
  });

  test('a connection that breaks in the middle of a call may have carried it', async () => {
    companion.on('ask', () => companion.breakConnections());
    expect(await problemOf()).toMatchObject({ kind: 'gone', delivery: 'unknown' });
    expect(channel.usable).toBe(false);
    expect(await problemOf()).toMatchObject({ kind: 'gone', delivery: 'not_delivered' });
    expect(companion.calls).toEqual(['ask']);
  });
});

describe('the end of an operation', () => {
  test('resets the stream, and only that', async () => {
    companion.on('ask', () => {});
    using dispatch = operation(500);
    const asked = channel.call(dispatch, question);
    const reset = companion.nextReset();
    while (companion.received.length === 0) await new Promise(setImmediate);
    await clock.advance(500);
    await expect(asked).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(await reset).toBe(8);
    companion.on('ask', (stream) => answer(stream, Buffer.from('next')));
    expect(String(await channel.call(operation(), question))).toBe('next');
    expect(companion.connections).toBe(1);
  });

  test('before it began sends nothing', async () => {
    using dispatch = operation(10);
    await clock.advance(10);
    const call = channel.call(dispatch, question);
    await expect(call).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(eventsOf(dispatch)).toEqual([]);
    expect(companion.received).toEqual([]);
  });

  test('by withdrawal is CANCELLED', async () => {
    companion.on('ask', () => {});
    const controller = new AbortController();
    using dispatch = startDispatch(1_000, { clock, signal: controller.signal });
    const asked = channel.call(dispatch, question);
    controller.abort();
    await expect(asked).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  test('ends the wait for a listener that says nothing', async () => {
    const path = join(folder, 'silent');
    const server = createServer((socket) => socket.on('error', () => {}).resume()).listen(path);
    const silent = await GrpcChannel.open(operation(), { path });
    using dispatch = operation(500);
    const asked = silent.call(dispatch, question);
    await clock.advance(500);
    await expect(asked).rejects.toMatchObject({ code: 'TIMEOUT' });
    await silent.close();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  });
});

test('nobody there is a problem of nothing sent', async () => {
  const opened = GrpcChannel.open(operation(), { path: join(folder, 'nobody') });
  await expect(opened).rejects.toMatchObject({ kind: 'gone', delivery: 'not_delivered' });
});

test('nothing is left behind by a thousand calls, a tenth of them cut off', async () => {
  companion.on('ask', (stream) => answer(stream, Buffer.from('yes')));
  companion.on('hang', () => {});
  for (let turn = 0; turn < 100; turn++) {
    const controller = new AbortController();
    using dispatch = startDispatch(1_000, { clock, signal: controller.signal });
    const hung = channel.call(dispatch, { ...question, method: 'hang' });
    const answered = Array.from({ length: 9 }, () => channel.call(operation(), question));
    await Promise.all(answered);
    controller.abort();
    await expect(hung).rejects.toMatchObject({ code: 'CANCELLED' });
  }
  expect(companion.connections).toBe(1);
  expect(companion.calls).toHaveLength(1_000);
});

/** What a session keeps and gives at most: events, frames, and what is left of it when it is over. */
import type { Clock } from '@mobile-debug/core/clock.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { expect, test } from 'vitest';
import { References } from './references.ts';
import { bed } from './testing/scripted-process.ts';

function withdrawable(clock: Clock): { readonly op: Operation; readonly cancel: () => void } {
  const client = new AbortController();
  return {
    op: Operation.start(600_000, { clock, signal: client.signal }),
    cancel: () => client.abort(),
  };
}

test('100 events an answer, 256 kept: what fell out is said, and a cursor that was never given is refused', async () => {
  const { clock, process, attach, op } = await bed();
  const session = await attach();
  using call = op();
  for (let stop = 1; stop <= 127; stop++) {
    process.stop();
    await session.resume(call, 1_000, `s${stop}`);
  }
  const pages = [];
  for (const cursor of [0, 100, 200]) pages.push(await session.events(call, cursor, 100));
  expect(pages.map(({ events }) => events.length)).toEqual([100, 100, 55]);
  expect(pages.map(({ nextCursor }) => nextCursor)).toEqual([100, 200, 255]);
  expect(pages.some(({ overflow }) => overflow)).toBe(false);
  process.stop();
  await session.resume(call, 1_000, 's128');
  expect(await session.events(call, 0, 100)).toMatchObject({ overflow: true, nextCursor: 101 });
  expect(await session.events(call, 1, 100)).toMatchObject({ overflow: false, nextCursor: 101 });
  await expect(session.events(call, 258, 100)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  const empty = session.events(call, 257, 100);
  await clock.advance(100);
  expect(await empty).toMatchObject({ events: [], nextCursor: 257, timedOut: true });
});

test('of sessions that are over the newest 100 can be asked for, for ten minutes; of events the last one', async () => {
  const { clock, process, sessions, attach, op } = await bed();
  const ids: string[] = [];
  for (let count = 0; count < 101; count++) {
    const session = await attach();
    ids.push(session.setting.id);
    process.stop();
    await session.detach('client_detached');
  }
  const [first = '', second = ''] = ids;
  expect(() => sessions.get(first)).toThrow(expect.objectContaining({ code: 'DEBUGGER_NOT_FOUND' }));
  const kept = sessions.get(second);
  expect(kept).toMatchObject({
    state: 'detached',
    reason: 'client_detached',
    stop: null,
    cleanup: { status: 'complete' },
    setting: { target: { appId: 'com.example', pid: 7 } },
  });
  using call = op();
  const told = await kept.events(call, 0, 100);
  expect(told).toMatchObject({ overflow: true, events: [{ kind: 'ended', message: 'client_detached' }] });
  await clock.advance(600_000);
  expect(sessions.get(second)).toBe(kept);
  await clock.advance(1);
  for (const id of ids)
    expect(() => sessions.get(id)).toThrow(expect.objectContaining({ code: 'DEBUGGER_NOT_FOUND' }));
});

test('a session that is still open is never forgotten', async () => {
  const { clock, sessions, attach } = await bed();
  const open = await attach('a');
  for (let count = 0; count < 101; count++) await (await attach('b')).detach('client_detached');
  for (let minute = 0; minute < 11; minute++) {
    open.touch();
    await clock.advance(60_000);
  }
  expect(sessions.get(open.setting.id).state).toBe('running');
});

test('who gives up waiting for events ends only the wait', async () => {
  const { clock, process, attach, op } = await bed();
  const session = await attach();
  const leaving = withdrawable(clock);
  using staying = op();
  const waits = [leaving.op, staying].map((each) => session.events(each, 1, 30_000));
  leaving.cancel();
  await expect(waits[0]).rejects.toMatchObject({ code: 'DEBUGGER_CANCELLED' });
  expect(session.state).toBe('running');
  process.stop();
  expect((await waits[1])?.events).toMatchObject([{ kind: 'stopped' }]);
  expect(process.asked).toEqual([]);
});

test('a look that takes too long or is withdrawn leaves the session; a step does not', async () => {
  const { clock, process, attach, op } = await bed();
  const session = await attach();
  process.stop();
  using call = op();
  const slow = session.inspect(call, 1_000, async () => await new Promise<void>(() => {}));
  const tooLong = expect(slow).rejects.toMatchObject({ code: 'DEBUGGER_TIMEOUT' });
  await clock.advance(1_000);
  await tooLong;
  const withdrawn = withdrawable(clock);
  const look = session.inspect(withdrawn.op, 1_000, async () => await new Promise<void>(() => {}));
  withdrawn.cancel();
  await expect(look).rejects.toMatchObject({ code: 'DEBUGGER_CANCELLED' });
  expect(session).toMatchObject({ state: 'paused', stop: { stopId: 's1' } });
  process.never = new Set(['step']);
  const stepping = withdrawable(clock);
  const { stopId, threadId } = session.stop ?? { stopId: '', threadId: '' };
  const step = session.step(stepping.op, 1_000, { stopId, threadId, kind: 'over' });
  await clock.advance(0);
  stepping.cancel();
  await expect(step).rejects.toMatchObject({ code: 'DEBUGGER_CANCELLED' });
  expect(session).toMatchObject({ state: 'detached', reason: 'uncertain_step' });
});

test('1,000 frames a stop; those that are known can be seen again', () => {
  const references = new References();
  references.begin();
  const keys = (from: number, count: number) => Array.from({ length: count }, (_, at) => `f:${from + at}`);
  const given = (asked: readonly string[]): number => {
    const room = references.roomFor(asked);
    for (const key of asked.slice(0, room)) references.name('frame', key);
    return room;
  };
  for (let from = 0; from < 950; from += 50) expect(given(keys(from, 50))).toBe(50);
  expect(given(keys(0, 100))).toBe(100);
  expect(given(keys(930, 100))).toBe(70);
  expect(given(keys(1_000, 1))).toBe(0);
  expect(given(keys(900, 100))).toBe(100);
  references.begin();
  expect(given(keys(0, 100))).toBe(100);
});

import { Operation } from '@mobile-debug/core/operation.ts';
import { expect, test } from 'vitest';
import type { DeviceWith } from '../devices/port/device.ts';
import { chosenProcess } from './debug-sessions.ts';
import { bed, info } from './testing/scripted-process.ts';

test('a pause is given up after 60 s, whatever the client polls in between', async () => {
  const { clock, process, attach, pauses, op } = await bed();
  const session = await attach();
  process.stop();
  expect(pauses).toEqual(['s1']);
  using polling = op();
  for (let second = 0; second < 59; second++) {
    await clock.advance(1_000);
    await session.events(polling, 0, 1_000);
  }
  expect(session.state).toBe('paused');
  await clock.advance(1_000);
  expect(session).toMatchObject({
    state: 'detached',
    reason: 'expired_paused',
    cleanup: { status: 'complete' },
  });
  expect(process.asked).toEqual(['detach']);
  expect(pauses).toEqual(['s1', null]);
  expect((await session.events(polling, 0, 1_000)).events).toMatchObject([
    { kind: 'ended', message: 'expired_paused' },
  ]);
});

test.each([
  ['idle', 5 * 60_000],
  ['life', 30 * 60_000],
] as const)('the %s limit ends a session', async (limit, afterMs) => {
  const { clock, attach } = await bed();
  const session = await attach();
  for (let minute = 1; minute * 60_000 < afterMs; minute++) {
    if (limit === 'life') session.touch();
    await clock.advance(60_000);
  }
  expect(session.state).toBe('running');
  await clock.advance(60_000);
  expect(session).toMatchObject({ state: 'detached', reason: `expired_${limit}` });
  expect(clock.pending).toBe(0);
});

test('ids of a stop die before the command that lets the app run', async () => {
  const { process, attach, op } = await bed();
  const session = await attach();
  using call = op();
  process.stop();
  const frame = session.references.name('frame', 'k');
  expect(session.references.key('frame', frame)).toBe('k');
  await session.resume(call, 1_000, 's1');
  expect(() => session.at('s1')).toThrow(expect.objectContaining({ code: 'DEBUGGER_STALE_REFERENCE' }));
  expect(() => session.at('s2')).toThrow(expect.objectContaining({ code: 'DEBUGGER_NOT_PAUSED' }));
  process.stop();
  expect(() => session.references.key('frame', frame)).toThrow(
    expect.objectContaining({ code: 'DEBUGGER_STALE_REFERENCE' }),
  );
  expect(() => session.references.key('frame', 'no id')).toThrow(
    expect.objectContaining({ code: 'DEBUGGER_NOT_FOUND' }),
  );
});

test('a resume that never answers ends the session; a step refused beforehand leaves a stop', async () => {
  const { clock, process, attach, op } = await bed();
  const session = await attach();
  using call = op();
  const at = { kind: 'function', name: 'a.B.c' } as const;
  const { id } = await session.breakpoints.set(call, { at, condition: null, logMessage: null });
  process.stop([id]);
  const thread = session.stop?.threadId ?? '';
  process.refuseStep = true;
  const step = session.step(call, 1_000, { stopId: 's1', threadId: thread, kind: 'over' });
  await expect(step).rejects.toMatchObject({
    code: 'DEBUGGER_LOCATION_UNAVAILABLE',
    nextStep: expect.stringContaining('stopId s2, threadId s2t1'),
    details: { stop_id: 's2', thread_id: 's2t1' },
  });
  expect(session).toMatchObject({ state: 'paused', stop: { stopId: 's2', threadId: 's2t1' } });
  expect(session.breakpoints.all).toMatchObject([{ hits: 1 }]);
  process.never = new Set(['resume']);
  const resumed = expect(session.resume(call, 1_000, session.stop?.stopId ?? '')).rejects.toMatchObject({
    code: 'DEBUGGER_TIMEOUT',
  });
  await clock.advance(1_000);
  await resumed;
  expect(session).toMatchObject({ state: 'detached', reason: 'uncertain_resume' });
});

test('a stop that arrives while the session lets go is none: one end is told, nothing stays paused', async () => {
  const { process, attach, pauses, told } = await bed();
  const session = await attach();
  process.meanwhile = () => {
    process.stop();
    process.tell({ kind: 'ended', cause: 'lost', message: 'The connection closed.' });
  };
  await session.detach('client_detached');
  expect(session).toMatchObject({ state: 'detached', reason: 'client_detached', stop: null });
  expect(pauses).toEqual([]);
  expect(told.filter((line) => !line.includes('attached to'))).toEqual(['debugger: ended: client_detached']);
});

test('a step that is refused after the session has let go leaves no stop', async () => {
  const { process, attach, pauses, op } = await bed();
  const session = await attach();
  using call = op();
  process.stop();
  const { stopId, threadId } = session.stop ?? { stopId: '', threadId: '' };
  process.refuseStep = true;
  process.meanwhile = async () => {
    process.meanwhile = () => {};
    await session.detach('client_detached');
  };
  const step = session.step(call, 1_000, { stopId, threadId, kind: 'over' });
  await expect(step).rejects.toMatchObject({ code: 'DEBUGGER_LOCATION_UNAVAILABLE' });
  expect(session).toMatchObject({ state: 'detached', stop: null });
  expect(pauses).toEqual(['s1', null]);
});

test('what the caller did ends no wait: it comes with what follows, or when the time is over', async () => {
  const { clock, process, attach, op } = await bed();
  const session = await attach();
  using call = op();
  const first = session.events(call, 0, 1_000);
  process.stop();
  expect((await first).events.map(({ kind }) => kind)).toEqual(['attached', 'stopped']);
  await session.resume(call, 1_000, 's1');
  const second = session.events(call, 2, 1_000);
  process.stop();
  expect(await second).toMatchObject({
    events: [{ kind: 'resumed' }, { kind: 'stopped' }],
    nextCursor: 4,
    timedOut: false,
  });
  await session.resume(call, 1_000, 's2');
  const third = session.events(call, 4, 1_000);
  await clock.advance(1_000);
  expect(await third).toMatchObject({ events: [{ kind: 'resumed' }], nextCursor: 5, timedOut: true });
});

test('log points have a ring of their own: no number of them pushes out a stop', async () => {
  const { process, attach, op } = await bed();
  const session = await attach();
  using call = op();
  process.stop();
  for (let hit = 1; hit <= 1_000; hit++) {
    process.tell({ kind: 'log_point', breakpointId: 'b1', message: 'm', hitCount: hit });
  }
  const seen = [];
  let cursor = 0;
  for (;;) {
    const page = await session.events(call, cursor, 100).catch(() => null);
    if (!page || page.events.length === 0 || page.events.length < 100) {
      seen.push(...(page?.events ?? []));
      break;
    }
    if (cursor === 0) expect(page.overflow).toBe(true);
    seen.push(...page.events);
    cursor = page.nextCursor;
  }
  expect(seen.filter(({ kind }) => kind === 'stopped')).toHaveLength(1);
  expect(seen.filter(({ kind }) => kind === 'log_point')).toHaveLength(256);
  expect(seen.map(({ sequence }) => sequence)).toEqual(
    seen.map(({ sequence }) => sequence).sort((a, b) => a - b),
  );
});

test('one session a device, four in all, and none before an earlier one is cleaned up', async () => {
  const { process, attach, sessions } = await bed();
  const first = await attach('a');
  await expect(attach('a')).rejects.toMatchObject({ code: 'DEBUGGER_BUSY' });
  for (const id of ['b', 'c', 'd']) await attach(id);
  await expect(attach('e')).rejects.toMatchObject({ code: 'DEBUGGER_BUSY' });
  process.remaining = ['a request'];
  await first.detach('client_detached');
  expect(first.cleanup).toEqual({ status: 'failed', remaining: ['a request'] });
  await expect(attach('a')).rejects.toMatchObject({
    code: 'DEBUGGER_CLEANUP_FAILED',
    details: { remaining: ['a request'] },
  });
  process.remaining = [];
  await first.detach('client_detached');
  expect(first.cleanup.status).toBe('complete');
  await attach('a');
  await sessions.close();
  await expect(attach('f')).rejects.toMatchObject({ code: 'DEBUGGER_BUSY' });
  expect(sessions.get(first.setting.id)).toBe(first);
});

test('a process is never guessed, and one that changed while attaching is let go', async () => {
  const two = await bed(() => [7, 8]);
  await expect(two.attach()).rejects.toMatchObject({ code: 'PROCESS_AMBIGUOUS' });
  expect((await two.attach('k', 8)).setting.target.pid).toBe(8);
  await expect((await bed(() => [])).attach()).rejects.toMatchObject({ code: 'PROCESS_NOT_FOUND' });
  let asked = 0;
  const changing = await bed(() => (asked++ === 0 ? [7] : [9]));
  await expect(changing.attach()).rejects.toMatchObject({ code: 'PROCESS_NOT_FOUND' });
  expect(changing.process.asked).toEqual(['detach']);
});

test('a process that only bears the name of the app is refused by its number and without it', async () => {
  const impostor = { pid: 9, processName: 'com.example', start: 'boot:9' };
  const processes = async () => ({ attachable: [], closed: [], foreign: [impostor] });
  const device: DeviceWith<'debug'> = { info, close: async () => {}, debug: { limitations: [], processes } };
  using op = Operation.start(1_000);
  for (const processId of [9, undefined]) {
    await expect(chosenProcess(op, device, { appId: 'com.example', processId })).rejects.toMatchObject({
      code: 'PROCESS_NOT_FOUND',
      message: expect.stringContaining('belongs to another app'),
    });
  }
});

test('the 101st breakpoint is refused; removing one twice succeeds; a foreign one is not found', async () => {
  const { attach, op } = await bed();
  const { breakpoints } = await attach();
  using call = op();
  const wanted = { at: { kind: 'function', name: 'a.B.c' }, condition: null, logMessage: null } as const;
  for (let count = 0; count < 100; count++) await breakpoints.set(call, wanted);
  await expect(breakpoints.set(call, wanted)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  expect(await breakpoints.remove(call, 'b1')).toBe('removed');
  expect(await breakpoints.remove(call, 'b1')).toBe('already_removed');
  await expect(breakpoints.remove(call, 'b999')).rejects.toMatchObject({ code: 'DEBUGGER_NOT_FOUND' });
});

test('the end of the process ends the session, with what is unknown said', async () => {
  const { process, attach, pauses } = await bed();
  const session = await attach();
  process.stop();
  process.tell({ kind: 'ended', cause: 'exited', message: 'The process ended.' });
  expect(session).toMatchObject({ state: 'disconnected', reason: 'process_exited', stop: null });
  expect(pauses).toEqual(['s1', null]);
  expect(() => session.debuggee()).toThrow(expect.objectContaining({ code: 'DEBUGGER_DISCONNECTED' }));
});

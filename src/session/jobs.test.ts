/** Jobs outlive the call that started them, end with a withdrawn call or on request, and tell how they went. */

import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { expect, it } from 'vitest';
import { Jobs } from './jobs.ts';

const quiet = { progress: () => {}, own: true };

it('answers when the wait is over and goes on until it is done', async () => {
  const clock = new ManualClock();
  const jobs = new Jobs(clock);
  using op = Operation.start(60_000, { clock });
  const heard: string[] = [];
  const id = jobs.start({
    kind: 'build',
    budgetMs: 600_000,
    async work(inner, voice) {
      voice.say('compiling');
      voice.logsTo('/tmp/log');
      await inner.sleep(10_000);
      return { success: true };
    },
  });
  const first = jobs.wait(op, id, { waitMs: 1_000, progress: (message) => heard.push(message), own: true });
  await clock.advance(1_000);
  expect(await first).toMatchObject({
    state: 'running',
    elapsedMs: 1_000,
    progress: 'compiling',
    logPath: '/tmp/log',
  });
  expect(heard).toEqual(['compiling']);
  const second = jobs.wait(op, id, { waitMs: 20_000, ...quiet });
  await clock.advance(9_000);
  expect(await second).toMatchObject({ state: 'succeeded', elapsedMs: 10_000, result: { success: true } });
  expect(clock.pending).toBe(1);
});

it('ends with the call that is withdrawn while it waits, and that call answers after its end', async () => {
  const clock = new ManualClock();
  const jobs = new Jobs(clock);
  const client = new AbortController();
  using op = Operation.start(60_000, { clock, signal: client.signal });
  const ends: string[] = [];
  const id = jobs.start({
    kind: 'build',
    budgetMs: 600_000,
    async work(inner) {
      await inner.sleep(50_000).catch((error: Fault) => {
        ends.push('work');
        throw error;
      });
      return {};
    },
  });
  const waiting = jobs.wait(op, id, { waitMs: 45_000, ...quiet }).catch((error: Fault) => {
    ends.push('call');
    return error;
  });
  client.abort();
  expect(await waiting).toMatchObject({ code: 'CANCELLED' });
  expect(ends).toEqual(['work', 'call']);
  expect(jobs.view(id).state).toBe('cancelled');
});

it('keeps running when a call that only looks at it is withdrawn', async () => {
  const clock = new ManualClock();
  const jobs = new Jobs(clock);
  const client = new AbortController();
  using op = Operation.start(60_000, { clock, signal: client.signal });
  const id = jobs.start({
    kind: 'build',
    budgetMs: 600_000,
    work: async (inner) => ({ slept: await inner.sleep(9_000) }),
  });
  const looking = jobs
    .wait(op, id, { waitMs: 5_000, progress: () => {}, own: false })
    .catch((error: Fault) => error.code);
  client.abort();
  expect(await looking).toBe('CANCELLED');
  expect(jobs.view(id).state).toBe('running');
  await jobs.close();
});

it('tells a fault, a bug, a result without success, its own timeout and a cancellation apart', async () => {
  const clock = new ManualClock();
  const jobs = new Jobs(clock);
  using op = Operation.start(60_000, { clock });
  const outcome = async (work: (inner: Operation) => Promise<Record<string, unknown>>) => {
    const id = jobs.start({ kind: 'x', budgetMs: 1_000, work });
    const waited = jobs.wait(op, id, { waitMs: 5_000, ...quiet });
    await clock.advance(1_000);
    const { state, fault } = await waited;
    return [state, fault?.code];
  };
  expect(await outcome(async () => Promise.reject(new Fault('INSTALL_FAILED', 'no')))).toEqual([
    'failed',
    'INSTALL_FAILED',
  ]);
  expect(await outcome(async () => Promise.reject(new TypeError('bug')))).toEqual([
    'failed',
    'INTERNAL_ERROR',
  ]);
  expect(await outcome(async () => ({ success: false }))).toEqual(['failed', undefined]);
  expect(await outcome(async (inner) => ({ slept: await inner.sleep(2_000) }))).toEqual([
    'failed',
    'TIMEOUT',
  ]);
  const id = jobs.start({
    kind: 'x',
    budgetMs: 1_000,
    work: async (inner) => ({ slept: await inner.sleep(900) }),
  });
  expect(await jobs.cancel(op, id)).toMatchObject({ state: 'cancelled', fault: { code: 'CANCELLED' } });
  expect(() => jobs.view('job_unknown')).toThrow(/no job/);
});

it('forgets the oldest finished ones', async () => {
  const clock = new ManualClock();
  const jobs = new Jobs(clock);
  const ids: string[] = [];
  for (let n = 0; n < 60; n++) {
    ids.push(jobs.start({ kind: 'x', budgetMs: 1_000, work: async () => ({}) }));
    await clock.advance(0);
  }
  expect(() => jobs.view(ids[0] ?? '')).toThrow(/no job/);
  expect(jobs.view(ids[59] ?? '').state).toBe('succeeded');
});

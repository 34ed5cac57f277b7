/** The guard by itself: one comparison on one fresh reading, and what counts as none. */

import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { expect, test } from 'vitest';
import type { UiTree } from '../../ui/ui-tree.ts';
import { type Script, scriptedScreen, switchScreen } from '../testing/scripted-screen.ts';
import { checkCondition } from './condition.ts';

const empty: UiTree = { ...switchScreen(true), elements: [] };

async function check(
  script: Script & { readonly readMs: number },
  { timeoutMs = 15_000, budgetMs = 60_000 } = {},
) {
  const screen = scriptedScreen(script);
  using op = Operation.start(budgetMs, { clock: screen.clock });
  const seen = screen.session.observe(op);
  await screen.clock.advance(script.readMs);
  const { snapshot } = await seen;
  const expected = { snapshotSessionId: 'ses_1', snapshotRevision: snapshot.revision, timeoutMs };
  const verdict = checkCondition(op, screen.session, expected);
  const settled = verdict.then(
    (result) => result,
    (error: unknown) => error,
  );
  await screen.clock.advance(budgetMs);
  const result = await settled;
  if (result instanceof Error) throw result;
  return { verdict: await verdict, reads: screen.begun.length };
}

test('equal: matched by exactly one reading', async () => {
  const { verdict, reads } = await check({ readMs: 10, at: () => switchScreen(true) });
  expect(verdict).toMatchObject({ status: 'matched', elapsedMs: 10 });
  expect(reads).toBe(2);
});

test('another tree: a mismatch at once, without a second try', async () => {
  const { verdict, reads } = await check({ readMs: 10, at: (reading) => switchScreen(reading === 0) });
  expect(verdict.status).toBe('mismatch');
  expect(verdict.observed?.tree.elements.length).toBeGreaterThan(0);
  expect(reads).toBe(2);
});

test('a tree of nothing is no observation', async () => {
  const { verdict } = await check({
    readMs: 0,
    at: (reading) => (reading === 0 ? switchScreen(true) : empty),
  });
  expect(verdict).toMatchObject({ status: 'unavailable', reason: 'OBSERVATION_INVALID', observed: null });
});

test('a failed reading', async () => {
  const fault = new Fault('OBSERVATION_FAILED', 'no dump');
  const { verdict } = await check({
    readMs: 0,
    at: (reading) => (reading === 0 ? switchScreen(true) : fault),
  });
  expect(verdict).toMatchObject({ status: 'unavailable', reason: 'OBSERVATION_FAILED', message: 'no dump' });
});

test('its own time is over', async () => {
  const { verdict } = await check({ readMs: 500, at: () => switchScreen(true) }, { timeoutMs: 400 });
  expect(verdict).toMatchObject({ status: 'unavailable', reason: 'CONDITION_TIMEOUT', elapsedMs: 400 });
});

test('the time of the whole call is over: that is no verdict', async () => {
  const script = { readMs: 500, at: () => switchScreen(true) };
  await expect(check(script, { budgetMs: 900 })).rejects.toMatchObject({ code: 'TIMEOUT' });
});

test('the reading itself may push the baseline out: it is held', async () => {
  const screen = scriptedScreen({ readMs: 0, at: (reading) => switchScreen(reading % 2 === 0) });
  using op = Operation.start(60_000, { clock: screen.clock });
  const { snapshot } = await screen.session.observe(op);
  for (let n = 0; n < 7; n++) await screen.session.observe(op);
  const expected = { snapshotSessionId: 'ses_1', snapshotRevision: snapshot.revision, timeoutMs: 1_000 };
  const verdict = await checkCondition(op, screen.session, expected);
  expect(screen.session.history.find(snapshot.revision)).toBeUndefined();
  expect(verdict.status).toBe('mismatch');
});

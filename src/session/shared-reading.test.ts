/** Which reading from before counts as the first of two: begun after the newest input, good, and never the only one. */
import { Operation } from '@mobile-debug/core/operation.ts';
import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, test } from 'vitest';
import type { UiTree } from '../ui/ui-tree.ts';
import { expectState } from './expect-state.ts';
import { scriptedScreen, switchScreen } from './testing/scripted-screen.ts';
import { foreign } from './testing/timed-wait.ts';

const wanted = {
  target: { selector: { resource_id: 'light' } },
  property: 'checked',
  expected: true,
  intervalMs: 150,
  windowMs: 1_000,
  maxRechecks: 3,
} as const;

type Step = 'read' | 'send' | 'send while reading' | 'wait';

function bedOf(readMs: number, tree: () => UiTree = () => switchScreen(true)) {
  const screen = scriptedScreen({ readMs, at: tree });
  const { clock, session, begun } = screen;
  const send = async (op: Operation): Promise<void> => {
    await session.send(op, async (dispatch) => {
      dispatch.sending();
      dispatch.answered();
    });
  };
  const finished = async <T>(work: Promise<T>, ms: number): Promise<T> => {
    work.catch(() => {}); // awaited below
    await clock.advance(ms);
    return await work;
  };
  return { ...screen, send, finished, reads: () => begun.length };
}

describe('a reading from before the call', () => {
  test('is the first of two: one more proves the state, and the result names it', async () => {
    const { session, clock, finished, reads } = bedOf(0);
    using op = Operation.start(20_000, { clock });
    const before = await session.observe(op);
    await clock.advance(5_000);
    const seen = await finished(expectState(op, session, wanted), 1_000);
    expect(seen).toMatchObject({ success: true, reads: 1, stableCount: 2 });
    expect(seen.shared).toBe(before);
    expect(reads()).toBe(2);
  });

  test('just ended, it lies as far from the next one as any two', async () => {
    const { session, clock, begun } = bedOf(0);
    using op = Operation.start(20_000, { clock });
    await session.observe(op);
    await clock.advance(50);
    const seen = expectState(op, session, wanted);
    await clock.advance(1_000);
    await seen;
    expect(begun).toEqual([0, 150]);
  });

  test('in a screen of another app it does not count', async () => {
    const trees = [foreign];
    const { session, clock, finished, reads } = bedOf(0, () => trees.shift() ?? switchScreen(true));
    using op = Operation.start(20_000, { clock });
    await session.observe(op);
    const seen = await finished(expectState(op, session, wanted), 1_000);
    expect(seen).toMatchObject({ success: true, reads: 2, shared: null });
    expect(reads()).toBe(3);
  });

  test('refutes nothing: a failure takes two readings of its own', async () => {
    const { session, clock, finished } = bedOf(2_000, () => switchScreen(false));
    using op = Operation.start(60_000, { clock });
    await finished(session.observe(op), 2_000);
    const seen = await finished(expectState(op, session, wanted), 10_000);
    expect(seen).toMatchObject({ success: false, reads: 2, failure: { code: 'EXPECT_STATE_MISMATCH' } });
  });
});

test('whatever was read and sent before, a reading begun before the newest input never counts', async () => {
  const steps = fc.array(fc.constantFrom<Step>('read', 'send', 'send while reading', 'wait'), {
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (before) => {
      const { session, clock, send, finished, begun } = bedOf(100);
      using op = Operation.start(120_000, { clock });
      let sentMs = Number.NEGATIVE_INFINITY;
      for (const step of before) {
        if (step === 'wait') await clock.advance(700);
        if (step === 'read') await finished(session.observe(op), 100);
        if (step === 'send while reading') {
          const reading = session.observe(op);
          await clock.advance(50);
          await send(op);
          sentMs = clock.monotonicMs();
          await finished(reading, 50);
        }
        if (step === 'send') {
          await clock.advance(1);
          await send(op);
          sentMs = clock.monotonicMs();
        }
      }
      const mayShare = begun.some((atMs) => atMs >= sentMs);
      const seen = await finished(expectState(op, session, wanted), 1_000);
      expect(seen).toMatchObject({ success: true, stableCount: 2, reads: mayShare ? 1 : 2 });
      expect(seen.shared !== null).toBe(mayShare);
      if (seen.shared) expect(seen.shared.started.monotonicMs).toBeGreaterThanOrEqual(sentMs);
    }),
    { numRuns: 20 },
  );
});

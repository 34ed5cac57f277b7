/** A control whose app answers late is not touched again before it had the time to. */
import { Operation } from '@mobile-debug/core/operation.ts';
import { expect, test } from 'vitest';
import type { InputFacet } from '../devices/port/input.ts';
import { scriptedScreen, switchScreen } from '../session/testing/scripted-screen.ts';
import { type AdjustRequest, checkAdjustable, reachTarget } from './adjust.ts';

/** A switch that shows each touch `lateMs` afterwards; `readMs` is what a reading takes. */
async function turnOn({ lateMs, readMs }: { readonly lateMs: number; readonly readMs: number }) {
  const touchedAt: number[] = [];
  const input = {
    keyNames: [],
    async tap() {
      touchedAt.push(screen.clock.monotonicMs());
    },
  } as Partial<InputFacet> as InputFacet;
  const isOn = (atMs: number): boolean => touchedAt.filter((at) => at + lateMs <= atMs).length % 2 === 1;
  const screen = scriptedScreen({ readMs, at: (_, atMs) => switchScreen(isOn(atMs)), input });
  const session = screen.session.with(['input', 'screen']);
  using op = Operation.start(60_000, { clock: screen.clock });
  const reading = session.observe(op);
  await screen.clock.advance(readMs);
  const first = await reading;
  const element = first.tree.elements.find(({ role }) => role === 'switch');
  if (!element) throw new Error('no switch');
  const request: AdjustRequest = { property: 'checked', target: true, tolerance: undefined, maxAttempts: 5 };
  const running = reachTarget(
    session.dispatch(op),
    session,
    checkAdjustable(first, element, request),
    request,
  );
  const ended = running.then(
    (result) => ({ result, endedMs: screen.clock.monotonicMs() }),
    (error: unknown) => ({ error, endedMs: screen.clock.monotonicMs() }),
  );
  await screen.clock.advance(50_000);
  return { ...(await ended), touches: touchedAt.length };
}

test.each([
  [0, 10],
  [300, 10],
  [450, 10],
  [300, 2_000],
])('shown %i ms after the touch, read in %i ms: touched once', async (lateMs, readMs) => {
  const { result, touches } = (await turnOn({ lateMs, readMs })) as { result: object; touches: number };
  expect(result).toMatchObject({ converged: true, actual_state: true, attempts: 1 });
  expect(touches).toBe(1);
});

test('what shows no touch is touched again after half a second, as often as is allowed', async () => {
  const ran = await turnOn({ lateMs: 90_000, readMs: 10 });
  expect(ran).toMatchObject({ error: { code: 'CONTROL_CONVERGENCE_FAILED' }, touches: 5 });
  expect(ran.endedMs).toBeGreaterThanOrEqual(5 * 500);
});

/** Setting a control where the phone's answers are scripted: what is touched, and what is said of it. */

import { Operation } from '@mobile-debug/core/operation.ts';
import { describe, expect, test } from 'vitest';
import { node, screen, window } from '../../test/fixtures/raw-screens.ts';
import type { InputFacet } from '../devices/port/input.ts';
import { scriptedScreen } from '../session/testing/scripted-screen.ts';
import { buildTree } from '../ui/build-tree.ts';
import type { RawNode } from '../ui/raw-screen.ts';
import type { Point, UiTree } from '../ui/ui-tree.ts';
import { type AdjustRequest, checkAdjustable, reachTarget } from './adjust.ts';

const track = [100, 500, 900, 600] as const;
const slider = (fields: Partial<RawNode>): UiTree =>
  buildTree(
    screen([
      window(
        {},
        node(
          {},
          {
            ...node({ type: 'android.widget.SeekBar', identifier: 'app:id/level', bounds: [...track] }),
            ...fields,
          },
        ),
      ),
    ]),
  );

interface Phone {
  readonly taps: Point[];
  /** Where along the track it was touched last, 0 to 1; null before the first touch. */
  fraction: number | null;
}

/** Sets `level` on a slider that shows what `shown` makes of the last touch. */
async function set(shown: (phone: Phone) => Partial<RawNode>, request: Partial<AdjustRequest>) {
  const phone: Phone = { taps: [], fraction: null };
  const input = {
    keyNames: [],
    async tap(_op: Operation, at: Point) {
      phone.taps.push(at);
      phone.fraction = (at[0] - track[0]) / (track[2] - track[0]);
    },
  } as Partial<InputFacet> as InputFacet;
  const screen = scriptedScreen({ readMs: 0, at: () => slider(shown(phone)), input });
  const session = screen.session.with(['input', 'screen']);
  using op = Operation.start(60_000, { clock: screen.clock });
  const first = await session.observe(op);
  const element = first.tree.elements.find(({ resourceId }) => resourceId === 'app:id/level');
  if (!element) throw new Error('no slider');
  const whole: AdjustRequest = {
    property: 'value',
    target: 5,
    tolerance: undefined,
    maxAttempts: 5,
    ...request,
  };
  const control = checkAdjustable(first, element, whole);
  const running = reachTarget(session.dispatch(op), session, control, whole);
  running.catch(() => {}); // awaited below
  await screen.clock.advance(30_000);
  return { result: await running, phone };
}

const between = (min: number, max: number) => ({ min, max });

describe('a slider', () => {
  test('whose value can be read is corrected until it is there: gesture', async () => {
    const padded = ({ fraction }: Phone) =>
      Math.round(((Math.min(0.95, Math.max(0.05, fraction ?? 0.5)) - 0.05) / 0.9) * 200);
    const { result, phone } = await set((now) => ({ value: padded(now), valueRange: between(0, 200) }), {
      target: 150,
    });
    expect(result).toMatchObject({ converged: true, within_tolerance: true, adjustment_mode: 'gesture' });
    expect(Math.abs(Number(result.actual_state) - 150)).toBeLessThanOrEqual(2);
    expect(phone.taps.length).toBe(result.attempts);
  });

  test('whose range alone can be read is touched once where the value lies, and not claimed: coordinate', async () => {
    const { result, phone } = await set(() => ({ valueRange: between(0, 10) }), { target: 7 });
    expect(result).toMatchObject({
      adjustment_mode: 'coordinate',
      converged: false,
      within_tolerance: null,
      actual_state: null,
      attempts: 1,
    });
    expect(phone.taps).toHaveLength(1);
    expect(Math.abs((phone.fraction ?? 0) - 0.7)).toBeLessThan(0.01);
  });

  test('is left alone when the value is already near enough, and for a value outside its range', async () => {
    const near = await set(() => ({ value: 49.6, valueRange: between(0, 100) }), { target: 50 });
    expect(near.result).toMatchObject({ converged: true, attempts: 0 });
    expect(near.phone.taps).toEqual([]);
    await expect(set(() => ({ value: 5, valueRange: between(0, 10) }), { target: 11 })).rejects.toMatchObject(
      {
        code: 'CONTROL_CONVERGENCE_FAILED',
      },
    );
  });

  test('that takes no touch fails with what it stayed at', async () => {
    await expect(
      set(() => ({ value: 3, valueRange: between(0, 10) }), { target: 8, maxAttempts: 3 }),
    ).rejects.toMatchObject({
      code: 'CONTROL_CONVERGENCE_FAILED',
      details: { actual_state: 3, converged: false },
    });
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { textOn } from '../contract/reading.ts';
import { makeTestBed, type TestBed } from '../harness.ts';

/** With the resident helper the value of a slider can be read and set by the platform itself. */
let bed: TestBed;
beforeAll(async () => {
  bed = await makeTestBed({ helper: true });
});
afterAll(() => bed.close());

const adjust = (args: Record<string, unknown>) =>
  bed.call('adjust_control', { actionTimeoutMs: 20_000, verificationMode: 'none', ...args });

const shownVolume = (): number => Number(/\d+/.exec(textOn(bed, 'volume_value') ?? '')?.[0]);

test('a slider is set by the platform, and the phone shows the value', async () => {
  bed.open('com.example.gallery', 'com.example.gallery.SliderActivity');
  const answer = await adjust({ selector: { resource_id: 'volume' }, targetValue: 72, tolerance: 1 });
  expect(answer.data).toMatchObject({
    success: true,
    converged: true,
    within_tolerance: true,
    adjustment_mode: 'semantic',
    attempts: 1,
  });
  expect(Math.abs(shownVolume() - 72)).toBeLessThanOrEqual(1);
});

test('a value between two steps ends as CONTROL_CONVERGENCE_FAILED with what was reached', async () => {
  bed.open('com.example.gallery', 'com.example.gallery.SliderActivity');
  const answer = await adjust({
    selector: { resource_id: 'stepped' },
    targetValue: 33,
    tolerance: 0,
    maxAttempts: 4,
  });
  expect(answer.data).toMatchObject({
    success: false,
    failure_code: 'CONTROL_CONVERGENCE_FAILED',
    converged: false,
  });
  expect(Number(answer.data['actual_state']) % 10).toBe(0);
});

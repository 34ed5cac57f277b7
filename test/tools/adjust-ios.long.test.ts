/** Controls of an iPhone that follow a finger: a slider by its thumb, a wheel that is turned; where each stopped is told. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textOn } from '../contract/reading.ts';
import { makeTestBed, type TestBed } from '../harness.ts';

const gallery = 'com.example.gallery';
let bed: TestBed;

beforeAll(async () => {
  bed = await makeTestBed({ ios: {} });
});
afterAll(async () => {
  expect(bed.bugs).toEqual([]);
  await bed.close();
});

const adjust = async (id: string, targetValue: unknown, on: TestBed = bed) =>
  await on.call('adjust_control', {
    selector: { resource_id: id },
    targetValue,
    actionTimeoutMs: 20_000,
    verificationMode: 'none',
  });

/** `guests 4` of the line that tells all values. */
function shownValue(name: string): string {
  return new RegExp(`${name} ([^,]+)`).exec(textOn(bed, 'values') ?? '')?.[1] ?? '';
}

test('a wheel is turned to a value before and one behind it, and to its ends', async () => {
  bed.open(gallery, `${gallery}.FixedControlsActivity`);
  for (const target of [7, 1]) {
    const from = bed.phone.record.length;
    const { data } = await adjust('guests', target);
    expect(data).toMatchObject({ success: true, converged: true, actual_state: target });
    expect(shownValue('guests')).toBe(String(target));
    const sent = bed.phone.record.slice(from);
    expect(sent.length).toBeGreaterThan(0);
    for (const { kind, view } of sent) expect([kind, view]).toEqual(['swipe', `${gallery}:id/guests`]);
  }
});

test('a wheel that has no such value is told, with where it stopped, and turned no further than its end', async () => {
  bed.open(gallery, `${gallery}.FixedControlsActivity`);
  await adjust('guests', 5);
  const from = bed.phone.record.length;
  const { data } = await adjust('guests', 12);
  expect(data).toMatchObject({
    success: false,
    failure_code: 'CONTROL_CONVERGENCE_FAILED',
    message: expect.stringContaining('9'),
  });
  expect(shownValue('guests')).toBe('9');
  expect(bed.phone.record.length - from).toBeLessThanOrEqual(16);
});

test('a slider is set by accessibility where the companion can, in the form in which it tells its value', async () => {
  bed.open(gallery, `${gallery}.SliderActivity`);
  const { data } = await adjust('volume', 80);
  expect(data).toMatchObject({ success: true, actual_state: 80, adjustment_mode: 'semantic' });
  expect(textOn(bed, 'volume_value')).toBe('Volume: 80');
});

test.each(['idb-cli', 'axe'] as const)(
  'a slider is dragged from where its thumb is, by %s',
  async (driver) => {
    const other = await makeTestBed({ ios: { driver } });
    try {
      other.open(gallery, `${gallery}.SliderActivity`);
      for (const target of [80, 15]) {
        const { data } = await adjust('volume', target, other);
        expect(data).toMatchObject({ success: true, converged: true, adjustment_mode: 'gesture' });
        const shown = Number(/\d+/.exec(textOn(other, 'volume_value') ?? '')?.[0]);
        expect(Math.abs(shown - target)).toBeLessThanOrEqual(1);
      }
      for (const { kind } of other.phone.record) expect(['start', 'swipe']).toContain(kind);
    } finally {
      await other.close();
    }
  },
);

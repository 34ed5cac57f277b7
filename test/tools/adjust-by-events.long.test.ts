/** Sliders of which a plain dump gives no value: they tell it by an event when they are moved. */
import { expect, test } from 'vitest';
import { textOn } from '../contract/reading.ts';
import { makeTestBed } from '../harness.ts';

test.each([
  ['volume', 72, 'volume_value'],
  ['stepped', 40, 'stepped_value'],
] as const)('%s to %i', async (id, target, value) => {
  const bed = await makeTestBed();
  try {
    bed.open('com.example.gallery', 'com.example.gallery.SliderActivity');
    const before = bed.received().length;
    const { data } = await bed.call('adjust_control', {
      selector: { resource_id: id },
      targetValue: target,
      actionTimeoutMs: 20_000,
      verificationMode: 'none',
    });
    expect(data).toMatchObject({
      success: true,
      converged: true,
      within_tolerance: true,
      adjustment_mode: 'gesture',
    });
    for (const kind of bed.received().slice(before)) expect(kind).toBe('tap');
    expect(Math.abs(Number(/\d+/.exec(textOn(bed, value) ?? '')?.[0]) - target)).toBeLessThanOrEqual(1);
    // Nobody is left connected: the next reading works.
    expect((await bed.call('get_ui_tree', {})).isError).toBe(false);
    expect(bed.bugs).toEqual([]);
  } finally {
    await bed.close();
  }
});

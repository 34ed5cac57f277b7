/** Sliders of which a plain dump gives no value: they tell it by an event when they are moved. */
import { expect, test } from 'vitest';
import { textOn } from '../contract/reading.ts';
import { makeTestBed, type TestBed } from '../harness.ts';

async function withSliders(android: '8' | '14', run: (bed: TestBed) => Promise<void>): Promise<void> {
  const bed = await makeTestBed({ android });
  try {
    bed.open('com.example.gallery', 'com.example.gallery.SliderActivity');
    await run(bed);
    // Nobody is left connected: the next reading works.
    expect((await bed.call('get_ui_tree', {})).isError).toBe(false);
    expect(bed.phone.accessibility.size).toBe(0);
    expect(bed.bugs).toEqual([]);
  } finally {
    await bed.close();
  }
}

const set = async (bed: TestBed, id: string, targetValue: number) =>
  await bed.call('adjust_control', {
    selector: { resource_id: id },
    targetValue,
    actionTimeoutMs: 20_000,
    verificationMode: 'none',
  });
const numberOn = (bed: TestBed, id: string): number => Number(/\d+/.exec(textOn(bed, id) ?? '')?.[0]);

// Android 14 tells another percentage, Android 8 a selection.
test.each([
  ['14', 'volume', 72, 'volume_value'],
  ['14', 'stepped', 40, 'stepped_value'],
  ['8', 'volume', 72, 'volume_value'],
] as const)('Android %s: %s to %i', async (android, id, target, value) => {
  await withSliders(android, async (bed) => {
    const before = bed.received().length;
    const { data } = await set(bed, id, target);
    expect(data).toMatchObject({
      success: true,
      converged: true,
      within_tolerance: true,
      adjustment_mode: 'gesture',
    });
    for (const kind of bed.received().slice(before)) expect(kind).toBe('tap');
    expect(Math.abs(numberOn(bed, value) - target)).toBeLessThanOrEqual(1);
  });
});

test('what lies under the thumb, and where it is already, is touched from beside', async () => {
  await withSliders('14', async (bed) => {
    const before = bed.received().length;
    const exact = async () =>
      await bed.call('adjust_control', {
        selector: { resource_id: 'volume' },
        targetValue: 31,
        tolerance: 0,
        maxAttempts: 8,
        actionTimeoutMs: 30_000,
        verificationMode: 'none',
      });
    expect((await exact()).data).toMatchObject({ converged: true, actual_state: 31 });
    expect(numberOn(bed, 'volume_value')).toBe(31);
    expect((await exact()).data).toMatchObject({ converged: true, actual_state: 31 });
    expect(numberOn(bed, 'volume_value')).toBe(31);
    for (const kind of bed.received().slice(before)) expect(kind).toBe('tap');
  });
});

test('without the time to hear it is touched once, in time, and not said to be verified', async () => {
  await withSliders('14', async (bed) => {
    const before = bed.received().length;
    const { data } = await bed.call('adjust_control', {
      selector: { resource_id: 'volume' },
      targetValue: 72,
      actionTimeoutMs: 2_500,
      verificationMode: 'none',
    });
    expect(data).toMatchObject({ success: true, converged: false, adjustment_mode: 'coordinate' });
    expect(bed.received().slice(before)).toEqual(['tap']);
  });
});

test('where another bar of the kind moves by itself no event is taken for an answer', async () => {
  await withSliders('14', async (bed) => {
    const { accessibility } = bed.phone;
    const add = accessibility.add.bind(accessibility);
    accessibility.add = (listener) => {
      add(listener);
      listener({
        type: 'TYPE_WINDOW_CONTENT_CHANGED',
        contentChange: 'CONTENT_CHANGE_TYPE_STATE_DESCRIPTION',
        packageName: 'com.example.gallery',
        className: 'android.widget.SeekBar',
        itemCount: 100,
        currentItemIndex: 72,
      });
      return accessibility;
    };
    const before = bed.received().length;
    const { data } = await set(bed, 'volume', 72);
    expect(data).toMatchObject({ success: true, converged: false, adjustment_mode: 'coordinate' });
    expect(data['actual_state']).toBeNull();
    expect(bed.received().slice(before)).toEqual(['tap']);
  });
});

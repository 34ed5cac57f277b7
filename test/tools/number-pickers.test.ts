/** Number pickers of the framework: by their buttons when the number is near, by their field when it is far. */
import { expect, test } from 'vitest';
import { textOn } from '../contract/reading.ts';
import { makeTestBed } from '../harness.ts';

test.each([
  ['dump', {}],
  ['helper', { helper: true }],
] as const)('%s', async (_tier, options) => {
  const bed = await makeTestBed({ ...options, speed: 10 });
  bed.open('com.example.gallery', 'com.example.gallery.PickersActivity');
  const set = async (id: string, targetValue: number) => {
    const before = bed.received().length;
    const { data } = await bed.call('adjust_control', {
      selector: { resource_id: id },
      targetValue,
      actionTimeoutMs: 30_000,
      verificationMode: 'none',
    });
    return { data, kinds: bed.received().slice(before) };
  };
  // Its larger number is above, as in the style without a wheel.
  const dose = await set('dose', 5);
  expect(dose.data).toMatchObject({ success: true, converged: true, actual_state: 5 });
  expect(dose.kinds).toEqual(['tap', 'tap']);
  expect((await set('dose', 4)).data).toMatchObject({ converged: true, actual_state: 4 });
  // Thirty-four presses away.
  const year = await set('year', 2_024);
  expect(year.data).toMatchObject({ success: true, converged: true, actual_state: 2_024 });
  expect(year.kinds.filter((kind) => kind === 'tap')).toHaveLength(1);
  expect(textOn(bed, 'values')).toBe('year 2024, dose 4');
  // What the picker does not take is said, with where it stopped.
  const beyond = await set('year', 2_300);
  expect(beyond.data).toMatchObject({
    success: false,
    failure_code: 'CONTROL_CONVERGENCE_FAILED',
    actual_state: 2_100,
  });
  expect(bed.bugs).toEqual([]);
  await bed.close();
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTestBed, type TestBed } from '../harness.ts';

describe('adjust_control', () => {
  let bed: TestBed;
  beforeAll(async () => {
    bed = await makeTestBed();
  });
  afterAll(() => bed.close());

  const adjust = (args: Record<string, unknown>) =>
    bed.call('adjust_control', { actionTimeoutMs: 20_000, verificationMode: 'none', ...args });

  /** What the phone itself shows, not what the product says. */
  function shown(id: string): string {
    const texts: string[] = [];
    const visit = (node: { resourceId: string; text: string; children: readonly unknown[] }): void => {
      if (node.resourceId.endsWith(`/${id}`)) texts.push(node.text);
      for (const child of node.children) visit(child as typeof node);
    };
    for (const window of bed.phone.windows()) visit(window.root);
    return texts.join('|');
  }

  test('where another client is connected it is touched where the value should be, and not said to be verified', async () => {
    bed.open('com.example.gallery', 'com.example.gallery.SliderActivity');
    const handle = bed.faults.add({
      when: { service: 'uiautomator events' },
      do: { kind: 'already_registered' },
    });
    const before = bed.received().length;
    const answer = await adjust({
      selector: { resource_id: 'volume' },
      targetValue: 20,
      verificationMode: 'full',
    });
    handle.remove();
    expect(answer.data).toMatchObject({
      success: true,
      converged: false,
      actual_state: null,
      within_tolerance: null,
      adjustment_mode: 'coordinate',
      verification: { status: 'unavailable' },
    });
    expect(bed.received().slice(before)).toEqual(['tap']);
    expect(Math.abs(Number(/\d+/.exec(shown('volume_value'))?.[0]) - 20)).toBeLessThanOrEqual(5);
  });

  test('a number picker is set through its buttons', async () => {
    bed.open('com.example.gallery', 'com.example.gallery.FixedControlsActivity');
    const answer = await adjust({ selector: { resource_id: 'guests' }, targetValue: 5 });
    expect(answer.data).toMatchObject({ success: true, converged: true, actual_state: 5 });
    expect(shown('values')).toContain('guests 5');
    const beyond = await adjust({ selector: { resource_id: 'guests' }, targetValue: 12 });
    expect(beyond.data).toMatchObject({ success: false, failure_code: 'CONTROL_CONVERGENCE_FAILED' });
  });

  test('presses the buttons of a stepper as often as needed', async () => {
    bed.open('com.example.gallery', 'com.example.gallery.StepperActivity');
    const answer = await adjust({ selector: { resource_id: 'count' }, targetValue: 7 });
    expect(answer.data).toMatchObject({ success: true, converged: true, actual_state: 7 });
    expect(shown('count')).toBe('7');
  });

  test('stops at the end of a stepper', async () => {
    bed.open('com.example.gallery', 'com.example.gallery.StepperActivity');
    const answer = await adjust({ selector: { resource_id: 'count' }, targetValue: 12 });
    expect(answer.data).toMatchObject({ success: false, failure_code: 'CONTROL_CONVERGENCE_FAILED' });
  });

  test('chooses from a drop-down, and closes it again when there is no such choice', async () => {
    bed.open('com.example.gallery', 'com.example.gallery.DropDownActivity');
    const chosen = await adjust({ selector: { resource_id: 'fruit' }, targetValue: 'Cherry' });
    expect(chosen.data).toMatchObject({ success: true, converged: true });
    expect(shown('picked')).toBe('Picked: Cherry');
    const missing = await adjust({ selector: { resource_id: 'fruit' }, targetValue: 'Mango' });
    expect(missing.data).toMatchObject({ success: false, failure_code: 'CONTROL_CONVERGENCE_FAILED' });
    expect(shown('picked')).toBe('Picked: Cherry');
  });

  test('a switch that is already right is not touched', async () => {
    bed.open('com.example.gallery', 'com.example.gallery.TogglesActivity');
    const on = await adjust({ selector: { resource_id: 'alerts' }, property: 'checked', targetValue: true });
    expect(on.data).toMatchObject({ success: true, converged: true, attempts: 1 });
    const before = bed.received().length;
    const again = await adjust({
      selector: { resource_id: 'alerts' },
      property: 'checked',
      targetValue: true,
    });
    expect(again.data).toMatchObject({ success: true, converged: true, attempts: 0 });
    expect(bed.received().length).toBe(before);
  });

  test('a text is no control', async () => {
    bed.open('com.example.gallery', 'com.example.gallery.SliderActivity');
    const answer = await adjust({
      selector: { resource_id: 'volume_value' },
      targetValue: true,
      property: 'checked',
    });
    expect(answer.data).toMatchObject({
      success: false,
      failure_code: 'SEMANTIC_MISMATCH',
      delivery_status: 'not_delivered',
    });
  });
});

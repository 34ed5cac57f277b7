/** Expectations and readiness end to end: what proves, what refutes, and what proves nothing. */
import { describe, expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';
import { good, refusal } from '../contract/reading.ts';
import { emptyDump, gallery, oddDumps, openGallery, part, reads, touch } from './screens.ts';

const bed = oneBed();
const dump = /uiautomator dump/;
const call = async (name: string, input: Record<string, unknown> = {}) => good(await bed().call(name, input));
const odds = Object.entries(oddDumps);

describe('expect_screen', () => {
  test('by fingerprint and by every name a caller may have for it, one reading', async () => {
    openGallery(bed(), 'Stepper');
    const { fingerprint } = await call('get_screen_fingerprint');
    bed().wire.clear();
    expect(await call('expect_screen', { fingerprint })).toMatchObject({
      success: true,
      confidence: 1,
      comparison: { basis: 'fingerprint', matched: true },
    });
    expect(reads(bed())).toBe(1);
    for (const screen of [`${gallery}.StepperActivity`, '.StepperActivity', 'StepperActivity', gallery])
      expect(await call('expect_screen', { screen })).toMatchObject({
        success: true,
        comparison: { basis: 'screen' },
      });
    const other = await call('expect_screen', { screen: 'CartActivity' });
    expect(other).toMatchObject({
      success: false,
      confidence: 0,
      observed_screen: { screen: `${gallery}.StepperActivity` },
    });
    // The fingerprint is the one that counts when both are given.
    expect(await call('expect_screen', { fingerprint: 'f0', screen: '.StepperActivity' })).toMatchObject({
      success: false,
    });
    expect(refusal(await bed().call('expect_screen')).code).toBe('INVALID_ARGUMENT');
  });

  test.each(odds)('a reading that %s says so beside "differ"', async (_, odd) => {
    openGallery(bed(), 'Stepper');
    const { fingerprint } = await call('get_screen_fingerprint');
    bed().faults.add({ when: { service: dump }, do: odd });
    const data = await call('expect_screen', { fingerprint });
    expect(data).toMatchObject({ success: false });
    expect(part(data, 'comparison')['reason']).toMatch(/suspect/);
    expect(await call('get_screen_fingerprint')).toMatchObject({ quality: { status: 'suspect' } });
  });

  test('an unreadable screen is no other screen', async () => {
    openGallery(bed(), 'Stepper');
    bed().faults.add({ when: { service: dump }, do: emptyDump });
    expect(refusal(await bed().call('expect_screen', { screen: '.StepperActivity' })).code).toBe(
      'OBSERVATION_FAILED',
    );
    expect(await call('get_screen_fingerprint')).toMatchObject({
      fingerprint: null,
      error: expect.stringMatching(/./),
    });
  });
});

describe('expect_element_visible', () => {
  const visible = (input: Record<string, unknown>) =>
    call('expect_element_visible', { poll_interval_ms: 50, ...input });

  test('visible at once: one reading, with its handle', async () => {
    openGallery(bed(), 'Toggles');
    const data = await visible({ selector: { text: 'Submit' } });
    expect(data).toMatchObject({
      success: true,
      element: { text: 'Submit' },
      element_id: expect.stringMatching(/^e/),
    });
    expect(reads(bed())).toBe(1);
  });

  test('what comes later is waited for', async () => {
    openGallery(bed(), 'Loader');
    expect(await visible({ selector: { resource_id: 'result' } })).toMatchObject({ success: true });
    expect(reads(bed())).toBeGreaterThan(2);
  });

  test('with a handle it is that one among equals, in either case of letters, or its control', async () => {
    openGallery(bed(), 'EqualRows');
    const second = await call('wait_for_ui', { selector: { text: 'Choose' }, match: { index: 1 } });
    const id = String(part(second, 'element')['elementId']);
    for (const element_id of [id, id.toUpperCase()])
      expect(await visible({ selector: { text: 'Choose' }, element_id })).toMatchObject({
        success: true,
        element_id: id,
      });
    const title = await call('find_element', { query: 'Equal rows' });
    const other = { element_id: part(title, 'element')['elementId'], timeout_ms: 0 };
    expect(await visible({ selector: { text: 'Choose' }, ...other })).toMatchObject({
      success: false,
      failure_code: 'ASSERTION_TIMEOUT',
      reason: expect.stringContaining('not the one that the handle names'),
    });
  });

  test('absent, there but not to be seen, and near misses', async () => {
    openGallery(bed(), 'Tabs');
    expect(await visible({ selector: { text: 'Saved homes!' }, timeout_ms: 0 })).toMatchObject({
      success: false,
      failure_code: 'ELEMENT_NOT_FOUND',
      retryable: true,
      observed: { matched_count: 0, near: [{ label: 'Saved Homes', role: 'button' }, { label: 'Home' }] },
    });
    expect(await visible({ selector: { resource_id: 'tab_game_label' }, timeout_ms: 0 })).toMatchObject({
      success: false,
      failure_code: 'ASSERTION_TIMEOUT',
      reason: 'Not visible within 0 ms: it has no area (zero-size bounds).',
    });
  });

  test.each(odds)('a reading that %s never says that the element is absent', async (_, odd) => {
    openGallery(bed(), 'Toggles');
    bed().faults.add({ when: { service: dump }, do: odd });
    const data = await visible({ selector: { text: 'Submit' }, timeout_ms: 0 });
    expect(data).toMatchObject({
      success: false,
      failure_code: 'OBSERVATION_FAILED',
      reason: expect.stringContaining('suspect'),
    });
  });
});

describe('expect_state', () => {
  const state = (input: Record<string, unknown>) => call('expect_state', input);

  test.each([
    [{ resource_id: 'terms' }, 'checked', false],
    [{ resource_id: 'size_medium' }, 'checked', true],
    [{ resource_id: 'disabled_switch' }, 'enabled', false],
    [{ resource_id: 'state_line' }, 'text_value', 'Alerts off, size Medium, submitted 0'],
  ] as const)('%j %s is %j: two equal readings', async (selector, property, expected) => {
    openGallery(bed(), 'Toggles');
    const data = await state({ selector, property, expected });
    // The reading of the case before is still current: nothing was sent since.
    const made = (data['observation'] as { shared: boolean }).shared ? 1 : 2;
    expect(data).toMatchObject({
      success: true,
      observed_state: { property, value: expected },
      stabilization_attempts: made,
      stable_observation_count: 2,
    });
    expect(reads(bed())).toBe(made);
  });

  test('selected of a tab, before and after a touch, by selector and by handle', async () => {
    openGallery(bed(), 'Tabs');
    const home = { selector: { resource_id: 'tab_home' }, property: 'selected' };
    const seen = await state({ ...home, expected: true });
    expect(seen).toMatchObject({ success: true });
    touch(bed(), 'tab_saved');
    const element_id = part(seen, 'element')['elementId'];
    expect(await state({ element_id, property: 'selected', expected: false })).toMatchObject({
      success: true,
    });
  });

  test('a flicker is no failure', async () => {
    openGallery(bed(), 'Flicker');
    for (let n = 0; n < 3; n++)
      expect(
        await state({ selector: { resource_id: 'flag' }, property: 'text_value', expected: 'Yes' }),
      ).toMatchObject({
        success: true,
      });
  });

  test('what cannot be read is never inferred, and not worth another try', async () => {
    openGallery(bed(), 'Slider');
    const blind = { selector: { resource_id: 'blind' }, property: 'value', expected: 4 };
    expect(await state(blind)).toMatchObject({
      success: false,
      failure_code: 'EXPECT_STATE_MISMATCH',
      retryable: false,
      observed_state: { property: 'value', value: null },
    });
  });

  test('an element that is gone, a handle that is stale, a screen that is not the app', async () => {
    openGallery(bed(), 'Toggles');
    const found = await call('find_element', { query: 'Submit' });
    const element_id = part(found, 'element')['elementId'];
    openGallery(bed(), 'Stepper');
    expect(await state({ selector: { text: 'Submit' }, property: 'enabled', expected: true })).toMatchObject({
      success: false,
      failure_code: 'ELEMENT_NOT_FOUND',
    });
    expect(await state({ element_id, property: 'enabled', expected: true })).toMatchObject({
      success: false,
      failure_code: 'STALE_REFERENCE',
    });
    bed().faults.add({ when: { service: dump }, do: oddDumps['is of a foreign package'] ?? emptyDump });
    expect(
      await state({ selector: { resource_id: 'count' }, property: 'text_value', expected: '3' }),
    ).toMatchObject({
      success: false,
      failure_code: 'OBSERVATION_FAILED',
    });
  });
});

describe('readiness', () => {
  test('settled, and how it is known', async () => {
    openGallery(bed(), 'Toggles');
    expect(await call('get_app_readiness', { stabilityWindowMs: 100 })).toMatchObject({
      state: 'settled',
      evidence: [{ kind: 'stability', source: 'ui_tree', snapshot_revision: expect.any(Number) }],
      sampled: { count: reads(bed()) },
    });
  });

  test('loading until it is settled', async () => {
    openGallery(bed(), 'Loader');
    expect(await call('get_app_readiness', { timeoutMs: 700 })).toMatchObject({
      state: 'loading',
      evidence: [{ kind: 'loading_signal', detail: expect.stringContaining('native') }],
    });
    const data = await call('wait_for_app_readiness', { stabilityWindowMs: 200 });
    expect(data).toMatchObject({ success: true, readiness: { state: 'settled' } });
    expect(
      (await call('wait_for_ui', { selector: { resource_id: 'result' }, timeout_ms: 0 }))['status'],
    ).toBe('success');
  });

  test('an endless animation is not settled when its time is over', async () => {
    openGallery(bed(), 'Animation');
    const data = await call('wait_for_app_readiness', { timeoutMs: 1_500, stabilityWindowMs: 100 });
    expect(data).toMatchObject({ success: false, readiness: { state: 'loading' } });
    bed().open('com.example.stress', 'com.example.stress.AnimationsActivity');
    expect(await call('get_app_readiness', { timeoutMs: 400 })).not.toMatchObject({ state: 'settled' });
  });

  test('unresponsive only once the system says so', async () => {
    openGallery(bed(), 'Unresponsive');
    touch(bed(), 'freeze');
    const frozen = await call('get_app_readiness', { timeoutMs: 300 });
    expect(frozen['state']).not.toBe('unresponsive');
    touch(bed(), 'tap_me');
    await expect
      .poll(
        () =>
          bed()
            .phone.windows()
            .some(({ title }) => title.startsWith('Application Not Responding')),
        { timeout: 9_000 },
      )
      .toBe(true);
    const proved = await call('get_app_readiness');
    expect(proved).toMatchObject({ state: 'unresponsive', evidence: [{ kind: 'not_responding' }] });
    const told = (await bed().call('get_ui_tree', { responseMode: 'outline' })).texts[0] ?? '';
    expect(told).toMatch(/\[anr ".*", in front\]/);
    bed().phone.forceStop(gallery);
  });

  test.each([
    ['fail', { kind: 'already_registered' }],
    ['never end', { kind: 'hang' }],
    ['have no elements', emptyDump],
    ...odds,
  ] as const)('readings that %s prove no state', async (_, fault) => {
    openGallery(bed(), 'Toggles');
    bed().faults.add({ when: { service: dump }, do: fault });
    const data = await call('get_app_readiness', { timeoutMs: 400 });
    expect(data['state']).toBe('unknown');
    expect(data['limitations']).not.toEqual([]);
  });
});

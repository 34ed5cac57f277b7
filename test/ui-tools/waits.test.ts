/** The wait tools end to end: on screens that load, flicker, change and never rest, with reads counted on the phone. */

import { limitMs } from '@mobile-debug/core/testing/contention.ts';
import type { FaultAction } from '@mobile-debug/virtual-phone/adb/fault-script.ts';
import { describe, expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';
import { good, refusal } from '../contract/reading.ts';
import { emptyDump, oddDumps, openGallery, part, reads, touch } from './screens.ts';

const bed = oneBed();
const dump = /uiautomator dump/;
const call = async (name: string, input: Record<string, unknown> = {}) => good(await bed().call(name, input));
const fast = { poll_interval_ms: 50 } as const;

describe('wait_for_ui', () => {
  test.each(['exists', 'visible', 'clickable'])('already %s: one reading', async (condition) => {
    openGallery(bed(), 'Toggles');
    const data = await call('wait_for_ui', { selector: { resource_id: 'terms' }, condition });
    expect(data).toMatchObject({ status: 'success', matched: 1, metrics: { poll_count: 1, attempts: 1 } });
    expect(reads(bed())).toBe(1);
  });

  test('already gone: one reading', async () => {
    openGallery(bed(), 'Toggles');
    const data = await call('wait_for_ui', { selector: { text: 'Nowhere' }, condition: 'not_exists' });
    expect(data).toMatchObject({ status: 'success', element: null });
    expect(reads(bed())).toBe(1);
  });

  test('a loader: the result comes, the label goes, each with as many reads as polls', async () => {
    openGallery(bed(), 'Loader');
    const came = await call('wait_for_ui', { selector: { resource_id: 'result' }, ...fast });
    expect(came).toMatchObject({ status: 'success', element: { text: 'Loaded 3 results' } });
    expect(part(came, 'metrics')['poll_count']).toBe(reads(bed()));
    touch(bed(), 'reload');
    bed().wire.clear();
    const gone = await call('wait_for_ui', {
      selector: { resource_id: 'loading_label' },
      condition: 'not_exists',
      ...fast,
    });
    expect(gone).toMatchObject({ status: 'success', matched: 0 });
    expect(reads(bed())).toBeGreaterThan(2);
  });

  test('not clickable says why, and when it becomes so the wait is over', async () => {
    openGallery(bed(), 'Toggles');
    const request = { selector: { text: 'Submit' }, condition: 'clickable', ...fast };
    const missed = await call('wait_for_ui', { ...request, timeout_ms: 0 });
    expect(missed).toMatchObject({
      status: 'timeout',
      element: null,
      error: { code: 'TIMEOUT', message: 'Not clickable within 0 ms: it is disabled.' },
      observed: { last_matched_element: { enabled: false } },
    });
    const waiting = call('wait_for_ui', { ...request, timeout_ms: 5_000 });
    touch(bed(), 'terms');
    expect(await waiting).toMatchObject({ status: 'success' });
  });

  test('index counts from both ends; beyond the matches says so', async () => {
    openGallery(bed(), 'EqualRows');
    const at = (index: number) =>
      call('wait_for_ui', { selector: { text: 'Choose' }, match: { index }, timeout_ms: 0 });
    const [first, second, last, beyond] = [await at(0), await at(1), await at(-1), await at(40)];
    const top = (data: Record<string, unknown>) => (part(data, 'element')['bounds'] as number[])[1] ?? 0;
    expect(top(first)).toBeLessThan(top(second));
    expect(top(second)).toBeLessThan(top(last));
    expect(part(last, 'observed')['selected_index']).toBe(Number(last['matched']) - 1);
    expect(part(beyond, 'error')['message']).toMatch(/\d+ match, but there is none at index 40/);
  });

  test('nothing matched: what comes nearest is named', async () => {
    openGallery(bed(), 'EqualRows');
    const data = await call('wait_for_ui', { selector: { text: 'Chose' }, timeout_ms: 0 });
    expect(data).toMatchObject({
      status: 'timeout',
      error: { message: 'No such element within 0 ms: nothing matched.' },
      observed: { near: [{ label: 'Choose', why: 'differs in 1 character' }, {}, {}] },
    });
  });

  test('retry tries again after a pause, also when the first attempt could not read at all', async () => {
    openGallery(bed(), 'Loader');
    const retry = { max_attempts: 10, backoff_ms: 250 };
    const request = { selector: { resource_id: 'result' }, timeout_ms: 0, retry };
    const data = await call('wait_for_ui', request);
    expect(data['status']).toBe('success');
    expect(part(data, 'metrics')['attempts']).toBeGreaterThan(3);
    bed().faults.add({ when: { service: dump, times: 2 }, do: { kind: 'already_registered' } });
    expect(await call('wait_for_ui', request)).toMatchObject({ status: 'success', metrics: { attempts: 2 } });
  });

  test('requireReadiness: a result that is there while the screen still loads is waited on', async () => {
    openGallery(bed(), 'LoadingWithResult');
    const request = { selector: { text: 'Order 4711' }, poll_interval_ms: 100 };
    expect(await call('wait_for_ui', request)).toMatchObject({
      status: 'success',
      metrics: { poll_count: 1 },
    });
    const early = await call('wait_for_ui', { ...request, requireReadiness: true, timeout_ms: 0 });
    expect(early).toMatchObject({ status: 'timeout', matched: 1, readiness: { state: 'loading' } });
    expect(part(early, 'error')['message']).toContain('it is exists, but the screen is not settled');
    const data = await call('wait_for_ui', { ...request, requireReadiness: true });
    expect(data).toMatchObject({ status: 'success', readiness: { state: 'settled' } });
    expect(bed().phone.isAnimating()).toBe(false);
  });

  test('a reading slower than the wait is a fault with advice, within the time and not left running', async () => {
    openGallery(bed(), 'Toggles');
    bed().faults.add({ when: { service: dump }, do: { kind: 'delay', ms: 15_000 } });
    const from = performance.now();
    const fault = refusal(await bed().call('wait_for_ui', { selector: { text: 'Submit' }, timeout_ms: 200 }));
    const tookMs = performance.now() - from;
    expect(tookMs).toBeLessThan(limitMs(10_000, tookMs));
    expect(fault).toMatchObject({
      code: 'OBSERVATION_FAILED',
      next_step: expect.stringContaining('longer timeout'),
    });
    expect(reads(bed())).toBe(1);
  });

  test.each(Object.entries(oddDumps))('a reading that %s proves no absence', async (_, odd) => {
    openGallery(bed(), 'Toggles');
    const gone = { selector: { text: 'Nowhere' }, condition: 'not_exists', ...fast };
    const rule = bed().faults.add({ when: { service: dump }, do: odd });
    const data = await call('wait_for_ui', { ...gone, timeout_ms: 0 });
    expect(data).toMatchObject({ status: 'timeout', observed: { quality: { status: 'suspect' } } });
    expect(part(data, 'error')['message']).toContain('does not prove absence');
    const waiting = call('wait_for_ui', { ...gone, timeout_ms: 5_000 });
    rule.remove();
    expect(await waiting).toMatchObject({ status: 'success', observed: { quality: 'ok' } });
  });

  test('a reading without any element is no reading: a fault, never an absence', async () => {
    openGallery(bed(), 'Toggles');
    bed().faults.add({ when: { service: dump }, do: emptyDump });
    const gone = { selector: { text: 'Nowhere' }, condition: 'not_exists', timeout_ms: 1_500 };
    expect(refusal(await bed().call('wait_for_ui', gone)).code).toBe('OBSERVATION_FAILED');
  });

  test('a selector that names nothing is refused before anything is read', async () => {
    openGallery(bed(), 'Toggles');
    for (const selector of [undefined, {}, { contains: true }, { text: ' ' }]) {
      const input = selector === undefined ? {} : { selector };
      expect(refusal(await bed().call('wait_for_ui', input)).code).toBe('INVALID_SELECTOR');
    }
    expect(reads(bed())).toBe(0);
  });
});

describe('wait_for_screen_change', () => {
  const print = async () => String((await call('get_screen_fingerprint'))['fingerprint']);

  test('a fingerprint is one reading; a change is confirmed by a second one', async () => {
    openGallery(bed(), 'Toggles');
    const previousFingerprint = await print();
    expect(reads(bed())).toBe(1);
    openGallery(bed(), 'Stepper');
    const data = await call('wait_for_screen_change', { previousFingerprint });
    expect(data).toMatchObject({ success: true, observed_screen: 'com.example.gallery.StepperActivity' });
    expect(reads(bed())).toBe(2);
    expect(data['newFingerprint']).toBe(await print());
  });

  test('blind to what ticks: a clock and a counter are no other screen', async () => {
    openGallery(bed(), 'Ticking');
    const previousFingerprint = await print();
    touch(bed(), 'clock');
    const waited = { previousFingerprint, timeoutMs: 1_300, pollIntervalMs: 200 };
    expect(await call('wait_for_screen_change', waited)).toMatchObject({
      success: false,
      lastFingerprint: previousFingerprint,
      reason: 'The screen is still the same.',
    });
  });

  const noReadings: readonly (readonly [what: string, odd: FaultAction, timeoutMs: number])[] = [
    ['fails', { kind: 'already_registered' }, 2_000],
    ...Object.entries(oddDumps).map(([what, odd]) => [what, odd, 700] as const),
  ];
  test.each(noReadings)('a reading that %s is no change of the screen', async (_, odd, timeoutMs) => {
    openGallery(bed(), 'Toggles');
    const previousFingerprint = await print();
    const rule = bed().faults.add({ when: { service: dump }, do: odd });
    const waited = { previousFingerprint, timeoutMs, pollIntervalMs: 50 };
    const data = await call('wait_for_screen_change', waited);
    expect(data).toMatchObject({ success: false, reason: expect.stringMatching(/suspect|UiAutomation/) });
    rule.remove();
    const after = await call('wait_for_screen_change', { ...waited, timeoutMs: 150 });
    expect(after['success']).toBe(false);
  });
});

describe('wait_for_ui_change', () => {
  const change = (input: Record<string, unknown>) =>
    call('wait_for_ui_change', { stability_window_ms: 100, timeout_ms: 4_000, ...input });
  const handle = async (query: string) =>
    String(part(await call('find_element', { query }), 'element')['elementId']);

  test('text that changes in place, after the window has been restarted by the next change', async () => {
    openGallery(bed(), 'InPlace');
    const waiting = change({ expected_change: 'text_change', stability_window_ms: 900 });
    await expect.poll(() => reads(bed())).toBeGreaterThan(0);
    touch(bed(), 'start');
    expect(await waiting).toMatchObject({
      success: true,
      observed_change: 'text_change',
      stability_state: 'stable',
      timeout: false,
      change_summary: { text: 1, added: 0, removed: 0 },
    });
    const shown = await call('wait_for_ui', { selector: { text: 'Done' }, timeout_ms: 0 });
    expect(shown['status']).toBe('success'); // not Waiting, not Working
  });

  test('rows inserted are a change of hierarchy and not of text', async () => {
    openGallery(bed(), 'Insert');
    await bed().call('get_ui_tree', { responseMode: 'compact' });
    await bed().call('tap_element', { selector: { text: 'Insert' }, verificationMode: 'none' });
    const data = await change({ expected_change: 'hierarchy_diff' });
    expect(data).toMatchObject({ success: true, observed_change: 'hierarchy_diff' });
    expect(part(data, 'change_summary')['text']).toBe(0);
  });

  test('a switch is a change of state; the wrong kind times out and says what was seen', async () => {
    openGallery(bed(), 'Toggles');
    await bed().call('get_ui_tree', { responseMode: 'compact' });
    await bed().call('tap_element', { selector: { resource_id: 'terms' }, verificationMode: 'none' });
    const state = await change({ expected_change: 'state_change' });
    expect(state).toMatchObject({ success: true, change_summary: { kinds: ['state_change'] } });
    await bed().call('tap_element', { selector: { resource_id: 'terms' }, verificationMode: 'none' });
    const wrong = await change({ expected_change: 'text_change', timeout_ms: 500 });
    expect(wrong).toMatchObject({
      success: false,
      timeout: true,
      reason: 'No text_change. Seen: state_change.',
    });
  });

  test('only below the target counts with scope subtree', async () => {
    openGallery(bed(), 'Toggles');
    const [group, terms] = [await handle('size_group'), await handle('Accept the terms')];
    await bed().call('tap_element', { elementId: terms, verificationMode: 'none' });
    const outside = await change({ scope: 'subtree', target: group, timeout_ms: 800 });
    expect(outside).toMatchObject({
      success: false,
      reason: 'Nothing changed.',
      scope: 'subtree',
      target: group,
    });
    await bed().call('tap_element', { selector: { text: 'Large' }, verificationMode: 'none' });
    expect(await change({ scope: 'subtree', target: group })).toMatchObject({ success: true });
    for (const input of [{ scope: 'subtree' }, { target: group }]) {
      expect(refusal(await bed().call('wait_for_ui_change', input)).code).toBe('INVALID_ARGUMENT');
    }
    const unknown = { scope: 'subtree', target: 'e999zz' };
    expect(refusal(await bed().call('wait_for_ui_change', unknown)).code).toBe('STALE_REFERENCE');
  });

  test('what never stands still is transient', async () => {
    bed().open('com.example.stress', 'com.example.stress.AnimationsActivity');
    const data = await change({ timeout_ms: 700, stability_window_ms: 400 });
    expect(data).toMatchObject({ success: false, stability_state: 'transient' });
    expect(data['reason']).toBe('It changed and is still changing.');
  });

  test('requireReadiness waits on while the screen loads, within the same deadline', async () => {
    openGallery(bed(), 'Loader');
    touch(bed(), 'progress');
    await bed().call('get_ui_tree', { responseMode: 'compact' });
    bed().wire.clear();
    const data = await change({ requireReadiness: true });
    expect(data).toMatchObject({ success: true, readiness: { state: 'settled' }, loading_state: null });
    expect(Number(data['snapshot_freshness_ms'])).toBeLessThan(500);
  });

  test.each(Object.entries(oddDumps))('a reading that %s is no change', async (_, odd) => {
    openGallery(bed(), 'Toggles');
    await bed().call('get_ui_tree', { responseMode: 'compact' });
    bed().faults.add({ when: { service: dump, nth: 2, times: 2 }, do: odd });
    expect(await change({ timeout_ms: 600 })).toMatchObject({ success: false, observed_change: null });
    bed().faults.clear();
    bed().faults.add({ when: { service: dump }, do: odd });
    const never = await change({ timeout_ms: 800, requireReadiness: true });
    expect(never).toMatchObject({ success: false, readiness: { state: 'unknown' } });
  });
});

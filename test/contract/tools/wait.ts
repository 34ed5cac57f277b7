/** Finding elements and waiting for them. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestBed } from '../../harness.ts';
import { good } from '../reading.ts';
import type { ToolBed } from './tool-bed.ts';

const shop = 'com.example.shop';
const notes = 'com.example.notes';
const gallery = 'com.example.gallery';
const none = { verificationMode: 'none' } as const;

export function waitContract({ made, call, start, goBack, once, same }: ToolBed): void {
  let bed: TestBed;
  beforeEach(() => {
    bed = made();
  });

  describe('find and wait', () => {
    test('find_element gives a handle that taps take', async () => {
      start(shop);
      const found = good(await call('find_element', { query: 'sign in' }));
      expect(found).toMatchObject({ found: true, element: bed.traits.label('Sign in') });
      const none_ = good(await call('find_element', { query: 'submarine periscope', timeoutMs: 0 }));
      expect(none_).toMatchObject({ found: false, element: null });
    });

    same(
      'what a web view may show is not proved to be absent, in waits, finds, taps and journeys',
      async () => {
        start(gallery, `${gallery}.BlindWebActivity`);
        const selector = { text: 'I accept' };
        const why = 'web view';
        const found = good(await call('find_element', { query: 'I accept', timeoutMs: 0 }));
        expect(found).toMatchObject({ found: false, reason: expect.stringContaining(why) });
        const gone = await call('wait_for_ui', { selector, condition: 'not_exists', timeout_ms: 1_000 });
        expect(gone.data, gone.texts[0]).toMatchObject({ status: 'timeout' });
        expect(JSON.stringify(gone.data)).toContain(why);
        const visible = good(await call('expect_element_visible', { selector, timeout_ms: 300 }));
        expect(visible).toMatchObject({ success: false, reason: expect.stringContaining(why) });
        const tapped = await call('tap_element', { selector, waitFor: { timeoutMs: 100 }, ...none });
        expect(tapped.data).toMatchObject({ success: false, message: expect.stringContaining(why) });
        const assertion = { kind: 'element_absent', selector };
        const steps = [{ id: 'gone', type: 'assert', assertion, timeoutMs: 300 }];
        const journey = await call('run_journey', { platform: bed.traits.platform, steps });
        expect(journey.data).toMatchObject({ success: false, stopped_at_step_id: 'gone' });
        expect(JSON.stringify(journey.data)).toContain(why);
      },
    );

    same('wait_for_ui: every condition, and a timeout as an answer', async () => {
      start(shop);
      for (const condition of ['exists', 'visible', 'clickable']) {
        const data = good(await call('wait_for_ui', { selector: { text: 'Remember me' }, condition }));
        expect(data).toMatchObject({
          status: 'success',
          matched: 1,
          metrics: { poll_count: 1, attempts: 1 },
          observed: { matched_count: 1, condition_satisfied: true, selected_index: 0 },
        });
        expect((data['element'] as { elementId: string }).elementId).toMatch(/^e\w+$/);
      }
      const gone = { selector: { text: 'Loading' }, condition: 'not_exists' };
      expect(good(await call('wait_for_ui', gone))['status']).toBe('success');
      const missed = good(
        await call('wait_for_ui', {
          selector: { text: 'Sign in' },
          condition: 'clickable',
          timeout_ms: 150,
          poll_interval_ms: 50,
        }),
      );
      expect(missed).toMatchObject({
        status: 'timeout',
        element: null,
        error: { code: 'TIMEOUT' },
        observed: {
          matched_count: 1,
          condition_satisfied: false,
          last_matched_element: bed.traits.label('Sign in'),
        },
      });
    });

    once('wait_for_ui sees what appears later', async () => {
      start(gallery, `${gallery}.LoaderActivity`);
      const data = good(
        await call('wait_for_ui', { selector: { text: 'Loaded 3 results' }, timeout_ms: 10_000 }),
      );
      expect(data['status']).toBe('success');
      expect((data['metrics'] as { poll_count: number }).poll_count).toBeGreaterThan(1);
    });

    same('wait_for_screen_change, wait_for_ui_change and wait_for_app_readiness', async () => {
      start(notes);
      const previousFingerprint = String(good(await call('get_screen_fingerprint'))['fingerprint']);
      good(await call('tap_element', { selector: { text: 'New note' }, ...none }));
      const changed = good(await call('wait_for_screen_change', { previousFingerprint }));
      expect(changed).toMatchObject({ success: true, previousFingerprint });
      const same = good(
        await call('wait_for_screen_change', {
          previousFingerprint: changed['newFingerprint'],
          // Room for a reading on a busy computer: without one there is no fingerprint to compare.
          timeoutMs: 800,
          pollIntervalMs: 50,
        }),
      );
      expect(same).toMatchObject({ success: false, lastFingerprint: changed['newFingerprint'] });
      await goBack();
      const ui = good(await call('wait_for_ui_change', { timeout_ms: 3_000, stability_window_ms: 100 }));
      expect(ui).toMatchObject({ success: true, stability_state: 'stable', timeout: false });
      const ready = good(await call('wait_for_app_readiness', { stabilityWindowMs: 100 }));
      expect(ready).toMatchObject({ success: true, readiness: { state: 'settled' } });
    });
  });
}

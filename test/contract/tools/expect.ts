/** Expectations: proved, disproved, or not to be read. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestBed } from '../../harness.ts';
import { asked, good } from '../reading.ts';
import type { ToolBed } from './tool-bed.ts';

const shop = 'com.example.shop';
const notes = 'com.example.notes';

export function expectContract({ made, call, start, handleOf, once, same }: ToolBed): void {
  let bed: TestBed;
  beforeEach(() => {
    bed = made();
  });

  describe('expect', () => {
    same('expect_element_visible: proved, absent, and a handle that names it', async () => {
      start(shop);
      const elementId = await handleOf('Remember me');
      const data = good(
        await call('expect_element_visible', { selector: { text: 'Remember me' }, element_id: elementId }),
      );
      expect(data).toMatchObject({ success: true, element_id: elementId, expected_condition: 'visible' });
      const absent = { selector: { text: 'Order complete' }, timeout_ms: 0 };
      expect(good(await call('expect_element_visible', absent))).toMatchObject({
        success: false,
        failure_code: 'ELEMENT_NOT_FOUND',
        retryable: true,
      });
    });

    same('expect_state: right', async () => {
      start(shop);
      const selector = { text: 'Remember me' };
      expect(
        good(await call('expect_state', { selector, property: 'checked', expected: true })),
      ).toMatchObject({
        success: true,
        observed_state: { property: 'checked', value: true },
      });
    });

    once('expect_state: wrong, and what cannot be read is never inferred', async () => {
      start(shop);
      const wrong = { selector: { text: 'Remember me' }, property: 'checked', expected: false };
      expect(good(await call('expect_state', wrong))).toMatchObject({
        success: false,
        failure_code: 'EXPECT_STATE_MISMATCH',
      });
      const unreadable = { selector: { text: 'Remember me' }, property: 'value', expected: 3 };
      expect(good(await call('expect_state', unreadable))).toMatchObject({
        success: false,
        observed_state: { value: null },
      });
    });

    test('expect_screen: by name and by fingerprint', async () => {
      start(notes);
      const screen = bed.traits.activities ? '.NotesActivity' : notes;
      expect(good(await call('expect_screen', { screen }))).toMatchObject({
        success: true,
        confidence: 1,
      });
      expect(good(await call('expect_screen', { fingerprint: 'other' }))).toMatchObject({
        success: false,
        confidence: 0,
        comparison: { basis: 'fingerprint', matched: false },
      });
    });

    same('classify_action_outcome decides without a device', async () => {
      expect(good(await call('classify_action_outcome', { uiChanged: true }))['outcome']).toBe('success');
      expect(
        good(await call('classify_action_outcome', { uiChanged: false, actionType: 'tap' }))['outcome'],
      ).toBe('no_op');
      expect(asked(bed)).toEqual([]);
    });
  });
}

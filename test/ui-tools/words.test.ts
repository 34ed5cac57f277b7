/** Tabs whose state stands on a parent without words, and texts with marks that nobody sees: by every tool that names them. */
import { describe, expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';
import { good, sentDuring, textOn } from '../contract/reading.ts';
import { openGallery, part } from './screens.ts';

const tiers = [
  ['Android by dumps', {}],
  ['Android by the helper', { helper: true }],
  ['iOS', { ios: {} }],
] as const;

describe.each(tiers)('%s', (_, options) => {
  const ios = 'ios' in options;
  const bed = oneBed(options);
  const call = async (name: string, input: Record<string, unknown> = {}) =>
    good(await bed().call(name, input));
  /** On iOS the words of a control are its label. */
  const named = (words: string) => (ios ? { accessibility_id: words } : { text: words });
  const selected = async (name: string): Promise<unknown> =>
    (await call('expect_state', { selector: named(name), property: 'selected', expected: true }))['success'];

  test('the selected tab is told by outline, find_element, expect_state and a journey, before and after a touch', async () => {
    openGallery(bed(), 'ComposeTabs');
    const lines = async (): Promise<readonly string[]> => {
      const { texts } = await bed().call('get_ui_tree', { responseMode: 'outline' });
      return (texts[0] ?? '').split('\n').filter((line) => /selected/.test(line));
    };
    expect(await lines()).toEqual([expect.stringContaining('"Home"')]);
    expect([await selected('Home'), await selected('Saved')]).toEqual([true, false]);
    const sent = await sentDuring(bed(), async () => {
      await call('tap_element', { selector: named('Saved') });
    });
    expect(sent.map(({ kind }) => kind)).toEqual(['tap']);
    expect(textOn(bed(), 'tab_page')).toBe('Page Saved');
    expect(await lines()).toEqual([expect.stringContaining('"Saved"')]);
    const found = part(await call('find_element', { query: 'Saved' }), 'element');
    expect(part(found, 'state')).toMatchObject({ selected: true });
    const element_id = found['elementId'];
    expect(await call('expect_state', { element_id, property: 'selected', expected: true })).toMatchObject({
      success: true,
    });
    const selector = named('Saved');
    const state = { kind: 'state_equals', selector, property: 'selected', expected: true };
    const journey = await call('run_journey', {
      platform: bed().traits.platform,
      steps: [{ id: 'saved', type: 'assert', assertion: state }],
    });
    expect(journey).toMatchObject({ success: true });
  });

  test('marks that nobody sees do not matter for states, waits, expectations and touches', async () => {
    openGallery(bed(), 'Marks');
    const shown = 'Total: 12 000 EUR';
    const total = { selector: { resource_id: 'total' }, property: 'text_value' };
    expect(await call('expect_state', { ...total, expected: shown })).toMatchObject({ success: true });
    expect(await call('expect_state', { ...total, expected: 'Total: 12 001 EUR' })).toMatchObject({
      success: false,
      failure_code: 'EXPECT_STATE_MISMATCH',
    });
    const absent = { selector: named(shown), condition: 'not_exists', timeout_ms: 300 };
    expect(await call('wait_for_ui', absent)).not.toMatchObject({ status: 'success' });
    expect(await call('expect_element_visible', { selector: named(shown) })).toMatchObject({ success: true });
    const sent = await sentDuring(bed(), async () => {
      await call('tap_element', { selector: named('Pay-now...') });
    });
    expect(sent).toMatchObject([{ kind: 'tap', view: expect.stringMatching(/pay$/) }]);
    expect(textOn(bed(), 'paid')).toBe('Paid: 1');
  });
});

/** A second display whose windows a reading leaves out: what is not found here is not proved to be absent. */
import { describe, expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';
import { codeOf, good, textOn } from '../contract/reading.ts';
import { openGallery, part } from './screens.ts';

const missing = { text: 'Shown nowhere' };
const why = /windows of another display are left out/;

describe.each([
  ['on', true],
  ['off', false],
] as const)('a second display that is %s', (_, on) => {
  const bed = oneBed({ moreDisplays: [{ width: 800, height: 600, on }] });

  test('absence: waits, expectations, finds, taps and journeys', async () => {
    openGallery(bed(), 'Toggles');
    const wait = await bed().call('wait_for_ui', {
      selector: missing,
      condition: 'not_exists',
      timeout_ms: 300,
    });
    const journey = await bed().call('run_journey', {
      platform: 'android',
      steps: [
        {
          id: 'gone',
          type: 'assert',
          timeoutMs: 800,
          assertion: { kind: 'element_absent', selector: missing },
        },
      ],
    });
    const visible = await bed().call('expect_element_visible', { selector: missing, timeout_ms: 0 });
    const tap = await bed().call('tap_element', { selector: missing });
    const find = await bed().call('find_element', { query: 'Shown nowhere' });
    const answers = [wait, journey, visible, tap, find].map(({ data }) => JSON.stringify(data));
    if (on) for (const text of answers) expect(text).toMatch(why);
    else for (const text of answers) expect(text).not.toMatch(why);
    expect([good(wait)['status'] === 'success', good(journey)['success']]).toEqual([!on, !on]);
    expect(codeOf(tap)).toBe('ELEMENT_NOT_FOUND');
  });

  test('what is there is found, and touches go to this display', async () => {
    openGallery(bed(), 'Marks');
    const found = good(await bed().call('find_element', { query: 'Pay-now' }));
    good(await bed().call('tap_element', { elementId: part(found, 'element')['elementId'] }));
    expect(bed().phone.record.at(-1)).toMatchObject({ kind: 'tap', detail: { displayId: 0 } });
    expect(textOn(bed(), 'paid')).toBe('Paid: 1');
  });
});

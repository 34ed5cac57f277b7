/** Full verification of a screen that still equals the one before: it looks for half a second, and says so. */
import { describe, expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';
import { good } from '../contract/reading.ts';
import type { TestBedOptions } from '../harness.ts';
import { freshHome, login, part, tapOnPhone } from './phone-side.ts';

const beds: readonly (readonly [string, TestBedOptions])[] = [
  ['Android', {}],
  ['Android by the helper', { helper: true }],
  ['iOS', { ios: {} }],
];

describe.each(beds)('%s', (_, options) => {
  const bed = oneBed(options);
  /** Where nothing stands. */
  const free = options.ios ? { x: 186, y: 700 } : { x: 500, y: 1_900 };

  test('a page that comes a quarter of a second after the touch is seen', async () => {
    freshHome(bed());
    good(await bed().call('get_ui_tree', { responseMode: 'compact' }));
    // The third reading after the input is due after 200 ms at the earliest: two equal ones went before it.
    bed().wire.onNext('read', 4, () => tapOnPhone(bed(), 'open_detail'));
    const data = good(await bed().call('tap', free));
    expect(data).toMatchObject({ verification: { status: 'verified', changed: true, stable: true } });
  });

  test('nothing changed is said after half a second at the earliest', async () => {
    bed().open(login);
    tapOnPhone(bed(), 'remember_me');
    const data = good(await bed().call('tap', free));
    expect(Number(part(data, 'verification')['unchanged_for_ms'])).toBeGreaterThanOrEqual(500);
  });

  test('a small verificationTimeoutMs ends the look earlier, and the answer says how long it was', async () => {
    bed().open(login);
    tapOnPhone(bed(), 'remember_me');
    const data = good(await bed().call('tap', { ...free, verificationTimeoutMs: 300 }));
    expect(data).toMatchObject({ verification: { changed: false } });
    expect(Number(part(data, 'verification')['unchanged_for_ms'])).toBeLessThan(500);
  });
});

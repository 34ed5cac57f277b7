/** A screen that forbids pictures, through a client: the picture is black, the answer says why, and the tree is read. */
import { describe, expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';

const gallery = 'com.example.gallery';
const forbids = /SecureActivity" of com\.example\.gallery forbids pictures \(FLAG_SECURE\)/;

describe.each([
  ['dumps', {}],
  ['the resident helper', { helper: true }],
  ['Android 8', { android: '8' }],
] as const)('%s', (_, options) => {
  const bed = oneBed(options);

  test('capture_screenshot and capture_debug_snapshot say who forbids the picture', async () => {
    bed().open(gallery, `${gallery}.SecureActivity`);
    const shot = await bed().call('capture_screenshot', {});
    expect(JSON.parse(shot.texts[0] ?? '')).toMatchObject({
      result: { warnings: [expect.stringMatching(forbids)] },
    });
    const snapshot = await bed().call('capture_debug_snapshot', { includeScreenshot: true });
    const told = [JSON.stringify(snapshot.data), ...snapshot.texts].join('').replaceAll('\\"', '"');
    expect(told).toMatch(forbids);
    expect(told).toContain('Balance: 1,024.00 EUR');
  });

  test('a page that is drawn says nothing of it', async () => {
    bed().open(gallery, `${gallery}.FieldsActivity`);
    const { texts } = await bed().call('capture_screenshot', {});
    expect(texts[0]).not.toContain('warnings');
  });
});

/** A bar at rest does not keep a screen from being settled, whether or not the reading tells its range. */
import { describe, expect, test } from 'vitest';
import { makeTestBed } from '../harness.ts';

describe.each([
  ['dump', {}, 1],
  ['helper', { helper: true }, 0],
])('%s', (_name, options, limits) => {
  test('a determinate bar at rest is settled', async () => {
    const bed = await makeTestBed(options);
    try {
      bed.open('com.example.gallery', 'com.example.gallery.ProgressActivity');
      const resting = (await bed.call('wait_for_app_readiness', { timeoutMs: 20_000 })).data;
      const limitations = JSON.stringify(resting).match(/tells no range/g) ?? [];
      expect(JSON.stringify(resting)).toContain('"settled"');
      expect(Math.min(1, limitations.length)).toBe(limits);
      expect(bed.received()).toEqual(['start']);
    } finally {
      await bed.close();
    }
  });
});

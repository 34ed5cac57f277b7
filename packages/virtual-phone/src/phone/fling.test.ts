/** Against figures measured on views of Android 14: 1,366 px in 300 ms move a list by about 2,480. */
import fc from '@mobile-debug/core/testing/property.ts';
import { expect, test } from 'vitest';
import { carried } from './fling.ts';

const density = 420;
const slop = 21;

test('a usual swipe carries a list nearly twice its own way, a slow one little further than the finger', () => {
  const usual = carried({ distance: 1_366, durationMs: 300 }, density, slop);
  expect(usual / 1_366).toBeGreaterThan(1.75);
  expect(usual / 1_366).toBeLessThan(2);
  expect(carried({ distance: 1_000, durationMs: 2_000 }, density, slop)).toBeLessThan(1_100);
  expect(carried({ distance: 400, durationMs: 4_000 }, density, slop)).toBe(379);
});

test('the way back is as long, and a faster finger never carries less far', () => {
  const distances = fc.integer({ min: 30, max: 2_000 });
  const durations = fc.integer({ min: 50, max: 3_000 });
  fc.assert(
    fc.property(distances, durations, (distance, durationMs) => {
      const there = carried({ distance, durationMs }, density, slop);
      expect(carried({ distance: -distance, durationMs }, density, slop)).toBe(-there);
      expect(carried({ distance, durationMs: durationMs + 100 }, density, slop)).toBeLessThanOrEqual(there);
    }),
  );
});

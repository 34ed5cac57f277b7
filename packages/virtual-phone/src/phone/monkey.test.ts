/** Random input on every app: the phone never throws, stays consistent, and leaves no timer when it is closed. */

import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, test } from 'vitest';
import { virtualApps } from '../apps/index.ts';
import { seen } from '../testing/probe.ts';
import { createPhone } from './phone.ts';

const targets = virtualApps.flatMap((app) =>
  app.activities.map(({ name }) => [app.packageName, name] as const),
);

const input = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('tap' as const), n: fc.nat() }) },
  fc.record({ kind: fc.constant('point' as const), x: fc.nat(1100), y: fc.nat(2450) }),
  fc.record({
    kind: fc.constant('swipe' as const),
    x1: fc.nat(1079),
    y1: fc.nat(2399),
    x2: fc.nat(1079),
    y2: fc.nat(2399),
    ms: fc.nat(900),
  }),
  fc.record({
    kind: fc.constant('key' as const),
    code: fc.constantFrom(4, 4, 61, 66, 67, 29, 111, 122, 123, 279, 21, 22, 62),
    meta: fc.constantFrom(0, 0x1000),
  }),
  fc.record({ kind: fc.constant('text' as const), text: fc.string({ maxLength: 12 }) }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(2_000) }),
  fc.record({
    kind: fc.constant('rotate' as const),
    to: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
  }),
);

describe('a phone under random input', () => {
  test('stays consistent and ends without timers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...targets),
        fc.array(input, { maxLength: 25 }),
        async (target, inputs) => {
          const clock = new ManualClock();
          const phone = createPhone({ clock, seed: 7 });
          phone.start(...target);
          for (const one of inputs) {
            if (one.kind === 'tap') {
              const nodes = seen(phone);
              const bounds = nodes[one.n % (nodes.length || 1)]?.node.bounds ?? [0, 0, 0, 0];
              phone.tap((bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2);
            } else if (one.kind === 'point') phone.tap(one.x, one.y);
            else if (one.kind === 'swipe') phone.swipe(one.x1, one.y1, one.x2, one.y2, one.ms);
            else if (one.kind === 'key') phone.key(one.code, { meta: one.meta });
            else if (one.kind === 'text') phone.typeText(one.text);
            else if (one.kind === 'wait') await clock.advance(one.ms);
            else phone.setRotation(one.to);
            const windows = phone.windows();
            expect(windows.filter(({ focused }) => focused)).toHaveLength(1);
            expect(phone.resumedActivity()).not.toBeNull();
            const layers = windows.map(({ layer }) => layer);
            expect(layers).toEqual(layers.toSorted((a, b) => a - b));
          }
          phone.close();
          expect(clock.pending).toBe(0);
        },
      ),
      { numRuns: 120 },
    );
  });
});

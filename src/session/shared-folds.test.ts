/** Sharing a reading changes no verdict that readings which nobody shared would give, only how many are made. */
import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, test } from 'vitest';
import { TwiceHeld } from '../workflows/journey/twice-held.ts';
import { StateProof } from './expect-state.ts';
import type { Observation } from './observation.ts';
import type { Reading } from './readings.ts';
import type { StateExpectation } from './state-sample.ts';
import { failed, fold, seenTree } from './testing/given-readings.ts';
import { switchScreen } from './testing/scripted-screen.ts';

describe('proving a state on a shared reading', () => {
  const wanted: StateExpectation = {
    target: { selector: { resource_id: 'light' } },
    property: 'checked',
    expected: true,
    intervalMs: 100,
    windowMs: 500,
    maxRechecks: 3,
  };
  const handles = { locate: () => Promise.reject(new Error('no handle is named')) as never };
  const screens: Readonly<Record<string, ReturnType<typeof switchScreen>>> = {
    on: switchScreen(true),
    off: switchScreen(false),
    gone: switchScreen(null),
  };
  const read = (atMs: number, kind: string): Reading => {
    const tree = screens[kind];
    return tree ? seenTree(atMs, tree) : failed(atMs);
  };
  const kinds = fc.constantFrom('on', 'off', 'gone', 'failed');
  const proof = (shared: Observation | null, given: readonly Reading[]) => {
    try {
      return fold(new StateProof(wanted, { handles, shared }), given);
    } catch {
      return null; // nothing could be read
    }
  };

  test('the verdict is that of readings which nobody shared, and a failure takes no fewer', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('on', 'off', 'gone'),
        fc.array(kinds, { minLength: 1, maxLength: 12 }),
        fc.constantFrom(100, 400, 2_000),
        (before, later, everyMs) => {
          const first = read(0, before);
          if (first.kind !== 'seen') throw new Error('not seen');
          const fresh = later.map((kind, at) => read((at + 1) * everyMs, kind));
          const own = proof(null, fresh);
          const sharing = proof(first.observation, fresh);
          const provedAtOnce = before === 'on' && later[0] === 'on';
          if (provedAtOnce) {
            expect(sharing).toMatchObject({ taken: 1, seen: { success: true, reads: 1, stableCount: 2 } });
            expect(sharing?.seen.shared).toBe(first.observation);
            // Unshared, the two would be read by the call itself.
            expect(proof(null, [first, ...fresh])).toMatchObject({ taken: 2, seen: { success: true } });
          } else {
            expect(sharing?.taken).toBe(own?.taken);
            expect(sharing?.seen.success).toBe(own?.seen.success);
            expect(sharing?.seen.failure?.code).toBe(own?.seen.failure?.code);
            expect(sharing?.seen.value).toBe(own?.seen.value);
          }
        },
      ),
    );
  });

  test('proofs by two readings in a row: a shared one is the first of them and nothing else', () => {
    const holds = ({ tree }: Observation) => ({ holds: tree === screens['on'], facts: {} });
    fc.assert(
      fc.property(kinds, fc.array(kinds, { maxLength: 8 }), (before, later) => {
        const first = read(0, before);
        const fresh = later.map((kind, at) => read((at + 1) * 100, kind));
        const shared = first.kind === 'seen' ? first.observation : null;
        const sharing = fold(new TwiceHeld(shared, holds), fresh);
        const own = fold(new TwiceHeld(null, holds), [first, ...fresh]);
        expect(sharing.seen.passed).toBe(own.seen.passed);
        expect(sharing.taken).toBe(own.taken - 1);
      }),
    );
  });
});

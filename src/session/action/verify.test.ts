/** Full verification as a fold: when two readings are enough, and when it is too early to say that nothing changed. */
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { describe, expect, test } from 'vitest';
import type { Reading } from '../readings.ts';
import { cutOff, failed, fold, seen, seenTree } from '../testing/given-readings.ts';
import { page } from '../testing/timed-wait.ts';
import { TraceRecorder } from './trace.ts';
import { Agreement } from './verify.ts';

describe('looking after an action', () => {
  const look = (given: readonly Reading[], reached?: (words: readonly (string | null)[]) => boolean) => {
    const trace = new TraceRecorder('act_1', new ManualClock());
    const agreement = new Agreement({
      trace,
      ...(reached ? { reached: ({ tree }) => reached(tree.elements.map(({ text }) => text)) } : {}),
    });
    return fold(agreement, given);
  };

  test('two equal readings verify, and so does a reached aim at once', () => {
    const equal = look([seen(0, 'A'), seen(100, 'B'), seen(200, 'B')]);
    expect(equal).toMatchObject({ taken: 3, seen: { status: 'verified', stable: true, reads: 3 } });
    const aim = look([seen(0, 'A'), seen(100, 'B')], (words) => words.includes('A'));
    expect(aim).toMatchObject({ taken: 1, seen: { status: 'verified', stable: null } });
  });

  describe('while the screen still equals the one before the input', () => {
    const lookAfter = (given: readonly Reading[]) => {
      const before = seen(0, 'A');
      const trace = new TraceRecorder('act_1', new ManualClock());
      const agreement = new Agreement({
        trace,
        before: before.kind === 'seen' ? before.observation : null,
        sentMs: 1_000,
      });
      return { ...fold(agreement, given), pauseMs: agreement.pauseMs };
    };

    test('two equal readings prove nothing before 500 ms: a page that comes after 250 ms is seen', () => {
      const ran = lookAfter([seen(1_010, 'A'), seen(1_120, 'A'), seen(1_270, 'B'), seen(1_370, 'B')]);
      expect(ran).toMatchObject({ taken: 4, seen: { status: 'verified', stable: true, reads: 4 } });
      expect(ran.seen.after?.tree.elements.some(({ text }) => text === 'B')).toBe(true);
    });

    test('the reading that begins after 500 ms ends it', () => {
      const ran = lookAfter([10, 120, 250, 490, 600, 700].map((at) => seen(1_000 + at, 'A')));
      expect(ran).toMatchObject({ taken: 5, seen: { status: 'verified', stable: true } });
    });

    test('a slow reading needs a second one and no more', () => {
      const tree = page('A');
      const ran = lookAfter([seenTree(3_000, tree, 1_990), seenTree(5_100, tree, 2_000), seen(5_200, 'A')]);
      expect(ran).toMatchObject({ taken: 2, seen: { status: 'verified', stable: true } });
    });

    test('readings that are too early are none of the rechecks', () => {
      const words = ['A', 'A', 'A', 'B', 'C', 'D', 'E', 'E'];
      const ran = lookAfter(words.map((word, at) => seen(1_010 + at * 100, word)));
      expect(ran).toMatchObject({ taken: 8, seen: { status: 'verified', stable: true } });
    });

    test('the budget ends it earlier, which is no sign of a moving screen', () => {
      const ran = lookAfter([seen(1_010, 'A'), seen(1_120, 'A')]);
      expect(ran).toMatchObject({ taken: 2, seen: { status: 'verified', stable: true, reads: 2 } });
    });

    test('its pauses grow, and the last one ends at 500 ms', () => {
      expect(lookAfter([seen(1_010, 'A')]).pauseMs).toBe(100);
      expect(lookAfter([seen(1_200, 'A')]).pauseMs).toBe(200);
      expect(lookAfter([seen(1_350, 'A')]).pauseMs).toBe(150);
      expect(lookAfter([seen(1_200, 'B')]).pauseMs).toBe(100);
    });
  });

  test('after five that differ it is still changing', () => {
    const moving = ['A', 'B', 'C', 'D', 'E', 'F'].map((word, at) => seen(at * 100, word));
    expect(look(moving)).toMatchObject({
      taken: 5,
      seen: { status: 'observed', stable: false, fault: null },
    });
  });

  test('a reading that fails ends it: with nothing seen it is unavailable', () => {
    expect(look([failed(0), seen(100, 'A')])).toMatchObject({ taken: 1, seen: { status: 'unavailable' } });
    const later = look([seen(0, 'A'), cutOff(3_000)]);
    expect(later.seen).toMatchObject({ status: 'observed', stable: false, fault: { code: 'TIMEOUT' } });
  });
});

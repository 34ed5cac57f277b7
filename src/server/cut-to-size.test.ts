import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { cutToSize, leftOut } from './cut-to-size.ts';

describe('cutToSize', () => {
  it('leaves alone what fits', () => {
    const answer = { success: true, elements: [1, 2, 3], text: 'short' };
    expect(cutToSize(answer, 1_000)).toEqual(answer);
  });

  it('cuts lists and texts and keeps every field', () => {
    const answer = {
      action_id: 'act_1',
      state_delta: { added: Array.from({ length: 300 }, (_, n) => ({ index: n, text: 'x'.repeat(90) })) },
      message: 'y'.repeat(5_000),
      nothing: null,
    };
    const cut = cutToSize(answer, 4_000);
    expect(JSON.stringify(cut).length).toBeLessThanOrEqual(4_000);
    expect(cut).toMatchObject({
      action_id: 'act_1',
      state_delta: { added: expect.any(Array) },
      nothing: null,
    });
    expect(cut['message']).toContain('… (cut)');
    expect((cut['state_delta'] as { added: unknown[] }).added[0]).toEqual({ index: 0, text: 'x'.repeat(90) });
  });

  it('keeps the end of what is in the order of time, and counts what is left out', () => {
    const entries = Array.from({ length: 500 }, (_, n) => ({ timestamp: `t${n}`, message: 'z'.repeat(50) }));
    const answer = { entries, deep: { apps: entries.map(({ message }) => ({ message })) }, whole: [1] };
    const cut = cutToSize(answer, 6_000) as typeof answer;
    expect(cut.entries.at(-1)?.timestamp).toBe('t499');
    expect(leftOut(answer, cut)).toEqual({
      entries: 500 - cut.entries.length,
      'deep.apps': 500 - cut.deep.apps.length,
    });
    expect(leftOut(answer, answer)).toEqual({});
  });

  it('keeps names and kinds of all fields, and never grows', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.integer({ min: 0, max: 500 }),
        (answer, room) => {
          const cut = cutToSize(answer, room);
          expect(Object.keys(cut)).toEqual(Object.keys(answer));
          for (const [name, value] of Object.entries(answer)) {
            expect(Array.isArray(cut[name])).toBe(Array.isArray(value));
            expect(typeof cut[name]).toBe(typeof value);
          }
        },
      ),
    );
  });
});

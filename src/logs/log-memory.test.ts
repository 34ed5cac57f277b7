import fc from '@mobile-debug/core/testing/property.ts';
import { expect, it } from 'vitest';
import { KnownLines } from './log-memory.ts';

it('counts the lines that came last', () => {
  const known = new KnownLines(3);
  for (const line of ['a', 'b', 'a', 'c', 'a']) known.add(line);
  expect(['a', 'b', 'c'].map((line) => known.count(line))).toEqual([2, 0, 1]);
});

it('knows as many copies as there were, also while more are added', () => {
  const known = new KnownLines(10);
  known.add('x');
  const overlap = known.overlap();
  const seen = ['x', 'x', 'y', 'x'].map((line) => {
    const isKnown = overlap.takesKnown(line);
    if (!isKnown) known.add(line);
    return isKnown;
  });
  expect(seen).toEqual([true, false, false, false]);
  expect(known.count('x')).toBe(3);
});

it('joins any two readings that overlap to the whole log', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c')), fc.nat(), fc.nat(), (log, one, other) => {
      // Printed lines carry their time, so that equal ones stand together.
      const lines = log.map((letter, at) => `${Math.floor(at / 4)} ${letter}`);
      const end = one % (lines.length + 1);
      const from = Math.floor((other % (end + 1)) / 4) * 4;
      const known = new KnownLines(1_000);
      const all: string[] = [];
      for (const reading of [lines.slice(0, end), lines.slice(from)]) {
        const overlap = known.overlap();
        for (const line of reading) {
          if (overlap.takesKnown(line)) continue;
          known.add(line);
          all.push(line);
        }
      }
      // A second reading begins with all that shares the time of its first line.
      expect(all).toEqual(lines);
    }),
  );
});

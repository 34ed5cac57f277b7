import { expect, test } from 'vitest';
import { Ring } from './ring.ts';
import fc from './testing/property.ts';

test('reads what a plain list would give, and counts what fell out', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 0, max: 40 }),
      fc.nat(45),
      fc.nat(12),
      (capacity, pushed, after, limit) => {
        const ring = new Ring<number>(capacity);
        for (let n = 1; n <= pushed; n++) expect(ring.push(n)).toBe(n);
        const kept = Array.from({ length: pushed }, (_, i) => i + 1).slice(-capacity);
        const { entries, dropped, cursor } = ring.read(after, limit);
        expect(entries).toEqual(kept.filter((n) => n > after).slice(0, limit));
        expect(dropped).toBe(Math.max(0, pushed - kept.length - after));
        expect([...ring.newest()]).toEqual(kept.toReversed());
        if (entries.length > 0) expect(cursor).toBe(entries.at(-1));
      },
    ),
  );
});

/** Rectangles keep their size and content through rotations. */

import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, test } from 'vitest';
import type { Rect } from './phone-types.ts';
import { contains, intersect, isEmpty, rotateRect } from './rect.ts';

const panel = { width: 1080, height: 2400 };
const inPanel = fc
  .tuple(fc.nat(1000), fc.nat(2300), fc.integer({ min: 1, max: 80 }), fc.integer({ min: 1, max: 100 }))
  .map(([x, y, w, h]): Rect => [x, y, x + w, y + h]);

describe('rectangles', () => {
  test('turning by a quarter and by three more gives the same', () => {
    fc.assert(
      fc.property(inPanel, (rect) => {
        const rotated = rotateRect(rect, 1, panel);
        expect(rotateRect(rotated, 3, { width: panel.height, height: panel.width })).toEqual(rect);
        expect(rotateRect(rotateRect(rect, 2, panel), 2, panel)).toEqual(rect);
      }),
    );
  });

  test('a turned rectangle lies on the turned panel', () => {
    fc.assert(
      fc.property(inPanel, fc.constantFrom(1 as const, 3 as const), (rect, rotation) => {
        const rotated = rotateRect(rect, rotation, panel);
        expect(intersect(rotated, [0, 0, panel.height, panel.width])).toEqual(rotated);
      }),
    );
  });

  test('the left and top edge belong to it, the others not', () => {
    expect([contains([1, 1, 3, 3], 1, 1), contains([1, 1, 3, 3], 3, 2)]).toEqual([true, false]);
    expect(isEmpty(intersect([0, 0, 2, 2], [2, 0, 4, 2]))).toBe(true);
  });
});

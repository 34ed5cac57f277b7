/** Panel and display coordinates, there and back. */

import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import {
  boundsToDisplay,
  boundsToPanel,
  type DisplayGeometry,
  displaySize,
  rescaled,
  toDisplay,
  toPanel,
} from './transform.ts';
import type { Point, Rotation } from './ui-tree.ts';

const size = fc.record({
  width: fc.integer({ min: 200, max: 4_000 }),
  height: fc.integer({ min: 200, max: 4_000 }),
});
const inset = fc.integer({ min: 0, max: 80 });
const geometries: fc.Arbitrary<DisplayGeometry> = fc.record({
  panel: size,
  override: fc.option(size, { nil: null }),
  rotation: fc.constantFrom<Rotation>(0, 90, 180, 270),
  cutout: fc.option(fc.record({ left: inset, top: inset, right: inset, bottom: inset }), { nil: null }),
});
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('transform', () => {
  it('and its inverse undo each other, and stay on the panel', () => {
    fc.assert(
      fc.property(geometries, share, share, (geometry, across, down) => {
        const { width, height } = displaySize(geometry);
        const point: Point = [across * width, down * height];
        const [px, py] = toPanel(geometry, point);
        const [x, y] = toDisplay(geometry, [px, py]);
        expect(x).toBeCloseTo(point[0], 6);
        expect(y).toBeCloseTo(point[1], 6);
        expect(px).toBeGreaterThanOrEqual(-1e-6);
        expect(px).toBeLessThanOrEqual(geometry.panel.width + 1e-6);
        expect(py).toBeGreaterThanOrEqual(-1e-6);
        expect(py).toBeLessThanOrEqual(geometry.panel.height + 1e-6);
      }),
    );
  });

  it('keeps rectangles upright both ways', () => {
    fc.assert(
      fc.property(geometries, share, share, (geometry, across, down) => {
        const { width, height } = displaySize(geometry);
        const bounds = [across * width * 0.5, down * height * 0.5, width * 0.75, height * 0.75] as const;
        const panel = boundsToPanel(geometry, bounds);
        expect(panel[2]).toBeGreaterThanOrEqual(panel[0]);
        expect(panel[3]).toBeGreaterThanOrEqual(panel[1]);
        boundsToDisplay(geometry, panel).forEach((edge, at) => {
          expect(edge).toBeCloseTo(bounds[at] ?? Number.NaN, 6);
        });
      }),
    );
  });

  const plain = { panel: { width: 1080, height: 1920 }, override: null, cutout: null };

  it.each<[Rotation, Point, Point]>([
    [0, [100, 200], [100, 200]],
    [90, [0, 0], [0, 1080]],
    [90, [540, 960], [960, 540]],
    [180, [100, 200], [980, 1720]],
    [270, [0, 0], [1920, 0]],
  ])('turned by %i takes the panel point %j to %j (SCREEN-10)', (rotation, panel, display) => {
    expect(toDisplay({ ...plain, rotation }, panel)).toEqual(display);
    expect(displaySize({ ...plain, rotation }).width).toBe(rotation % 180 === 0 ? 1080 : 1920);
  });

  it('scales an override evenly and centres it', () => {
    const geometry: DisplayGeometry = { ...plain, override: { width: 540, height: 540 }, rotation: 0 };
    expect(toPanel(geometry, [0, 0])).toEqual([0, 420]);
    expect(toPanel(geometry, [540, 540])).toEqual([1080, 1500]);
  });

  it('leaves a cutout out', () => {
    const geometry: DisplayGeometry = {
      ...plain,
      cutout: { left: 0, top: 100, right: 0, bottom: 0 },
      rotation: 0,
    };
    expect(displaySize(geometry)).toEqual({ width: 1080, height: 1820 });
    expect(toPanel(geometry, [0, 0])).toEqual([0, 100]);
  });

  it('takes points of a smaller picture to the display (SHOT-07)', () => {
    const [x, y] = rescaled([414, 1069], { width: 606, height: 1280 }, { width: 1440, height: 3040 });
    expect(Math.abs(x - 983)).toBeLessThan(1.5);
    expect(Math.abs(y - 2538)).toBeLessThan(1.5);
  });
});

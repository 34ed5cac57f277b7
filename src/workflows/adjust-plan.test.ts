import fc from '@mobile-debug/core/testing/property.ts';
import { expect, test } from 'vitest';
import { node, treeOf } from '../../test/fixtures/raw-screens.ts';
import type { RawNode } from '../ui/raw-screen.ts';
import { fractionFor, pointAt, readValue, type TrackSample } from './adjust-plan.ts';

/** A slider as they are: linear, with some of its length at both ends taken by the thumb, maybe in steps. */
function slider(min: number, max: number, options: { pad: number; step: number }) {
  return (fraction: number): number => {
    const share = Math.min(1, Math.max(0, (fraction - options.pad) / (1 - 2 * options.pad)));
    return min + Math.round((share * (max - min)) / options.step) * options.step;
  };
}

test('with a known range a padded slider is brought to any value within five touches', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -50, max: 50 }),
      fc.integer({ min: 20, max: 1_000 }),
      fc.double({ min: 0, max: 0.12, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (min, width, pad, share) => {
        const max = min + width;
        const target = Math.round(min + share * width);
        const read = slider(min, max, { pad, step: 1 });
        const samples: TrackSample[] = [];
        for (let touch = 0; touch < 5; touch++) {
          const fraction = fractionFor(target, { min, max }, samples);
          const value = read(fraction);
          if (Math.abs(value - target) <= Math.max(1, width / 100)) return;
          samples.push({ fraction, value });
        }
        expect.fail(`not at ${target} in ${min}..${max}: ${JSON.stringify(samples)}`);
      },
    ),
    // The first touch falls between padding and first step, and so does every other one at the same place.
    { examples: [[0, 20, 0.07894736842105264, 0.075]] },
  );
});

test('without a known range it is found from what the touches gave', () => {
  const read = slider(0, 255, { pad: 0.04, step: 1 });
  const samples: TrackSample[] = [];
  let value = -1;
  for (let touch = 0; touch < 5 && Math.abs(value - 200) > 2; touch++) {
    const fraction = fractionFor(200, null, samples);
    value = read(fraction);
    samples.push({ fraction, value });
  }
  expect(Math.abs(value - 200)).toBeLessThanOrEqual(2);
});

test('touches stay inside the control, along its longer side', () => {
  fc.assert(
    fc.property(
      fc.nat(1_000),
      fc.nat(1_000),
      fc.integer({ min: 8, max: 900 }),
      fc.integer({ min: 8, max: 900 }),
      (x, y, w, h) => {
        for (const fraction of [0, 0.3, 1]) {
          const [px, py] = pointAt([x, y, x + w, y + h], fraction);
          expect(px >= x && px < x + w && py >= y && py < y + h).toBe(true);
        }
      },
    ),
  );
  expect(pointAt([0, 0, 100, 1_000], 1)[1]).toBeLessThan(pointAt([0, 0, 100, 1_000], 0)[1]);
});

test.each([
  ['what is typed and not taken is not what the picker holds', ['1989', '2024', '1991'], 1990],
  ['what is taken is', ['2023', '2024', '2025'], 2024],
  ['at the top, where nothing is beside it', [null, '2024', '2'], 1],
  ['a wheel that goes by tens', ['10', '20', '30'], 20],
] as const)('a number picker: %s', (_what, [less, typed, more], held) => {
  const at = (type: string, top: number, extra: Partial<RawNode>): RawNode =>
    node({ type: `android.widget.${type}`, bounds: [0, top, 200, top + 100], ...extra });
  const button = (text: string | null, top: number): RawNode[] =>
    text === null ? [] : [at('Button', top, { text, clickable: true })];
  const picker = node(
    { type: 'android.widget.NumberPicker', bounds: [0, 0, 200, 300] },
    ...button(less, 0),
    at('EditText', 100, { text: typed, editable: true, focused: true, clickable: true }),
    ...button(more, 200),
  );
  const tree = treeOf(picker);
  const element = tree.elements.find(({ type }) => type.endsWith('NumberPicker'));
  if (!element) throw new Error('no picker');
  expect(readValue(tree, element, 'stepper', 'value')).toBe(held);
});

/** Which groups are searched for the items of a bar: by name, and where no name tells, by their place. */
import { Operation } from '@mobile-debug/core/operation.ts';
import { expect, test } from 'vitest';
import type { Point } from '../../../../ui/ui-tree.ts';
import { parseAx, parseAxPoint } from '../ax/ax-json.ts';
import { BarItems } from './bar-items.ts';
import { axApp, axElement } from './testing/driver-bed.ts';

const home = axElement('Button', { AXLabel: 'Home', frame: { x: 0, y: 0, width: 134, height: 874 } });

test.each([
  ['in another language', { AXLabel: 'Tab-Leiste', role_description: 'Gruppe' }, { y: 791, height: 83 }, 1],
  ['without any name', { role_description: 'group' }, { y: 791, height: 83 }, 1],
  ['at the top', { role_description: 'group' }, { y: 47, height: 44 }, 1],
  ['no bar: in the middle of the page', { AXLabel: 'Chart' }, { y: 300, height: 83 }, 0],
  ['no bar: higher than one', { AXLabel: 'Card' }, { y: 591, height: 283 }, 0],
  ['no bar: not as wide as the app', { AXLabel: 'Badge' }, { y: 791, height: 83, width: 300 }, 0],
])('%s', async (_, names, place, found) => {
  const group = axElement('Group', { ...names, frame: { x: 0, width: 402, ...place } });
  const reading = parseAx(JSON.stringify([axApp({}, group)]));
  const asked: Point[] = [];
  using op = Operation.start(10_000);
  const items = await new BarItems().of(op, reading, async (points) => {
    asked.push(...points);
    return points.map(([x]) => (x < 134 ? parseAxPoint(JSON.stringify(home)) : null));
  });
  expect([...items.values()].flat().map(({ label }) => label)).toEqual(found > 0 ? ['Home'] : []);
  if (found === 0) expect(asked).toEqual([]);
});

test('where the reading lists something inside, its place tells nothing', async () => {
  const frame = { x: 0, y: 791, width: 402, height: 83 };
  const [group, inside] = [axElement('Group', { frame }), axElement('Button', { AXLabel: 'Buy', frame })];
  const reading = parseAx(JSON.stringify([axApp({}, group, inside)]));
  using op = Operation.start(10_000);
  const items = await new BarItems().of(op, reading, () => Promise.reject(new Error('asked')));
  expect(items.size).toBe(0);
});

import { expect, test } from 'vitest';
import type { Point } from '../../../../ui/ui-tree.ts';
import { axApp, axElement } from '../companion/testing/driver-bed.ts';
import { type AxElement, parseAx, parseAxPoint } from './ax-json.ts';
import { probeScreen } from './ax-probe.ts';

const file = axElement('Cell', { AXLabel: 'report.pdf', frame: { x: 0, y: 380, width: 402, height: 80 } });
const [app] = parseAx(JSON.stringify([axApp()])).roots;

async function probed(there: (point: Point) => object | null) {
  const asked: Point[] = [];
  const ask = async (point: Point): Promise<AxElement | null> => {
    asked.push(point);
    return await Promise.resolve(parseAxPoint(JSON.stringify(there(point))));
  };
  if (!app) throw new Error('There is no application.');
  return { found: await probeScreen(app, ask), asked };
}

test('what lies over an empty application is found by points, once (IDB-06)', async () => {
  const { found, asked } = await probed(([, y]) => (y >= 380 && y < 460 ? file : axApp()));
  expect(found).toMatchObject([{ label: 'report.pdf' }]);
  // One point of the row suffices; the two beside it are covered by what was found.
  expect(asked).toHaveLength(19);
});

test('an application that really is empty stays so, at a bounded price', async () => {
  for (const there of [() => axApp(), () => null]) {
    const { found, asked } = await probed(there);
    expect([found, asked.length]).toEqual([[], 21]);
  }
});

test('every point lies on the screen', async () => {
  const { asked } = await probed(() => null);
  for (const [x, y] of asked) expect(x > 0 && x < 402 && y > 0 && y < 874).toBe(true);
});

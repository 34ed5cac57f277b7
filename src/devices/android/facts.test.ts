import { Operation } from '@mobile-debug/core/operation.ts';
import { expect, it } from 'vitest';
import { factsReader } from './facts.ts';
import { parseProperties } from './properties.ts';
import { scriptedAdb } from './testing/facet-bed.ts';

it('reads everything in one round trip, once until it is forgotten', async () => {
  let size = 'Physical size: 1080x2400\nOverride size: 720x1600\n';
  const adb = scriptedAdb((command) => {
    if (command === 'getprop') return '[ro.build.version.sdk]: [34]\r\n[ro.product.model]: [Pixel 8]\r\n';
    if (command === 'wm size') return size;
    return 'Physical density: 420\nOverride density: 320\n';
  });
  const facts = factsReader(adb);
  using op = Operation.start(5_000);
  expect(await facts.read(op)).toMatchObject({
    sdk: 34,
    model: 'Pixel 8',
    physicalSize: { width: 1080, height: 2400 },
    effectiveSize: { width: 720, height: 1600 },
    density: 320,
  });
  size = 'Physical size: 1080x2400\n';
  await facts.read(op);
  expect(adb.lines).toHaveLength(1);
  facts.forget();
  expect((await facts.read(op)).effectiveSize).toEqual({ width: 1080, height: 2400 });
  expect(adb.lines).toHaveLength(2);
});

it('does not take silence for facts, and keeps none of it', async () => {
  let text = '';
  const facts = factsReader(scriptedAdb(() => text));
  using op = Operation.start(5_000);
  await expect(facts.read(op)).rejects.toMatchObject({ code: 'DEVICE_UNAVAILABLE' });
  text = '[ro.build.version.sdk]: [30]\n';
  expect((await facts.read(op)).sdk).toBe(30);
});

it('reads values over several lines, with brackets, and past chatter', () => {
  const text = 'WARNING: linker: x\n[a]: [1]\n[multi]: [first\nsecond]\n[odd]: [x]: [y]]\n[empty]: []\n';
  expect([...parseProperties(text)]).toEqual([
    ['a', '1'],
    ['multi', 'first\nsecond'],
    ['odd', 'x]: [y]'],
    ['empty', ''],
  ]);
});

/** The first touch on an iPhone that was turned before anybody looked at it, by what the phone received. */
import { afterEach, describe, expect, test } from 'vitest';
import { good, sentDuring, type viewOf } from '../contract/reading.ts';
import { makeTestBed, type TestBed } from '../harness.ts';

const gallery = 'com.example.gallery';

describe.each([0, 1, 3] as const)('turned by %i quarters', (quarters) => {
  let bed: TestBed | null = null;
  afterEach(async () => {
    await bed?.close();
    bed = null;
  });

  test.each(['tap', 'long_press'])(
    '%s by coordinates, before anything was read, lands where the point is seen',
    async (tool) => {
      bed = await makeTestBed({ ios: {} });
      const { phone, call } = bed;
      bed.open(gallery, `${gallery}.LandscapeActivity`);
      phone.setRotation(quarters);
      const target = phone.windows().flatMap(({ root }) => clickables(root))[0];
      const [left, top, right, bottom] = target?.bounds ?? [0, 0, 0, 0];
      const scale = (phone.displays[0]?.density ?? 160) / 160;
      const point = { x: Math.round((left + right) / 2 / scale), y: Math.round((top + bottom) / 2 / scale) };
      const sent = await sentDuring(bed, async () => {
        const data = good(await call(tool, { ...point, verificationMode: 'none' }));
        expect(data['details'] ?? {}).not.toHaveProperty('orientation_unknown');
      });
      expect(sent).toMatchObject([{ kind: tool, view: target?.resourceId }]);
    },
  );
});

type Node = NonNullable<ReturnType<typeof viewOf>>;

function clickables(node: Node): readonly Node[] {
  const own = node.clickable && node.resourceId !== '' ? [node] : [];
  return [...own, ...node.children.flatMap(clickables)];
}

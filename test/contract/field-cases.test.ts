/** Failure cases of the field: that each of the list has its test, and those that need the whole way to the phone. */
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestBed } from '../harness.ts';
import { oneBed } from './beds.ts';
import { fieldCases } from './field-case-list.ts';
import { codeOf, good, sentDuring, services, textOn, viewOf } from './reading.ts';

const shop = 'com.example.shop';
const gallery = 'com.example.gallery';
const none = { verificationMode: 'none' } as const;

test.each(fieldCases.filter(({ file }) => file !== undefined))('$id: $what', ({ file = '', words = '' }) => {
  expect(readFileSync(file, 'utf8')).toContain(words);
});

test('no case is listed twice', () => {
  const ids = fieldCases.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

describe('from client to phone', () => {
  const made = oneBed();
  let bed: TestBed;
  const show = (activity: string): void => {
    bed.phone.forceStop(gallery);
    bed.open(gallery, `${gallery}.${activity}`);
  };
  const tap = async (selector: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    await bed.call('tap_element', { selector, ...none, ...more });

  beforeEach(() => {
    bed = made();
    bed.phone.setRotation(0);
    bed.phone.forceStop(shop);
  });

  test('DUMP-14: after each action the tree is that of after it', async () => {
    show('StepperActivity');
    for (const count of ['4', '5', '6']) {
      good(await tap({ resource_id: 'plus' }));
      expect(good(await bed.call('find_element', { query: count, exact: true }))['found']).toBe(true);
      expect((await bed.call('get_ui_tree', { responseMode: 'outline' })).texts[0]).toContain(
        `"${count}" #count`,
      );
    }
  });

  test('TAP-03: a button at the very bottom is tapped', async () => {
    show('KeyboardActivity');
    const [, , , bottom] = viewOf(bed, 'send')?.bounds ?? [0, 0, 0, 0];
    expect(bottom).toBeGreaterThan(0.9 * 2_400);
    const sent = await sentDuring(bed, async () => void good(await tap({ text: 'Send' })));
    expect(sent).toMatchObject([{ kind: 'tap', view: `${gallery}:id/send` }]);
  });

  test('TAP-08: a touch that does nothing is delivered, and said to have changed nothing', async () => {
    bed.open(shop);
    const data = good(await bed.call('tap_element', { selector: { text: 'Welcome back' } }));
    expect(data).toMatchObject({
      success: true,
      delivery_status: 'delivered',
      verification: { changed: false },
      next_step: expect.stringContaining('Nothing changed'),
    });
  });

  test('TAP-10: a handle of the screen before is refused, and nothing is sent', async () => {
    show('GalleryActivity');
    const found = good(await bed.call('find_element', { query: 'Endless animation', exact: true }));
    const { elementId } = found['element'] as { elementId: string };
    show('StepperActivity');
    const sent = await sentDuring(bed, async () => {
      expect(codeOf(await bed.call('tap_element', { elementId, ...none }))).toBe('STALE_REFERENCE');
    });
    expect(sent).toEqual([]);
  });

  test('TEXT-07: quotes and doubled backslashes arrive byte for byte', async () => {
    show('FieldsActivity');
    const text = `'path:"C:\\program files\\\\Test"'`;
    good(await bed.call('type_text', { selector: { resource_id: 'plain' }, text, ...none }));
    expect(textOn(bed, 'plain')).toBe(text);
  });

  test('SHOT-07: a place read off the scaled picture is hit with the scale that the answer gives', async () => {
    bed.open(shop);
    const shot = good(await bed.call('capture_screenshot', { maxWidth: 600 }));
    const { scale, resolution } = shot['result'] as { scale: number; resolution: { height: number } };
    expect(resolution.height).toBe(600);
    const [left, top, right, bottom] = viewOf(bed, 'remember_me')?.bounds ?? [0, 0, 0, 0];
    const onPicture = [(left + right) / 2, (top + bottom) / 2].map((value) => Math.round(value / scale));
    const [x = 0, y = 0] = onPicture.map((value) => Math.round(value * scale));
    const sent = await sentDuring(bed, async () => void good(await bed.call('tap', { x, y, ...none })));
    expect(sent).toMatchObject([{ view: `${shop}:id/remember_me` }]);
  });

  test.each([1, 3] as const)(
    'SHOT-12, SCREEN-06: turned by %i quarters, picture, tree and touch agree',
    async (quarters) => {
      show('GalleryActivity');
      bed.phone.settings.delete('system', 'user_rotation');
      bed.phone.setRotation(quarters);
      const tree = good(await bed.call('get_ui_tree'));
      expect(tree['resolution']).toMatchObject({ width: 2_400, height: 1_080, rotation: quarters * 90 });
      const { result } = good(await bed.call('capture_screenshot')) as {
        result: { scale: number; resolution: { width: number; height: number } };
      };
      expect(result.resolution.width * result.scale).toBeCloseTo(2_400, -1);
      expect(result.resolution.height * result.scale).toBeCloseTo(1_080, -1);
      const sent = await sentDuring(
        bed,
        async () => void good(await tap({ text: 'Endless animation' }, { waitFor: { timeoutMs: 100 } })),
      );
      expect(sent).toMatchObject([{ kind: 'tap', view: `${gallery}:id/gallery_entry` }]);
    },
  );

  test('LOG-08: an app that does not run is said not to run, and no buffer is cleared', async () => {
    const answer = good(await bed.call('get_logs', { appId: 'com.example.stress' }));
    expect(answer['meta']).toMatchObject({ app_running: false, pids: [] });
    expect(services(bed).filter((service) => /logcat.* -c\b/.test(service))).toEqual([]);
  });

  test('LAUNCH-08: monkey is not asked to launch anything', async () => {
    good(await bed.call('start_app', { appId: shop, ...none }));
    good(await bed.call('restart_app', { appId: shop, ...none }));
    expect(services(bed).filter((service) => service.includes('monkey'))).toEqual([]);
  });

  test('MCP-08, MCP-13: coordinates are flat numbers, and no tool answers with nothing', async () => {
    const { tools } = await bed.client.listTools();
    for (const name of ['tap', 'long_press', 'swipe']) {
      const fields = tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {};
      const coordinates = Object.entries(fields).filter(([field]) => /^[xy][12]?$/.test(field));
      expect(coordinates.length).toBeGreaterThan(1);
      for (const [, field] of coordinates) expect(field).toMatchObject({ type: 'integer' });
    }
    bed.open(shop);
    for (const { name, inputSchema, annotations } of tools) {
      if (annotations?.readOnlyHint !== true || (inputSchema.required ?? []).length > 0) continue;
      if (name.startsWith('wait_')) continue;
      const { texts, images } = await bed.call(name);
      expect(texts.join('').length + images.length, name).toBeGreaterThan(0);
    }
  });

  test('SEL-01, SEL-04: what looks like a pattern is taken literally', async () => {
    show('CountriesActivity');
    good(await tap({ text: 'Movie Title (Release Year)' }));
    expect(textOn(bed, 'picked')).toBe('Picked: Movie Title (Release Year)');
    good(await tap({ text: '+33 France' }));
    expect(textOn(bed, 'picked')).toBe('Picked: +33 France');
    expect(codeOf(await tap({ text: '\\+33 .*' }, { waitFor: { timeoutMs: 100 } }))).toBe(
      'ELEMENT_NOT_FOUND',
    );
  });

  test('SEL-06: a test tag is found with and without a package', async () => {
    show('ComposeActivity');
    good(await tap({ resource_id: 'counter_button' }));
    good(await tap({ resource_id: `${gallery}:id/counter_button` }));
    expect(good(await bed.call('find_element', { query: 'Clicked 2 times', exact: true }))['found']).toBe(
      true,
    );
  });

  test('SEL-13: doubled markers are ambiguous; a single one is touched at its own centre', async () => {
    show('MapActivity');
    const sent = await sentDuring(bed, async () => {
      const doubled = await tap(
        { text: 'For sale Home Map Marker, $450000' },
        { waitFor: { timeoutMs: 100 } },
      );
      expect(codeOf(doubled)).toBe('AMBIGUOUS_TARGET');
      const { candidates } = doubled.data['details'] as { candidates: { bounds: number[] }[] };
      expect(candidates).toHaveLength(2);
      expect(candidates[0]?.bounds).not.toEqual(candidates[1]?.bounds);
    });
    expect(sent).toEqual([]);
    const touches = await sentDuring(bed, async () => {
      const data = good(
        await tap({ text: 'For sale Home Map Marker, $815000' }, { waitFor: { timeoutMs: 100 } }),
      );
      const { bounds } = (data['target'] as { resolved: { bounds: [number, number, number, number] } })
        .resolved;
      expect(bounds[2] - bounds[0]).toBeLessThan(200);
    });
    expect(touches).toHaveLength(1);
  });

  test.each([
    ['com.example.shop', 'not_delivered'],
    ['com.example.stress', 'delivered'],
  ])('an element that no scroll of %s finds: every word of its delivery is %s', async (app, delivery) => {
    bed.phone.forceStop(app);
    bed.open(app, app.endsWith('stress') ? 'com.example.stress.LongListActivity' : undefined);
    const { data } = await bed.call('scroll_to_element', {
      selector: { text: 'Nowhere at all' },
      maxScrolls: 2,
      ...none,
    });
    expect(data).toMatchObject({ success: false, delivery_status: delivery });
    expect(JSON.stringify(data).match(/"delivery(?:_status)?":"\w+"/g)).toEqual(
      expect.not.arrayContaining([
        expect.stringContaining(delivery === 'delivered' ? '"not_delivered"' : '"delivered"'),
      ]),
    );
  });

  test.each(['down', 'up'])('SWIPE-02: a scroll %s stays clear of the system bars', async (direction) => {
    bed.phone.forceStop('com.example.stress');
    bed.open('com.example.stress', 'com.example.stress.LongListActivity');
    const sent = await sentDuring(bed, async () => {
      const selector = { text: 'Row 9999' };
      await bed.call('scroll_to_element', { selector, direction, maxScrolls: 2, scrollAmount: 1, ...none });
    });
    const bars = bed.phone.windows().filter(({ type }) => type === 'system');
    const top = Math.max(...bars.map(({ bounds }) => (bounds[1] === 0 ? bounds[3] : 0)));
    expect(top).toBeGreaterThan(0);
    expect(sent.length).toBeGreaterThan(0);
    for (const { detail } of sent) {
      for (const y of [Number(detail['y1']), Number(detail['y2'])]) {
        expect(y).toBeGreaterThan(top);
        expect(y).toBeLessThan(2_400 - 60);
      }
    }
  });
});

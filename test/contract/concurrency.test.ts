/** Many calls at once: turns on one device, no waiting between devices, and a queue that outlives a cancelled call. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Bed } from '../harness.ts';
import { oneBed } from './beds.ts';
import { codeOf, good, quiet, sentDuring, textOn, viewOf, works } from './reading.ts';

const gallery = 'com.example.gallery';
const none = { verificationMode: 'none' } as const;

/** A tap by either tier takes so long, or for ever. */
function delayTap({ faults, helpers: [helper] }: Bed, tap: string, ms: number): void {
  faults.add({ when: { service: tap, times: 1 }, do: { kind: 'delay', ms } });
  helper?.faults.add({ when: /gestures\/click/, times: 1, do: { kind: 'slow', ms } });
}

function hang({ faults, helpers: [helper] }: Bed, what: 'tap' | 'everything'): void {
  const service = what === 'tap' ? 'input tap' : /^(?!.*exec:logcat)/;
  faults.add({ when: { service, ...(what === 'tap' ? { times: 1 } : {}) }, do: { kind: 'hang' } });
  helper?.faults.add({
    when: what === 'tap' ? /gestures\/click/ : /./,
    ...(what === 'tap' ? { times: 1 } : {}),
    do: { kind: 'hang', acted: false },
  });
}

/** Whether anything was asked since the wire was cleared that may be under way. */
function isAsked({ wire, helpers }: Bed): boolean {
  return (
    helpers.some(({ requests }) => requests.length > 0) ||
    wire.asked().some(({ ended, resident }) => ended === 'running' && !resident)
  );
}

describe.each([
  ['the dump', {}],
  ['the resident helper', { helper: true }],
])('one device by %s', (_tier, options) => {
  const made = oneBed(options);
  let bed: Bed;

  beforeEach(() => {
    bed = made();
    bed.phone.forceStop(gallery);
    bed.open(gallery, `${gallery}.FieldsActivity`);
  });

  test('fifty calls of all kinds at once: each is answered, inputs arrive in the order of the calls', async () => {
    const sent = await sentDuring(bed, async () => {
      const calls = Array.from({ length: 50 }, async (_, n) => {
        switch (n % 5) {
          case 0:
            return await bed.call('tap', { x: 500 + n, y: 2_200, ...none });
          case 1:
            return await bed.call('get_ui_tree', { responseMode: 'outline' });
          case 2:
            return await bed.call('swipe', {
              x1: 500 + n,
              y1: 2_200,
              x2: 500 + n,
              y2: 2_100,
              duration: 1,
              ...none,
            });
          case 3:
            return await bed.call('get_current_screen');
          default:
            return await bed.call('get_logs', { limit: 2 });
        }
      });
      for (const answer of await Promise.all(calls)) good(answer);
    });
    const places = sent.map(({ detail }) => Number(detail['x'] ?? detail['x1']) - 500);
    expect(places).toEqual(Array.from({ length: 50 }, (_, n) => n).filter((n) => n % 5 === 0 || n % 5 === 2));
    expect(bed.bugs).toEqual([]);
  });

  test('texts typed at once do not mix', async () => {
    const words = ['alpha', 'bravo', 'charlie', 'delta'];
    good(await bed.call('tap_element', { selector: { resource_id: 'plain' }, ...none }));
    await Promise.all(
      words.map(async (text) =>
        good(await bed.call('type_text', { selector: { resource_id: 'plain' }, text: `${text};`, ...none })),
      ),
    );
    expect(textOn(bed, 'plain')).toBe('alpha;bravo;charlie;delta;');
  });

  test('two calls that need the same dump wait for each other instead of falling over the other', async () => {
    const trees = await Promise.all(
      Array.from({ length: 8 }, () => bed.call('get_ui_tree', { responseMode: 'compact' })),
    );
    const revisions = new Set(trees.map((tree) => good(tree)['snapshot_revision']));
    expect(revisions.size).toBe(1);
  });

  test('a call cancelled while it waits for its turn sends nothing; those behind it go on', async () => {
    const sent = await sentDuring(bed, async () => {
      delayTap(bed, 'input tap 501', 150);
      bed.wire.clear();
      const first = bed.call('tap', { x: 501, y: 2_200, ...none });
      const withdrawn = new AbortController();
      const second = bed.call('tap', { x: 502, y: 2_200, ...none }, { signal: withdrawn.signal });
      const third = bed.call('tap', { x: 503, y: 2_200, ...none });
      await expect.poll(() => isAsked(bed)).toBe(true);
      withdrawn.abort('changed my mind');
      await expect(second).rejects.toThrow();
      good(await first);
      good(await third);
    });
    expect(sent.map(({ detail }) => detail['x'])).toEqual([501, 503]);
    await works(bed);
  });

  test('a call cancelled while its command runs closes the command; nothing comes late', async () => {
    const sent = await sentDuring(bed, async () => {
      hang(bed, 'tap');
      bed.wire.clear();
      const withdrawn = new AbortController();
      const hung = bed.call('tap', { x: 504, y: 2_200, ...none }, { signal: withdrawn.signal });
      await expect.poll(() => isAsked(bed)).toBe(true);
      withdrawn.abort('enough');
      await expect(hung).rejects.toThrow();
      await quiet(bed);
      good(await bed.call('tap', { x: 505, y: 2_200, ...none }));
    });
    expect(sent.map(({ detail }) => detail['x'])).toEqual([505]);
  });

  test.each([
    ['get_ui_tree', {}],
    ['wait_for_ui', { selector: { text: 'Never there' } }],
    ['wait_for_ui_change', {}],
    ['wait_for_screen_change', { previousFingerprint: 'x', timeoutMs: 60_000 }],
    ['capture_screenshot', {}],
    ['get_logs', { appId: gallery }],
    ['start_app', { appId: gallery }],
    ['type_text', { selector: { resource_id: 'plain' }, text: 'never' }],
    ['scroll_to_element', { selector: { text: 'Never there' } }],
  ])('%s: cancelled while every command hangs, the session is usable at once', async (name, args) => {
    hang(bed, 'everything');
    bed.wire.clear();
    const withdrawn = new AbortController();
    const hung = bed.call(name, args, { signal: withdrawn.signal });
    await expect.poll(() => isAsked(bed)).toBe(true);
    const from = bed.phone.record.length;
    withdrawn.abort('enough');
    await expect(hung).rejects.toThrow();
    bed.faults.clear();
    bed.helpers[0]?.faults.clear();
    await quiet(bed);
    await works(bed);
    expect(bed.phone.record.length).toBe(from);
    expect(textOn(bed, 'plain')).not.toContain('never');
  });

  test('a full queue of failures leaves it usable', async () => {
    const refused = await Promise.all(
      Array.from({ length: 10 }, () =>
        bed.call('tap_element', { selector: { text: 'Never there' }, waitFor: { timeoutMs: 100 }, ...none }),
      ),
    );
    expect(new Set(refused.map(codeOf))).toEqual(new Set(['ELEMENT_NOT_FOUND']));
    good(await bed.call('tap_element', { selector: { resource_id: 'plain' }, ...none }));
    expect(viewOf(bed, 'plain')?.focused).toBe(true);
  });
});

describe('two devices', () => {
  const serials = ['virtual-android-1', 'virtual-android-2'] as const;
  const made = oneBed({ serials });

  test('one that hangs does not hold up the other', async () => {
    const bed = made();
    const [first, second] = serials;
    for (const deviceId of serials) good(await bed.call('get_current_screen', { deviceId }));
    bed.faults.add({ when: { serial: first, service: 'input tap' }, do: { kind: 'hang' } });
    const withdrawn = new AbortController();
    const hung = bed.call('tap', { x: 5, y: 5, deviceId: first, ...none }, { signal: withdrawn.signal });
    await expect.poll(() => bed.face.commands(first).some(({ outcome }) => outcome === 'running')).toBe(true);
    for (let n = 0; n < 5; n++) good(await bed.call('tap', { x: 10 + n, y: 5, deviceId: second, ...none }));
    expect(bed.phones[1]?.record.map(({ detail }) => detail['x'])).toEqual([10, 11, 12, 13, 14]);
    expect(bed.phones[0]?.record).toEqual([]);
    withdrawn.abort('enough');
    await expect(hung).rejects.toThrow();
  });

  test('a handle of one names nothing on the other', async () => {
    const bed = made();
    const [first, second] = serials;
    for (const phone of bed.phones) phone.start('com.example.shop', null);
    const found = good(
      await bed.call('find_element', { query: 'Remember me', exact: true, deviceId: first }),
    );
    const { elementId } = found['element'] as { elementId: string };
    const before = bed.phones[1]?.record.length;
    expect(codeOf(await bed.call('tap_element', { elementId, deviceId: second }))).toBe('STALE_REFERENCE');
    expect(bed.phones[1]?.record.length).toBe(before);
    good(await bed.call('tap_element', { elementId, deviceId: first, ...none }));
  });
});

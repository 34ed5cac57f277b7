/** Many calls at once: turns on one device, no waiting between devices, and a queue that outlives a cancelled call. */

import type { InputRecord } from '@mobile-debug/virtual-phone/phone/phone-types.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestBed, TestBedOptions } from '../harness.ts';
import { oneBed } from './beds.ts';
import { codeOf, good, quiet, sentDuring, textOn, viewOf, works } from './reading.ts';

const gallery = 'com.example.gallery';
const none = { verificationMode: 'none' } as const;

/** The next tap takes so long, or is never answered, whichever way it goes. */
function delayTap({ wire, helpers: [helper] }: TestBed, ms: number): void {
  wire.disturb('input', { delayMs: ms }, { times: 1 });
  helper?.faults.add({ when: /gestures\/click/, times: 1, do: { kind: 'slow', ms } });
}

function hang({ faults, apple, wire, helpers: [helper] }: TestBed, what: 'tap' | 'everything'): void {
  if (what === 'tap') wire.disturb('input', 'hang', { times: 1 });
  else {
    faults.add({ when: { service: /^(?!.*exec:logcat)/ }, do: { kind: 'hang' } });
    apple?.faults.add({ do: { kind: 'hang_rpc' } });
    apple?.faults.add({ when: { command: /simctl (?!spawn \S+ log stream)/ }, do: { kind: 'hang' } });
  }
  helper?.faults.add({
    when: what === 'tap' ? /gestures\/click/ : /./,
    ...(what === 'tap' ? { times: 1 } : {}),
    do: { kind: 'hang', acted: false },
  });
}

/** Whether anything was asked since the wire was cleared that may be under way. */
function isAsked({ wire, helpers }: TestBed): boolean {
  return (
    helpers.some(({ requests }) => requests.length > 0) ||
    wire.asked().some(({ ended, resident }) => ended === 'running' && !resident)
  );
}

const tiers: readonly (readonly [string, TestBedOptions])[] = [
  ['the dump', {}],
  ['the resident helper', { helper: true }],
  ['the companion of an iPhone', { ios: {} }],
];

describe.each(tiers)('one device by %s', (_tier, options) => {
  const made = oneBed(options);
  let bed: TestBed;
  /** A row near the lower edge where nothing stands; single calls are told apart by their column. */
  const [left, low, higher] = options.ios ? [100, 780, 740] : [500, 2_200, 2_100];
  const columns = (sent: readonly InputRecord[]): readonly number[] =>
    sent.map(({ detail }) => Number(detail['x'] ?? detail['x1']) / bed.traits.scale - left);

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
            return await bed.call('tap', { x: left + n, y: low, ...none });
          case 1:
            return await bed.call('get_ui_tree', { responseMode: 'outline' });
          case 2:
            return await bed.call('swipe', {
              x1: left + n,
              y1: low,
              x2: left + n,
              y2: higher,
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
    expect(columns(sent)).toEqual(
      Array.from({ length: 50 }, (_, n) => n).filter((n) => n % 5 === 0 || n % 5 === 2),
    );
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
      delayTap(bed, 150);
      bed.wire.clear();
      const first = bed.call('tap', { x: left + 1, y: low, ...none });
      const withdrawn = new AbortController();
      const second = bed.call('tap', { x: left + 2, y: low, ...none }, { signal: withdrawn.signal });
      const third = bed.call('tap', { x: left + 3, y: low, ...none });
      await expect.poll(() => isAsked(bed)).toBe(true);
      withdrawn.abort('changed my mind');
      await expect(second).rejects.toThrow();
      good(await first);
      good(await third);
    });
    expect(columns(sent)).toEqual([1, 3]);
    await works(bed);
  });

  test('a call cancelled while its command runs closes the command; nothing comes late', async () => {
    const sent = await sentDuring(bed, async () => {
      hang(bed, 'tap');
      bed.wire.clear();
      const withdrawn = new AbortController();
      const hung = bed.call('tap', { x: left + 4, y: low, ...none }, { signal: withdrawn.signal });
      await expect.poll(() => isAsked(bed)).toBe(true);
      withdrawn.abort('enough');
      await expect(hung).rejects.toThrow();
      await quiet(bed);
      good(await bed.call('tap', { x: left + 5, y: low, ...none }));
    });
    expect(columns(sent)).toEqual([5]);
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
    bed.wire.clearFaults();
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

describe.each([
  ['phones', {}],
  ['iPhones', { ios: {} }],
] as const)('two %s', (_, options) => {
  const made = oneBed({ ...options, serials: ['virtual-1', 'virtual-2'] });

  test('one that hangs does not hold up the other', async () => {
    const bed = made();
    const [first = '', second = ''] = bed.serials;
    for (const deviceId of bed.serials) good(await bed.call('get_current_screen', { deviceId }));
    bed.wire.clear();
    bed.faults.add({ when: { serial: first, service: 'input tap' }, do: { kind: 'hang' } });
    bed.apple?.faults.add({ when: { udid: first }, do: { kind: 'hang_rpc' } });
    const withdrawn = new AbortController();
    const hung = bed.call('tap', { x: 5, y: 5, deviceId: first, ...none }, { signal: withdrawn.signal });
    await expect.poll(() => isAsked(bed)).toBe(true);
    for (let n = 0; n < 5; n++) good(await bed.call('tap', { x: 10 + n, y: 5, deviceId: second, ...none }));
    expect(bed.phones[1]?.record.map(({ detail }) => Number(detail['x']) / bed.traits.scale)).toEqual([
      10, 11, 12, 13, 14,
    ]);
    expect(bed.phones[0]?.record).toEqual([]);
    withdrawn.abort('enough');
    await expect(hung).rejects.toThrow();
  });

  test('a handle of one names nothing on the other', async () => {
    const bed = made();
    const [first, second] = bed.serials;
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

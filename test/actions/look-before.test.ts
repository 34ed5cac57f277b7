/** Inputs without a target when the look before them fails or is late: they are sent, within the budget, and that is told. */
import { limitMs } from '@mobile-debug/core/testing/contention.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { good } from '../contract/reading.ts';
import { makeTestBed, type TestBed, type TestBedOptions } from '../harness.ts';
import { asked, freshHome, latency, part } from './phone-side.ts';

const gallery = 'com.example.gallery';
/** Budgets of seconds end in a fraction. */
const speed = 10;

const beds: readonly (readonly [string, TestBedOptions])[] = [
  ['Android by dumps', { speed }],
  ['Android by the helper', { speed, helper: true }],
  ['iOS', { speed, ios: { driver: 'idb' } }],
];

/** What may go wrong with the reading: never answered, not begun, broken off. */
const disturbances = ['hang', 'refuse', 'cut'] as const;

describe.each(beds)('%s', (_, options) => {
  let made: TestBed | undefined;
  let recorded = 0;
  const bed = (): TestBed => {
    if (!made) throw new Error('The bed is not made yet.');
    return made;
  };
  beforeAll(async () => {
    made = await makeTestBed(options);
  });
  afterAll(async () => {
    await made?.close();
  });
  beforeEach(async () => {
    bed().wire.clearFaults();
    for (const helper of bed().helpers) helper.faults.clear();
    freshHome(bed());
    // A dump that was cut late is taken for a screen that does not rest, until one succeeds.
    good(await bed().call('get_ui_tree', { responseMode: 'compact' }));
    recorded = bed().phone.record.length;
    bed().wire.clear();
  });

  const ios = options.ios !== undefined;
  const free = ios ? { x: 186, y: 700 } : { x: 500, y: 1_900 };
  const cases: readonly (readonly [string, Record<string, unknown>])[] = [
    ['tap', free],
    ['long_press', { ...free, durationMs: 300, actionTimeoutMs: ios ? 20_000 : 10_000 }],
    ['swipe', { x1: free.x, y1: free.y, x2: free.x, y2: free.y - 60, duration: 50 }],
    ['press_key', { key: ios ? 'tab' : 'volume_up' }],
    ...(ios ? [] : ([['press_back', {}]] as const)),
  ];

  function disturbReads(how: (typeof disturbances)[number]): void {
    bed().wire.disturb('read', how);
    for (const helper of bed().helpers) {
      helper.faults.add({ when: /GET \/source/, do: { kind: 'hang', acted: false } });
    }
  }

  describe.each(disturbances)('the reading: %s', (how) => {
    test.each(cases)('%s %j arrives', async (tool, input) => {
      disturbReads(how);
      const data = good(await bed().call(tool, { ...input, verificationTimeoutMs: 1_000 }));
      expect(asked(bed())).toContain('input');
      expect(bed().phone.record.length).toBeGreaterThan(recorded);
      expect(data).toMatchObject({ success: true, delivery_status: 'delivered' });
      const { look_before: look } = part(data, 'verification') as { look_before: Record<string, unknown> };
      expect(look).toMatchObject({ code: expect.any(String), reason: expect.any(String) });
      // Half of the action's budget, and what closing the command takes.
      const tookMs = Number(look['elapsed_ms']);
      expect(tookMs).toBeLessThan(limitMs(Number(input['actionTimeoutMs'] ?? 5_000) * 0.7, tookMs));
    });

    test.each(['start_app', 'restart_app'])('%s starts the app', async (tool) => {
      disturbReads(how);
      const data = good(await bed().call(tool, { appId: latency, verificationTimeoutMs: 1_000 }));
      expect(asked(bed())).toContain('launch');
      expect(data).toMatchObject({ success: true, delivery_status: 'delivered' });
      // With seven seconds and more, the list of views takes the place of a dump that hangs.
      if (how === 'hang' && tool === 'restart_app' && !ios) return;
      expect(part(data, 'verification')['look_before']).toMatchObject({ code: expect.any(String) });
    });
  });

  // The virtual iPhone holds a finger for as long as the wall clock says, which is not the clock of these budgets.
  test.skipIf(ios)('a late look leaves a long press the time that it takes', async () => {
    disturbReads('hang');
    const input = { ...free, durationMs: 3_000 };
    const data = good(await bed().call('long_press', { ...input, verificationTimeoutMs: 1_000 }));
    expect(data).toMatchObject({ success: true, delivery_status: 'delivered' });
    const { look_before: look } = part(data, 'verification') as { look_before: Record<string, unknown> };
    expect(Number(look['elapsed_ms'])).toBeLessThan(2_300);
  });

  test('a look that succeeds is not mentioned', async () => {
    const data = good(await bed().call('tap', free));
    expect(part(data, 'verification')).not.toHaveProperty('look_before');
  });

  test('with a target the look is needed: nothing is sent without it', async () => {
    disturbReads('refuse');
    const { data } = await bed().call('tap_element', { selector: { text: 'Ready' } });
    expect(data).toMatchObject({ success: false, delivery_status: 'not_delivered' });
    expect(asked(bed())).not.toContain('input');
  });
});

test('iOS without any driver of the screen: apps start all the same', async () => {
  const bed = await makeTestBed({ ios: { without: ['idb_companion', 'idb', 'axe'] } });
  try {
    for (const tool of ['start_app', 'restart_app']) {
      bed.wire.clear();
      const data = good(await bed.call(tool, { appId: latency }));
      expect(asked(bed)).toContain('launch');
      expect(data).toMatchObject({ success: true, delivery_status: 'delivered' });
      expect(part(data, 'verification')['look_before']).toMatchObject({ code: 'TOOL_NOT_FOUND' });
    }
  } finally {
    await bed.close();
  }
});

test('a screen that never rests, by dumps: touches, keys and swipes arrive within their budget', async () => {
  const bed = await makeTestBed({ speed, costs: { dumpIdleMs: 100, dumpIdleTimeoutMs: 1_000 } });
  try {
    bed.open(gallery, '.AnimationActivity');
    bed.wire.clear();
    for (const [tool, input] of [
      ['tap', { x: 500, y: 1_900 }],
      ['swipe', { x1: 500, y1: 1_900, x2: 500, y2: 1_800, duration: 50 }],
      ['press_back', {}],
    ] as const) {
      const recorded = bed.phone.record.length;
      const data = good(await bed.call(tool, { ...input, verificationTimeoutMs: 1_000 }));
      expect(bed.phone.record.length, tool).toBeGreaterThan(recorded);
      expect(data).toMatchObject({ success: true, delivery_status: 'delivered' });
      expect(part(data, 'verification')['look_before']).toBeDefined();
    }
  } finally {
    await bed.close();
  }
});

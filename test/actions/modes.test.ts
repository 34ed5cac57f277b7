/** Each verification mode by the exact device commands that it costs, and both forms of the result by their fields. */
import { describe, expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';
import { compactFields, envelopeFields, good } from '../contract/reading.ts';
import { makeTestBed, type TestBedOptions } from '../harness.ts';
import type { Kind } from '../wire.ts';
import { asked, commands, freshHome, latency, login, part, tapOnPhone } from './phone-side.ts';

interface Case {
  readonly tool: string;
  readonly app: string;
  readonly input: Record<string, unknown>;
  /** What goes before the input in every mode, the input, and what full verification reads beforehand. */
  readonly before: readonly Kind[];
  readonly sent: readonly Kind[];
  readonly looksBefore: boolean;
  readonly readsAfterFull: number;
}

const platforms: readonly (readonly [string, TestBedOptions])[] = [
  ['Android', {}],
  ['iOS', { ios: {} }],
];

/** Full verification of a screen that stays the same, at the shortest pauses. */
const readsOfHalfASecond = 6;

describe.each(platforms)('%s', (_platform, options) => {
  const bed = oneBed(options);
  const ios = options.ios !== undefined;
  /** Where nothing stands. */
  const free = ios ? { x: 186, y: 700 } : { x: 500, y: 1_900 };

  const headline = { resource_id: 'headline' };
  const base = { app: latency, before: [], sent: ['input'], looksBefore: true, readsAfterFull: 2 } as const;
  const found = { before: ['read'], looksBefore: false } as const;

  const cases: readonly Case[] = [
    { ...base, tool: 'tap', input: free },
    { ...base, tool: 'long_press', input: { ...free, durationMs: 300 } },
    { ...base, tool: 'swipe', input: { x1: free.x, y1: free.y, x2: free.x, y2: free.y - 60, duration: 50 } },
    { ...base, tool: 'press_key', input: { key: ios ? 'tab' : 'volume_up' } },
    ...(ios ? [] : [{ ...base, tool: 'press_back', input: {} }]),
    { ...base, ...found, tool: 'tap_element', input: { selector: headline } },
    { ...base, ...found, tool: 'long_press', input: { selector: headline, durationMs: 300 } },
    {
      ...base,
      ...found,
      tool: 'type_text',
      app: login,
      input: { selector: { resource_id: 'email' }, text: 'x' },
      // Between the touch and the text a reading shows that the field has the focus.
      sent: ['input', 'read', 'input'],
      readsAfterFull: 1,
    },
    {
      ...base,
      tool: 'start_app',
      input: { appId: latency },
      sent: ['launch'],
      readsAfterFull: 1,
    },
    {
      ...base,
      tool: 'restart_app',
      input: { appId: latency },
      sent: ['end', 'launch'],
      readsAfterFull: 1,
    },
  ];

  async function warm({ app }: Case): Promise<void> {
    bed().phone.clearData(login);
    good(await bed().call('start_app', { appId: app, verificationMode: 'none' }));
    await bed().call('get_ui_tree', { responseMode: 'compact' });
    bed().wire.clear();
  }

  describe.each(cases.map((one) => [`${one.tool} ${JSON.stringify(one.input)}`, one] as const))(
    '%s',
    (_, one) => {
      const { tool, input, before, sent, looksBefore, readsAfterFull } = one;

      test('none: nothing is read after the input', async () => {
        await warm(one);
        const data = good(await bed().call(tool, { ...input, verificationMode: 'none' }));
        expect(asked(bed())).toEqual([...before, ...sent]);
        expect(data).toMatchObject({
          success: true,
          lifecycle_state: 'pending_verification',
          delivery_status: 'delivered',
          dispatch_started: true,
          verification: { mode: 'none', status: 'not_requested' },
        });
      });

      test('light: exactly one reading, begun after the input was over', async () => {
        await warm(one);
        const data = good(await bed().call(tool, { ...input, verificationMode: 'light' }));
        expect(asked(bed())).toEqual([...before, ...sent, 'read']);
        const all = commands(bed());
        const [last, reading] = [all.at(-2), all.at(-1)];
        if (!last || !reading) throw new Error('two commands at least');
        expect(reading.atMs).toBeGreaterThanOrEqual(last.atMs + last.durationMs);
        expect(data).toMatchObject({ success: true, verification: { mode: 'light', status: 'observed' } });
        expect(part(data, 'state_delta')).toMatchObject({ base_snapshot_revision: expect.any(Number) });
      });

      test('full: two readings that agree, or readings for half a second while nothing changes', async () => {
        await warm(one);
        const data = good(await bed().call(tool, { ...input, verificationMode: 'full' }));
        const first = [...(looksBefore ? (['read'] as const) : before), ...sent];
        expect(asked(bed()).slice(0, first.length)).toEqual(first);
        const looks = asked(bed()).slice(first.length);
        expect(new Set(looks)).toEqual(new Set(['read']));
        const { changed } = part(data, 'verification');
        expect(looks.length).toBeGreaterThanOrEqual(readsAfterFull);
        expect(looks.length).toBeLessThanOrEqual(changed === false ? readsOfHalfASecond : readsAfterFull);
        expect(data['ui_fingerprint_before']).toEqual(expect.any(String));
        expect(data['ui_fingerprint_after']).toEqual(expect.any(String));
      });
    },
  );

  test('full by handle: reading, input, readings', async () => {
    bed().open(latency);
    const tree = good(await bed().call('find_element', { query: 'Ready' }));
    bed().wire.clear();
    const elementId = part(tree, 'element')['elementId'];
    good(await bed().call('tap_element', { elementId }));
    expect(asked(bed()).slice(0, 4)).toEqual(['read', 'input', 'read', 'read']);
    expect(asked(bed()).length).toBeLessThanOrEqual(2 + readsOfHalfASecond);
  });

  test('light on a device that was never read: no reading just to have a base', async () => {
    const fresh = await makeTestBed(options);
    try {
      fresh.open(latency);
      const data = good(await fresh.call('tap', { ...free, verificationMode: 'light' }));
      // Only a reading tells how an iPhone is turned, without which the touch may land elsewhere.
      const first = ios ? ['read'] : [];
      expect(asked(fresh).filter((one) => one !== 'other')).toEqual([...first, 'input', 'read']);
      expect(data).toMatchObject({ state_delta_available: false });
      expect(data).not.toHaveProperty('state_delta');
    } finally {
      await fresh.close();
    }
  });

  test('light whose reading cannot be had: delivered all the same, and said to be unavailable', async () => {
    bed().open(latency);
    bed().wire.disturb('read', 'refuse');
    const data = good(await bed().call('tap', { ...free, verificationMode: 'light' }));
    expect(data).toMatchObject({
      success: true,
      delivery_status: 'delivered',
      verification: { status: 'unavailable', code: 'VERIFICATION_UNAVAILABLE', retryable: true },
    });
    expect(part(data, 'evidence')['observations']).toMatchObject([
      { status: 'failed', freshness: 'unknown', age_ms: null },
    ]);
  });

  test('a touch that changes nothing says why', async () => {
    bed().open(login);
    tapOnPhone(bed(), 'remember_me');
    const data = good(await bed().call('tap', free));
    expect(data).toMatchObject({ verification: { changed: false, stable: true } });
    expect(data['next_step']).toContain('Nothing changed so far, looked for ');
  });

  test('a screen still moving is read until two readings agree', async () => {
    freshHome(bed());
    // Bars that hold words are searched once, and then not among the readings that are counted here.
    good(await bed().call('get_ui_tree', { responseMode: 'compact' }));
    bed().wire.clear();
    bed().wire.onNext('read', 3, () => tapOnPhone(bed(), 'open_detail'));
    const data = good(await bed().call('tap', free));
    expect(asked(bed())).toEqual(['read', 'input', 'read', 'read', 'read']);
    expect(data).toMatchObject({
      verification: { status: 'verified', reads: 3, changed: true, stable: true },
    });
  });

  test.skipIf(ios)('back that leads nowhere is a failed verification of a delivered input', async () => {
    bed().phone.key(3);
    const data = good(await bed().call('press_back', {}));
    expect(data).toMatchObject({
      success: true,
      delivery_status: 'delivered',
      lifecycle_state: 'failed',
      verification: { status: 'failed', code: 'NAVIGATION_NO_CHANGE' },
    });
  });

  describe('the compact result', () => {
    test.each(['none', 'light', 'full'] as const)(
      '%s: the list and nothing else, under 500 characters',
      async (mode) => {
        for (const { tool, app, input } of cases) {
          bed().open(app);
          const { data, texts } = await bed().call(tool, {
            ...input,
            verificationMode: mode,
            responseMode: 'compact',
          });
          expect(Object.keys(data).filter((field) => !compactFields.has(field))).toEqual([]);
          const { state_delta: _, ...rest } = data;
          expect(JSON.stringify(rest).length, texts[0]).toBeLessThan(500);
          expect(new Set(Object.keys(part(data, 'verification')))).toEqual(new Set(['mode', 'status']));
          expect(new Set(Object.keys(part(data, 'evidence')))).toEqual(
            new Set(['action_id', 'correlation_id', 'session_id']),
          );
          expect(Object.keys(part(data, 'timing'))).toEqual(['total_ms']);
        }
      },
    );

    test('of a failure too', async () => {
      bed().open(latency);
      const { data, texts } = await bed().call('tap_element', {
        selector: { text: 'Nowhere' },
        waitFor: { timeoutMs: 100 },
        responseMode: 'compact',
      });
      expect(Object.keys(data).filter((field) => !compactFields.has(field))).toEqual([]);
      expect(texts[0]?.length).toBeLessThan(500);
      expect(data).toMatchObject({ failure_code: 'ELEMENT_NOT_FOUND', delivery_status: 'not_delivered' });
    });
  });

  describe('the debug result', () => {
    test('holds everything that the contract lists', async () => {
      bed().open(latency);
      const data = good(await bed().call('tap_element', { selector: headline }));
      for (const field of envelopeFields) expect(data, field).toHaveProperty(field);
      expect(part(part(data, 'target'), 'resolved')).toMatchObject({
        elementId: expect.any(String),
        ...bed().traits.resolvedLabel('Ready'),
        resource_id: bed().traits.resourceId(latency, 'headline'),
        class: ios ? 'Heading' : 'android.widget.TextView',
        bounds: expect.any(Array),
        index: expect.any(Number),
        stable_id: expect.any(String),
        role: ios ? 'heading' : 'text',
      });
      expect(part(data, 'timing')).toMatchObject({
        total_ms: expect.any(Number),
        device_resolution_ms: expect.any(Number),
        target_resolution_ms: expect.any(Number),
        dispatch_ms: expect.any(Number),
        post_observation_ms: expect.any(Number),
        verification_ms: expect.any(Number),
        serialization_ms: expect.any(Number),
      });
      expect(new Date(String(data['timestamp'])).toISOString()).toBe(data['timestamp']);
      const steps = part(data, 'trace')['steps'] as { stage: string; attempt_index: number }[];
      expect(steps.map(({ stage }) => stage)).toEqual(['resolve', 'execute', 'stabilize']);
      expect(steps.map(({ attempt_index }) => attempt_index)).toEqual([0, 1, 2]);
    });

    test('of a failure: its class, the way on, a trace of at least one step', async () => {
      bed().open(latency);
      const { data, isError } = await bed().call('tap_element', {
        selector: { text: 'Nowhere' },
        waitFor: { timeoutMs: 100 },
      });
      expect(isError).toBe(true);
      expect(data).toMatchObject({
        failure_code: 'ELEMENT_NOT_FOUND',
        retryable: true,
        recovery: {
          failure_class: 'TargetResolutionFailure',
          runtime_code: 'ELEMENT_NOT_FOUND',
          recovery_attempts: 0,
          max_recovery_attempts: 3,
          retry_depth: 0,
          max_retry_depth: 3,
          is_terminal: false,
          retry_allowed: true,
        },
        trace: { final_outcome: 'failure' },
        next_step: expect.any(String),
      });
      expect(asked(bed())).not.toContain('input');
    });
  });
});

/** Budgets and delivery: what a call says of its input when time runs out, and that nothing arrives afterwards. */
import { describe, expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';
import { good, quiet, refusal } from '../contract/reading.ts';
import type { TestBedOptions } from '../harness.ts';
import { asked, commands, countOf, freshForm, freshHome, latency, part } from './phone-side.ts';

const platforms: readonly (readonly [string, TestBedOptions])[] = [
  ['Android', {}],
  // By one way: what fails here twice would be passed over for half a minute.
  ['iOS', { ios: { driver: 'idb' } }],
];

describe.each(platforms)('%s', (_platform, options) => {
  const bed = oneBed(options);
  /** Where nothing stands. */
  const free = options.ios ? { x: 186, y: 700 } : { x: 500, y: 1_900 };
  const headline = { selector: { resource_id: 'headline' } };
  const point = free;

  describe('controls', () => {
    test.each([
      ['tap', point, 5_000],
      ['tap_element', headline, 5_000],
      ['press_back', {}, 5_000],
      ['start_app', { appId: latency }, 10_000],
      ['restart_app', { appId: latency }, 15_000],
      ['scroll_to_element', { selector: { resourceId: 'headline' } }, 10_000],
    ] as const)('%s has its default', async (tool, input, actionTimeoutMs) => {
      if (tool === 'press_back' && !bed().traits.backKey) return;
      freshHome(bed());
      const data = good(await bed().call(tool, { ...input, verificationMode: 'light' }));
      expect(data['controls']).toEqual({
        verificationMode: 'light',
        responseMode: 'debug',
        actionTimeoutMs,
        verificationTimeoutMs: 3_000,
      });
    });

    test('the default mode is full', async () => {
      freshHome(bed());
      expect(part(good(await bed().call('tap', point)), 'controls')['verificationMode']).toBe('full');
    });

    test.each([
      [-1, 100],
      [99, 100],
      [100, 100],
      [30_000, 30_000],
      [30_001, 30_000],
    ])('actionTimeoutMs %i counts as %i', async (asking, effective) => {
      freshHome(bed());
      const data = good(
        await bed().call('tap', { ...point, verificationMode: 'none', actionTimeoutMs: asking }),
      );
      expect(part(data, 'controls')['actionTimeoutMs']).toBe(effective);
    });

    test.each([
      [1, 100],
      [60_001, 60_000],
    ])('verificationTimeoutMs %i counts as %i', async (asking, effective) => {
      freshHome(bed());
      const { data } = await bed().call('tap', {
        ...point,
        verificationMode: 'light',
        verificationTimeoutMs: asking,
      });
      expect(part(data, 'controls')['verificationTimeoutMs']).toBe(effective);
    });

    test.each([
      ['tap', { ...point, actionTimeoutMs: 150.5 }],
      ['tap', { ...point, actionTimeoutMs: '5000' }],
      ['tap', { ...point, verificationMode: 'some' }],
      ['tap', { ...point, responseMode: 'brief' }],
      ['find_element', { query: 'x', verificationMode: 'none' }],
      ['wait_for_ui', { ...headline, actionTimeoutMs: 1_000 }],
      ['terminate_app', { appId: latency, verificationMode: 'none' }],
      ['reset_app_data', { appId: latency, responseMode: 'compact' }],
      ['expect_state', { ...headline, property: 'enabled', expected: true, verificationTimeoutMs: 500 }],
    ])('%s refuses %j', async (tool, input) => {
      expect(refusal(await bed().call(tool, input)).code).toBe('INVALID_ARGUMENT');
      expect(commands(bed())).toEqual([]);
    });
  });

  describe('when the time runs out', () => {
    test('before anything was sent: not delivered, may be tried again', async () => {
      freshHome(bed());
      bed().wire.disturb('read', 'hang');
      const { data, isError } = await bed().call('tap_element', { ...headline, actionTimeoutMs: 150 });
      expect(isError).toBe(true);
      expect(data).toMatchObject({
        failure_code: 'ACTION_TIMEOUT',
        retryable: true,
        dispatch_started: false,
        delivery_status: 'not_delivered',
        timing: { total_ms: expect.any(Number) },
        recovery: { failure_class: 'ExecutionFailure', is_terminal: false },
      });
      expect(asked(bed())).toEqual(['read']);
      await quiet(bed());
      expect(commands(bed())[0]?.ended).not.toBe('running');
    });

    test('after sending began: unknown, not to be repeated, and closed before the answer', async () => {
      freshHome(bed());
      const { length } = bed().phone.record;
      bed().wire.disturb('input', 'hang');
      const { data } = await bed().call('tap', { ...point, verificationMode: 'none', actionTimeoutMs: 150 });
      expect(data).toMatchObject({
        failure_code: 'ACTION_TIMEOUT',
        retryable: false,
        dispatch_started: true,
        delivery_status: 'unknown',
        recovery: { is_terminal: true, retry_allowed: false },
      });
      expect(Number(part(data, 'timing')['total_ms'])).toBeGreaterThanOrEqual(149);
      await quiet(bed());
      bed().faults.clear();
      await bed().call('get_ui_tree', { responseMode: 'compact' });
      expect(bed().phone.record).toHaveLength(length);
      expect(commands(bed())[0]?.ended).toBe('withdrawn');
    });

    test('while looking afterwards: delivered, the look is unavailable', async () => {
      freshHome(bed());
      bed().wire.disturb('read', 'hang');
      const data = good(
        await bed().call('tap', { ...point, verificationMode: 'light', verificationTimeoutMs: 150 }),
      );
      expect(data).toMatchObject({
        success: true,
        delivery_status: 'delivered',
        verification: { status: 'unavailable' },
      });
      await quiet(bed());
      // On an iPhone the finger is lifted behind it.
      expect(commands(bed()).filter(({ ended }) => ended === 'withdrawn')).toHaveLength(1);
    });

    test('between scrolls: no scroll is begun after the deadline', async () => {
      bed().open('com.example.gallery');
      // Bars are searched once, and then not among the readings that are counted here.
      await bed().call('get_ui_tree', { responseMode: 'compact' });
      bed().wire.clear();
      bed().wire.disturb('read', 'hang', { nth: 2 });
      const selector = { text: 'Nowhere at all' };
      const { data } = await bed().call('scroll_to_element', { selector, actionTimeoutMs: 900 });
      expect(data).toMatchObject({
        failure_code: 'ACTION_TIMEOUT',
        delivery_status: 'unknown',
        retryable: false,
      });
      await quiet(bed());
      expect(countOf(bed(), 'input')).toBe(1);
    });
  });

  describe('what was delivered is said truly', () => {
    test('a refused input is not called delivered', async () => {
      freshHome(bed());
      bed().wire.disturb('input', 'refuse');
      const { data } = await bed().call('tap', { ...point, verificationMode: 'none' });
      expect(data).toMatchObject({
        success: false,
        dispatch_started: true,
        delivery_status: 'not_delivered',
      });
    });

    test.skipIf(options.ios)(
      'of two inputs the second was refused: nobody may call that not delivered',
      async () => {
        freshForm(bed());
        bed().faults.add({ when: { service: 'input text' }, do: { kind: 'refuse' } });
        const input = { selector: { resource_id: 'email' }, text: 'x', verificationMode: 'none' };
        const { data } = await bed().call('type_text', input);
        expect(countOf(bed(), 'input')).toBe(2);
        expect(data).toMatchObject({ success: false, delivery_status: 'unknown', retryable: false });
      },
    );

    test('a connection that breaks while sending: unknown, not to be repeated', async () => {
      freshHome(bed());
      bed().wire.disturb('input', 'cut');
      const { data } = await bed().call('tap', { ...point, verificationMode: 'none' });
      expect(data).toMatchObject({
        failure_code: 'DEVICE_UNAVAILABLE',
        delivery_status: 'unknown',
        retryable: false,
      });
    });

    test('a missing app was not launched', async () => {
      const { data } = await bed().call('start_app', {
        appId: 'com.example.nowhere',
        verificationMode: 'none',
      });
      expect(data).toMatchObject({ failure_code: 'APP_NOT_INSTALLED', delivery_status: 'not_delivered' });
    });
  });

  test('a client that withdraws its call stops the command, and the session goes on', async () => {
    freshHome(bed());
    const client = new AbortController();
    bed().wire.disturb('input', 'hang', { times: 1 });
    bed().wire.onNext('input', 1, () => client.abort());
    await expect(bed().call('tap', point, { signal: client.signal })).rejects.toThrow();
    await quiet(bed());
    // On an iPhone the finger is lifted behind it.
    expect(commands(bed()).filter(({ ended }) => ended === 'withdrawn')).toHaveLength(1);
    await expect
      .poll(() => bed().pool.journal.records().at(-1))
      .toMatchObject({
        actionType: 'tap',
        success: false,
        dispatchStarted: expect.anything(),
        dispatchCompleted: null,
      });
    expect(good(await bed().call('tap', { ...point, verificationMode: 'none' }))['success']).toBe(true);
  });

  test('waiting for earlier inputs does not eat the budget', async () => {
    freshHome(bed());
    bed().wire.disturb('input', { delayMs: 300 }, { times: 1 });
    const slow = bed().call('tap', { ...point, verificationMode: 'none' });
    const next = bed().call('tap', { ...point, verificationMode: 'none', actionTimeoutMs: 150 });
    expect((await slow).data['success']).toBe(true);
    expect((await next).data).toMatchObject({ success: true, delivery_status: 'delivered' });
  });

  test.skipIf(options.ios)('pinch says what is missing, before any work', async () => {
    freshHome(bed());
    const { data } = await bed().call('pinch', { ...headline, scale: 2 });
    expect(data).toMatchObject({
      failure_code: 'CAPABILITY_MISSING',
      delivery_status: 'not_delivered',
      dispatch_started: false,
    });
    expect(data['next_step']).toContain('helper');
    expect(commands(bed())).toEqual([]);
    expect(refusal(await bed().call('pinch', { ...headline, scale: 1 })).code).toBe('INVALID_ARGUMENT');
  });
});

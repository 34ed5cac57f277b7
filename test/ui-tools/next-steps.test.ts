/** Every outline of a failure says what to do next, and a journey why nothing is proved. */
import { beforeEach, describe, expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';
import type { TestBedOptions } from '../harness.ts';

const gallery = 'com.example.gallery';
const none = { text: 'No such words' };
const form = { text: 'Sign in' };

const calls: readonly (readonly [tool: string, args: Record<string, unknown>])[] = [
  ['wait_for_ui', { selector: none, timeout_ms: 50 }],
  ['wait_for_ui', { selector: form, condition: 'not_exists', timeout_ms: 50 }],
  ['wait_for_ui', { selector: form, condition: 'clickable', timeout_ms: 50 }],
  ['wait_for_ui', { selector: form, match: { index: 3 }, timeout_ms: 50 }],
  ['wait_for_ui_change', { timeout_ms: 300 }],
  ['expect_element_visible', { selector: none, timeout_ms: 50 }],
  ['expect_state', { selector: none, property: 'enabled', expected: true }],
  ['expect_state', { selector: form, property: 'enabled', expected: true }],
  ['expect_screen', { screen: 'com.example.Elsewhere' }],
  ['find_element', { query: 'no such words', timeoutMs: 0 }],
  ['tap_element', { selector: none, waitFor: { timeoutMs: 100 } }],
];

const checks: readonly Record<string, unknown>[] = [
  { type: 'wait', selector: none, timeoutMs: 100 },
  { type: 'wait', selector: form, condition: 'not_exists', timeoutMs: 100 },
  { type: 'assert', timeoutMs: 200, assertion: { kind: 'element_visible', selector: none } },
  { type: 'assert', timeoutMs: 300, assertion: { kind: 'element_absent', selector: form } },
  { type: 'assert', timeoutMs: 300, assertion: { kind: 'screen_fingerprint', fingerprint: 'elsewhere' } },
  {
    type: 'assert',
    timeoutMs: 300,
    assertion: { kind: 'state_equals', selector: form, property: 'enabled', expected: true },
  },
];

const kinds: readonly (readonly [string, TestBedOptions])[] = [
  ['Android by dumps', {}],
  ['iOS', { ios: {} }],
];

describe.each(kinds)('%s', (_title, options) => {
  const made = oneBed(options);
  const platform = options.ios === undefined ? 'android' : 'ios';

  beforeEach(() => {
    made().open('com.example.shop');
  });

  test.each(calls)('%s %j', async (tool, args) => {
    const { texts } = await made().call(tool, { ...args, responseMode: 'outline' });
    expect(texts[0]).toMatch(/^(?:TIMEOUT|NOT PROVED|NOT FOUND|FAILED) /);
    expect(texts[0]).toMatch(/\nnext: \S/);
  });

  test('a screen that stays the same', async () => {
    const { data } = await made().call('get_screen_fingerprint');
    const { texts } = await made().call('wait_for_screen_change', {
      previousFingerprint: data['fingerprint'],
      timeoutMs: 300,
      responseMode: 'outline',
    });
    expect(texts[0]).toMatch(/^TIMEOUT [\s\S]*\nnext: \S/);
  });

  test.each(checks)('a step of a journey: %j', async (check) => {
    const steps = [{ id: 'step', ...check }];
    const outline = await made().call('run_journey', { platform, steps, responseMode: 'outline' });
    expect(outline.texts[0]).toMatch(/^FAILED run_journey [\s\S]*\nwhy: [\s\S]*\nnext: \S/);
    const { data } = await made().call('run_journey', { platform, steps });
    expect(data['steps']).toMatchObject([
      { result: { reason: expect.any(String) }, next_step: expect.any(String) },
    ]);
  });

  test('a doubt of the reading reaches every check of a journey', async () => {
    made().phone.forceStop(gallery);
    made().open(gallery, `${gallery}.BlindWebActivity`);
    for (const check of [
      { type: 'wait', selector: none, timeoutMs: 100 },
      { type: 'wait', selector: none, condition: 'not_exists', timeoutMs: 100 },
      { type: 'assert', timeoutMs: 200, assertion: { kind: 'element_visible', selector: none } },
      { type: 'assert', timeoutMs: 300, assertion: { kind: 'element_absent', selector: none } },
    ]) {
      const { data } = await made().call('run_journey', { platform, steps: [{ id: 'step', ...check }] });
      expect(data['steps']).toMatchObject([
        {
          result: { reason: expect.stringMatching(/does not prove absence: .*web view/) },
          next_step: expect.stringContaining('capture_screenshot'),
        },
      ]);
    }
  });
});

/** Single answers about a screen that the reader knows and that changed little or not at all, in characters. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTestBed, type TestBed } from '../harness.ts';

const shop = 'com.example.shop';
const remember = { selector: { resource_id: 'remember_me' } };

describe.each([
  ['android by dumps', {}],
  ['android by the helper', { helper: true }],
  ['an iPhone', { ios: {} }],
] as const)('%s', (_name, options) => {
  let bed: TestBed;
  beforeAll(async () => {
    bed = await makeTestBed(options);
    bed.open(shop);
    await bed.call('get_ui_tree', { responseMode: 'outline' });
  });
  afterAll(async () => await bed.close());

  const free = () => bed.traits.at(0.5, 0.79);
  const characters = async (tool: string, args: object, responseMode: string): Promise<string> => {
    const { texts } = await bed.call(tool, { ...args, responseMode });
    return texts.join('\n');
  };

  const actions: readonly (readonly [string, () => object])[] = [
    ['tap', free],
    ['tap_element', () => remember],
    ['long_press', () => ({ ...free(), durationMs: 300 })],
    ['press_key', () => ({ key: 'tab' })],
    ['type_text', () => ({ selector: { resource_id: 'email' }, text: 'a@b.c', clear: true })],
    ['tap_element', () => ({ selector: { resource_id: 'sign_in' } })],
    ['tap_element', () => ({ selector: { text: 'Not there' } })],
  ];

  const questions: readonly (readonly [string, () => object])[] = [
    ['wait_for_ui', () => ({ ...remember, condition: 'clickable' })],
    ['wait_for_ui', () => ({ selector: { text: 'Not there' }, timeout_ms: 300 })],
    ['expect_element_visible', () => remember],
    ['expect_element_visible', () => ({ selector: { text: 'Not there' }, timeout_ms: 300 })],
    ['expect_state', () => ({ ...remember, property: 'enabled', expected: true })],
    ['expect_screen', () => ({ screen: shop })],
    ['get_app_readiness', () => ({ stabilityWindowMs: 100 })],
    ['wait_for_ui_change', () => ({ timeout_ms: 300, stability_window_ms: 100 })],
    ['find_element', () => ({ query: 'remember' })],
  ];

  test.each([...actions, ...questions])('%s as an outline takes at most 700', async (tool, args) => {
    const text = await characters(tool, args(), 'outline');
    expect(text.length, text).toBeLessThanOrEqual(700);
  });

  test.each(actions)('%s in compact takes at most 500 without a delta', async (tool, args) => {
    const text = await characters(tool, { ...args(), verificationMode: 'none' }, 'compact');
    expect(text, text).not.toContain('"state_delta"');
    expect(text.length, text).toBeLessThanOrEqual(500);
  });
});

/** A simulator that is shut down under the server: told at once with its state by every tool, and work goes on after a boot. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTestBed, type TestBed, type TestBedOptions } from '../harness.ts';

const shop = 'com.example.shop';
let bed: TestBed;

const kinds: readonly (readonly [string, TestBedOptions])[] = [
  ['by the companion', { ios: {} }],
  ['by the command line of idb', { ios: { driver: 'idb-cli' } }],
  ['by AXe', { ios: { driver: 'axe' } }],
];

const calls: readonly (readonly [string, Record<string, unknown>])[] = [
  ['get_ui_tree', {}],
  ['capture_screenshot', {}],
  ['get_logs', { appId: shop }],
  ['get_logs', {}],
  ['start_app', { appId: shop }],
  ['terminate_app', { appId: shop }],
  ['open_url', { url: 'shop://cart' }],
  ['tap_element', { selector: { resource_id: 'email' } }],
  ['tap', { x: 100, y: 200 }],
  ['list_apps', {}],
];

describe.each(kinds)('%s', (_title, options) => {
  beforeEach(async () => {
    bed = await makeTestBed(options);
    bed.open(shop);
  });
  afterEach(async () => {
    expect(bed.bugs).toEqual([]);
    await bed.close();
  });

  test.each(calls)('%s %j', async (tool, args) => {
    const [simulator] = bed.apple?.simulators ?? [];
    if (!simulator) throw new Error('no simulator');
    const before = await bed.call(tool, args);
    expect(before.isError, before.texts[0]?.slice(0, 500)).toBe(false);
    simulator.state = 'Shutdown';
    const startedMs = performance.now();
    const { data, isError, texts } = await bed.call(tool, args);
    expect(isError, texts[0]?.slice(0, 500)).toBe(true);
    expect(texts[0]).toContain('DEVICE_UNAVAILABLE');
    expect(texts[0]).toMatch(/shut ?down|not booted/i);
    expect(JSON.stringify(data)).toContain('manage_emulator');
    expect(performance.now() - startedMs).toBeLessThan(8_000);
    simulator.state = 'Booted';
    const after = await bed.call(tool, args);
    expect(after.isError, after.texts[0]?.slice(0, 500)).toBe(false);
  });
});

/** Readiness on a device that takes no input: display off, shade open, app not responding. */
import { expect, test } from 'vitest';
import { good } from '../contract/reading.ts';
import { makeTestBed, type TestBedOptions } from '../harness.ts';

const beds: readonly (readonly [string, TestBedOptions])[] = [
  ['by dumps', { speed: 5 }],
  ['by the helper', { speed: 5, helper: true }],
];

test.each(beds)('%s: a display that is off is never settled, and the answer says so', async (_, options) => {
  const bed = await makeTestBed(options);
  try {
    bed.open('com.example.latency');
    good(await bed.call('get_app_readiness', { stabilityWindowMs: 100 }));
    bed.phone.key(223);
    const { data, texts } = await bed.call('get_app_readiness', { timeoutMs: 5_000, stabilityWindowMs: 100 });
    expect(data['state']).not.toBe('settled');
    expect(texts.join()).toMatch(/display is off|asleep|dozing|display_off|no_focus/i);
  } finally {
    await bed.close();
  }
});

test.each(beds)('%s: an open shade has the focus: not settled, with what to do', async (_, options) => {
  const bed = await makeTestBed(options);
  try {
    bed.open('com.example.latency');
    bed.phone.swipe(540, 5, 540, 900, 50);
    const { data } = await bed.call('get_app_readiness', { timeoutMs: 5_000, stabilityWindowMs: 100 });
    expect(data).toMatchObject({
      state: 'unknown',
      limitations: expect.arrayContaining([expect.stringMatching(/^shade: .*press_back/)]),
    });
    expect(JSON.stringify(data)).not.toMatch(/lock/i);
    expect(good(await bed.call('get_current_screen'))).toMatchObject({ in_the_way: { kind: 'shade' } });
  } finally {
    await bed.close();
  }
});

test.each(beds)('%s: the lock screen is named, and not the shade', async (_, options) => {
  const bed = await makeTestBed(options);
  try {
    bed.open('com.example.latency');
    bed.phone.cover.setLocked(true);
    const { data } = await bed.call('get_app_readiness', { timeoutMs: 5_000, stabilityWindowMs: 100 });
    expect(data).toMatchObject({
      state: 'unknown',
      limitations: expect.arrayContaining([expect.stringMatching(/^locked: .*Unlock/)]),
    });
    expect(good(await bed.call('get_current_screen'))).toMatchObject({ in_the_way: { kind: 'locked' } });
    const outline = await bed.call('get_ui_tree', { responseMode: 'outline' });
    expect(outline.texts[0]).toContain('in the way: the lock screen is in front');
    bed.phone.swipe(540, 2000, 540, 600, 200);
    const after = good(await bed.call('get_app_readiness', { timeoutMs: 5_000, stabilityWindowMs: 100 }));
    expect(after['state']).toBe('settled');
  } finally {
    await bed.close();
  }
});

/** Devices that are asleep or locked, and other apps over the screen: what reaches the phone, and what the answer says. */
import { describe, expect, test } from 'vitest';

import { oneBed } from '../contract/beds.ts';
import { codeOf, good, sentDuring } from '../contract/reading.ts';
import type { TestBed, TestBedOptions } from '../harness.ts';

/** Neither a wait nor an assertion takes what is behind the lock screen for gone. */
async function assertUnproved(bed: TestBed, platform: string): Promise<void> {
  const selector = { text: 'Remember me' };
  const wait = await bed.call('wait_for_ui', { selector, condition: 'not_exists', timeout_ms: 100 });
  expect(wait.data).toMatchObject({
    status: 'timeout',
    error: { message: expect.stringContaining('does not prove absence: what lies behind the lock screen') },
  });
  const gone = { kind: 'element_absent', selector };
  const { data } = await bed.call('run_journey', {
    platform,
    steps: [{ id: 'gone', type: 'assert', assertion: gone, timeoutMs: 300 }],
  });
  expect(data['success']).toBe(false);
  expect(JSON.stringify(data)).toContain('behind the lock screen');
}

const everyTool: TestBedOptions = { android: '14' };
const tiers: readonly (readonly [string, TestBedOptions])[] = [
  ['Android 8 by dumps', { android: '8' }],
  ['Android 14 by dumps', everyTool],
  ['Android 14 by the helper', { android: '14', helper: true }],
];
/** By other tiers the same code decides: two of them stand for all. */
const touches: readonly (readonly [string, Record<string, unknown>])[] = [
  ['tap', { x: 540, y: 900 }],
  ['tap_element', { selector: { text: 'Sign in' } }],
  ['long_press', { x: 540, y: 900 }],
  ['swipe', { x1: 540, y1: 1600, x2: 540, y2: 800, duration: 200 }],
  ['type_text', { text: 'abc' }],
  ['press_back', {}],
];
const modes = ['compact', 'debug', 'outline'] as const;
const shop = 'com.example.shop';

describe.each(tiers)('%s', (_title, options) => {
  const made = oneBed(options);
  const show = (): void => {
    made().phone.setScreenOn(true);
    made().phone.cover.setLocked(false);
    made().open(shop);
  };

  test.each(options === everyTool ? touches : touches.slice(0, 2))(
    'display off: %s is refused before it is sent, with what wakes it',
    async (tool, args) => {
      show();
      made().phone.setScreenOn(false);
      const sent = await sentDuring(made(), async () => {
        const answer = await made().call(tool, args);
        expect(answer.isError).toBe(true);
        expect(answer.data).toMatchObject({
          delivery_status: 'not_delivered',
          dispatch_started: false,
          message: expect.stringMatching(/display is off/),
          next_step: expect.stringContaining('press_key wakeup'),
          in_the_way: { kind: 'display_off' },
        });
      });
      expect(sent).toEqual([]);
    },
  );

  test('display off: what nobody looked at beforehand is sent, and the look afterwards says so', async () => {
    show();
    made().phone.setScreenOn(false);
    const { data } = await made().call('tap', {
      x: 540,
      y: 900,
      verificationMode: 'light',
      responseMode: 'compact',
    });
    expect(data).toMatchObject({ success: true, in_the_way: { kind: 'display_off' } });
  });

  test('display off: a launch is sent, and says that nobody sees it', async () => {
    show();
    made().phone.setScreenOn(false);
    for (const verificationMode of ['full', 'none'] as const) {
      const { data } = await made().call('start_app', { appId: shop, verificationMode });
      expect(JSON.stringify(data), verificationMode).toContain('display is off');
    }
    expect(made().received().at(-1)).toBe('start');
  });

  test('display off: the key that wakes it is sent', async () => {
    show();
    made().phone.setScreenOn(false);
    const sent = await sentDuring(made(), async () => {
      good(await made().call('press_key', { key: 'wakeup' }));
    });
    expect(sent).toMatchObject([{ kind: 'key', detail: { code: 224 } }]);
    good(await made().call('tap', { x: 540, y: 900 }));
  });

  test.each(modes)(
    'locked: a touch is sent and the answer names the lock screen, in %s',
    async (responseMode) => {
      show();
      made().phone.cover.setLocked(true);
      const sent = await sentDuring(made(), async () => {
        const answer = await made().call('tap', { x: 540, y: 900, responseMode });
        expect(answer.isError).toBe(false);
        if (responseMode === 'outline')
          expect(answer.texts[0]).toContain('in the way: the lock screen is in front');
        else
          expect(answer.data).toMatchObject({
            in_the_way: { kind: 'locked', next_step: expect.stringContaining('swipe up') },
          });
      });
      expect(sent).toHaveLength(1);
    },
  );

  test('locked: what is looked for is not on the screen, and why', async () => {
    show();
    made().phone.cover.setLocked(true);
    const tap = await made().call('tap_element', { selector: { text: 'Sign in' } });
    expect(codeOf(tap)).toBe('ELEMENT_NOT_FOUND');
    expect(tap.data).toMatchObject({
      message: expect.stringContaining('lock screen'),
      next_step: expect.stringContaining('Unlock'),
      in_the_way: { kind: 'locked' },
    });
    const journey = await made().call('run_journey', {
      platform: 'android',
      steps: [{ id: 'pay', type: 'tap', selector: { text: 'Sign in' } }],
    });
    expect(JSON.stringify(journey.data)).toContain('lock screen');
  });

  test('locked: nothing is proved absent of what lies behind the lock screen', async () => {
    show();
    made().phone.cover.setLocked(true);
    await assertUnproved(made(), 'android');
  });

  test.each(['full', 'light', 'none'] as const)('locked: a launch says so, %s', async (verificationMode) => {
    show();
    made().phone.cover.setLocked(true);
    for (const tool of ['start_app', 'restart_app']) {
      const { data } = await made().call(tool, { appId: shop, verificationMode, responseMode: 'compact' });
      expect(data, tool).toMatchObject({ success: true, in_the_way: { kind: 'locked' } });
      if (verificationMode === 'full') expect(data['lifecycle_state'], tool).toBe('failed');
    }
    expect(made().received().at(-1)).toBe('start');
  });

  test('nothing in the way: the field is absent', async () => {
    show();
    for (const responseMode of ['compact', 'debug'] as const)
      expect(good(await made().call('tap', { x: 540, y: 900, responseMode }))).not.toHaveProperty(
        'in_the_way',
      );
  });
});

describe('iOS', () => {
  const made = oneBed({ ios: {} });
  const show = (): void => {
    made().phone.setScreenOn(true);
    made().phone.cover.setLocked(false);
    made().open(shop);
  };

  test.each<[string, Record<string, unknown>]>([
    ['tap', { x: 200, y: 400 }],
    ['tap_element', { selector: { text: 'Remember me' } }],
    ['swipe', { x1: 200, y1: 600, x2: 200, y2: 300, duration: 200 }],
  ])('display off: %s is not sent, and the answer says why', async (tool, args) => {
    show();
    made().phone.setScreenOn(false);
    const sent = await sentDuring(made(), async () => {
      const answer = await made().call(tool, args);
      expect(answer.isError).toBe(true);
      expect(answer.data).toMatchObject({
        delivery_status: 'not_delivered',
        in_the_way: { kind: 'display_off', next_step: expect.stringContaining('press_key') },
      });
    });
    expect(sent).toEqual([]);
  });

  test.each(modes)('locked: told, and the touch is sent, in %s', async (responseMode) => {
    show();
    made().phone.cover.setLocked(true);
    const sent = await sentDuring(made(), async () => {
      const answer = await made().call('tap', { x: 200, y: 400, responseMode });
      expect(answer.isError).toBe(false);
      if (responseMode === 'outline')
        expect(answer.texts[0]).toContain('in the way: the lock screen is in front');
      else expect(answer.data).toMatchObject({ in_the_way: { kind: 'locked' } });
    });
    expect(sent).toHaveLength(1);
  });

  test('locked: nothing is proved absent of what lies behind the lock screen', async () => {
    show();
    made().phone.cover.setLocked(true);
    await assertUnproved(made(), 'ios');
  });

  test('locked is never settled, and the open Notification Center is not locked', async () => {
    show();
    made().phone.cover.setLocked(true);
    const ask = { timeoutMs: 3_000, stabilityWindowMs: 100 };
    const { data } = await made().call('get_app_readiness', ask);
    expect(data).toMatchObject({ state: 'unknown', limitations: [expect.stringMatching(/^locked: /)] });
    made().phone.cover.setLocked(false);
    made().phone.swipe(600, 5, 600, 1500, 300);
    expect(good(await made().call('get_current_screen'))).not.toHaveProperty('in_the_way');
    made().phone.swipe(600, 1500, 600, 100, 300);
  });

  test('at home and in an app nothing more is asked', async () => {
    show();
    made().wire.clear();
    good(await made().call('get_ui_tree', { responseMode: 'compact' }));
    made().phone.key(3);
    good(await made().call('get_ui_tree', { responseMode: 'compact' }));
    expect(JSON.stringify(made().wire.asked())).not.toContain('notifyutil');
  });
});

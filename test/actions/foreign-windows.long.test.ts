/** Touches on windows of other packages: every form of the answer names the package, and the phone had the touch. */
import { describe, expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';
import { good, sentDuring, textOn, viewOf } from '../contract/reading.ts';
import type { Answer, TestBedOptions } from '../harness.ts';

const tiers: readonly (readonly [string, TestBedOptions, everyWindow: boolean])[] = [
  ['Android 8, whose dumps hold one window', { android: '8' }, false],
  ['Android 14 by dumps', { android: '14' }, true],
  ['Android 14 by the helper', { android: '14', helper: true }, true],
];
const modes = ['compact', 'debug', 'outline'] as const;
const [shop, gallery, other] = ['com.example.shop', 'com.example.gallery', 'com.example.notes'];
const none = { verificationMode: 'none' } as const;

function touchedIn(answer: Answer, mode: string): string {
  expect(answer.isError, answer.texts[0]).toBe(false);
  return mode === 'outline' ? (answer.texts[0] ?? '') : JSON.stringify(answer.data['touched'] ?? '');
}

describe.each(tiers)('%s', (_title, options, everyWindow) => {
  const made = oneBed(options);
  const look = async () => good(await made().call('get_ui_tree', { responseMode: 'compact' }));

  test.each(modes)('a permission dialog, by selector and by point, in %s', async (responseMode) => {
    made().open(gallery, `${gallery}.PermissionActivity`);
    good(await made().call('tap_element', { selector: { resource_id: 'ask_camera' } }));
    const [left = 0, top = 0, right = 0, bottom = 0] = viewOf(made(), 'permission_message')?.bounds ?? [];
    const point = { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) };
    await look();
    const byPoint = await made().call('tap', { ...point, responseMode });
    const allow = { selector: { text: 'Allow' }, responseMode };
    const sent = await sentDuring(made(), async () => {
      const answer = await made().call('tap_element', allow);
      expect(touchedIn(answer, responseMode)).toContain('com.android.permissioncontroller');
    });
    expect(touchedIn(byPoint, responseMode)).toContain('com.android.permissioncontroller');
    expect(sent).toMatchObject([{ kind: 'tap', view: expect.stringMatching(/permission_allow_button$/) }]);
    expect(textOn(made(), 'permission_state')).toBe('camera: granted');
    made().phone.setPermission(gallery, 'android.permission.CAMERA', false);
    made().phone.clearData(gallery);
  });

  test.each(modes)("another app's window over the whole screen, in %s", async (responseMode) => {
    made().open(shop);
    const remove = made().phone.cover.drawOver({ packageName: other });
    try {
      const tree = await look();
      expect(tree['in_the_way']).toMatchObject({ kind: 'overlay', package: other });
      const named = good(await made().call('get_current_screen'));
      expect(named).toMatchObject({ package: shop, in_the_way: { kind: 'overlay', package: other } });
      const sent = await sentDuring(made(), async () => {
        const answer = await made().call('tap', { x: 540, y: 900, responseMode });
        expect(answer.isError, answer.texts[0]).toBe(false);
        if (responseMode === 'outline') expect(answer.texts[0]).toContain(`in the way: a window of ${other}`);
        else expect(answer.data).toMatchObject({ in_the_way: { kind: 'overlay', package: other } });
        if (everyWindow) expect(touchedIn(answer, responseMode)).toContain(other);
      });
      expect(sent).toMatchObject([{ kind: 'tap', view: null }]);
      const aimed = await made().call('tap_element', { selector: { text: 'Remember me' }, responseMode });
      if (everyWindow) {
        expect(aimed.texts[0]).toContain('ELEMENT_NOT_INTERACTABLE');
        expect(aimed.texts[0]).toContain(other);
      } else expect(aimed.texts[0]).toContain(other);
    } finally {
      remove();
    }
  });

  test.each(modes)('a journey names it in its steps, in %s', async (responseMode) => {
    made().open(shop);
    const remove = made().phone.cover.drawOver({ packageName: other });
    try {
      const { texts } = await made().call('run_journey', {
        platform: 'android',
        responseMode,
        steps: [{ id: 'in', type: 'tap', selector: { text: 'Remember me' }, waitFor: { timeoutMs: 100 } }],
      });
      expect(texts[0]).toContain(other);
    } finally {
      remove();
    }
    made().open(gallery, `${gallery}.PermissionActivity`);
    good(await made().call('tap_element', { selector: { resource_id: 'ask_camera' } }));
    const { texts } = await made().call('run_journey', {
      platform: 'android',
      responseMode,
      steps: [{ id: 'deny', type: 'tap', selector: { resource_id: 'permission_deny_button' } }],
    });
    expect(texts[0]).toMatch(/^(?:PASSED|\{"success":true)/);
    expect(texts[0]).toContain('com.android.permissioncontroller');
    made().phone.clearData(gallery);
  });

  test('a window that lets touches through covers nothing', async () => {
    made().open(shop);
    const remove = made().phone.cover.drawOver({ packageName: other, touchable: false });
    try {
      expect(await look()).not.toHaveProperty('in_the_way');
      const sent = await sentDuring(made(), async () => {
        good(await made().call('tap_element', { selector: { text: 'Remember me' } }));
      });
      expect(sent).toMatchObject([{ kind: 'tap', view: expect.stringMatching(/remember/i) }]);
    } finally {
      remove();
    }
  });
});

describe.each(tiers.filter(([, , everyWindow]) => everyWindow))(
  '%s: windows beside the app',
  (_title, options) => {
    const made = oneBed(options);
    const look = async () => good(await made().call('get_ui_tree', { responseMode: 'compact' }));

    test.each(modes)('the status bar: tapped, pressed, swiped from, in %s', async (responseMode) => {
      made().open(shop);
      await look();
      const calls = [
        ['tap', { x: 540, y: 20 }],
        ['long_press', { x: 540, y: 20, durationMs: 600 }],
        ['swipe', { x1: 540, y1: 20, x2: 600, y2: 20, duration: 100 }],
      ] as const;
      for (const [tool, args] of calls) {
        await look();
        const sent = await sentDuring(made(), async () => {
          const answer = await made().call(tool, { ...args, responseMode, ...none });
          expect(touchedIn(answer, responseMode), tool).toContain('com.android.systemui');
        });
        expect(sent, tool).toHaveLength(1);
      }
    });

    test('a floating window of another app: told where it is touched, nothing else', async () => {
      made().open(shop);
      const remove = made().phone.cover.drawOver({
        packageName: other,
        bounds: [700, 1400, 1000, 1700],
        button: 'Bubble',
      });
      try {
        const tree = await look();
        expect(tree).not.toHaveProperty('in_the_way');
        const sent = await sentDuring(made(), async () => {
          const { data } = await made().call('tap_element', {
            selector: { text: 'Bubble' },
            responseMode: 'compact',
          });
          expect(data).toMatchObject({ touched: { foreign_package: other } });
        });
        expect(sent).toMatchObject([{ kind: 'tap', view: expect.stringMatching(/overlay_button$/) }]);
      } finally {
        remove();
      }
    });
  },
);

describe('iOS', () => {
  const made = oneBed({ ios: {} });

  test.each(modes)('a permission dialog of the system, in %s', async (responseMode) => {
    made().phone.clearData(gallery);
    made().open(gallery, `${gallery}.PermissionActivity`);
    good(await made().call('tap_element', { selector: { resource_id: 'ask_camera' } }));
    const sent = await sentDuring(made(), async () => {
      const answer = await made().call('tap_element', { selector: { text: 'Allow' }, responseMode });
      expect(touchedIn(answer, responseMode)).toContain('com.apple.springboard');
    });
    expect(sent).toMatchObject([{ kind: 'tap', view: expect.stringMatching(/permission_allow_button$/) }]);
    expect(textOn(made(), 'permission_state')).toBe('camera: granted');
  });
});

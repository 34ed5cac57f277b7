/** Launching, the back stack, time, power: what the activity manager does. */

import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { describe, expect, test } from 'vitest';
import { look, tapView, view } from '../testing/probe.ts';
import { keyCodes } from './keys.ts';
import { createPhone } from './phone.ts';
import type { Phone } from './phone-types.ts';

const front = (phone: Phone): string | undefined => phone.resumedActivity()?.activity;

function messages(phone: Phone, tag: string): string[] {
  return phone.log.lines().flatMap((line) => (line.tag === tag ? line.message : []));
}

describe('launches', () => {
  test('cold, warm and hot cost what the profile says, with a splash screen until the first frame', async () => {
    const clock = new ManualClock();
    const phone = createPhone({ clock, timing: 'emulator' });
    const cold = phone.start('com.example.latency', null);
    expect(cold).toMatchObject({
      ok: true,
      launchState: 'COLD',
      totalTimeMs: 600,
      component: 'com.example.latency/.HomeActivity',
    });
    expect(phone.windows()[0]?.title).toBe('Splash Screen com.example.latency');
    expect(phone.isAnimating()).toBe(true);
    await clock.advance(600);
    expect(view(phone, 'headline').text).toBe('Ready');
    expect(messages(phone, 'ActivityTaskManager').at(-1)).toBe(
      'Displayed com.example.latency/.HomeActivity for user 0: +600ms',
    );
    await clock.advance(250);
    expect(phone.isAnimating()).toBe(false);
    phone.key(keyCodes.HOME);
    expect(phone.start('com.example.latency', null)).toMatchObject({
      launchState: 'HOT',
      broughtToFront: true,
    });
    expect(phone.start('com.example.latency', '.DetailActivity')).toMatchObject({
      ok: false,
      reason: 'not_exported',
    });
    phone.close();
    expect(clock.pending).toBe(0);
  });

  test('the top activity gets the intent, others refuse with their reason', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.start('com.example.shop', null);
    expect(phone.start('com.example.shop', null)).toMatchObject({
      ok: true,
      deliveredToTop: true,
      broughtToFront: false,
    });
    expect(phone.start('com.nobody', null)).toEqual({ ok: false, reason: 'no_package' });
    expect(phone.start('com.example.shop', '.Nothing')).toEqual({ ok: false, reason: 'no_activity' });
    expect(phone.start('com.android.permissioncontroller', null)).toEqual({
      ok: false,
      reason: 'no_launcher',
    });
    const pid = phone.processes.find(({ name }) => name === 'com.example.shop')?.pid;
    phone.start('com.example.shop', null, { stopFirst: true });
    expect(phone.processes.find(({ name }) => name === 'com.example.shop')?.pid).toBeGreaterThan(pid ?? 0);
  });

  test('start lines and events have the shapes of Android 14', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.start('com.example.shop', null);
    expect(messages(phone, 'ActivityTaskManager')).toContain(
      'START u0 {act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] flg=0x10000000 cmp=com.example.shop/.LoginActivity} with LAUNCH_MULTIPLE from uid 2000',
    );
    const { pid } = phone.processes.find(({ name }) => name === 'com.example.shop') ?? { pid: 0 };
    expect(messages(phone, 'am_proc_start').at(-1)).toBe(
      `[0,${pid},10142,com.example.shop,next-top-activity,{com.example.shop/.LoginActivity}]`,
    );
  });
});

describe('the back stack', () => {
  test('back leaves keyboard, dialog, activity and task in turn', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.start('com.example.gallery', null);
    tapView(phone, 'Endless animation');
    phone.key(keyCodes.BACK);
    phone.start('com.example.gallery', '.DialogActivity');
    tapView(phone, 'open_input');
    tapView(phone, 'name_field');
    const steps = [];
    for (let n = 0; n < 4; n++) {
      phone.key(keyCodes.BACK);
      steps.push([
        phone.keyboardShown(),
        look(phone, 'name_field') !== undefined,
        front(phone)?.split('.').at(-1),
      ]);
    }
    expect(steps).toEqual([
      [false, true, 'DialogActivity'],
      [false, false, 'DialogActivity'],
      [false, false, 'GalleryActivity'],
      [false, false, 'QuickstepLauncher'],
    ]);
  });

  test.each([
    ['14', 'HOT'],
    ['8', 'WARM'],
  ] as const)('on Android %s an app left by back starts %s', (version, launchState) => {
    const phone = createPhone({ clock: new ManualClock(), version });
    phone.start('com.example.notes', null);
    phone.key(keyCodes.BACK);
    expect(phone.start('com.example.notes', null)).toMatchObject({ launchState });
  });

  test('a tap on an icon starts the app, home goes home and keeps it', () => {
    const phone = createPhone({ clock: new ManualClock() });
    tapView(phone, 'Settings');
    expect(front(phone)).toBe('com.android.settings/com.android.settings.Settings');
    tapView(phone, 'Display');
    phone.key(keyCodes.HOME);
    tapView(phone, 'Settings');
    expect(front(phone)).toBe('com.android.settings/com.android.settings.DisplayActivity');
    expect(phone.tasks.at(-1)).toMatchObject({ packageName: 'com.android.settings' });
  });
});

describe('the latency flow', () => {
  test('runs as its header says', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.start('com.example.latency', null);
    tapView(phone, 'open_detail');
    expect(view(phone, 'state_switch').checked).toBe(false);
    tapView(phone, 'activate');
    expect(view(phone, 'result').text).toBe('Activated');
    phone.key(keyCodes.BACK);
    expect(view(phone, 'visits').text).toBe('Visits: 1');
    tapView(phone, 'reopen');
    expect(view(phone, 'status').text).toBe('Status: active');
    expect(view(phone, 'state_switch').checked).toBe(true);
    tapView(phone, 'state_switch');
    expect(view(phone, 'status').text).toBe('Status: idle');
  });
});

describe('data, power and displays', () => {
  test('clearing deletes what an app keeps and ends it', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.start('com.example.notes', null);
    tapView(phone, 'new_note');
    tapView(phone, 'title_field');
    phone.typeText('Mine');
    tapView(phone, 'save');
    phone.forceStop('com.example.notes');
    phone.start('com.example.notes', null);
    expect(look(phone, 'Mine')).toBeDefined();
    expect(phone.clearData('com.example.notes')).toBe(true);
    expect(phone.processes.some(({ name }) => name === 'com.example.notes')).toBe(false);
    phone.start('com.example.notes', null);
    expect(look(phone, 'Mine')).toBeUndefined();
  });

  test('an app that is taken off is gone from launcher and packages until it is put back', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.start('com.example.shop', null);
    expect(phone.setInstalled('com.example.shop', false)).toBe(true);
    expect(front(phone)).toContain('Launcher');
    expect([look(phone, 'Shop'), phone.packages.has('com.example.shop')]).toEqual([undefined, false]);
    expect(phone.start('com.example.shop', null)).toEqual({ ok: false, reason: 'no_package' });
    expect(phone.setInstalled('com.example.shop', true)).toBe(true);
    expect(look(phone, 'Shop')).toBeDefined();
    expect(phone.setInstalled('com.unknown', true)).toBe(false);
  });

  test('a reboot ends processes, keeps data, changes the boot id', () => {
    const phone = createPhone({ clock: new ManualClock() });
    const { bootId } = phone;
    phone.start('com.example.shop', null);
    phone.reboot();
    expect(phone.bootId).not.toBe(bootId);
    expect(phone.bootId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(phone.processes.some(({ name }) => name === 'com.example.shop')).toBe(false);
    expect(front(phone)).toContain('Launcher');
  });

  test('a sleeping phone shows nothing and takes no touch', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.key(keyCodes.SLEEP);
    expect([phone.windows().length, phone.resumedActivity()]).toEqual([0, null]);
    phone.tap(500, 500);
    expect(phone.record.at(-1)).toMatchObject({ kind: 'tap', view: null });
    phone.key(keyCodes.WAKEUP);
    expect(look(phone, 'Settings')).toBeDefined();
  });

  test('rotation, overrides and a cutout move windows', () => {
    const display = { width: 1080, height: 2400, density: 420, cutout: [440, 0, 640, 110] } as const;
    const phone = createPhone({ clock: new ManualClock(), display });
    phone.start('com.example.gallery', '.LandscapeActivity');
    expect(phone.displays[0]?.rotation).toBe(1);
    expect(phone.windows()[0]?.bounds).toEqual([110, 0, 2400, 1080]);
    tapView(phone, 'right_button');
    expect(view(phone, 'pressed').text).toBe('Pressed: right');
    phone.key(keyCodes.BACK);
    expect(phone.displays[0]?.rotation).toBe(0);
    phone.setOverrideSize({ width: 720, height: 1600 });
    expect(phone.windows()[0]?.bounds).toEqual([0, 0, 720, 1600]);
    expect(phone.screenshot()).toMatchObject({ width: 1080, height: 2400 });
  });

  test('user_rotation turns the phone only while the sensor does not', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.settings.put('system', 'user_rotation', '3');
    expect(phone.displays[0]?.rotation).toBe(0);
    phone.settings.put('system', 'accelerometer_rotation', '0');
    expect(phone.displays[0]?.rotation).toBe(3);
  });

  test('a second, folded panel is listed, off and black', () => {
    const phone = createPhone({
      clock: new ManualClock(),
      moreDisplays: [{ width: 800, height: 900, on: false }],
    });
    expect(phone.displays.map(({ id, on }) => [id, on])).toEqual([
      [0, true],
      [1, false],
    ]);
    expect(phone.windows(1)).toEqual([]);
    expect(phone.screenshot(1).rgba.slice(0, 4)).toEqual(Uint8Array.of(0, 0, 0, 255));
  });

  test('the same seed makes the same phone', () => {
    const make = (): unknown => {
      const phone = createPhone({ clock: new ManualClock(), seed: 5 });
      phone.start('com.example.shop', null);
      return [phone.processes, phone.windows(), phone.log.lines(), phone.bootId];
    };
    expect(make()).toEqual(make());
  });
});

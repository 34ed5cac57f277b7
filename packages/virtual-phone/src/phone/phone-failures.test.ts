/** Crashes, apps that do not answer, death of processes, prompts. */

import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { describe, expect, test } from 'vitest';
import { look, seen, tapView, view } from '../testing/probe.ts';
import { keyCodes } from './keys.ts';
import { createPhone } from './phone.ts';
import type { Phone } from './phone-types.ts';

const SHOP = 'com.example.shop';
const GALLERY = 'com.example.gallery';

function pidOf(phone: Phone, name: string): number | undefined {
  return phone.processes.find((process) => process.name === name)?.pid;
}

function lines(phone: Phone, tag: string): string[] {
  return phone.log
    .lines()
    .flatMap((line) => (line.tag === tag ? `${line.buffer} ${line.priority} ${line.message}` : []));
}

describe('crashes', () => {
  test('a Java crash leaves its trace in the crash buffer and home on the screen', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.start(GALLERY, '.CrashActivity');
    const pid = pidOf(phone, GALLERY);
    tapView(phone, 'crash_java');
    const trace = lines(phone, 'AndroidRuntime');
    expect(trace.slice(0, 4)).toEqual([
      'crash E FATAL EXCEPTION: main',
      `crash E Process: ${GALLERY}, PID: ${pid}`,
      'crash E java.lang.RuntimeException: Unable to render chart',
      'crash E \tat com.example.gallery.chart.ChartView.draw(ChartView.kt:112)',
    ]);
    expect(trace).toContain('crash E Caused by: java.lang.ArithmeticException: divide by zero');
    expect(lines(phone, 'am_crash')[0]).toContain(`[${pid},0,${GALLERY},`);
    expect(lines(phone, 'am_proc_died')[0]).toBe(`events I [0,${pid},${GALLERY},0,2]`);
    expect(pidOf(phone, GALLERY)).toBeUndefined();
    expect(phone.resumedActivity()?.packageName).toBe('com.android.launcher3');
    expect(phone.exits.at(-1)).toMatchObject({ packageName: GALLERY, pid, reason: 'CRASH' });
  });

  test('one in a timer comes when it is due', async () => {
    const clock = new ManualClock();
    const phone = createPhone({ clock });
    phone.start(GALLERY, '.CrashActivity');
    tapView(phone, 'crash_late');
    await clock.advance(999);
    expect(pidOf(phone, GALLERY)).toBeDefined();
    await clock.advance(1);
    expect(pidOf(phone, GALLERY)).toBeUndefined();
  });

  test('a native crash writes a tombstone', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.start(SHOP, null);
    phone.crash(SHOP, { native: true });
    const dump = lines(phone, 'DEBUG').join('\n');
    expect(dump).toContain('*** *** ***');
    expect(dump).toContain('signal 11 (SIGSEGV)');
    expect(dump).toMatch(/#00 pc [0-9a-f]+ {2}\/data\/app/);
    expect(phone.exits.at(-1)?.reason).toBe('CRASH_NATIVE');
  });
});

describe('an app that does not answer', () => {
  test('gets the dialog five seconds after a touch, and is closed by it', async () => {
    const clock = new ManualClock();
    const phone = createPhone({ clock });
    phone.start(GALLERY, '.UnresponsiveActivity');
    tapView(phone, 'freeze');
    tapView(phone, 'tap_me');
    expect(view(phone, 'taps').text).toBe('Taps: 0');
    await clock.advance(4_999);
    expect(look(phone, 'aerr_close')).toBeUndefined();
    await clock.advance(1);
    const focused = phone.windows().find((window) => window.focused);
    expect(focused).toMatchObject({
      title: `Application Not Responding: ${GALLERY}`,
      type: 'system',
      packageName: 'android',
    });
    expect(lines(phone, 'ActivityManager')).toContain(
      'system E Reason: Input dispatching timed out (com.example.gallery/.UnresponsiveActivity is not responding. Waited 5001ms for MotionEvent).',
    );
    expect(lines(phone, 'am_anr')).toHaveLength(1);
    tapView(phone, 'aerr_close');
    expect(pidOf(phone, GALLERY)).toBeUndefined();
    expect(phone.exits.at(-1)?.reason).toBe('ANR');
    expect(phone.resumedActivity()?.packageName).toBe('com.android.launcher3');
  });

  test('is found out by keys as well', async () => {
    const clock = new ManualClock();
    const phone = createPhone({ clock });
    phone.start(GALLERY, '.UnresponsiveActivity');
    tapView(phone, 'freeze');
    expect(phone.typeText('hello')).toBe(true);
    await clock.advance(5_000);
    expect(look(phone, 'aerr_wait')).toBeDefined();
  });

  test('stands still, timers too, and goes on with them', async () => {
    const clock = new ManualClock();
    const phone = createPhone({ clock });
    phone.start(GALLERY, '.InPlaceActivity');
    tapView(phone, 'start');
    phone.makeUnresponsive(GALLERY);
    await clock.advance(700);
    expect(seen(phone).some(({ node }) => node.text === 'Waiting')).toBe(true);
    tapView(phone, 'aerr_wait');
    await clock.advance(200);
    expect(view(phone, 'status').text).toBe('Working');
  });

  test('goes on when told to wait', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.start(GALLERY, '.UnresponsiveActivity');
    phone.makeUnresponsive(GALLERY);
    tapView(phone, 'aerr_wait');
    tapView(phone, 'tap_me');
    expect(view(phone, 'taps').text).toBe('Taps: 1');
  });
});

describe('process death and prompts', () => {
  test('a killed app comes back cold with its task', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.start('com.example.latency', null);
    tapView(phone, 'open_detail');
    phone.key(keyCodes.HOME);
    expect(phone.killProcess('com.example.latency')).toBe(true);
    expect(phone.start('com.example.latency', null)).toMatchObject({ launchState: 'COLD' });
    expect(phone.resumedActivity()?.activity).toContain('DetailActivity');
    phone.key(keyCodes.BACK);
    expect(view(phone, 'visits').text).toBe('Visits: 0');
  });

  test('the permission dialog belongs to the controller and has a typographic apostrophe', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.start(GALLERY, '.PermissionActivity');
    tapView(phone, 'ask_notifications');
    expect(phone.resumedActivity()?.packageName).toBe('com.android.permissioncontroller');
    expect(view(phone, 'permission_message').text).toMatch(/^Allow .*Gallery.* to send you notifications\?$/);
    tapView(phone, 'Don’t allow');
    expect(view(phone, 'permission_state').text).toBe('notifications: denied');
    expect(phone.packages.get(GALLERY)?.permissions).toMatchObject({
      'android.permission.POST_NOTIFICATIONS': false,
    });
    tapView(phone, 'ask_camera');
    tapView(phone, 'Allow');
    expect(phone.packages.get(GALLERY)?.permissions).toMatchObject({ 'android.permission.CAMERA': true });
    expect(phone.setPermission(GALLERY, 'android.permission.READ_SMS', true)).toBe(false);
  });

  test('toasts come and go without taking touches', async () => {
    const clock = new ManualClock();
    const phone = createPhone({ clock });
    phone.start(GALLERY, '.DialogActivity');
    tapView(phone, 'show_toast');
    const toast = seen(phone).find(({ window }) => window.type === 'toast');
    expect(toast).toBeDefined();
    await clock.advance(2_000);
    expect(seen(phone).some(({ window }) => window.type === 'toast')).toBe(false);
  });
});

describe('the shop', () => {
  async function cart(clock: ManualClock, phone: Phone): Promise<void> {
    phone.start(SHOP, null);
    tapView(phone, 'email');
    phone.typeText('ada@example.com');
    tapView(phone, 'password');
    phone.typeText('secret12');
    phone.key(keyCodes.ENTER);
    await clock.advance(800);
    expect(view(phone, 'loading_text').text).toBe('Loading products...');
    expect(phone.isAnimating()).toBe(true);
    await clock.advance(1_200);
    tapView(phone, 'add_to_cart');
    tapView(phone, 'open_cart');
  }

  async function coupon(clock: ManualClock, phone: Phone, code: string): Promise<void> {
    tapView(phone, 'coupon');
    tapView(phone, 'coupon_code');
    phone.typeText(code);
    tapView(phone, 'Apply');
    tapView(phone, 'checkout');
    await clock.advance(900);
  }

  test('logs its requests and fails on demand', async () => {
    const clock = new ManualClock();
    const phone = createPhone({ clock });
    await cart(clock, phone);
    expect(view(phone, 'total').text).toBe('Total: 19.90 EUR');
    await coupon(clock, phone, 'broken');
    expect(view(phone, 'checkout_error').text).toBe('Payment failed (500)');
    expect(lines(phone, 'okhttp.OkHttpClient').at(-1)).toBe(
      'main I <-- 500 Internal Server Error https://api.shop.example/v1/orders (900ms, 58-byte body)',
    );
    expect(lines(phone, 'Shop').at(-1)).toBe('main E checkout failed: HTTP 500');
    await coupon(clock, phone, 'crash');
    expect(pidOf(phone, SHOP)).toBeUndefined();
    await cart(clock, phone);
    tapView(phone, 'checkout');
    await clock.advance(900);
    expect(view(phone, 'order_state').text).toBe('Order placed');
  });

  test('refuses a wrong password', async () => {
    const clock = new ManualClock();
    const phone = createPhone({ clock });
    phone.start(SHOP, null);
    expect(view(phone, 'sign_in').enabled).toBe(false);
    tapView(phone, 'email');
    phone.typeText('a');
    tapView(phone, 'password');
    phone.typeText('b');
    tapView(phone, 'sign_in');
    await clock.advance(800);
    expect(view(phone, 'error_message').text).toBe('Wrong email or password');
    expect(view(phone, 'password').error).toBe('Wrong email or password');
  });
});

/** Touches reach the view that a finger would reach: through windows, scrollers and clips. */

import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { describe, expect, test } from 'vitest';
import { centre, look, seen, tapView, view } from '../testing/probe.ts';
import { createPhone, type PhoneOptions } from './phone.ts';
import type { Phone } from './phone-types.ts';

function open(activity: string, options: Partial<PhoneOptions> = {}): Phone {
  const phone = createPhone({ clock: new ManualClock(), ...options });
  expect(phone.start('com.example.gallery', activity)).toMatchObject({ ok: true });
  return phone;
}

function scrollDown(phone: Phone): void {
  phone.swipe(540, 1800, 540, 600, 400);
}

describe('taps', () => {
  test('are recorded with the view that took them', () => {
    const phone = open('.StepperActivity');
    tapView(phone, 'plus');
    expect(view(phone, 'count').text).toBe('4');
    phone.tap(540, 2000);
    expect(phone.record.slice(-2)).toMatchObject([
      { kind: 'tap', view: 'com.example.gallery:id/plus' },
      { kind: 'tap', detail: { x: 540, y: 2000 }, view: null },
    ]);
  });

  test('a disabled control swallows them', () => {
    const phone = open('.TogglesActivity');
    tapView(phone, 'submit');
    expect(view(phone, 'state_line').text).toContain('submitted 0');
    tapView(phone, 'terms');
    tapView(phone, 'submit');
    expect(view(phone, 'state_line').text).toContain('submitted 1');
    tapView(phone, 'disabled_switch');
    expect(view(phone, 'disabled_switch')).toMatchObject({ checked: true, enabled: false });
  });

  test('the keyboard takes those that it covers', () => {
    const phone = open('.KeyboardActivity');
    const send = centre(view(phone, 'send'));
    tapView(phone, 'message');
    phone.typeText('hi');
    expect(phone.keyboardShown()).toBe(true);
    phone.tap(...send);
    expect(view(phone, 'sent').text).toBe('Sent: ');
    expect(phone.record.at(-1)).toMatchObject({ kind: 'tap', view: ' ' });
    phone.key(4);
    phone.tap(...send);
    expect(view(phone, 'sent').text).toBe('Sent: hi ');
  });

  test('a dialog takes those beside it, and goes when it may', () => {
    const phone = open('.DialogActivity');
    const alertButton = centre(view(phone, 'open_alert'));
    phone.tap(...alertButton);
    expect(phone.windows().filter(({ type }) => type === 'dialog')).toHaveLength(1);
    phone.tap(10, 200);
    expect(look(phone, 'alertTitle')).toBeUndefined();
    tapView(phone, 'open_modal');
    phone.tap(10, 200);
    phone.key(4);
    expect(view(phone, 'alertTitle').text).toBe('Update required');
    tapView(phone, 'Update');
    expect(view(phone, 'answer').text).toBe('Answer: updated');
  });

  test('a drop-down opens a window of its own and reports the choice', () => {
    const phone = open('.DropDownActivity');
    tapView(phone, 'fruit');
    const popup = phone.windows().find(({ title }) => title.startsWith('PopupWindow:'));
    expect(popup).toMatchObject({ focused: true, type: 'application', packageName: 'com.example.gallery' });
    tapView(phone, 'Cherry');
    expect(view(phone, 'picked').text).toBe('Picked: Cherry');
    expect(phone.windows().some(({ title }) => title.startsWith('PopupWindow:'))).toBe(false);
  });

  test('a marker that cannot be clicked hands them to the map', () => {
    const phone = open('.MapActivity');
    const marker = seen(phone).find(({ node }) => node.contentDesc.startsWith('For sale'))?.node;
    expect(marker?.clickable).toBe(false);
    if (marker) phone.tap(...centre(marker));
    expect(view(phone, 'touched').text).toBe('Map touched: 1');
  });

  test('long presses open what they open, also as a swipe on the spot', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.start('com.example.notes', null);
    const [x, y] = centre(view(phone, 'Shopping list'));
    phone.swipe(x, y, x, y, 800);
    tapView(phone, 'android:id/button1');
    expect(look(phone, 'Shopping list')).toBeUndefined();
    expect(phone.record.some(({ kind }) => kind === 'long_press')).toBe(true);
  });
});

describe('scrolling', () => {
  test('a list holds only what is on the screen', () => {
    const phone = open('.EqualRowsActivity');
    const before = seen(phone).filter(({ node }) => node.resourceId.endsWith('/choose'));
    expect(before.length).toBeGreaterThan(5);
    expect(before.length).toBeLessThan(15);
    for (let n = 0; n < 12; n++) scrollDown(phone);
    const rows = seen(phone).filter(({ node }) => node.resourceId.endsWith('/choose'));
    const last = rows.at(-1)?.node;
    if (last) phone.tap(...centre(last));
    expect(view(phone, 'chosen').text).toBe('Chosen row: 30');
  });

  test('the inner scroller moves along its axis, the outer along the other', () => {
    const phone = open('.NestedScrollActivity');
    const [, y] = centre(view(phone, 'Card 1-1'));
    phone.swipe(900, y, 200, y, 400);
    expect(look(phone, 'Card 1-1')).toBeUndefined();
    expect(look(phone, 'Card 2-1')).toBeDefined();
    scrollDown(phone);
    expect(look(phone, 'Section 1')).toBeUndefined();
    for (let n = 0; n < 6; n++) scrollDown(phone);
    expect(look(phone, 'end')).toBeDefined();
    expect(look(phone, 'Section 12')).toBeDefined();
  });

  test('10,000 rows are reached from end to end', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.start('com.example.stress', '.LongListActivity');
    scrollDown(phone);
    expect(look(phone, 'Row 1')).toBeUndefined();
    expect(seen(phone).length).toBeLessThan(120);
  });

  test('rows are cut by their scroller, and below the fold inverted where asked for', () => {
    const plain = open('.ClippedActivity');
    const [, top, , bottom] = view(plain, 'cut_button').bounds;
    expect(bottom - top).toBeLessThan(30);
    expect(look(plain, 'below_fold')).toBeUndefined();
    const inverted = view(open('.ClippedActivity', { invertedBounds: true }), 'below_fold');
    expect(inverted.bounds[3]).toBeLessThan(inverted.bounds[1]);
  });

  test('a usual swipe passes over rows of a list, a slow one does not', () => {
    const rows = (phone: Phone): number[] =>
      seen(phone)
        .flatMap(({ node }) => /^Row (\d+)$/.exec(node.text)?.[1] ?? [])
        .map(Number);
    const fast = open('.TallRowsActivity');
    const last = Math.max(...rows(fast));
    fast.swipe(540, 1900, 540, 600, 300);
    expect(Math.min(...rows(fast))).toBeGreaterThan(1);
    const slow = open('.TallRowsActivity');
    slow.swipe(540, 1700, 540, 900, 1_500);
    expect(rows(slow)).toContain(last);
  });

  test('a sideways swipe that ends inside the control it began in clicks it, a lengthwise one in a list does not', () => {
    const phone = open('.TallRowsActivity');
    const [x, y] = centre(view(phone, 'Row 2'));
    phone.swipe(x, y, x, y + 100, 300);
    expect(view(phone, 'opened').text).toBe('Opened: none');
    phone.swipe(900, y, 200, y, 300);
    expect(view(phone, 'opened').text).toBe('Opened: 2');
    expect(phone.record.at(-1)).toMatchObject({ kind: 'swipe', view: 'Row 2' });
  });

  test('spinners open and number pickers turn under a swipe that no page takes', () => {
    const phone = open('.FixedControlsActivity');
    expect(view(phone, 'guests')).toMatchObject({
      scrollable: true,
      className: 'android.widget.NumberPicker',
    });
    const [x, y] = centre(view(phone, 'guests'));
    phone.swipe(x, y + 100, x, y - 100, 600);
    expect(view(phone, 'values').text).not.toContain('guests 2');
    const [left, top, right, bottom] = view(phone, 'plan').bounds;
    phone.swipe((left + right) / 2, bottom - 5, (left + right) / 2, top + 5, 300);
    expect(phone.windows().some(({ title }) => title.startsWith('PopupWindow:'))).toBe(true);
  });

  test('sliders follow taps and drags and stop at their ends', () => {
    const phone = open('.SliderActivity');
    const [left, top, right, bottom] = view(phone, 'volume').bounds;
    const y = (top + bottom) / 2;
    phone.tap((left + right) / 2, y);
    expect(view(phone, 'volume').range).toEqual({ min: 0, max: 100, value: 50 });
    phone.swipe((left + right) / 2, y, right + 200, y, 300);
    expect(view(phone, 'volume_value').text).toBe('Volume: 100');
    tapView(phone, 'locked');
    expect(view(phone, 'locked').range?.value).toBe(5);
    const stepped = view(phone, 'stepped').bounds;
    phone.tap(stepped[0] + (stepped[2] - stepped[0]) * 0.63, (stepped[1] + stepped[3]) / 2);
    expect(view(phone, 'stepped').range?.value).toBe(30);
  });

  test('a swipe from the status bar pulls the shade, one from the bottom edge goes home', () => {
    const phone = open('.EqualRowsActivity');
    phone.swipe(540, 20, 540, 1200, 300);
    expect(phone.windows().at(-1)?.title).toBe('NotificationShade');
    phone.key(4);
    phone.swipe(540, 2395, 540, 1500, 200);
    expect(phone.resumedActivity()?.packageName).toBe('com.android.launcher3');
  });
});

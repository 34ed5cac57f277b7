/** Text entry as a person or an input method does it. */

import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { describe, expect, test } from 'vitest';
import { tapView, view } from '../testing/probe.ts';
import { keyCodes } from './keys.ts';
import { createPhone } from './phone.ts';
import type { Phone } from './phone-types.ts';

const CTRL = 0x1000;

function form(): Phone {
  const phone = createPhone({ clock: new ManualClock() });
  phone.start('com.example.gallery', '.FieldsActivity');
  return phone;
}

describe('text fields', () => {
  test('a tap puts the caret at the end, so that typing appends', () => {
    const phone = form();
    tapView(phone, 'filled');
    phone.typeText('new');
    expect(view(phone, 'filled').text).toBe('old@example.comnew');
    expect(view(phone, 'filled')).toMatchObject({ focused: true, editable: true });
  });

  test('every printable ASCII character arrives, others are refused whole', () => {
    const phone = form();
    const ascii = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n)).join('');
    tapView(phone, 'plain');
    expect(phone.typeText(ascii)).toBe(true);
    expect(view(phone, 'plain').text).toBe(ascii);
    expect(phone.typeText('naïve')).toBe(false);
    expect(view(phone, 'plain').text).toBe(ascii);
    expect(phone.record.filter(({ kind }) => kind === 'text')).toHaveLength(1);
  });

  test('a field that formats keeps its selection, so that all of it can be deleted', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.start('com.example.gallery', '.FormatsActivity');
    tapView(phone, 'phone');
    phone.typeText('0501234567');
    expect(view(phone, 'phone').text).toBe('05 01 23 45 67');
    phone.key(keyCodes.A, { meta: CTRL });
    phone.key(keyCodes.DEL);
    expect(view(phone, 'phone')).toMatchObject({ showingHint: true });
  });

  test('an empty field reports its hint as text, a password its bullets', () => {
    const phone = form();
    expect(view(phone, 'password')).toMatchObject({ text: 'Password', showingHint: true, password: true });
    tapView(phone, 'password');
    phone.typeText('abc');
    expect(view(phone, 'password')).toMatchObject({ text: '•••', password: true });
  });

  test('pasting, selecting all, cutting and the helper keep any text', () => {
    const phone = form();
    const text = 'Zoë 🎉 "a" & \'b\' \\ 日本';
    phone.clipboard = text;
    tapView(phone, 'plain');
    phone.key(keyCodes.PASTE);
    expect(phone.record.at(-1)).toMatchObject({
      kind: 'paste',
      detail: { text },
      view: 'com.example.gallery:id/plain',
    });
    expect(view(phone, 'echo').text).toBe(`Echo: ${text}`);
    phone.key(keyCodes.A, { meta: CTRL });
    phone.key(keyCodes.CUT);
    expect(phone.clipboard).toBe(text);
    expect(view(phone, 'plain').text).toBe('Plain text');
    expect(phone.setFocusedText(text)).toBe(true);
    expect(view(phone, 'plain').text).toBe(text);
  });

  test('clearing by move-end and delete takes one key per character', () => {
    const phone = form();
    tapView(phone, 'filled');
    phone.key(keyCodes.MOVE_END);
    for (const _ of 'old@example.com') phone.key(keyCodes.DEL);
    expect(view(phone, 'filled')).toMatchObject({ text: 'Email', showingHint: true });
  });

  test('a disabled field takes nothing though it is clickable', () => {
    const phone = form();
    tapView(phone, 'disabled');
    phone.typeText('x');
    expect(view(phone, 'disabled')).toMatchObject({
      text: 'Not now',
      clickable: true,
      enabled: false,
      focused: false,
    });
    expect(phone.record.at(-1)).toMatchObject({ kind: 'text', view: null });
  });

  test('length limits cut, enter submits, tab goes on, several lines break', () => {
    const phone = form();
    tapView(phone, 'limited');
    phone.typeText('abcdefgh');
    expect(view(phone, 'limited').text).toBe('abcde');
    tapView(phone, 'plain');
    phone.key(keyCodes.TAB);
    expect(view(phone, 'password').focused).toBe(true);
    phone.key(keyCodes.ESCAPE);
    tapView(phone, 'search');
    phone.typeText('shoes');
    phone.key(keyCodes.ENTER);
    expect(view(phone, 'submitted').text).toBe('Submitted: shoes');
    expect(phone.keyboardShown()).toBe(false);
    phone.setFocusedText('');
    tapView(phone, 'multi');
    phone.typeText('one');
    phone.key(keyCodes.ENTER);
    phone.typeText('two');
    expect(view(phone, 'multi').text).toBe('one\ntwo');
  });

  test('the keys of the keyboard type, and done submits', () => {
    const phone = form();
    tapView(phone, 'plain');
    for (const key of ['h', 'i', 'Space', 'Delete']) tapView(phone, key);
    expect(view(phone, 'plain').text).toBe('hi');
    tapView(phone, 'Done');
    expect(phone.keyboardShown()).toBe(false);
    tapView(phone, 'amount');
    tapView(phone, '7');
    expect(view(phone, 'amount').text).toBe('7');
  });

  test('a field that the keyboard would hide is scrolled into sight', () => {
    const phone = form();
    tapView(phone, 'multi');
    const keyboard = phone.windows().find(({ type }) => type === 'input_method');
    expect(view(phone, 'multi').bounds[3]).toBeLessThanOrEqual(keyboard?.bounds[1] ?? 0);
  });

  test('a dialog keeps its own field and stands above the keyboard', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.start('com.example.gallery', '.DialogActivity');
    tapView(phone, 'open_input');
    tapView(phone, 'name_field');
    phone.typeText('Ada');
    const windows = phone.windows();
    const keyboard = windows.find(({ type }) => type === 'input_method');
    const dialog = windows.find(({ type }) => type === 'dialog');
    expect(dialog?.bounds[3]).toBeLessThanOrEqual(keyboard?.bounds[1] ?? 0);
    expect(dialog?.focused).toBe(true);
    tapView(phone, 'OK');
    expect(view(phone, 'answer').text).toBe('Answer: name Ada');
  });
});

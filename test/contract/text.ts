/** Text arrives in the phone's field exactly as given, or the answer says plainly that it did not. */

import fc from '@mobile-debug/core/testing/property.ts';
import { beforeEach, expect, test } from 'vitest';
import type { TestBed } from '../harness.ts';
import { touch } from '../ui-tools/screens.ts';
import { type BedScope, nowhere, type TestMaker } from './beds.ts';
import { codeOf, good, sentDuring, textOn, viewOf } from './reading.ts';

const gallery = 'com.example.gallery';
const none = { verificationMode: 'none' } as const;
const light = { verificationMode: 'light' } as const;

const printable = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n)).join('');

/** What the shell of a version could take otherwise. */
const shellTexts: readonly (readonly [string, string])[] = [
  ['every printable ASCII character', printable],
  [
    'what a shell would act on',
    `&& || ; # $(reboot) \`id\` $HOME $\{PATH} > /dev/null < x | cat * ? [a-z] ~ !`,
  ],
];

const texts: readonly (readonly [string, string])[] = [
  ['quotes', `'single' "double" \`back\` ''' """`],
  ['%s and its neighbours', '100%s %%s %s%s % s %20 %d'],
  ['backslashes', 'a\\b \\\\ \\n \\" \\$ C:\\program files\\\\Test'],
  ['blanks at the ends', '  two before and two after  '],
  ['blanks alone', '   '],
  ['braces and signs', '{a,b} <b>"fresh"</b> ^caret = +plus -dash --flag @at'],
  ['500 characters', 'The quick brown fox, 1 + 1 = 2; '.repeat(16).slice(0, 500)],
];

/** What the keys of a shell cannot type. */
const scripts: readonly (readonly [string, string])[] = [
  ['emoji', '🎉 👩‍👩‍👧 🇩🇪 done'],
  ['right to left', 'שלום עולם مرحبا'],
  ['CJK', '明日は晴れです。한국어 中文'],
  ['combining marks', 'e\u0301 \u1eb9\u0301 Ω≈ç√'],
  ['several lines', 'Größe\nzweite Zeile'],
  ['5,000 characters', 'naïve 日本 👍 '.repeat(420).slice(0, 5_000)],
];

export function textContract({ bed: made, byHelper, onIos, focusTold, same }: BedScope): void {
  const whereFocusIsTold: TestMaker = focusTold ? same : nowhere;
  const whereFocusIsUnknown: TestMaker = focusTold ? nowhere : same;
  const anyScriptGoes: TestMaker = byHelper || onIos ? same : nowhere;
  const keysOnly: TestMaker = byHelper || onIos ? nowhere : test;
  /** How text goes in that no keys can type. */
  const anyScript = onIos ? 'pasteboard paste' : 'helper set text';
  let bed: TestBed;
  const typed = (id: string, text: string, more: Record<string, unknown> = {}) =>
    bed.call('type_text', { selector: { resource_id: id }, text, ...light, ...more });

  beforeEach(() => {
    bed = made();
    bed.phone.forceStop(gallery);
    bed.open(gallery, `${gallery}.FieldsActivity`);
  });

  const arrives = async (text: string): Promise<void> => {
    const data = good(await typed('plain', text));
    expect(textOn(bed, 'plain')).toBe(text);
    // Long bursts of keys are slow, and slow apps lose some: the helper sets such a text at once.
    const method = byHelper && text.length > 48 ? 'helper set text' : bed.traits.typing;
    expect(data['details']).toMatchObject({ matches: true, method, characters: text.length });
  };

  test.each(shellTexts)('%s', async (_, text) => await arrives(text));
  same.each(texts)('%s', async (_, text) => await arrives(text));

  test('newlines and tabs', async () => {
    good(await typed('multi', 'first line\nsecond line\n\nlast', none));
    expect(textOn(bed, 'multi')).toBe('first line\nsecond line\n\nlast');
    const sent = await sentDuring(bed, async () => void good(await typed('multi', 'a\tb', none)));
    expect(sent.filter(({ kind }) => kind === 'key').map(({ detail }) => detail['code'])).toEqual([61]);
  });

  same('any ASCII text at all', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom(...printable), minLength: 1, maxLength: 60 }),
        async (text) => {
          good(await typed('plain', text, { ...none, clear: true }));
          expect(textOn(bed, 'plain')).toBe(text);
        },
      ),
      { numRuns: 12 },
    );
  });

  anyScriptGoes.each(scripts)('%s: kept, and read back', async (_, text) => {
    for (const [id, shown] of [
      ['multi', text],
      ['filled', `old@example.com${text}`],
    ] as const) {
      // What is pasted into a field of one line loses its breaks, as it does under a finger.
      if (onIos && id === 'filled' && text.includes('\n')) continue;
      const data = good(await typed(id, text));
      expect(data['details']).toMatchObject({ matches: true, method: anyScript });
      expect(textOn(bed, id)).toBe(shown);
    }
    if (onIos && text.includes('\n')) return;
    good(await typed('filled', text, { clear: true }));
    expect(textOn(bed, 'filled')).toBe(text);
  });

  anyScriptGoes(
    'any script in a masked field: not repeated, not verifiable, its bullets not written back',
    async () => {
      const sent = await sentDuring(bed, async () => {
        for (const text of ['пароль', ' 密码🎣']) {
          const data = good(await typed('password', text));
          expect(data['details']).toMatchObject({ matches: null, note: 'masked: cannot verify' });
          expect(JSON.stringify(data)).not.toContain(text.trim());
        }
      });
      expect(JSON.stringify(sent)).not.toContain('\u2022');
      expect(textOn(bed, 'password')).toBe('\u2022'.repeat('пароль 密码🎣'.length));
    },
  );

  keysOnly.each([
    ['emoji', '🎉 👩‍👩‍👧 done'],
    ['CJK', '明日は晴れです。'],
    ['accents', 'Grüße, ça va'],
  ])('%s: refused with nothing typed where there is no way', async (_, text) => {
    const sent = await sentDuring(bed, async () => {
      const answer = await typed('filled', text, none);
      expect(codeOf(answer)).toBe('CAPABILITY_MISSING');
      expect(answer.data).toMatchObject({ success: false, delivery_status: 'not_delivered' });
    });
    expect(sent.filter(({ kind }) => kind !== 'tap')).toEqual([]);
    expect(textOn(bed, 'filled')).toBe('old@example.com');
  });

  same('a masked field: typed, and said not to be verifiable', async () => {
    const data = good(await typed('password', 'secret12'));
    expect(data['details']).toMatchObject({ matches: null, note: 'masked: cannot verify' });
    expect(JSON.stringify(data)).not.toContain('secret12');
    expect(textOn(bed, 'password')).toBe('\u2022'.repeat(8));
  });

  same('a disabled field is refused and nothing is sent', async () => {
    const sent = await sentDuring(bed, async () => {
      const answer = await typed('disabled', 'never', { waitFor: { timeoutMs: 100 } });
      expect(codeOf(answer)).toBe('ELEMENT_NOT_INTERACTABLE');
      expect(answer.data['delivery_status']).toBe('not_delivered');
    });
    expect(sent).toEqual([]);
  });

  same('clear replaces, without it text is appended, and clear alone empties', async () => {
    good(await typed('filled', 'new@example.com', { clear: true }));
    expect(textOn(bed, 'filled')).toBe('new@example.com');
    good(await typed('filled', '.org'));
    expect(textOn(bed, 'filled')).toBe('new@example.com.org');
    good(await typed('filled', '  ', { clear: true }));
    good(await typed('filled', 'no blanks left', { clear: true }));
    expect(textOn(bed, 'filled')).toBe('no blanks left');
    good(await typed('filled', '', { clear: true }));
    expect(viewOf(bed, 'filled')).toMatchObject({ showingHint: true });
  });

  same('submit sends Enter after the text', async () => {
    good(await typed('search', 'tea pot', { submit: true }));
    expect(textOn(bed, 'submitted')).toBe('Submitted: tea pot');
  });

  same('a field that takes less says what it kept', async () => {
    const answer = await typed('limited', 'too long for it');
    const data = good(answer);
    expect(data['details']).toMatchObject({ matches: false, field_text: 'too l' });
    expect(data).toMatchObject({ success: true, verification: { status: 'failed' } });
    expect(data['next_step']).toContain('does not hold what was typed');
  });

  same('a label or a button is no field: refused, with what has the focus, and nothing sent', async () => {
    touch(bed, 'password');
    for (const id of ['echo', 'form_title', 'submitted'].filter((name) => viewOf(bed, name))) {
      const sent = await sentDuring(bed, async () => {
        const answer = await typed(id, 'my name');
        expect(codeOf(answer)).toBe('ELEMENT_NOT_INTERACTABLE');
        expect(answer.data).toMatchObject({ dispatch_started: false, delivery_status: 'not_delivered' });
        expect(JSON.stringify(answer.data)).toContain('#password');
      });
      expect(sent).toEqual([]);
    }
    expect(viewOf(bed, 'password')).toMatchObject({ showingHint: true });
    bed.open(gallery, `${gallery}.FormatsActivity`);
    touch(bed, 'pin');
    const sent = await sentDuring(bed, async () => {
      const answer = await typed('proceed', 'my name');
      expect(codeOf(answer)).toBe('ELEMENT_NOT_INTERACTABLE');
      expect(answer.data).toMatchObject({ delivery_status: 'not_delivered' });
      if (focusTold) expect(JSON.stringify(answer.data)).toContain('#pin');
    });
    expect(sent).toEqual([]);
    expect(viewOf(bed, 'pin')).toMatchObject({ showingHint: true });
  });

  whereFocusIsTold('no text goes into a masked field that took the focus of the target', async () => {
    bed.open(gallery, `${gallery}.FormatsActivity`);
    const sent = await sentDuring(bed, async () => {
      const answer = await typed('nickname', 'my name');
      expect(codeOf(answer)).toBe('ELEMENT_NOT_INTERACTABLE');
      expect(answer.data['delivery_status']).toBe('not_delivered');
      expect(JSON.stringify(answer.data)).toContain('#pin (masked)');
    });
    expect(sent.map(({ kind }) => kind)).toEqual(['tap']);
    for (const id of ['nickname', 'pin']) expect(viewOf(bed, id)).toMatchObject({ showingHint: true });
  });

  whereFocusIsTold(
    'without a target the field that has the focus is named, and something must have it',
    async () => {
      const sent = await sentDuring(bed, async () => {
        const answer = await bed.call('type_text', { text: 'nowhere', ...light });
        expect(codeOf(answer)).toBe('ELEMENT_NOT_INTERACTABLE');
        expect(JSON.stringify(answer.data)).toContain('nothing has the focus');
      });
      expect(sent).toEqual([]);
      touch(bed, 'amount');
      const data = good(await bed.call('type_text', { text: '42', ...light }));
      expect(data['details']).toMatchObject({ matches: true, field: expect.stringContaining('#amount') });
      expect(textOn(bed, 'amount')).toBe('42');
    },
  );

  whereFocusIsUnknown('the answer says that the focus was not seen, and what the field holds', async () => {
    const inForm = good(await typed('filled', 'Ada', { clear: true }));
    expect(inForm['details']).toMatchObject({ focus_seen: false, matches: true });
    const withoutTarget = good(await bed.call('type_text', { text: ' L.', ...light }));
    expect(withoutTarget['details']).toMatchObject({ focus_seen: false });
    expect(textOn(bed, 'filled')).toBe('Ada L.');
    bed.open(gallery, `${gallery}.FormatsActivity`);
    const lost = good(await typed('nickname', 'my name'));
    expect(lost['details']).toMatchObject({ focus_seen: false, matches: false });
    expect(lost).toMatchObject({ verification: { status: 'failed' } });
    expect(viewOf(bed, 'nickname')).toMatchObject({ showingHint: true });
  });

  same('what the app formats matches, what it leaves out is told without advice to repeat', async () => {
    bed.open(gallery, `${gallery}.FormatsActivity`);
    for (const [id, text, shown] of [
      ['phone', '000629177', '00 06 29 17 7'],
      ['coupon', 'save20', 'SAVE20'],
    ] as const) {
      const { details } = good(await typed(id, text));
      expect(details).toMatchObject({ matches: true, note: 'formatted by the app', field_text: shown });
      expect(textOn(bed, id)).toBe(shown);
    }
    const data = good(await typed('short_phone', '0501234567'));
    expect(textOn(bed, 'short_phone')).toBe('05 01 23 45 6');
    expect(data['details']).toMatchObject({ matches: false, difference: expect.stringContaining('missing') });
    expect(data['next_step']).not.toMatch(/clear|keyboard/);
  });

  same('a code over several boxes is read over the boxes', async () => {
    bed.open(gallery, `${gallery}.FormatsActivity`);
    const data = good(await typed('code_1', '4711'));
    expect(['code_1', 'code_2', 'code_3', 'code_4'].map((id) => textOn(bed, id))).toEqual([
      '4',
      '7',
      '1',
      '1',
    ]);
    expect(data['details']).toMatchObject({ matches: true, note: 'spread over 4 boxes' });
  });
}

export function clipboardContract({ bed: made, same }: BedScope): void {
  const pasted = async (text: string): Promise<void> => {
    const bed = made();
    bed.phone.forceStop(gallery);
    bed.open(gallery, `${gallery}.FieldsActivity`);
    const args = { selector: { resource_id: 'multi' }, text, ...light };
    const sent = await sentDuring(bed, async () => {
      const data = good(await bed.call('type_text', args));
      expect(data['details']).toMatchObject({ method: 'clipboard paste', matches: true });
    });
    expect(textOn(bed, 'multi')).toBe(text);
    expect(sent.filter(({ kind }) => kind === 'paste' || kind === 'key')).not.toEqual([]);
  };
  test('quotes and shell characters around it arrive by paste', async () => {
    await pasted(`é "$(id)" 'ü' \`x\` \\ %s & ; # 🎣`);
  });
  same.each([
    ['emoji', 'Party 🎉 with 👩‍👩‍👧 and 🇩🇪'],
    ['CJK', '明日は晴れです。한국어 中文'],
    ['right to left', 'مرحبا بالعالم'],
    ['several lines', 'Größe\nzweite Zeile'],
  ])('%s arrives by paste', async (_, text) => await pasted(text));
}

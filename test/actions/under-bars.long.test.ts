/** Rows that scroll under a bar above and one below: touched where they are free, scrolled clear, or refused. */
import type { InputRecord } from '@mobile-debug/virtual-phone/phone/phone-types.ts';
import { describe, expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';
import { codeOf, good, sentDuring, textOn } from '../contract/reading.ts';
import type { TestBedOptions } from '../harness.ts';

const gallery = 'com.example.gallery';
const none = { verificationMode: 'none' } as const;

const kinds: readonly (readonly [string, TestBedOptions])[] = [
  ['Android by dumps', {}],
  ['Android by the resident helper', { helper: true }],
  ['iOS', { ios: {} }],
];

describe.each(kinds)('%s', (_title, options) => {
  // The simulator's own work counts too: at full speed it would eat the budget of a scroll.
  const made = oneBed({ ...options, speed: options.ios ? 3 : 10 });
  const show = (): void => {
    made().phone.forceStop(gallery);
    made().open(gallery, `${gallery}.BarsActivity`);
  };
  const tap = async (name: string, more: Record<string, unknown> = none) =>
    await made().call('tap_element', { selector: { text: name }, ...more });
  const touched = () => textOn(made(), 'touched');
  const sent = async (run: () => Promise<void>): Promise<readonly InputRecord[]> =>
    await sentDuring(made(), run);

  test('a row whose centre lies under the lower bar is touched above it', async () => {
    show();
    const records = await sent(async () => void good(await tap('Entry 7')));
    expect(records).toMatchObject([{ kind: 'tap', view: expect.stringMatching(/entry_7$/) }]);
    expect(touched()).toBe('Touched: entry_7');
  });

  test('a row that lies under a bar as a whole is refused, and nothing is sent', async () => {
    show();
    for (const name of ['Entry 0', 'Entry 8']) {
      const records = await sent(async () => {
        const answer = await tap(name);
        expect(codeOf(answer)).toBe('ELEMENT_NOT_INTERACTABLE');
        expect(answer.data['message']).toContain('covered by');
      });
      expect(records).toEqual([]);
    }
    expect(touched()).toBe('Touched: nothing');
  });

  test('it is scrolled clear, and then touched', async () => {
    show();
    good(await made().call('scroll_to_element', { selector: { text: 'Entry 8' } }));
    good(await tap('Entry 8'));
    expect(touched()).toBe('Touched: entry_8');
    good(await made().call('scroll_to_element', { selector: { text: 'Entry 17' } }));
    good(await tap('Entry 17'));
    expect(touched()).toBe('Touched: entry_17');
  });

  test('items of the bars are under nothing, over rows that were scrolled beneath them', async () => {
    show();
    good(await made().call('scroll_to_element', { selector: { text: 'Entry 20' } }));
    for (const [name, id] of [
      ['Add', 'bar_add'],
      ['Me', 'tab_me'],
    ] as const) {
      const found = await made().call('find_element', { query: name, responseMode: 'outline' });
      const lines = (found.texts[0] ?? '').split('\n').filter((line) => line.includes(`#${id}`));
      expect(lines, found.texts[0]).not.toEqual([]);
      for (const line of lines) expect(line).not.toContain('under ');
      const { data } = await tap(name, { ...none, responseMode: 'compact' });
      expect(data['touched']).not.toMatchObject({ over: expect.anything() });
      expect(touched()).toBe(`Touched: ${id}`);
    }
  });
});

/** What is not found, or not where it was asked for: the answer says why and what to do next, on every source of trees. */
import { describe, expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';
import { codeOf, good, sentDuring } from '../contract/reading.ts';
import type { TestBedOptions } from '../harness.ts';

const gallery = 'com.example.gallery';
const shop = 'com.example.shop';

const kinds: readonly (readonly [string, TestBedOptions])[] = [
  ['Android by dumps', {}],
  ['Android by the resident helper', { helper: true }],
  ['iOS', { ios: {} }],
];

describe.each(kinds)('%s', (_title, options) => {
  const made = oneBed(options);
  const find = async (query: string, responseMode: string) =>
    await made().call('find_element', { query, timeoutMs: 0, responseMode });

  test.each(['debug', 'compact'])('a search without a match has a next step: %s', async (mode) => {
    made().open(shop);
    const data = good(await find('no such words', mode));
    expect(data).toMatchObject({ found: false, next_step: expect.stringContaining('get_ui_tree') });
    expect(good(await find('sign in', mode))).not.toHaveProperty('next_step');
  });

  test('where the screen scrolls, it names the scrolling; in outlines too', async () => {
    made().open(gallery);
    const { texts } = await find('no such words', 'outline');
    expect(texts[0]).toMatch(/^NOT FOUND .*\nnext: .*scroll_to_element/);
  });

  test('where the page of a web view is not listed, it says so and offers a picture', async () => {
    made().phone.forceStop(gallery);
    made().open(gallery, `${gallery}.BlindWebActivity`);
    const { texts } = await find('no such words', 'outline');
    expect(texts[0]).toMatch(
      /^NOT FOUND .*\nwhy: .*does not prove that it is absent: .*web view.*\nnext: .*capture_screenshot/,
    );
  });

  test('a position beyond the matches is said to be that, with those that are there', async () => {
    made().open(shop);
    const sent = await sentDuring(made(), async () => {
      const tap = async (index: number) =>
        await made().call('tap_element', {
          selector: { resource_id: 'sign_in' },
          waitFor: { match: { index }, timeoutMs: 100 },
          verificationMode: 'none',
        });
      for (const index of [1, -2]) {
        const answer = await tap(index);
        expect(codeOf(answer)).toBe('ELEMENT_NOT_FOUND');
        expect(answer.data).toMatchObject({
          message: expect.stringContaining(`there is none at index ${index}: only index 0 (or -1) is there`),
          details: { matched_count: 1, candidates: [{ resourceId: expect.stringMatching(/sign_in$/) }] },
        });
      }
    });
    expect(sent).toEqual([]);
  });
});

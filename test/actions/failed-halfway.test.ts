/** An input that failed after its first part: what is shown is the screen after that part, or none. */
import { describe, expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';
import { sentDuring } from '../contract/reading.ts';
import type { TestBedOptions } from '../harness.ts';

const gallery = 'com.example.gallery';

const kinds: readonly (readonly [string, TestBedOptions])[] = [
  ['by dumps', {}],
  ['by the resident helper', { helper: true }],
  ['on iOS', { ios: {} }],
];

describe.each(kinds)('%s', (_title, options) => {
  const made = oneBed(options);

  test('a touch that brought the focus elsewhere: the outline shows where it is', async () => {
    made().phone.forceStop(gallery);
    made().open(gallery, `${gallery}.FormatsActivity`);
    const sent = await sentDuring(made(), async () => {
      const { texts } = await made().call('type_text', {
        selector: { resource_id: 'nickname' },
        text: 'my name',
        responseMode: 'outline',
      });
      expect(texts[0]).toMatch(/^FAILED type_text/);
      expect(texts[0]).toMatch(/#pin .*focused/);
    });
    expect(sent.map(({ kind }) => kind)).toEqual(['tap']);
  });

  test('when nobody has looked since, no screen is shown as if it were that of now', async () => {
    if (options.ios || options.helper) return;
    made().open('com.example.shop');
    const broken = {
      when: { service: /input .*(?:tap|swipe)/, times: 1 },
      do: { kind: 'cut', afterBytes: 0 },
    } as const;
    made().faults.add(broken);
    const { texts } = await made().call('tap_element', {
      selector: { resource_id: 'remember_me' },
      responseMode: 'outline',
    });
    made().faults.clear();
    expect(texts[0]).toMatch(/^FAILED tap_element .*delivery unknown/);
    expect(texts[0]).toContain('screen: not looked at after the input');
    expect(texts[0]).not.toContain('#sign_in');
  });
});

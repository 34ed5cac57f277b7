/** An element that is not on a screen that shows that it is loading: the answer says to wait, where it has a next step. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTestBed, type TestBed } from '../harness.ts';

const gallery = 'com.example.gallery';

describe.each([
  ['android', {}],
  ['android by the helper', { helper: true }],
  ['an iPhone', { ios: {} }],
] as const)('%s', (_name, options) => {
  let bed: TestBed;
  beforeAll(async () => {
    bed = await makeTestBed(options);
  });
  afterAll(async () => await bed.close());

  test.each([
    ['tap_element', { selector: { text: 'Not there' } }],
    ['scroll_to_element', { selector: { text: 'Not there' } }],
    ['type_text', { selector: { resource_id: 'not_there' }, text: 'x' }],
  ])('%s: while it loads to wait, and not afterwards', async (tool, args) => {
    const next = async (app: string, activity: string): Promise<string> => {
      bed.open(app, activity);
      const inputs = bed.phone.record.length;
      const { data } = await bed.call(tool, args);
      expect(data).toMatchObject({ failure_code: 'ELEMENT_NOT_FOUND', success: false });
      const { texts } = await bed.call(tool, { ...args, responseMode: 'outline' });
      expect(texts[0]).toContain(`next: ${data['next_step']}`);
      // A scroll to look for it is all that may have been sent.
      expect(bed.phone.record.slice(inputs).filter(({ kind }) => kind !== 'swipe')).toEqual([]);
      return String(data['next_step']);
    };
    expect(await next(gallery, `${gallery}.AnimationActivity`)).toContain('still loading: wait');
    expect(await next(gallery, `${gallery}.TogglesActivity`)).not.toContain('loading');
  });
});

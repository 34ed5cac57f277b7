/** Empty fields are called by their hint and hold nothing, masked or not; a form around a masked field is no target of a text. */
import { describe, expect, test } from 'vitest';
import { makeTestBed, type TestBedOptions } from '../harness.ts';
import { touch } from '../ui-tools/screens.ts';

const gallery = 'com.example.gallery';
const beds: readonly (readonly [string, TestBedOptions])[] = [
  ['dump', {}],
  ['helper', { helper: true }],
  ['iPhone', { ios: {} }],
];

describe.each(beds)('an empty field, %s', (_name, options) => {
  test('is touched by its hint and has no value; a filled one is masked', async () => {
    const bed = await makeTestBed(options);
    try {
      bed.open(gallery, `${gallery}.FieldsActivity`);
      const quick = { verificationMode: 'none' };
      const found = await bed.call('find_element', { query: 'Password' });
      expect(found.data).toMatchObject({ found: true, element: { secure: true } });
      expect(JSON.stringify(found.data)).not.toContain('•');
      await bed.call('tap_element', { selector: { text: 'Password' }, ...quick });
      expect(bed.phone.record.at(-1)).toMatchObject({ kind: 'tap', view: `${gallery}:id/password` });
      await bed.call('type_text', { selector: { resource_id: 'password' }, text: 'pa55', ...quick });
      const { data } = await bed.call('get_ui_tree', {});
      const filled = JSON.stringify(data);
      expect(filled).toContain('••••');
      expect(filled).not.toContain('pa55');
    } finally {
      await bed.close();
    }
  });

  test('a form with a masked field among others is no target, whichever has the focus', async () => {
    const bed = await makeTestBed(options);
    try {
      bed.open(gallery, `${gallery}.FieldsActivity`);
      for (const focused of ['password', 'plain']) {
        touch(bed, focused);
        const from = bed.phone.record.length;
        const form = { selector: { resource_id: 'form' }, waitFor: { timeoutMs: 100 } };
        const { isError, data } = await bed.call('type_text', { ...form, text: 'my name' });
        expect(isError).toBe(true);
        if (options.ios === undefined)
          expect(data).toMatchObject({
            failure_code: 'ELEMENT_NOT_INTERACTABLE',
            message: expect.stringContaining('holds a masked field and others'),
            next_step: expect.stringContaining('#plain'),
          });
        expect(bed.phone.record.slice(from)).toEqual([]);
      }
    } finally {
      await bed.close();
    }
  });
});

/** Empty fields are called by their hint and hold nothing, masked or not, however the reading gives the hint. */
import { describe, expect, test } from 'vitest';
import { makeTestBed, type TestBedOptions } from '../harness.ts';

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
});

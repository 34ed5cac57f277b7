/** The helper by the real adb program: its stream, its port and its end pass through a server that is not ours. */
import { expect, test } from 'vitest';
import { adbPath } from '../../src/host/testing/private-adb.ts';
import { makeTestBed } from '../harness.ts';

test.skipIf(adbPath === undefined)(
  'reads, types and lets go through the real adb',
  { timeout: 30_000 },
  async () => {
    const bed = await makeTestBed({ helper: true, through: 'adb' });
    const [helper] = bed.helpers;
    try {
      bed.open('com.example.gallery', '.FieldsActivity');
      const tree = await bed.call('get_ui_tree', {});
      expect(tree.isError, tree.texts[0]?.slice(0, 400)).toBe(false);
      expect(helper?.running).toBe(true);
      const text = 'naïve 日本 👍 '.repeat(40);
      const target = { selector: { resource_id: 'plain' }, text, clear: true };
      const answer = await bed.call('type_text', target);
      expect(answer.data['details']).toMatchObject({ matches: true, method: 'helper set text' });
      helper?.faults.add({ when: /source/, times: 1, do: { kind: 'crash', acted: true } });
      expect((await bed.call('get_ui_tree', {})).isError).toBe(false);
      expect(helper?.starts).toBe(2);
    } finally {
      await bed.close();
    }
    await expect.poll(() => helper?.running, { timeout: 5_000, interval: 5 }).toBe(false);
  },
);

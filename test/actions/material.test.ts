/** Buttons whose words are displayed in capitals: found by the words that the source has, pressed by those on the screen. */
import { expect, test } from 'vitest';
import { textOn } from '../contract/reading.ts';
import { makeTestBed } from '../harness.ts';

const gallery = 'com.example.gallery';

test.each([
  ['dump', {}],
  ['helper', { helper: true }],
] as const)('%s', async (_tier, options) => {
  const bed = await makeTestBed({ ...options, speed: 10 });
  bed.open(gallery, `${gallery}.MaterialActivity`);
  const tap = async (text: string) =>
    await bed.call('tap_element', {
      selector: { text },
      verificationMode: 'none',
      waitFor: { timeoutMs: 200 },
    });
  const found = await bed.call('find_element', { query: 'Save draft', responseMode: 'outline' });
  expect(found.texts[0]).toMatch(/^FOUND .*"SAVE DRAFT"/);
  const missed = await tap('Save draft');
  if (missed.isError) {
    // Nothing was touched, and the answer has the words to pass.
    expect(textOn(bed, 'pressed')).toBe('Pressed: nothing');
    expect(missed.texts[0]).toContain('SAVE DRAFT');
    expect((await tap('SAVE DRAFT')).isError).toBe(false);
  }
  expect(textOn(bed, 'pressed')).toBe('Pressed: Save draft');
  // What lies behind the bars of the system is under nothing, over nothing, and not worth a line.
  const tree = await bed.call('get_ui_tree', { responseMode: 'outline' });
  expect(tree.texts[0]).not.toMatch(/BarBackground|under /);
  expect(bed.bugs).toEqual([]);
  await bed.close();
});

/** A field that gets its focus some hundred milliseconds after the touch: no letter is sent before. */
import { describe, expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';
import { good, sentDuring, textOn } from '../contract/reading.ts';
import type { TestBedOptions } from '../harness.ts';

const gallery = 'com.example.gallery';

const plain = 'Tea for two';
const pasted = 'Pasted: \u00e9\u{1f600}';

const kinds: readonly (readonly [string, TestBedOptions, readonly string[]])[] = [
  ['Android by dumps', {}, [plain]],
  ['Android by the resident helper', { helper: true }, [plain, pasted]],
  ['iOS by the companion', { ios: {} }, [plain, pasted]],
  ['iOS by the command line of idb, which tells no focus', { ios: { driver: 'idb-cli' } }, [plain]],
];

describe.each(kinds)('%s', (_title, options, texts) => {
  const made = oneBed(options);

  test.each(texts)('%s lands in the field that was touched', async (text) => {
    const bed = made();
    bed.phone.forceStop(gallery);
    bed.open(gallery, `${gallery}.FieldsActivity`);
    bed.phone.quirks.focusDelayMs = 350;
    const records = await sentDuring(bed, async () => {
      const { details } = good(
        await bed.call('type_text', { selector: { resource_id: 'plain' }, text, verificationMode: 'light' }),
      );
      expect(details).toMatchObject({ matches: true });
    });
    bed.phone.quirks.focusDelayMs = 0;
    expect(textOn(bed, 'plain')).toBe(text);
    const typed = records.filter(({ kind }) => kind !== 'tap');
    expect(typed.length).toBeGreaterThan(0);
    for (const record of typed) expect(record.view).toMatch(/plain$/);
  });
});

import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, test } from 'vitest';
import { appleJson } from './apple-json.ts';
import { readFlags } from './flags.ts';
import { type PlistValue, readXmlPlist, writeXmlPlist } from './info-plist.ts';
import { readOpenStep, writeOpenStep } from './openstep.ts';

/** Texts, lists and dictionaries in each other: what both forms can hold. */
const texts = fc.string({ unit: 'grapheme-ascii' });
const plists = fc.letrec<{ value: PlistValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    texts,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.string({ minLength: 1, unit: 'grapheme-ascii' }), tie('value'), { maxKeys: 3 }),
  ),
})).value;

describe('XML property lists', () => {
  test('are read as they were written', () => {
    fc.assert(
      fc.property(plists, (value) => {
        const reading = readXmlPlist(Buffer.from(writeXmlPlist(value)));
        expect(reading).toEqual({ ok: true, value });
      }),
    );
  });

  test('numbers, truth and text between tags keep their kind', () => {
    const value = { n: 3, r: 1.5, yes: true, no: false, t: '<a> & "b"' };
    expect(readXmlPlist(Buffer.from(writeXmlPlist(value)))).toEqual({ ok: true, value });
  });

  test('binary and broken ones are told apart', () => {
    expect(readXmlPlist(Buffer.from('bplist00...'))).toEqual({ ok: false, reason: 'binary' });
    expect(readXmlPlist(Buffer.from('<plist><dict><key>a</key></dict></plist>'))).toEqual({
      ok: false,
      reason: 'malformed',
    });
    expect(readXmlPlist(Buffer.from('{}'))).toEqual({ ok: false, reason: 'malformed' });
  });
});

describe('old-style property lists', () => {
  test('are read as they were written', () => {
    fc.assert(
      fc.property(plists, (value) => {
        expect(readOpenStep(writeOpenStep(value))).toEqual(value);
      }),
    );
  });

  test('braces inside a value are no braces of the list', () => {
    const text = writeOpenStep({
      'global.example.mobileapp': { CFBundleDisplayName: 'Safe{Wallet} MVP', Umlaut: 'Größe' },
    });
    expect(text).toContain('CFBundleDisplayName = "Safe{Wallet} MVP";');
    expect(text).toContain('"Gr\\U00f6\\U00dfe"');
    expect(readOpenStep(text)).toEqual({
      'global.example.mobileapp': { CFBundleDisplayName: 'Safe{Wallet} MVP', Umlaut: 'Größe' },
    });
    expect(readOpenStep('{ a = ; }')).toBeNull();
  });
});

test("Apple's JSON is JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(appleJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('flags: joined and separate values, the rest of a started program, what is not known', () => {
  const options = { plain: ['-b'], valued: ['--out'], restFrom: 2 };
  expect(readFlags(['--out=a=b', 'dev', '-b', 'app', '--out', '-x'], options)).toMatchObject({
    operands: ['dev', 'app', '--out', '-x'],
    values: new Map([['--out', 'a=b']]),
  });
  expect(readFlags(['--out'], options)).toBe('--out');
  expect(readFlags(['-c'], options)).toBe('-c');
  expect(readFlags(['-b=1'], options)).toBe('-b=1');
});

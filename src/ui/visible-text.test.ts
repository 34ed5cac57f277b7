/** Unseen characters are shown, seen ones are left alone. */

import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { quoted, visibleText } from './visible-text.ts';

describe('visibleText', () => {
  it.each([
    ['a\u001b[31mb', 'a\\u001b[31mb'],
    ['line\nbreak\ttab\r', 'line\\nbreak\\ttab\\r'],
    ['\u200fab\u202ecd\u2066', '\\u200fab\\u202ecd\\u2066'],
    ['a\u200bb\ufeffc\u00add', 'a\\u200bb\\ufeffc\\u00add'],
    ['x\u{e0041}y', 'x\\u{e0041}y'],
    ['\u0000\u007f\u009b', '\\u0000\\u007f\\u009b'],
    ['a\u2028b', 'a\\u2028b'],
    ['\ud83d!', '\\ud83d!'],
    ['می\u200cخواهم', 'می\\u200cخواهم'],
    ['a\ufe0f\ufe00\ufe01', 'a\ufe0f\\ufe00\\ufe01'],
  ])('shows %j as %j', (text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  it.each(['Grüße', '设置', 'مرحبا', '😀', '👩‍👩‍👧', '❤️‍🔥', '🏳️‍🌈', '👩🏽‍🚀', '‹›', '\uf47f', 'C:\\dir'])(
    'leaves %s as it is',
    (text) => {
      expect(visibleText(text)).toBe(text);
    },
  );

  it('leaves nothing unseen in any text, and is at rest with what it made', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = visibleText(text);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
        expect(visibleText(shown)).toBe(shown);
      }),
    );
  });
});

describe('quoted', () => {
  it('quotes, cuts and gives the length', () => {
    expect(quoted('say "hi"', 120)).toBe('"say \\"hi\\""');
    expect(quoted('x'.repeat(300), 120)).toBe(`"${'x'.repeat(120)}…" (300 chars)`);
    expect(quoted('abcdefgh', 4)).toBe('"abcd…"');
  });

  it('does not cut a character in two', () => {
    expect(quoted(`abc😀def`, 4)).toBe('"abc…"');
  });
});

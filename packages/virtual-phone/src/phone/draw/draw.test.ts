/** Pictures: every letter has its own shape, the screen is drawn in time, the PNG can be read back. */
import { inflateSync } from 'node:zlib';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../../../test/cpu-time.ts';
import { tapView, view } from '../../testing/probe.ts';
import { createPhone } from '../phone.ts';
import { maskOf, textWidth, wrapText } from './font.ts';
import { encodePng } from './png.ts';

/** An independent reading: only what `encodePng` may write (8 bit RGBA, filters 0 and 2). */
function decode(png: Uint8Array): { width: number; height: number; rgba: Uint8Array } {
  const at = new DataView(png.buffer, png.byteOffset);
  expect([...png.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
  const [width, height] = [at.getUint32(16), at.getUint32(20)];
  const length = at.getUint32(33);
  const raw = inflateSync(png.subarray(41, 41 + length));
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width * 4; x++) {
      const above = raw[y * (width * 4 + 1)] === 2 ? (rgba[(y - 1) * width * 4 + x] ?? 0) : 0;
      rgba[y * width * 4 + x] = (raw[y * (width * 4 + 1) + 1 + x] ?? 0) + above;
    }
  return { width, height, rgba };
}

describe('the font', () => {
  const printable = Array.from({ length: 94 }, (_, n) => String.fromCharCode(33 + n));

  test('draws all printable characters, each differently', () => {
    const shapes = new Set(printable.map((char) => maskOf(char, 32, false, new Map())?.coverage.join()));
    expect(shapes.size).toBe(94);
    expect(shapes.has(undefined)).toBe(false);
    expect(maskOf(' ', 32, false, new Map())).toBeNull();
  });

  test('letters with accents differ from those without', () => {
    const shape = (char: string): string | undefined => maskOf(char, 32, false, new Map())?.coverage.join();
    const box = shape('日');
    for (const char of 'äöüÄÖÜéèêñåčß')
      expect([
        shape(char.normalize('NFD')[0] ?? '') === shape(char) && char !== 'ß',
        shape(char) === box,
      ]).toEqual([false, false]);
  });

  test('other characters share a box, marks take no room', () => {
    const masks = new Map();
    expect(maskOf('日', 32, false, masks)).toBe(maskOf('\u{1f389}', 32, false, masks));
    expect(textWidth('\u200f\u2068ab\u2069', 32)).toBe(textWidth('ab', 32));
  });

  test('wrapping loses nothing but spaces at line ends', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.integer({ min: 40, max: 300 }), (text, width) => {
        const squeeze = (value: string): string => value.replace(/\s/g, '');
        expect(squeeze(wrapText(text, 16, width).join(''))).toBe(squeeze(text));
      }),
    );
  });
});

describe('PNG', () => {
  test('gives back what went in', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        fc.infiniteStream(fc.nat(255)),
        (width, height, numbers) => {
          const rgba = Uint8Array.from({ length: width * height * 4 }, () => numbers.next().value);
          expect(decode(encodePng(rgba, width, height))).toEqual({ width, height, rgba });
        },
      ),
    );
  });
});

describe('screenshots', () => {
  test('show what changed where it changed', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.start('com.example.gallery', '.TogglesActivity');
    const before = phone.screenshot();
    tapView(phone, 'terms');
    const after = phone.screenshot();
    const [left, top, right, bottom] = view(phone, 'terms').bounds;
    const changed = (x: number, y: number): boolean => {
      const at = (y * after.width + x) * 4;
      return [0, 1, 2].some((n) => before.rgba[at + n] !== after.rgba[at + n]);
    };
    let inside = 0;
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if (changed(x, y)) inside++;
    expect(inside).toBeGreaterThan(500);
    let above = 0;
    for (let y = 0; y < top; y++) for (let x = 0; x < after.width; x += 3) if (changed(x, y)) above++;
    expect(above).toBe(0);
  });

  test('are upright when the phone is turned; a secure window is black, the bars over it are not', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.setRotation(1);
    expect(phone.screenshot()).toMatchObject({ width: 2400, height: 1080 });
    phone.setRotation(0);
    phone.start('com.example.gallery', '.SecureActivity');
    const { rgba, width, height } = phone.screenshot();
    const coloured = (from: number, to: number): boolean =>
      rgba.subarray(from * width * 4, to * width * 4).some((part, n) => n % 4 < 3 && part !== 0);
    expect(coloured(Math.floor(height / 5), Math.floor(height * 0.8))).toBe(false);
    expect(coloured(0, 60)).toBe(true);
  });

  test('take a fraction of a frame of a dump', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.start('com.example.shop', null);
    phone.screenshot();
    const times = Array.from({ length: 5 }, () => cpuMs(() => phone.screenshot()));
    // The goal is 60 ms on a quiet machine; the bound leaves room for a busy one.
    expect(Math.min(...times)).toBeLessThan(120);
  });
});

/** Measures and rasterises text: strokes of `glyphs.ts` become coverage masks, kept per size and weight. */
import { glyphs } from './glyphs.ts';

/** Grid units per em: capitals are 10 units high and stand for 0.72 of the size. */
const UNITS = 14;
const SIDE = 0.95;
const ASCENT = 12.7;

type Stroke = readonly number[];

interface Glyph {
  readonly width: number;
  /** Points x, y, x, y ... joined by straight lines. */
  readonly strokes: readonly Stroke[];
}

/** Coverage 0..255; `left` and `top` relative to the pen on the top line of the text. */
export interface Mask {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly coverage: Uint8Array;
}

const parsed = new Map(Object.entries(glyphs).map(([char, drawn]) => [char, parse(drawn)] as const));
/** A small box stands for every character that the font lacks. */
const placeholder: Glyph = { width: 7, strokes: [[0.5, 1, 6.5, 1, 6.5, 10, 0.5, 10, 0.5, 1]] };
const bullet: Glyph = {
  width: 4.4,
  strokes: [-0.9, -0.3, 0.3, 0.9].map((dy) => [
    2.2 - 0.9 + Math.abs(dy) / 2,
    5.5 + dy,
    2.2 + 0.9 - Math.abs(dy) / 2,
    5.5 + dy,
  ]),
};
const alike: Readonly<Record<string, string>> = {
  '\u2019': "'",
  '\u2018': "'",
  '\u2212': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u00a0': ' ',
  '\u00f7': '/',
  '\u00d7': 'x',
};

/** Rasterised characters by glyph, size and weight; sizes and characters on screens are few. */
export type MaskStore = Map<string, Mask>;

/** Accents by their combining character, drawn around x 0 and y 0. */
const accents: Readonly<Record<string, readonly Stroke[]>> = {
  '\u0300': [[-1, -0.8, 0.8, 0.8]],
  '\u0301': [[-0.8, 0.8, 1, -0.8]],
  '\u0302': [[-1.3, 0.8, 0, -0.7, 1.3, 0.8]],
  '\u0303': [[-1.6, 0.5, -0.7, -0.5, 0.6, 0.4, 1.6, -0.5]],
  '\u0308': [
    [-1.2, 0, -1, 0],
    [1, 0, 1.2, 0],
  ],
  '\u030a': [[0, -1, 0.9, -0.1, 0, 0.8, -0.9, -0.1, 0, -1]],
  '\u030c': [[-1.3, -0.7, 0, 0.8, 1.3, -0.7]],
};

function glyphOf(char: string): Glyph {
  if (char === '\u2022') return bullet;
  const plain = parsed.get(alike[char] ?? char);
  return plain ?? accented(char) ?? placeholder;
}

/** A letter of the font with an accent above it. */
function accented(char: string): Glyph | null {
  const [base = '', accent = '', ...more] = char.normalize('NFD');
  const letter = parsed.get(base === 'i' ? '\u0131' : base);
  const marks = accents[accent];
  if (!letter || !marks || more.length > 0) return null;
  const high = base === base.toUpperCase();
  const middle = letter.width / 2;
  const above = marks.map((stroke) => stroke.map((v, n) => v + (n % 2 ? (high ? -2.1 : 0.6) : middle)));
  return { width: letter.width, strokes: [...letter.strokes, ...above] };
}

export function lineHeight(size: number): number {
  return Math.round(size * 1.32);
}

export function advance(char: string, size: number, bold: boolean): number {
  const code = char.codePointAt(0) ?? 0;
  // Direction marks, joiners and variation selectors take no room.
  if ((code >= 0x200b && code <= 0x200f) || (code >= 0x202a && code <= 0x202e) || code === 0xfe0f) return 0;
  if (code >= 0x2066 && code <= 0x2069) return 0;
  const { width } = glyphOf(char);
  return ((width + 2 * SIDE + (bold ? 0.5 : 0)) * size) / UNITS;
}

export function textWidth(text: string, size: number, bold = false): number {
  let width = 0;
  for (const char of text) width += advance(char, size, bold);
  return width;
}

/** Lines no wider than `width` where words allow it; a longer word is broken. */
export function wrapText(text: string, size: number, width: number, bold = false): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    if (textWidth(paragraph, size, bold) <= width) lines.push(paragraph);
    else lines.push(...wrapParagraph(paragraph, size, width, bold));
  }
  return lines;
}

function wrapParagraph(paragraph: string, size: number, width: number, bold: boolean): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of paragraph.split(/(?<= )/)) {
    const need = textWidth(word.trimEnd(), size, bold);
    if (used > 0 && used + need > width) {
      lines.push(line.trimEnd());
      line = '';
      used = 0;
    }
    if (need <= width || width <= 0) {
      line += word;
      used += textWidth(word, size, bold);
      continue;
    }
    for (const char of word) {
      const step = advance(char, size, bold);
      if (used > 0 && used + step > width) {
        lines.push(line);
        line = '';
        used = 0;
      }
      line += char;
      used += step;
    }
  }
  if (line || lines.length === 0) lines.push(line.trimEnd());
  return lines;
}

/** Null for what leaves no ink. */
export function maskOf(char: string, size: number, bold: boolean, masks: MaskStore): Mask | null {
  if (advance(char, size, bold) === 0) return null;
  const glyph = glyphOf(char);
  if (glyph.strokes.length === 0) return null;
  const key = `${glyph === placeholder ? '' : char}|${size}|${bold}`;
  const known = masks.get(key);
  if (known) return known;
  const made = rasterise(glyph, size, bold);
  masks.set(key, made);
  return made;
}

function rasterise(glyph: Glyph, size: number, bold: boolean): Mask {
  const scale = size / UNITS;
  const radius = Math.max(0.55, (bold ? 0.86 : 0.58) * scale);
  const topUnits = -3.2;
  const width = Math.ceil((glyph.width + 2 * SIDE + 1) * scale) + 2;
  const height = Math.ceil(17.6 * scale) + 2;
  const coverage = new Uint8Array(width * height);
  const offsetX = SIDE * scale + 1;
  const offsetY = -topUnits * scale + 1;
  for (const stroke of glyph.strokes)
    for (let n = 0; n + 3 < stroke.length; n += 2)
      drawSegment(
        { coverage, width, height },
        stroke.slice(n, n + 4).map((v, i) => v * scale + (i % 2 ? offsetY : offsetX)),
        radius,
      );
  return { left: -1, top: Math.round((ASCENT - 10 + topUnits + 0.6) * scale) - 1, width, height, coverage };
}

interface Sheet {
  readonly coverage: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A line with round ends: coverage falls from full to none over one pixel at its edge. */
function drawSegment(
  sheet: Sheet,
  [x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[],
  radius: number,
): void {
  const left = Math.max(0, Math.floor(Math.min(x1, x2) - radius - 1));
  const right = Math.min(sheet.width - 1, Math.ceil(Math.max(x1, x2) + radius + 1));
  const top = Math.max(0, Math.floor(Math.min(y1, y2) - radius - 1));
  const bottom = Math.min(sheet.height - 1, Math.ceil(Math.max(y1, y2) + radius + 1));
  const dx = x2 - x1;
  const dy = y2 - y1;
  const squared = dx * dx + dy * dy || 1;
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const along = Math.min(1, Math.max(0, ((x + 0.5 - x1) * dx + (y + 0.5 - y1) * dy) / squared));
      const distance = Math.hypot(x + 0.5 - x1 - along * dx, y + 0.5 - y1 - along * dy);
      const ink = Math.round(255 * Math.min(1, Math.max(0, radius + 0.5 - distance)));
      const at = y * sheet.width + x;
      if (ink > (sheet.coverage[at] ?? 0)) sheet.coverage[at] = ink;
    }
}

function parse(drawn: string): Glyph {
  const [width = '0', ...strokes] = drawn.split('|');
  return { width: Number(width), strokes: strokes.map(strokeOf) };
}

function strokeOf(stroke: string): Stroke {
  const numbers = stroke.slice(1).split(' ').map(Number);
  if (stroke[0] === 'L') return numbers;
  const [cx = 0, cy = 0, rx = 0, ry = 0, from = 0, to = 0] = numbers;
  const steps = Math.max(4, Math.ceil(Math.abs(to - from) / 12));
  return Array.from({ length: steps + 1 }, (_, n) => {
    const angle = ((from + ((to - from) * n) / steps) * Math.PI) / 180;
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)];
  }).flat();
}

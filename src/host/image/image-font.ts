/** A font of 3 by 5 dots for labels on pictures: machines without any font must be able to write element handles. */

/** Rows top to bottom, three bits each, most significant left. */
const glyphs: Readonly<Record<string, string>> = {
  '0': '75557',
  '1': '26227',
  '2': '71747',
  '3': '71717',
  '4': '55711',
  '5': '74717',
  '6': '74757',
  '7': '71122',
  '8': '75757',
  '9': '75717',
  a: '25755',
  b: '65656',
  c: '34443',
  d: '65556',
  e: '74647',
  f: '74644',
  g: '34553',
  h: '55755',
  i: '72227',
  j: '11152',
  k: '55655',
  l: '44447',
  m: '57755',
  n: '65555',
  o: '25552',
  p: '65644',
  q: '25563',
  r: '65655',
  s: '34216',
  t: '72222',
  u: '55557',
  v: '55552',
  w: '55775',
  x: '55255',
  y: '55222',
  z: '71247',
  '-': '00700',
  _: '00007',
  '.': '00002',
  ':': '02020',
  ' ': '00000',
};
/** An empty frame is drawn for characters that the font lacks. */
const unknownGlyph = '75557';

export const glyphHeight = 5;

/** Width in dots, with one dot between characters. */
export function textWidth(text: string): number {
  return Math.max(0, [...text].length * 4 - 1);
}

/** SVG path data that draws `text` with its top left at (x, y), `dot` pixels a dot. */
export function textPath(text: string, { x, y, dot }: { x: number; y: number; dot: number }): string {
  const parts: string[] = [];
  for (const [index, character] of [...text.toLowerCase()].entries()) {
    const rows = glyphs[character] ?? unknownGlyph;
    for (const [row, bits] of [...rows].entries()) {
      for (let column = 0; column < 3; column++) {
        if ((Number(bits) & (4 >> column)) === 0) continue;
        parts.push(`M${x + (index * 4 + column) * dot} ${y + row * dot}h${dot}v${dot}h-${dot}z`);
      }
    }
  }
  return parts.join('');
}

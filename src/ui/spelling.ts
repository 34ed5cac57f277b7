/**
 * The forms in which texts are compared: as they are spelled, as a person reads them, and more loosely for suggestions.
 */

/** As it is spelled: case and surrounding white space do not count. */
export function plainForm(text: string): string {
  return text.trim().toLowerCase();
}

/**
 * What no font shows: marks of direction, joiners and fillers, variation selectors. A joiner that makes one emoji of two
 * is seen.
 */
const unseen =
  /(?<!\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d|\u200d(?!\p{Extended_Pictographic})|(?!\u200d)[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]|(?!\s)\p{Cc}/gu;
/** Signs of arithmetic (U+2212) and arrows stay what they are: only dashes, quotes and dots of writing are alike. */
const alike: readonly (readonly [RegExp, string])[] = [
  [/[\u2010-\u2015\u2043\ufe58\ufe63\uff0d]/g, '-'],
  [/[\u2018-\u201b\u02bc\u2032\uff07`\u00b4]/g, "'"],
  [/[\u201c-\u201f\u2033\u00ab\u00bb\uff02]/g, '"'],
  [/\u2026/g, '...'],
  [/\u2025/g, '..'],
  [/\s/g, ' '],
];

/** The same sign for all spaces, quotes, dashes and ellipses, composed, without what is not seen. Case counts. */
export function writtenForm(text: string): string {
  if (plainAscii.test(text)) return text;
  let form = text.replace(unseen, '').normalize('NFC');
  for (const [pattern, sign] of alike) form = form.replace(pattern, sign);
  return form;
}

const plainAscii = /^[\x20-\x5f\x61-\x7e]*$/;

/** As a person reads it: `writtenForm` without case, and with one space where several are or a line breaks. */
export function readForm(text: string): string {
  return writtenForm(text).replace(/ +/g, ' ').trim().toLowerCase().normalize('NFC');
}

const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const lookalikes: readonly (readonly [RegExp, string])[] = [
  [/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-'],
  [/[\u2018\u2019\u201a\u201b\u02bc\u2032\uff07`\u00b4]/g, "'"],
  [/[\u201c-\u201f\u2033\u00ab\u00bb\uff02]/g, '"'],
  [/[\u00d7\u2715\u2716]/g, 'x'],
  [/[\u00f7\u2215]/g, '/'],
  [/[\u2022\u00b7\u2219]/g, '*'],
];

/** Form in which texts that look the same on a keyboard are equal: minus and hyphen, apostrophes, spaces, width. */
export function looseForm(text: string): string {
  let form = text;
  if (!plainAscii.test(text)) {
    // What selectors take for the same is the same here too.
    form = writtenForm(form).normalize('NFKC').replace(invisible, '');
    for (const [pattern, plain] of lookalikes) form = form.replace(pattern, plain);
  } else form = form.replaceAll('`', "'");
  return form.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The characters of `shown` that the asked text spells otherwise, as `U+2212 (−)`; at most three. */
export function oddCharacters(asked: string, shown: string): readonly string[] {
  const known = new Set(asked);
  const odd = new Set<string>();
  for (const character of shown)
    if (!known.has(character) && !plainAscii.test(character)) odd.add(describe(character));
  return [...odd].slice(0, 3);
}

function describe(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return character.search(invisible) >= 0 ? `U+${code}` : `U+${code} (${character})`;
}

const astral = /[\u{10000}-\u{10ffff}]/u;

export function hasAstral(text: string): boolean {
  return astral.test(text);
}

/**
 * Some on-device servers print a dot for each half of a character beyond the basic plane (emoji). True when `shown`
 * can be `asked` after that.
 */
export function maskedForm(asked: string, shown: string): boolean {
  if (!hasAstral(asked) || !shown.includes('.')) return false;
  const each = asked.replace(/[\u{10000}-\u{10ffff}]/gu, '.');
  const half = asked.replace(/[\u{10000}-\u{10ffff}]/gu, '..');
  const form = plainForm(shown);
  return form === plainForm(each) || form === plainForm(half);
}

/** Words of a name: `btnSignIn`, `btn_sign_in` and `sign-in` all hold `sign` and `in`. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Edit distance of two short texts, or `limit + 1` when it is larger than `limit`. */
export function distanceWithin(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const best = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + cost);
      row.push(best);
      least = Math.min(least, best);
    }
    if (least > limit) return limit + 1;
    previous = row;
  }
  return previous[b.length] ?? limit + 1;
}

/** How a text differs from the one that was typed: only in what apps add to format it, or in characters. Pure. */

/** What apps put between characters, around them, or in the place of those still to come. */
const separator = /[\s\p{Zs}\p{Cf}\p{Pd}\p{Sc}()[\]/:.,_+'%#*\u2022|]/u;
/** What apps leave out of numbers, dates and codes. */
const droppable = /[\s\-\u2010-\u2015()/:.,+]/u;
const lookalikes: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201a\u201b\u2032]/g, "'"],
  [/[\u201c-\u201f\u2033]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/\u2026/g, '...'],
];

/**
 * True when nothing but separators, case, spaces, masks or typographic signs differs: every character that was typed is
 * there in its order, and what was added is no letter and no digit. `hint`: a date field keeps the rest of its mask.
 */
export function isFormatted(typed: string, shown: string, hint: string | null): boolean {
  const [wanted, got] = [plain(typed), plain(withoutMaskOf(shown, hint))];
  if (wanted === '' || got === '') return false;
  return (
    isAligned(wanted, got) || sameNumber(wanted, got) || isAligned(wanted, withoutCountryCode(wanted, got))
  );
}

function plain(text: string): string {
  let form = text.normalize('NFC').toLowerCase();
  for (const [pattern, sign] of lookalikes) form = form.replace(pattern, sign);
  // Dashes and dots that a keyboard joins into one sign.
  return form.replace(/--/g, '-');
}

/** `12/03/YYYY` of a field with the hint `DD/MM/YYYY` is `12/03/`. */
function withoutMaskOf(shown: string, hint: string | null): string {
  if (hint === null || hint.length !== shown.length) return shown;
  let end = shown.length;
  while (end > 0 && shown[end - 1] === hint[end - 1]) end--;
  return shown.slice(0, end);
}

function isAligned(wanted: string, got: string): boolean {
  const mayDrop = droppableIn(wanted);
  const rest = [...got];
  let at = 0;
  for (const character of wanted) {
    let next = at;
    while (next < rest.length && rest[next] !== character && separator.test(rest[next] ?? '')) next++;
    if (rest[next] === character) at = next + 1;
    else if (!mayDrop(character)) return false;
  }
  return rest.slice(at).every((character) => separator.test(character));
}

/** A point or comma in a plain decimal number is no separator; in words only spaces are. */
function droppableIn(wanted: string): (character: string) => boolean {
  const isCode = /^[\p{L}\p{N}\s\-\u2010-\u2015()/:.,+]*$/u.test(wanted) && /\p{N}/u.test(wanted);
  const isDecimal = /^[+-]?\d+[.,](?:\d{1,2}|\d{4,})$/.test(wanted.trim());
  if (!isCode) return (character) => /\s/.test(character);
  const keeps = isDecimal ? /[.,+-]/ : /^-\d+$/.test(wanted) ? /-/ : null;
  return (character) => droppable.test(character) && !keeps?.test(character);
}

/** `1000` shown as `1,000.00`. */
function sameNumber(wanted: string, got: string): boolean {
  if (!/^\d+$/.test(wanted)) return false;
  const whole = /^[^\d]*(\d[\d\s.,'\u00a0\u202f]*?)(?:[.,]0{1,2})?[^\d]*$/u.exec(got)?.[1];
  return whole?.replace(/\D/g, '') === wanted;
}

/** Telephone fields put the code of the country first. */
function withoutCountryCode(wanted: string, got: string): string {
  return /^\d{7,}$/.test(wanted) ? got.replace(/^\+\d{1,3}(?=\D)/, '') : got;
}

export interface Difference {
  readonly difference: string;
  /** Characters were exchanged one for one, and none is missing. */
  readonly exchanged: boolean;
}

export function shortestDifference(expected: readonly string[], shown: string): Difference {
  const all = expected.map((wanted) => ({ ...differenceOf(wanted, shown), cost: costOf(wanted, shown) }));
  const [first, ...others] = all;
  if (!first) return { difference: '', exchanged: false };
  const { difference, exchanged } = others.reduce((best, one) => (one.cost < best.cost ? one : best), first);
  return { difference, exchanged };
}

function costOf(wanted: string, shown: string): number {
  return missingFrom(wanted, shown).length + missingFrom(shown, wanted).length;
}

/** Which characters are missing, which were exchanged, which are there besides. */
export function differenceOf(wanted: string, shown: string): Difference {
  const [typed, got] = [[...wanted], [...shown]];
  const counts = `${got.length} characters instead of ${typed.length}`;
  if (typed.length === got.length) {
    const at = typed.findIndex((character, index) => character !== got[index]);
    const part = (characters: readonly string[]): string =>
      JSON.stringify(characters.slice(Math.max(0, at), at + 12).join(''));
    return {
      difference: `from character ${at + 1}: expected ${part(typed)}, the field has ${part(got)} (${typed.length} and ${got.length} characters)`,
      exchanged: true,
    };
  }
  const missing = missingFrom(wanted, shown);
  const added = missingFrom(shown, wanted);
  const parts = [
    ...(missing.length > 0 ? [`missing ${listed(missing)}`] : []),
    ...(added.length > 0 ? [`not typed ${listed(added)}`] : []),
  ];
  return { difference: `${parts.join('; ')} (${counts})`, exchanged: false };
}

interface Run {
  readonly text: string;
  /** Number of its first character, from 1. */
  readonly from: number;
}

function listed(runs: readonly Run[]): string {
  const shown = runs.slice(0, 4).map(({ text, from }) => {
    const characters = [...text];
    const part = characters.length > 24 ? `${characters.slice(0, 24).join('')}…` : text;
    return `${JSON.stringify(part)} (from character ${from})`;
  });
  return runs.length > shown.length
    ? `${shown.join(', ')} and ${runs.length - shown.length} more`
    : shown.join(', ');
}

/** Longer texts are compared from both ends only: the table would grow with the square. */
const longestCompared = 600;

/** The runs of `text` that are not part of the longest common sequence with `other`. */
function missingFrom(text: string, other: string): readonly Run[] {
  const [a, b] = [[...text], [...other]];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const inner = a.slice(head, a.length - tail);
  const against = b.slice(head, b.length - tail);
  const tooLong = inner.length > longestCompared || against.length > longestCompared;
  const kept = new Set(tooLong ? [] : commonWith(inner, against));
  const runs: { text: string; from: number; end: number }[] = [];
  inner.forEach((character, index) => {
    if (kept.has(index)) return;
    const last = runs.at(-1);
    if (last?.end === index) {
      last.text += character;
      last.end++;
    } else runs.push({ text: character, from: head + index + 1, end: index + 1 });
  });
  return runs;
}

/** The characters of `a` that the longest common sequence holds. */
function commonWith(a: readonly string[], b: readonly string[]): readonly number[] {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const kept: number[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      kept.push(i++);
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return kept;
}

/** Names a screen so that it is recognised again (fingerprint), and tells whether anything changed (signature). */
import { createHash } from 'node:crypto';
import { isInteractive } from './roles.ts';
import type { UiElement, UiTree } from './ui-tree.ts';
import { barsOf } from './windows.ts';

const maxElements = 50;

/**
 * SHA-256 in hex over platform, resumed activity, resolution and at most 50 elements; blind to clock times, dates,
 * percentages and bare numbers. Bars of the system and keyboards are left out, unless there is nothing else.
 */
export function fingerprint(tree: UiTree): string {
  const hash = createHash('sha256');
  const { foreground, size } = tree;
  hash.update(
    line([
      tree.platform,
      foreground?.appId ?? '',
      foreground?.activity ?? '',
      `${size.width}x${size.height}`,
    ]),
  );
  for (const element of structure(tree))
    hash.update(
      line([
        element.type,
        element.resourceId ?? '',
        steadyText(element.contentDescription ?? ''),
        element.secure ? '' : steadyText(element.text ?? ''),
      ]),
    );
  return hash.digest('hex');
}

function structure(tree: UiTree): readonly UiElement[] {
  const own = tree.elements.filter((element) => {
    const kind = tree.windows[element.window]?.kind;
    return kind !== 'system' && kind !== 'keyboard';
  });
  const from = own.length > 0 ? own : tree.elements;
  return from
    .filter((element) => element.visible && isStructural(element))
    .sort((a, b) => a.bounds[1] - b.bounds[1] || a.bounds[0] - b.bounds[0] || a.index - b.index)
    .slice(0, maxElements);
}

function isStructural(element: UiElement): boolean {
  return (
    element.stable_id !== null ||
    element.text !== null ||
    element.contentDescription !== null ||
    isInteractive(element.role) ||
    element.role === 'dialog' ||
    element.role === 'list'
  );
}

const digit = '\\p{Nd}';
// The names themselves and no more: "3 marbles" and "2 decimals" are counts of something, not days of a month.
const months =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const days = '(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?';
const volatileParts: readonly RegExp[] = [
  // 2024-01-31, 31/01/2024, 31.1.24
  new RegExp(`${digit}{1,4}[-/.]${digit}{1,2}[-/.]${digit}{1,4}`, 'gu'),
  // 9:41, 09:41:07, 9.41 pm
  new RegExp(
    `${digit}{1,2}[:.\u2236]${digit}{2}(?:[:.]${digit}{2})?(?:\\s*[ap]\\.?m\\.?(?![\\p{L}]))?`,
    'giu',
  ),
  new RegExp(`(?<![\\p{L}])${digit}{1,2}\\s*[ap]\\.?m\\.?(?![\\p{L}])`, 'giu'),
  // Mon, 5 Jan 2024; January 5th
  new RegExp(`(?<![\\p{L}])${days}(?![\\p{L}])[,.]?\\s+(?=${digit}|${months}(?![\\p{L}]))`, 'giu'),
  new RegExp(`(?<![\\p{L}])${months}(?![\\p{L}])\\.?\\s+${digit}{1,2}(?:st|nd|rd|th)?(?![\\p{L}])`, 'giu'),
  new RegExp(`${digit}{1,2}(?:st|nd|rd|th|\\.)?\\s+${months}(?![\\p{L}])`, 'giu'),
  // 50 %, 1,234.50, -3, 5/10: numbers that are no part of a name such as "A4" or "mp3"
  new RegExp(
    `(?<![\\p{L}_])[+\\-\u2212]?${digit}+(?:[.,'\u00a0\u202f\u066b\u066c]${digit}+)*(?:\\s?[%\u066a])?(?![\\p{L}_])`,
    'gu',
  ),
];

/** The text with what ticks or counts in it blanked; trimmed and in lower case. */
export function steadyText(text: string): string {
  let steady = text.length > 500 ? text.slice(0, 500) : text;
  if (/\p{Nd}/u.test(steady)) for (const part of volatileParts) steady = steady.replace(part, '#');
  return steady
    .replace(/#(?:\s*#)+/g, '#')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/**
 * A digest that differs whenever the screen, the resolution or any element differs in identity, text, state, bounds
 * or what can be done with it. Case and outer white space of texts do not count, nor what stands in the bars of the
 * system: a clock that moves on there would call every screen another one once a minute.
 */
export function signature(tree: UiTree): string {
  const { foreground, size } = tree;
  const parts: string[] = [
    line([
      tree.platform,
      foreground?.appId ?? '',
      foreground?.activity ?? '',
      foreground?.focusedWindow ?? '',
      `${size.width}x${size.height}@${tree.rotation}`,
      ...tree.windows.map(({ kind, title }) => `${kind}${folded(title)}`),
    ]),
  ];
  const bars = barsOf(tree);
  for (const element of tree.elements) if (!bars.has(element.window)) parts.push(elementSignature(element));
  return createHash('sha256').update(parts.join('')).digest('hex');
}

/** All of one element that counts as a change, as one text. */
export function elementSignature(element: UiElement): string {
  const { state } = element;
  const flags =
    (element.clickable ? 1 : 0) +
    (element.enabled ? 2 : 0) +
    (element.visible ? 4 : 0) +
    (element.longClickable ? 8 : 0) +
    (element.scrollable ? 16 : 0) +
    (element.editable ? 32 : 0);
  return line([
    element.type,
    element.resourceId ?? '',
    folded(element.text),
    folded(element.contentDescription),
    folded(element.hint),
    folded(element.error),
    `${flags};${element.bounds.join(',')};${letter(state.checked)}${letter(state.selected)}${letter(state.focused)}${letter(state.expanded)}`,
    state.raw_value === null ? '' : `${typeof state.raw_value}${folded(String(state.raw_value))}`,
    state.value_range === null ? '' : `${state.value_range.min}..${state.value_range.max}`,
  ]);
}

function folded(text: string | null): string {
  return text === null ? '\u0000' : text.trim().toLowerCase();
}

function letter(value: boolean | null): string {
  return value === null ? '-' : value ? 't' : 'f';
}

/** With lengths, so that no text can look like the border between two. */
function line(values: readonly string[]): string {
  let joined = '';
  for (const value of values) joined += `${value.length}:${value}`;
  return `${joined}\n`;
}

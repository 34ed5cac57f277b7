/**
 * Text of the screen is untrusted data: characters that are invisible, or that change the direction of text, are
 * shown as escapes. Quoting and cutting are up to the caller.
 */

/**
 * Controls, lone surrogates, line and paragraph separators, interlinear marks, and what Unicode lets a font ignore:
 * zero-width characters, marks and overrides of direction, fillers, tags, variation selectors.
 */
const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufff9-\ufffb\p{Default_Ignorable_Code_Point}]/gu;
const plain = /^[\x20-\x7e]*$/;
/** A joiner after one of these and before the second is part of an emoji that is seen. */
const emojiBefore = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;
const emojiAfter = /^\p{Extended_Pictographic}/u;
const variation = /^[\ufe00-\ufe0f]/;

export function visibleText(text: string): string {
  if (plain.test(text)) return text;
  return text.replace(unseen, (character: string, at: number) =>
    isPartOfGlyph(text, character, at) ? character : escapeOf(character),
  );
}

/** Joiners within emoji, and a single variation selector; a run of selectors can carry a hidden message. */
function isPartOfGlyph(text: string, character: string, at: number): boolean {
  if (variation.test(character)) return at > 0 && !variation.test(text.charAt(at - 1));
  if (character !== '\u200d') return false;
  return emojiBefore.test(text.slice(Math.max(0, at - 2), at)) && emojiAfter.test(text.slice(at + 1, at + 3));
}

function escapeOf(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  if (character === '\r') return '\\r';
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/**
 * In double quotes for a line of an outline, cut at `limit` characters (never inside a surrogate pair) with the full
 * length given when something was cut and `limit` leaves room to say so. Nothing inside can end the quotes.
 */
export function quoted(text: string, limit: number): string {
  const inner = escaped(text.length > limit * 2 ? cut(text, limit * 2) : text);
  if (text.length <= limit && inner.length <= limit * 2) return `"${inner}"`;
  const head = escaped(cut(text, limit));
  return limit >= 40 ? `"${head}…" (${text.length} chars)` : `"${head}…"`;
}

function escaped(text: string): string {
  return visibleText(text.replaceAll('\\', '\\\\')).replaceAll('"', '\\"');
}

/** Ids, packages, classes: as they are where they look like one, else in quotes. At most `limit` characters. */
export function named(text: string, limit = 160): string {
  if (!/^[\w.:/$@-]+$/.test(text)) return quoted(text, limit);
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}

/** A message of ours, which may hold words of an app, as one line. */
export function oneLine(text: string, limit = 400): string {
  return visibleText(text.length > limit ? `${cut(text, limit)}…` : text);
}

function cut(text: string, limit: number): string {
  const code = text.charCodeAt(limit - 1);
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? limit - 1 : limit);
}

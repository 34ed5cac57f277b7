/** How well an element fits a query. */
import { nameOfId } from './selector.ts';
import { looseForm, plainForm, wordsOf } from './spelling.ts';
import type { UiElement } from './ui-tree.ts';

export interface Found {
  readonly element: UiElement;
  /** 0 to 1. */
  readonly score: number;
  readonly reason: string;
  /** The query has the same letters in the same case. */
  readonly sameCase?: true;
}

export interface Query {
  readonly asGiven: string;
  readonly plain: string;
  readonly loose: string;
  readonly words: readonly string[];
  readonly exact: boolean;
}

export function scoreOf(element: UiElement, query: Query): Found | null {
  const text = element.secure ? null : element.text;
  const { contentDescription: description, resourceId } = element;
  const id = resourceId === null ? null : nameOfId(resourceId);
  const isCased = [text, description, id, resourceId].some((value) => value?.trim() === query.asGiven);
  const made = (score: number, reason: string): Found => ({
    element,
    score,
    reason,
    ...(isCased ? { sameCase: true } : {}),
  });
  if (same(text, query)) return made(1, 'exact text');
  if (same(description, query)) return made(0.95, 'exact description');
  if (same(id, query) || same(resourceId, query)) return made(0.95, 'exact id');
  if (sameLoosely(text, query) || sameLoosely(description, query))
    return made(0.9, 'same text in another spelling');
  if (query.exact || query.loose === '') return null;
  return (
    partScore(made, query, [text, description, element.hint]) ??
    idScore(made, query, id) ??
    labelScore(made, query, element)
  );
}

type Make = (score: number, reason: string) => Found;

function same(value: string | null, query: Query): boolean {
  return value !== null && plainForm(value) === query.plain;
}

function sameLoosely(value: string | null, query: Query): boolean {
  return value !== null && query.loose !== '' && looseForm(value) === query.loose;
}

function partScore(made: Make, query: Query, values: readonly (string | null)[]): Found | null {
  let best: Found | null = null;
  for (const value of values) {
    const found = value === null ? null : onePart(made, query, looseForm(value));
    if (found !== null && found.score > (best?.score ?? 0)) best = found;
  }
  return best;
}

/** Within a kind the shorter text wins: the query is more of it. */
function onePart(made: Make, query: Query, form: string): Found | null {
  const at = form.indexOf(query.loose);
  if (at < 0) return null;
  const share = (query.loose.length / form.length) * 0.05;
  if (isWholeWord(form, query.loose)) return made(round(0.8 + share), 'whole word of the text');
  if (at === 0) return made(round(0.7 + share), 'start of the text');
  return made(round(0.6 + share), 'part of the text');
}

function isWholeWord(form: string, part: string): boolean {
  for (let at = form.indexOf(part); at >= 0; at = form.indexOf(part, at + 1)) {
    const before = form.slice(Math.max(0, at - 1), at);
    const after = form.slice(at + part.length, at + part.length + 1);
    if (!isLetter(before) && !isLetter(after)) return true;
  }
  return false;
}

function isLetter(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}

/** `btn_sign_in` is meant by "sign in". */
function idScore(made: Make, query: Query, id: string | null): Found | null {
  if (id === null || query.words.length === 0) return null;
  const words = wordsOf(id);
  const known = new Set(words);
  if (!query.words.every((word) => known.has(word))) return null;
  return made(round(0.5 + (query.words.length / words.length) * 0.05), 'words of the id');
}

function labelScore(made: Make, query: Query, element: UiElement): Found | null {
  if (element.text !== null || element.contentDescription !== null || element.label === null) return null;
  const form = looseForm(element.label);
  if (!form.includes(query.loose)) return null;
  return made(round(0.4 + (query.loose.length / form.length) * 0.05), 'label of what lies in it');
}

export function round(score: number): number {
  return Math.round(score * 1000) / 1000;
}

/**
 * What the caller may have meant when nothing matched: other spelling, a part of a longer text, another case of id.
 * Suggestions only; never treated as a match.
 */
import { canBeActedOn } from './labels.ts';
import { nameOfId, type Selector, spokenText } from './selector.ts';
import {
  distanceWithin,
  hasAstral,
  looseForm,
  maskedForm,
  oddCharacters,
  plainForm,
  wordsOf,
} from './spelling.ts';
import type { UiElement, UiTree } from './ui-tree.ts';

/** An element and why it may be meant. */
export interface Candidate {
  readonly element: UiElement;
  readonly why: string;
}

export interface NearMisses {
  /** Best first, at most five. */
  readonly near: readonly Candidate[];
  /** Advice that belongs to the search as a whole. */
  readonly hint: string | null;
}

interface Scored extends Candidate {
  readonly score: number;
}

const most = 5;
const maxCompared = 200;

export function nearMisses(tree: UiTree, selector: Selector): NearMisses {
  const best = new Map<number, Scored>();
  for (const element of tree.elements)
    for (const scored of comparisons(element, selector)) {
      const known = best.get(element.index);
      if (scored !== null && (known === undefined || scored.score > known.score))
        best.set(element.index, scored);
    }
  const ranked = onePerControl(
    tree,
    [...best.values()].sort((a, b) => rank(b) - rank(a)),
  );
  return { near: ranked.map(({ element, why }) => ({ element, why })), hint: hintOf(selector, ranked) };
}

/** The first few, without what lies inside a better one: the icon and the label of a tab add nothing. */
function onePerControl(tree: UiTree, ranked: readonly Scored[]): readonly Scored[] {
  const taken = new Map<number, Scored>();
  for (const scored of ranked) {
    if (taken.size >= most) break;
    let around = scored.element.parentId;
    while (around !== null && !taken.has(around)) around = tree.elements[around]?.parentId ?? null;
    if (around === null || !canBeActedOn(tree.elements[around] ?? scored.element))
      taken.set(scored.element.index, scored);
  }
  return [...taken.values()];
}

/** What can be tapped, and can be seen, comes before titles that happen to hold the words. */
function rank({ element, score }: Scored): number {
  return score + (canBeActedOn(element) ? 0.5 : 0) + (element.visible ? 0.1 : 0);
}

function comparisons(element: UiElement, selector: Selector): readonly (Scored | null)[] {
  const { text, accessibility_id: description, resource_id: id } = selector;
  return [
    text === undefined ? null : compareWords(element, text, spokenText(element)),
    text === undefined || element.text === null ? null : matchInOtherField(element, text),
    description === undefined ? null : compareWords(element, description, element.contentDescription),
    id === undefined || element.resourceId === null ? null : compareIds(element, id, element.resourceId),
  ];
}

function compareWords(element: UiElement, asked: string, shown: string | null): Scored | null {
  if (shown === null) return null;
  const a = looseForm(asked);
  const b = looseForm(shown.length > 10 * maxCompared ? shown.slice(0, 10 * maxCompared) : shown);
  if (a === '' || b === '') return null;
  if (a === b) return { element, score: 3, why: spelled(asked, shown) };
  if (maskedForm(asked, shown))
    return { element, score: 2.5, why: 'may be the one: this device shows dots in place of emoji' };
  if (b.includes(a)) {
    const merged = element.label !== null && element.children.length === 0 && canBeActedOn(element);
    const why = merged
      ? 'holds the text inside one merged element'
      : 'holds the text as a part; contains: true matches it';
    return { element, score: 1 + a.length / b.length, why };
  }
  if (b.length > 2 && a.includes(b))
    return { element, score: 0.6 + b.length / a.length / 2, why: 'is part of the requested text' };
  return similar(element, a, b);
}

function spelled(asked: string, shown: string): string {
  const odd = oddCharacters(asked, shown);
  if (odd.length > 0) return `spelled with ${odd.join(', ')}`;
  return plainForm(asked) === plainForm(shown)
    ? 'matches by text; another part of the selector does not'
    : 'differs in spelling or spaces only';
}

function similar(element: UiElement, a: string, b: string): Scored | null {
  if (a.length < 4 || a.length > maxCompared || b.length > maxCompared) return null;
  const limit = a.length < 8 ? 1 : 2;
  const distance = distanceWithin(a, b, limit);
  return distance > limit
    ? null
    : {
        element,
        score: 1.8 - distance / 10,
        why: `differs in ${distance} character${distance === 1 ? '' : 's'}`,
      };
}

/** Asked for as text, but it is the description or the prompt of something that has another text. */
function matchInOtherField(element: UiElement, asked: string): Scored | null {
  const form = looseForm(asked);
  if (element.contentDescription !== null && looseForm(element.contentDescription) === form)
    return { element, score: 2.2, why: 'has it as its description: use accessibility_id' };
  if (element.hint !== null && looseForm(element.hint) === form)
    return { element, score: 2.2, why: 'has it as its hint, and another text' };
  return null;
}

function compareIds(element: UiElement, asked: string, id: string): Scored | null {
  const a = plainForm(nameOfId(asked));
  const b = plainForm(nameOfId(id));
  if (a === b)
    return {
      element,
      score: 2.4,
      why: 'has this id in another package, or another part of the selector differs',
    };
  if (b.includes(a))
    return {
      element,
      score: 1 + a.length / b.length,
      why: 'holds the id as a part; contains: true matches it',
    };
  const wanted = wordsOf(nameOfId(asked));
  const words = new Set(wordsOf(nameOfId(id)));
  const shared = wanted.filter((word) => words.has(word)).length;
  if (wanted.length > 1 && shared === wanted.length)
    return { element, score: 1.5, why: 'has an id of the same words' };
  return similar(element, a, b);
}

function hintOf(selector: Selector, near: readonly Scored[]): string | null {
  const asked = [selector.text, selector.accessibility_id].filter((value) => value !== undefined);
  if (asked.some(hasAstral) && near.every((candidate) => candidate.score < 3))
    return 'The selector has emoji: some devices show dots in their place, so a selector without them may match.';
  return null;
}

/** Finds the element that a free query means, with a score and the reason. The strict way is selector.ts. */

import { type Found, type Query, round, scoreOf } from './element-score.ts';
import { canBeActedOn } from './labels.ts';
import { looseForm, plainForm, wordsOf } from './spelling.ts';
import { actionableOf } from './target.ts';
import type { Role, UiElement, UiTree } from './ui-tree.ts';
import { barsOf } from './windows.ts';

export interface FindResult {
  readonly best: UiElement | null;
  readonly score: number;
  readonly reason: string;
  /** 0 to 1: the score, less when others fit as well. */
  readonly confidence: number;
  /** Next best, at most five. */
  readonly alternates: readonly Found[];
}

const maxAlternates = 5;

/** `exact` leaves whole texts, descriptions and ids only. A blank query finds nothing. */
export function findElement(
  tree: UiTree,
  query: string,
  { exact = false }: { readonly exact?: boolean } = {},
): FindResult {
  const asked = {
    asGiven: query.trim(),
    plain: plainForm(query),
    loose: looseForm(query),
    words: wordsOf(query),
    exact,
  };
  const ofKind = exact ? null : kindIn(query);
  const found: Found[] = [];
  if (asked.plain !== '')
    for (const element of tree.elements) {
      const scored = bestScore(scoreOf(element, asked), ofKind && kindScore(tree, element, ofKind));
      if (scored !== null) found.push(scored);
    }
  const ranked = onePerControl(tree, found.sort(byRank));
  const best = bestOf(tree, ranked);
  if (best === undefined)
    return { best: null, score: 0, reason: 'nothing on the screen matches', confidence: 0, alternates: [] };
  // The clock and the icons of the system are for whoever asks for them, no alternative to anything else.
  const bars = barsOf(tree);
  const others = ranked.filter((other) => other !== best && !bars.has(other.element.window));
  const rivals = others.filter(
    (other) => other.score >= best.score - 0.01 && preference(other) >= preference(best),
  );
  return {
    best: best.element,
    score: best.score,
    reason: rivals.length === 0 ? best.reason : `${best.reason}; ${rivals.length} more match as well`,
    confidence: Math.round((best.score / (1 + rivals.length)) * 100) / 100,
    alternates: others.slice(0, maxAlternates),
  };
}

interface OfKind extends Query {
  readonly word: string;
  readonly roles: readonly Role[];
}

/** What people call a control, and the roles that it may have. */
const kinds: readonly (readonly [RegExp, readonly Role[]])[] = [
  [/^(?:button|btn)$/i, ['button', 'link', 'tab', 'menu_item', 'list_item', 'image']],
  [/^(?:field|input|textbox|text field|box)$/i, ['text_field', 'checkbox']],
  [/^(?:checkbox|check box)$/i, ['checkbox']],
  [/^(?:switch|toggle)$/i, ['switch', 'checkbox']],
  [/^(?:radio|radio button|option)$/i, ['radio']],
  [/^(?:slider|seek bar)$/i, ['slider']],
  [/^(?:tab)$/i, ['tab', 'button']],
  [/^(?:link)$/i, ['link', 'button']],
  [/^(?:icon|image|picture)$/i, ['image', 'button']],
  [/^(?:dropdown|drop-down|spinner|picker|menu)$/i, ['dropdown', 'stepper', 'menu_item', 'button']],
  [/^(?:row|item|entry)$/i, ['list_item', 'container', 'link', 'button']],
  [/^(?:heading|title)$/i, ['heading', 'text']],
];

/** "sign in button", "the button sign in": a name and the kind of control that has it. */
function kindIn(query: string): OfKind | null {
  const words = query.trim().split(/\s+/);
  if (words[0]?.toLowerCase() === 'the' && words.length > 2) words.shift();
  for (const count of [2, 1]) {
    if (words.length <= count) continue;
    for (const atEnd of [true, false]) {
      const word = (atEnd ? words.slice(-count) : words.slice(0, count)).join(' ');
      const roles = kinds.find(([says]) => says.test(word))?.[1];
      const name = (atEnd ? words.slice(0, -count) : words.slice(count)).join(' ');
      if (roles)
        return {
          asGiven: name,
          plain: plainForm(name),
          loose: looseForm(name),
          words: wordsOf(name),
          exact: false,
          word,
          roles,
        };
    }
  }
  return null;
}

/** A little less than the whole query would get: what is really called so goes first. */
const kindShare = 0.95;

function kindScore(tree: UiTree, element: UiElement, asked: OfKind): Found | null {
  const control = actionableOf(tree, element);
  if (![element.role, control.role].some((role) => role !== null && asked.roles.includes(role))) return null;
  const scored = scoreOf(element, asked);
  if (scored === null) return null;
  return {
    element,
    score: round(scored.score * kindShare),
    reason: `${scored.reason}, as ${asked.word.toLowerCase()}`,
  };
}

function bestScore(...scores: readonly (Found | null)[]): Found | null {
  const found = scores.flatMap((one) => one ?? []);
  return found.sort((a, b) => b.score - a.score)[0] ?? null;
}

/** Of equals the one that is not in a bar of the system. */
function bestOf(tree: UiTree, ranked: readonly Found[]): Found | undefined {
  const [first] = ranked;
  const bars = barsOf(tree);
  return ranked.find(({ score, element }) => score === first?.score && !bars.has(element.window)) ?? first;
}

function byRank(a: Found, b: Found): number {
  return b.score - a.score || preference(b) - preference(a) || a.element.index - b.element.index;
}

/** Ties go to what can be seen, then to the same case, to what is enabled, and to what can be tapped. */
function preference({ element, sameCase }: Found): number {
  const signs = [element.visible, sameCase === true, element.enabled, canBeActedOn(element)];
  return signs.reduce((sum, sign) => 2 * sum + (sign ? 1 : 0), 0);
}

/** A row and its label are one answer: the better of the two. */
function onePerControl(tree: UiTree, ranked: readonly Found[]): readonly Found[] {
  const seen = new Set<number>();
  return ranked.filter(({ element }) => {
    const control = actionableOf(tree, element).index;
    if (seen.has(control)) return false;
    seen.add(control);
    return true;
  });
}

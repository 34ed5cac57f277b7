/**
 * From a selector to the one element that input goes to and the point where, or the reason why not. Works on one
 * reading; finding an element again in the next is handles.ts's.
 */
import { areaOf, holds, isEmpty } from './geometry.ts';
import { hitTestOf, type Spot, windowName } from './hit-test.ts';
import { canBeActedOn, labelForm } from './labels.ts';
import { type Candidate, nearMisses } from './near-misses.ts';
import { matchElements, nameOfId, type Selector, spokenText } from './selector.ts';
import { readForm } from './spelling.ts';
import type { UiElement, UiTree } from './ui-tree.ts';

export type { Candidate } from './near-misses.ts';

export type Target =
  | {
      readonly kind: 'one';
      /** What the selector means. */
      readonly element: UiElement;
      /** What takes the touch: the element, or the control around it. */
      readonly actionable: UiElement;
      readonly matchedCount: number;
      /** 0-based place among the matches. */
      readonly selectedIndex: number;
    }
  | {
      readonly kind: 'none';
      /** Not 0 when `index` points beyond the matches; `near` holds them then. */
      readonly matchedCount: number;
      readonly near: readonly Candidate[];
      readonly hint: string | null;
    }
  | {
      readonly kind: 'ambiguous';
      readonly matchedCount: number;
      /** At most five. */
      readonly candidates: readonly Candidate[];
    };

export type Condition = 'exists' | 'not_exists' | 'visible' | 'clickable';

const maxCandidates = 5;

/**
 * Several matches without an index are ambiguous unless all of them lie in the same control. `index` is 0-based and
 * counts from the end when negative. Throws INVALID_SELECTOR.
 */
export function resolveTarget(tree: UiTree, selector: Selector, index?: number): Target {
  const all = matchElements(tree, selector);
  // Positions count all matches, as lists of candidates show them; without one only what can be seen competes.
  const matches = index === undefined ? competing(all, selector) : all;
  if (matches.length === 0) return { kind: 'none', matchedCount: 0, ...nearMisses(tree, selector) };
  if (index === undefined && matches.length > 1 && !shareControl(tree, matches))
    return { kind: 'ambiguous', matchedCount: matches.length, candidates: candidatesOf(matches, all) };
  const at = (index ?? 0) < 0 ? matches.length + (index ?? 0) : (index ?? 0);
  const element = matches[at];
  if (element === undefined) {
    const hint = `Index ${index} is beyond the ${matches.length} matches.`;
    return { kind: 'none', matchedCount: matches.length, near: candidatesOf(matches, all), hint };
  }
  const actionable = actionableOf(tree, element);
  return {
    kind: 'one',
    element,
    actionable,
    matchedCount: matches.length,
    selectedIndex: all.indexOf(element),
  };
}

/**
 * Those that are meant where no position is given. What can be seen goes before what cannot: a twin without area or on a
 * page beside a pager. Of those the exact case goes before another.
 */
export function competing(matches: readonly UiElement[], selector: Selector): readonly UiElement[] {
  const visible = matches.filter((element) => element.visible);
  const seen = visible.length > 0 ? visible : matches;
  const exact = seen.length > 1 && !selector.contains ? seen.filter((one) => hasCase(one, selector)) : [];
  return exact.length > 0 ? exact : seen;
}

function hasCase(
  element: UiElement,
  { text, resource_id: id, accessibility_id: described }: Selector,
): boolean {
  const { resourceId, contentDescription } = element;
  const isOne = (asked: string | undefined, values: readonly (string | null)[]): boolean =>
    asked === undefined || values.some((value) => value?.trim() === asked.trim());
  return (
    isOne(text, [spokenText(element)]) &&
    isOne(id === undefined ? id : nameOfId(id), [resourceId === null ? null : nameOfId(resourceId)]) &&
    isOne(described, [contentDescription, resourceId])
  );
}

/** With their places among all matches, which is what an index counts. */
function candidatesOf(matches: readonly UiElement[], all: readonly UiElement[]): readonly Candidate[] {
  return matches
    .slice(0, maxCandidates)
    .map((element) => ({ element, why: whyListed(element, all.indexOf(element)) }));
}

function whyListed(element: UiElement, at: number): string {
  const state = element.visible ? (element.clipped ? ', partly visible' : '') : ', not visible';
  const cover = element.coveredBy === null ? '' : `, centre under ${element.coveredBy}`;
  return `match.index ${at}${state}${cover}`;
}

function shareControl(tree: UiTree, matches: readonly UiElement[]): boolean {
  const [first, ...others] = matches;
  if (first === undefined) return false;
  const control = actionableOf(tree, first);
  return control !== first && others.every((other) => actionableOf(tree, other) === control);
}

/**
 * The element itself when it can be acted on, else the control around it that it is a part of: a row around its
 * label. A large clickable thing with a name of its own (a map, a page) is no such control for what lies in it.
 */
export function actionableOf(tree: UiTree, element: UiElement): UiElement {
  if (canBeActedOn(element) && (element.visible || element.parentId === null)) return element;
  for (let at = element.parentId; at !== null; ) {
    const around = tree.elements[at];
    if (around === undefined || around.role === 'list' || around.role === 'webview') return element;
    if (canBeActedOn(around) && !isEmpty(around.bounds))
      return isPartOf(tree, element, around) ? around : element;
    at = around.parentId;
  }
  return element;
}

function isPartOf(tree: UiTree, element: UiElement, control: UiElement): boolean {
  if (control.editable) return false;
  const own = labelForm(control.text) ?? labelForm(control.contentDescription);
  if (own !== null && element.label !== null && !readForm(own).includes(readForm(element.label)))
    return false;
  const screen = tree.size.width * tree.size.height;
  if (areaOf(control.bounds) > screen / 2) return false;
  return !landsOnOther(tree, control);
}

/** Whether a touch on the middle of the control would hit another control inside it. */
function landsOnOther(tree: UiTree, control: UiElement): boolean {
  const stack = [...control.children];
  for (let visited = 0; visited < 500; visited++) {
    const child = tree.elements[stack.pop() ?? -1];
    if (child === undefined) return false;
    if (child.visible && canBeActedOn(child) && holds(child.bounds, control.center)) return true;
    for (const below of child.children) stack.push(below);
  }
  return false;
}

/** Where to touch it, or why there is no such point: no area, off screen, covered. */
export function tapPoint(tree: UiTree, element: UiElement): Spot {
  const hidden = whyHidden(element);
  return hidden === null ? hitTestOf(tree).spot(element) : { why: hidden };
}

function whyHidden(element: UiElement): string | null {
  if (element.visible && !isEmpty(element.bounds)) return null;
  const where = element.offscreen;
  if (where === 'above' || where === 'below')
    return `it is off screen, ${where} the visible part: scroll ${where === 'below' ? 'down' : 'up'}`;
  if (where !== null) return `it is off screen to the ${where}: scroll ${where}`;
  if (isEmpty(element.bounds)) return 'it has no area (zero-size bounds)';
  return 'it is not visible';
}

/** Why a touch on it would have no effect, or null. To be called with the result of `actionableOf`. */
export function whyNotTappable(tree: UiTree, element: UiElement): string | null {
  const hidden = whyHidden(element);
  if (hidden !== null) return hidden;
  if (!element.enabled) return 'it is disabled';
  const front = blockingWindow(tree, element);
  if (front !== null) return `${front} is in front and takes the touches`;
  const spot = tapPoint(tree, element);
  return 'why' in spot ? spot.why : null;
}

/** Dialogs with the focus keep touches from every window below, also outside their own bounds. */
function blockingWindow(tree: UiTree, element: UiElement): string | null {
  for (let index = tree.windows.length - 1; index > element.window; index--) {
    const window = tree.windows[index];
    if (
      window?.focused &&
      (window.kind === 'dialog' || window.kind === 'permission' || window.kind === 'anr')
    )
      return windowName(window);
  }
  return null;
}

export function conditionHolds(tree: UiTree, element: UiElement | undefined, condition: Condition): boolean {
  if (element === undefined) return condition === 'not_exists';
  switch (condition) {
    case 'exists':
      return true;
    case 'not_exists':
      return false;
    case 'visible':
      return element.visible && !hitTestOf(tree).isHiddenByWindows(element);
    case 'clickable': {
      const control = actionableOf(tree, element);
      return canBeActedOn(control) && element.enabled && whyNotTappable(tree, control) === null;
    }
  }
}

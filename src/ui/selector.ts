/** How a caller names an element: schema, meaning and matching in one place. Choosing among matches is target.ts's. */

import { Fault } from '@mobile-debug/core/fault.ts';
import { z } from 'zod';
import { sameBounds } from './geometry.ts';
import { canBeActedOn } from './labels.ts';
import { plainForm, readForm } from './spelling.ts';
import type { UiElement, UiTree } from './ui-tree.ts';
import { visibleText } from './visible-text.ts';

export const selectorSchema = z
  .strictObject({
    text: z.string().optional().meta({ doc: 'Visible text, or the description of an element without text' }),
    resource_id: z.string().optional().meta({
      doc: 'Resource id, in full or the part after `:id/` (Android); accessibility identifier (iOS)',
    }),
    accessibility_id: z
      .string()
      .optional()
      .meta({ doc: 'Content description (Android); label or identifier (iOS)' }),
    contains: z.boolean().optional().meta({
      doc: 'The values need only be contained. Default: they must be equal. Case, outer spaces and unseen marks never count, nor do kinds of spaces, quotes, dashes and ellipses; an exact spelling wins',
    }),
  })
  .meta({
    doc: 'Names an element by its properties; all that are given must fit, and at least one is needed',
  });

export type Selector = z.infer<typeof selectorSchema>;

/** A blank value would match nothing exactly and everything as a part. Throws INVALID_SELECTOR. */
export function assertSelector(selector: Selector): void {
  const given = [selector.text, selector.resource_id, selector.accessibility_id].filter(
    (value) => value !== undefined,
  );
  if (given.length === 0)
    throw new Fault('INVALID_SELECTOR', 'The selector names none of text, resource_id, accessibility_id.');
  if (given.some((value) => value.trim() === ''))
    throw new Fault(
      'INVALID_SELECTOR',
      'A selector value is blank; leave it out or say what to compare with.',
    );
}

/**
 * Elements that meet every given part, in tree order; case and surrounding white space do not count. Matches that lie
 * in one another and mean the same control count once. Throws INVALID_SELECTOR.
 */
export function matchElements(tree: UiTree, selector: Selector): readonly UiElement[] {
  assertSelector(selector);
  const wanted = wantedOf(selector, tree.platform);
  const exact = tree.elements.filter((element) => fits(element, wanted));
  // Another spelling that reads the same counts only where nothing is spelled as asked.
  const matched = exact.length > 0 ? exact : asRead(tree, selector);
  return matched.length < 2 ? matched : withoutNested(tree, matched);
}

function asRead(tree: UiTree, selector: Selector): readonly UiElement[] {
  const wanted = wantedOf(selector, tree.platform, readForm);
  if (wanted.text === '' || wanted.accessibilityId === '') return [];
  return tree.elements.filter((element) => fits(element, wanted));
}

interface Criteria {
  /** What is compared of texts; identifiers are compared as they are. */
  readonly form: (text: string) => string;
  readonly text: string | null;
  readonly resourceId: string | null;
  readonly accessibilityId: string | null;
  readonly contains: boolean;
  /** On iOS the identifier is the accessibility id. */
  readonly idIsAccessibilityId: boolean;
}

function wantedOf(selector: Selector, platform: UiTree['platform'], form = plainForm): Criteria {
  return {
    form,
    text: selector.text === undefined ? null : form(selector.text),
    resourceId: selector.resource_id === undefined ? null : plainForm(selector.resource_id),
    accessibilityId: selector.accessibility_id === undefined ? null : form(selector.accessibility_id),
    contains: selector.contains === true,
    idIsAccessibilityId: platform === 'ios',
  };
}

function fits(element: UiElement, wanted: Criteria): boolean {
  const { contains } = wanted;
  return (
    (wanted.resourceId === null || idFits(element.resourceId, wanted.resourceId, contains)) &&
    (wanted.text === null || textFits(element, wanted.text, wanted)) &&
    (wanted.accessibilityId === null || descriptionFits(element, wanted.accessibilityId, wanted))
  );
}

/** What `text` compares with: own text, else description, else the words of what lies in it or its hint. */
export function spokenText(element: UiElement): string | null {
  if (element.secure) return element.contentDescription ?? element.hint;
  return element.text ?? element.contentDescription ?? element.label;
}

function textFits(element: UiElement, value: string, wanted: Criteria): boolean {
  const spoken = spokenText(element);
  return spoken !== null && valueFits(spoken, value, wanted);
}

function descriptionFits(element: UiElement, value: string, wanted: Criteria): boolean {
  const { contentDescription, resourceId } = element;
  if (contentDescription !== null && valueFits(contentDescription, value, wanted)) return true;
  return wanted.idIsAccessibilityId && resourceId !== null && valueFits(resourceId, value, wanted);
}

/** What callers read in our answers has its unseen characters escaped; both spellings name the element. */
function valueFits(value: string, wanted: string, { contains, form: formOf }: Criteria): boolean {
  const form = formOf(value);
  if (contains ? form.includes(wanted) : form === wanted) return true;
  if (!wanted.includes('\\')) return false;
  const shown = formOf(visibleText(value));
  return contains ? shown.includes(wanted) : shown === wanted;
}

/** Full id or what stands after `:id/`, on either side: Compose tags come without the package. */
function idFits(id: string | null, wanted: string, contains: boolean): boolean {
  if (id === null) return false;
  const form = plainForm(id);
  if (contains) return form.includes(wanted);
  if (form === wanted) return true;
  const formName = nameOfId(form);
  const wantedName = nameOfId(wanted);
  if (formName !== form && wantedName !== wanted) return false;
  return formName === wantedName;
}

/** `sign_in` of `com.example:id/sign_in`; an id without a package is its own name. */
export function nameOfId(id: string): string {
  const at = id.indexOf(':id/');
  return at < 0 ? id : id.slice(at + 4);
}

/**
 * Of matches inside one another that mean the same control the innermost that can be acted on stays, else the one
 * around it that can, else the innermost.
 */
function withoutNested(tree: UiTree, matched: readonly UiElement[]): readonly UiElement[] {
  const isMatched = new Uint8Array(tree.elements.length);
  for (const element of matched) isMatched[element.index] = 1;
  const above = nearestMatched(tree, isMatched);
  const actsAbove = new Set<UiElement>();
  const actsBelow = new Set<UiElement>();
  const hasBelow = new Set<UiElement>();
  const outerOf = (inner: UiElement): UiElement | undefined => {
    const outer = tree.elements[above[inner.index] ?? -1];
    return outer !== undefined && sameControl(outer, inner) ? outer : undefined;
  };
  for (const inner of matched) {
    const outer = outerOf(inner);
    if (outer !== undefined && (canBeActedOn(outer) || actsAbove.has(outer))) actsAbove.add(inner);
  }
  for (const inner of [...matched].reverse()) {
    const outer = outerOf(inner);
    if (outer === undefined) continue;
    hasBelow.add(outer);
    if (canBeActedOn(inner) || actsBelow.has(inner)) actsBelow.add(outer);
  }
  return matched.filter((element) =>
    canBeActedOn(element) ? !actsBelow.has(element) : !actsAbove.has(element) && !hasBelow.has(element),
  );
}

/** For each element the index of the nearest matched ancestor, -1 when there is none. One pass: parents come first. */
function nearestMatched(tree: UiTree, isMatched: Uint8Array): Int32Array {
  const nearest = new Int32Array(tree.elements.length).fill(-1);
  for (const { index, parentId } of tree.elements)
    if (parentId !== null) nearest[index] = isMatched[parentId] ? parentId : (nearest[parentId] ?? -1);
  return nearest;
}

/** A row named by what lies in it, a wrapper with the same words, or the very same place. */
function sameControl(outer: UiElement, inner: UiElement): boolean {
  if (outer.text === null && outer.contentDescription === null && outer.label !== null) return true;
  const around = spokenText(outer);
  const within = spokenText(inner);
  if (around !== null && within !== null) {
    const a = readForm(around);
    const b = readForm(within);
    if (a.includes(b) || b.includes(a)) return true;
  }
  return sameBounds(outer.bounds, inner.bounds);
}

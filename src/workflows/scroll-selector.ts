/** The selector of scroll_to_element: exact, case-sensitive names in the contract's own spelling. Pure. */

import { Fault } from '@mobile-debug/core/fault.ts';
import * as z from 'zod';
import { tapPoint } from '../ui/target.ts';
import type { UiElement, UiTree } from '../ui/ui-tree.ts';

const name = z.string().min(1).max(1_000).optional();

export const scrollSelector = z
  .strictObject({
    text: name.meta({ doc: 'Text of the element' }),
    resourceId: name.meta({ doc: 'Its resource id or identifier' }),
    contentDesc: name.meta({ doc: 'Its description' }),
    className: name.meta({ doc: 'Its class' }),
  })
  .meta({
    doc: 'Names the element; all that are given must be equal, case included, and at least one is needed',
  });

export type ScrollSelector = z.output<typeof scrollSelector>;

export function assertNamesSomething(selector: ScrollSelector): void {
  if (Object.values(selector).some((value) => value !== undefined)) return;
  throw new Fault('INVALID_SELECTOR', 'Give at least one of text, resourceId, contentDesc, className.');
}

/** The first visible element that matches all given names; where all are covered, only with `evenCovered`. */
export function visibleMatch(
  tree: UiTree,
  selector: ScrollSelector,
  evenCovered: boolean = false,
): UiElement | undefined {
  return tree.elements.find(
    (element) =>
      element.visible && fits(element, selector) && (evenCovered || 'point' in tapPoint(tree, element)),
  );
}

/** One that the platform lists although it cannot be seen: it tells which scroller holds it. */
export function hiddenMatch(tree: UiTree, selector: ScrollSelector): UiElement | undefined {
  return tree.elements.find((element) => !element.visible && fits(element, selector));
}

function fits(element: UiElement, { text, resourceId, contentDesc, className }: ScrollSelector): boolean {
  return (
    // As elsewhere: the text of an element without its own text is its label, as on every iOS button.
    (text === undefined || (element.text ?? element.contentDescription) === text) &&
    (resourceId === undefined || isId(element.resourceId, resourceId)) &&
    (contentDesc === undefined || element.contentDescription === contentDesc) &&
    (className === undefined || element.type === className)
  );
}

/** With or without the `package:id/` part on either side. */
function isId(actual: string | null, wanted: string): boolean {
  if (actual === null) return false;
  return actual === wanted || bare(actual) === bare(wanted);
}

function bare(id: string): string {
  return id.slice(id.indexOf('/') + 1);
}

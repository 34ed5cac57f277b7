/** One element in the words of an outline, for lines that speak of it alone. */
import { roleWord, stateWords, warningsOf } from './outline-states.ts';
import { nameOfId } from './selector.ts';
import type { UiElement } from './ui-tree.ts';
import { named, quoted } from './visible-text.ts';

const longestLabel = 60;

/** `e12 button "Buy" #buy`. */
export function elementName(element: UiElement, handle: string): string {
  const { label, resourceId } = element;
  return [
    handle,
    roleWord(element),
    label === null ? null : quoted(label, longestLabel),
    resourceId === null ? null : `#${named(nameOfId(resourceId), longestLabel)}`,
  ]
    .filter((part) => part !== null && part !== '')
    .join(' ');
}

/** The same with its states, and what is in its way: `e12 switch #wifi checked under another element "Ad"`. */
export function elementLine(element: UiElement, handle: string): string {
  const hidden = element.visible ? [] : ['not visible'];
  const warnings = warningsOf(element).map(({ long }) => long);
  return [elementName(element, handle), ...stateWords(element), ...hidden, ...warnings].join(' ');
}

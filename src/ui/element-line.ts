/** One element in the words of an outline, for lines that speak of it alone. */
import { roleWord, stateWords } from './outline-lines.ts';
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

/** The same with its states: `e12 switch #wifi checked`. */
export function elementLine(element: UiElement, handle: string): string {
  return [elementName(element, handle), ...stateWords(element)].join(' ');
}

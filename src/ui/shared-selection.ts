/**
 * Compose puts `selected` on a parent without words; whoever reads the words below it asks for their state. Other controls
 * inside keep their own.
 */
import type { Draft } from './build-tree.ts';

const maxShared = 60;

export function shareSelection(elements: readonly Draft[]): void {
  for (const element of elements) {
    if (element.state.selected !== true || element.text !== null || element.contentDescription !== null)
      continue;
    const waiting = [...element.children];
    for (let visited = 0; visited < maxShared; visited++) {
      const child = elements[waiting.pop() ?? -1];
      if (child === undefined) break;
      if (child.clickable || child.editable || child.scrollable || child.role === 'list') continue;
      child.state = { ...child.state, selected: true };
      waiting.push(...child.children);
    }
  }
}

/** Windows beside the content of a screen: the keyboard and the system bars. */
import type { UiTree } from './ui-tree.ts';

/** Keyboard and bars are rarely wanted, unless there is nothing else. */
export function isSideShow(tree: UiTree, index: number): boolean {
  const window = tree.windows[index];
  if (window?.kind !== 'keyboard' && window?.kind !== 'system') return false;
  if (window.kind === 'system' && window.focused) return false;
  return tree.windows.some((other) => other.kind !== 'keyboard' && other.kind !== 'system');
}

/** Of those the windows of the system: status and navigation bar, not an open shade. What changes there is no change of the screen. */
export function barsOf(tree: UiTree): ReadonlySet<number> {
  const bars = tree.windows.flatMap(({ kind }, index) =>
    kind === 'system' && isSideShow(tree, index) ? [index] : [],
  );
  return new Set(bars);
}

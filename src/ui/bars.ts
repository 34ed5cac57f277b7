/** Which windows of a reading are only the bars of the system: what changes in them is no change of the screen. */
import type { UiTree } from './ui-tree.ts';

/** Windows of the system without the focus, beside the app's: status and navigation bar, not an open shade. */
export function barsOf({ windows }: UiTree): ReadonlySet<number> {
  const others = windows.some(({ kind }) => kind !== 'system' && kind !== 'keyboard');
  const bars = windows.flatMap(({ kind, focused }, index) => (kind === 'system' && !focused ? [index] : []));
  return new Set(others ? bars : []);
}

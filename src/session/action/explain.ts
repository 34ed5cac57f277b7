/** Why a touch that was delivered may have done nothing, as far as the screen afterwards tells. Pure. */
import { whyNotTappable } from '../../ui/target.ts';
import type { UiElement, UiTree } from '../../ui/ui-tree.ts';

export function explainNoChange(tree: UiTree, target: UiElement | undefined): string {
  const anr = tree.windows.find(({ kind }) => kind === 'anr');
  if (anr)
    return `Nothing changed: the app is not responding (${anr.title ?? 'ANR dialog'}). Close or wait, then retry.`;
  const why = target && whyNotTappable(tree, target);
  if (why) return `Nothing changed: ${why}`;
  const top = tree.windows.find(({ focused }) => focused);
  if (top && top.kind !== 'app') {
    return `Nothing changed: a ${top.kind} window has the focus${top.title ? ` (${top.title})` : ''}.`;
  }
  return 'Nothing changed on the screen. If a change was due, look for a loader with wait_for_ui, or at get_logs.';
}

/** Why a touch that was delivered may have done nothing, as far as the screen afterwards tells. Pure. */
import { whyNotTappable } from '../../ui/target.ts';
import type { UiElement, UiTree } from '../../ui/ui-tree.ts';

/** `named` is what the caller named: a point tells more than an element that it may lie elsewhere. */
export function explainNoChange(tree: UiTree, target: UiElement | undefined, named: unknown): string {
  const anr = tree.windows.find(({ kind }) => kind === 'anr');
  if (anr)
    return `Nothing changed: the app is not responding (${anr.title ?? 'ANR dialog'}). Close or wait, then retry.`;
  const why = target && whyNotTappable(tree, target);
  if (why) return `Nothing changed: ${why}`;
  const point = pointOf(named);
  const { width, height } = tree.size;
  if (point && (point.x >= width || point.y >= height)) {
    return `Nothing changed: ${point.x},${point.y} is outside the ${width}x${height} screen. Input coordinate = screenshot pixel x scale.`;
  }
  const top = tree.windows.find(({ focused }) => focused);
  if (top && top.kind !== 'app') {
    return `Nothing changed: a ${top.kind} window has the focus${top.title ? ` (${top.title})` : ''}.`;
  }
  return 'Nothing changed on the screen. If you expected a change, wait for it with wait_for_ui or check get_logs.';
}

function pointOf(named: unknown): { readonly x: number; readonly y: number } | null {
  if (typeof named !== 'object' || named === null || !('x' in named) || !('y' in named)) return null;
  const { x, y } = named;
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : null;
}

/** Why a touch that was delivered may have done nothing, as far as the screen afterwards tells. Pure. */
import { loadingState } from '../../ui/loading.ts';
import { inTheWayOf } from '../../ui/obstacle.ts';
import { whyNotTappable } from '../../ui/target.ts';
import type { Bounds, UiElement, UiTree } from '../../ui/ui-tree.ts';

export interface Unchanged {
  readonly target: UiElement | undefined;
  /** What the caller named: a point tells more than an element that it may lie elsewhere. */
  readonly named: unknown;
  /** From the input to the end of the last reading. */
  readonly lookedMs: number;
  /** What was sent is a touch, and the device has no touch screen. */
  readonly touchless?: boolean;
  /** It went to a point at which nothing takes a tap. */
  readonly onNothing?: boolean;
}

/** In one line of an outline. */
export const noTouchScreen = 'no touch screen: use focus_element, then press_key center';

export function explainNoChange(tree: UiTree, unchanged: Unchanged): string {
  const so = `Nothing changed so far, looked for ${unchanged.lookedMs} ms`;
  const why = reason(tree, unchanged);
  if (why) return `${so}: ${why}`;
  return `${so}. If you expected a change, wait for it with wait_for_ui or check get_logs.`;
}

function reason(tree: UiTree, { target, named, touchless, onNothing }: Unchanged): string | null {
  const anr = tree.windows.find(({ kind }) => kind === 'anr');
  if (anr) return `the app is not responding (${anr.title ?? 'ANR dialog'}). Close or wait, then retry.`;
  const obstacle = inTheWayOf(tree);
  if (obstacle) return `${obstacle.what}. ${obstacle.nextStep}`;
  if (touchless) return `the device has ${noTouchScreen}.`;
  const why = target && whyNotTappable(tree, target);
  if (why) return why;
  const front = tree.foreground?.appId;
  if (target?.package && front && front !== target.package && tree.windows[target.window]?.kind === 'app') {
    return `${front} is in front, and the element is of ${target.package}.`;
  }
  const point = pointOf(named);
  const { width, height } = tree.size;
  if (point && (point.x >= width || point.y >= height)) {
    return `${point.x},${point.y} is outside the ${width}x${height} screen. Input coordinate = screenshot pixel x scale.`;
  }
  const keyboard =
    point && tree.windows.find(({ kind, bounds }) => kind === 'keyboard' && holds(bounds, point));
  if (keyboard) return `${point.x},${point.y} is on the keyboard.`;
  const top = tree.windows.find(({ focused }) => focused);
  if (top && top.kind !== 'app') {
    return `a ${top.kind} window has the focus${top.title ? ` (${top.title})` : ''}.`;
  }
  const busy = loadingState(tree);
  if (busy) return `the app is busy (${busy.signal}). Wait for it with wait_for_app_readiness.`;
  return onNothing ? 'nothing there takes a touch. Tap an element that does: get_ui_tree lists them.' : null;
}

function holds([left, top, right, bottom]: Bounds, { x, y }: { x: number; y: number }): boolean {
  return x >= left && x < right && y >= top && y < bottom;
}

function pointOf(named: unknown): { readonly x: number; readonly y: number } | null {
  if (typeof named !== 'object' || named === null || !('x' in named) || !('y' in named)) return null;
  const { x, y } = named;
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : null;
}

/** Scrolls until something is visible: swipe, read, and stop when the view no longer moves. */

import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import type { Swipe } from '../devices/port/input.ts';
import type { SessionOf } from '../session/device-session.ts';
import { handleOf, type Observation } from '../session/observation.ts';
import type { Bounds, UiElement, UiTree } from '../ui/ui-tree.ts';
import { elementToWire, type WireElement } from '../ui/wire.ts';
import { type ScrollSelector, visibleMatch } from './scroll-selector.ts';

export type Direction = 'down' | 'up' | 'left' | 'right';

export interface ScrollRequest {
  readonly selector: ScrollSelector;
  readonly direction: Direction;
  readonly maxScrolls: number;
  readonly scrollAmount: number;
}

export interface ScrollDeps {
  readonly session: SessionOf<'input' | 'screen'>;
  readonly first: Observation;
}

export type ScrollResult =
  | { readonly element: WireElement; readonly scrolls: number }
  | { readonly element: null; readonly scrolls: number; readonly why: string };

const swipeMs = 300;

/** A failed reading ends it at once: the effect of the next swipe would be unknown. */
export async function scrollUntilVisible(
  dispatch: Dispatch,
  { session, first }: ScrollDeps,
  request: ScrollRequest,
): Promise<ScrollResult> {
  const scroll = new Scroll(request);
  let step = scroll.next(first);
  while ('swipe' in step) {
    dispatch.check();
    await session.device.input.swipe(dispatch, step.swipe);
    step = scroll.next(await session.observe(dispatch));
  }
  return step;
}

/** Decides after each reading: found, given up, or one more swipe. Pure. */
export class Scroll {
  readonly #wish: ScrollRequest;
  #before: Observation | null = null;
  #scrolls = 0;

  constructor(request: ScrollRequest) {
    this.#wish = request;
  }

  /** The first reading is the one before any swipe, without the element. */
  next(now: Observation): { readonly swipe: Swipe } | ScrollResult {
    const { selector, direction, maxScrolls } = this.#wish;
    const before = this.#before;
    this.#before = now;
    const scrolls = this.#scrolls;
    const unmoved = before?.snapshot.revision === now.snapshot.revision;
    // What is under a bar or the keyboard is scrolled out from there, unless it is at its end.
    const area = scrollArea(now.tree);
    const found = before && visibleMatch(now.tree, selector, unmoved || scrolls >= maxScrolls || !area);
    if (found) return { element: elementToWire(now.tree, found, handleOf(now, found)), scrolls };
    if (unmoved) {
      const why = `The view no longer moves ${direction} after ${scrolls} scrolls, and the element is not there.`;
      return { element: null, scrolls, why };
    }
    if (scrolls >= maxScrolls) {
      return { element: null, scrolls, why: `Not visible after ${maxScrolls} scrolls.` };
    }
    if (!area) return { element: null, scrolls, why: 'Nothing on the screen can be scrolled.' };
    this.#scrolls++;
    return { swipe: { ...scrollGesture(area, this.#wish), durationMs: swipeMs } };
  }
}

/** The largest visible scrollable: lists inside pages are smaller than the page only when they are not the content. */
export function scrollArea({ elements }: UiTree): Bounds | null {
  const scrollables = elements.filter(({ scrollable, visible }) => scrollable && visible);
  const largest = scrollables.reduce<UiElement | null>(
    (best, element) => (best && area(best.bounds) >= area(element.bounds) ? best : element),
    null,
  );
  return largest?.bounds ?? null;
}

function area([left, top, right, bottom]: Bounds): number {
  return (right - left) * (bottom - top);
}

/** A swipe inside the area, clear of its edges, where system gestures and headers begin. */
export function scrollGesture(
  [left, top, right, bottom]: Bounds,
  { direction, scrollAmount }: ScrollRequest,
) {
  const [x, y] = [Math.round((left + right) / 2), Math.round((top + bottom) / 2)];
  const reachX = Math.round(((right - left) * Math.min(scrollAmount, 0.9)) / 2);
  const reachY = Math.round(((bottom - top) * Math.min(scrollAmount, 0.9)) / 2);
  switch (direction) {
    case 'down':
      return { from: [x, y + reachY], to: [x, y - reachY] } as const;
    case 'up':
      return { from: [x, y - reachY], to: [x, y + reachY] } as const;
    case 'right':
      return { from: [x + reachX, y], to: [x - reachX, y] } as const;
    case 'left':
      return { from: [x - reachX, y], to: [x + reachX, y] } as const;
  }
}

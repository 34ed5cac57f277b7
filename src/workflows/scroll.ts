/** Scrolling until something is visible: swipe, look, and stop when the view no longer moves. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { DeviceWith, DispatchMark } from '../devices/port/device.ts';
import type { DeviceSession } from '../session/device-session.ts';
import { handleOf, type Observation } from '../session/observation.ts';
import type { Bounds, UiElement, UiTree } from '../ui/ui-tree.ts';
import { elementToWire, type WireElement } from '../ui/wire.ts';
import { type ScrollSelector, visibleMatch } from './scroll-selector.ts';

export type Direction = 'down' | 'up' | 'left' | 'right';

export interface ScrollWish {
  readonly selector: ScrollSelector;
  readonly direction: Direction;
  readonly maxScrolls: number;
  readonly scrollAmount: number;
}

export interface ScrollPlace {
  readonly session: DeviceSession;
  readonly device: DeviceWith<'input' | 'screen'>;
  readonly first: Observation;
  readonly mark: DispatchMark;
}

export type ScrollResult =
  | { readonly element: WireElement; readonly scrolls: number }
  | { readonly element: null; readonly scrolls: number; readonly why: string };

const swipeMs = 300;

export async function scrollUntilVisible(
  op: Operation,
  { session, device, first, mark }: ScrollPlace,
  wish: ScrollWish,
): Promise<ScrollResult> {
  let now = first;
  for (let scrolls = 0; scrolls < wish.maxScrolls; ) {
    const area = scrollArea(now.tree);
    if (!area) return { element: null, scrolls, why: 'Nothing on the screen can be scrolled.' };
    op.check();
    await device.input.swipe(op, { ...gesture(area, wish), durationMs: swipeMs }, mark);
    scrolls++;
    const next = await session.observe(op, device);
    const found = visibleMatch(next.tree, wish.selector);
    if (found) return { element: elementToWire(found, handleOf(next, found)), scrolls };
    if (next.snapshot.revision === now.snapshot.revision) {
      return {
        element: null,
        scrolls,
        why: `The view no longer moves ${wish.direction} after ${scrolls} scrolls, and the element is not there.`,
      };
    }
    now = next;
  }
  return { element: null, scrolls: wish.maxScrolls, why: `Not visible after ${wish.maxScrolls} scrolls.` };
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
export function gesture([left, top, right, bottom]: Bounds, { direction, scrollAmount }: ScrollWish) {
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

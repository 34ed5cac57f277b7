/**
 * What lies over the centre of an element: another window, or a control drawn later in the same window. The first
 * keeps touches away for certain; the second is told but not relied on, as drawing order can differ from tree order.
 */
import type { Draft } from './build-tree.ts';
import { holds, isEmpty, union } from './geometry.ts';
import { canBeActedOn } from './labels.ts';
import { Overlaps } from './overlaps.ts';
import type { Bounds, Point, UiElement, UiTree, UiWindow } from './ui-tree.ts';
import { quoted } from './visible-text.ts';

/** Enough for a status bar or a shade; a larger system window is told by its first ones. */
const maxRects = 300;

/** Rectangles of a window that take touches. A system window may span the display and be empty where it is not drawn. */
function solidParts(elements: readonly UiElement[], windows: readonly UiWindow[]): readonly Bounds[][] {
  const parts: Bounds[][] = windows.map((window) =>
    window.kind === 'system' || isEmpty(window.bounds) ? [] : [window.bounds],
  );
  for (const element of elements) {
    const rects = parts[element.window];
    if (windows[element.window]?.kind !== 'system' || rects === undefined || !element.visible) continue;
    const drawn = canBeActedOn(element) || (element.parentId !== null && element.children.length === 0);
    if (drawn && rects.length < maxRects) rects.push(element.bounds);
  }
  windows.forEach((window, index) => {
    if (window.kind === 'keyboard') parts[index] = keyboardParts(elements, index, window.bounds);
  });
  return parts;
}

/** The window of a keyboard may be as tall as the display while its keys take the lower part. */
function keyboardParts(elements: readonly UiElement[], index: number, bounds: Bounds): Bounds[] {
  let keys: Bounds | null = null;
  for (const element of elements)
    if (element.window === index && element.visible && canBeActedOn(element))
      keys = keys === null ? element.bounds : union(keys, element.bounds);
  return isEmpty(bounds) ? [] : [keys ?? bounds];
}

/** Name of the window that takes touches at `point` instead of the element's own, or null. */
export function windowOver(tree: UiTree, element: UiElement, point: Point): string | null {
  if (tree.windows.length < 2) return null;
  return coveringWindow(coverOf(tree.elements, tree.windows), element, point);
}

/** Without layers of the platform the order is not known; then only a keyboard is certain to lie on top. */
function coverOf(elements: readonly UiElement[], windows: readonly UiWindow[]): Cover {
  const orderKnown = new Set(windows.map((window) => window.layer)).size === windows.length;
  return { windows, parts: solidParts(elements, windows), orderKnown };
}

interface Cover {
  readonly windows: readonly UiWindow[];
  readonly parts: readonly Bounds[][];
  readonly orderKnown: boolean;
}

function coveringWindow(cover: Cover, element: UiElement, point: Point): string | null {
  for (let index = cover.windows.length - 1; index >= 0; index--) {
    const window = cover.windows[index];
    if (window === undefined || index === element.window) continue;
    if (cover.orderKnown ? index < element.window : window.kind !== 'keyboard') continue;
    for (const part of cover.parts[index] ?? []) if (holds(part, point)) return windowName(window);
  }
  return null;
}

/** `keyboard`, `dialog "Delete?"`, `system com.android.systemui`. */
export function windowName(window: UiWindow): string {
  if (window.kind === 'keyboard') return 'keyboard';
  const name = window.title ? quoted(window.title, 60) : window.package;
  return name ? `${window.kind} ${name}` : window.kind;
}

/** Fills in `coveredBy`: a window first, else the control that is drawn over the centre. */
export function markCoverage(elements: readonly Draft[], windows: readonly UiWindow[]): void {
  const cover = windows.length < 2 ? null : coverOf(elements, windows);
  const overlaps = new Overlaps(elements);
  for (const element of elements) {
    if (!element.visible) continue;
    const window = cover === null ? null : coveringWindow(cover, element, element.center);
    element.coveredBy = window ?? overlaps.over(element);
  }
}

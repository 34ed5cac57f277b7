/**
 * What takes a touch at a point: the one answer for outlines, conditions, taps and everything else that touches. Windows
 * first, then what is drawn later in the same window. On Android what takes no touches lets them through to what lies
 * under it (ViewGroup.dispatchTouchEvent); on iOS only labels and images do, other views keep them (UIView.hitTest).
 * What follows from that: docs/decisions/0025.
 */
import { largestFree } from './free-area.ts';
import { areaOf, centerOf, contains, holds, isEmpty, sameBounds, union } from './geometry.ts';
import { canBeActedOn } from './labels.ts';
import { isForeignOverlay } from './obstacle.ts';
import type { Bounds, Point, UiElement, UiTree, UiWindow } from './ui-tree.ts';
import { named, quoted } from './visible-text.ts';

export type HitScreen = Pick<UiTree, 'platform' | 'windows' | 'elements' | 'orderTold'>;

export type Spot =
  | {
      readonly point: Point;
      /** What lies over the centre, when that is why the point is another one. */
      readonly over: string | null;
    }
  | { readonly why: string };

/** What a touch at a point meets. */
export interface Touched {
  /** What takes the touch; where nothing does, what is drawn there last. */
  readonly element: UiElement | null;
  /** The window that the touch goes to; null beside all windows. */
  readonly window: number | null;
  /** Whether anything there is known to do something with a tap. */
  readonly takes: boolean;
}

/** Enough for a status bar or a shade; a larger system window is told by its first ones. */
const maxRects = 300;

/** Rectangles of a window that take touches. A system window may span the display and be empty where it is not drawn. */
function solidParts({ elements, windows }: HitScreen): readonly Bounds[][] {
  const parts: Bounds[][] = windows.map((window) =>
    isEmpty(window.bounds) || (window.kind === 'system' && !isForeignOverlay(window)) ? [] : [window.bounds],
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

/** `keyboard`, `dialog "Delete?"`, `system com.android.systemui`. */
export function windowName(window: UiWindow): string {
  if (window.kind === 'keyboard') return 'keyboard';
  const name = window.title ? quoted(window.title, 60) : window.package && named(window.package);
  return name ? `${window.kind} ${name}` : window.kind;
}

/** For one reading: prepared once, asked many times. */
export class HitTest {
  readonly #screen: HitScreen;
  readonly #parts: readonly Bounds[][];
  /** Without layers of the platform the order of windows is not known; then only a keyboard is certain to lie on top. */
  readonly #layersTold: boolean;
  /** Index after the last descendant, for each element. */
  readonly #ends: readonly number[];
  /** All that keep touches from what is under them, the one drawn last first. */
  readonly solid: readonly UiElement[];

  constructor(screen: HitScreen) {
    this.#screen = screen;
    this.#layersTold = new Set(screen.windows.map(({ layer }) => layer)).size === screen.windows.length;
    this.#parts = screen.windows.length < 2 ? [] : solidParts(screen);
    this.#ends = endsOf(screen.elements);
    this.solid = screen.elements.filter((element) => this.#isSolid(element)).sort(lastDrawnFirst);
  }

  /** Where to touch the element: its centre, else the middle of its largest free part. */
  spot(element: UiElement): Spot {
    const covers = [...this.#windowRects(element), ...this.#solidOver(element)];
    const over = this.nameOver(element, element.center, this.solid);
    const inner = canBeActedOn(element) ? this.#controlsIn(element) : [];
    const innerAt = inner.find(({ bounds }) => holds(bounds, element.center));
    if (over === null && innerAt === undefined) return { point: element.center, over: null };
    // Controls inside are avoided where there is room; a control that they fill is touched through them.
    const beside = largestFree(element.bounds, [...covers, ...inner.map(({ bounds }) => bounds)]);
    const lies = over ?? (innerAt ? elementName(innerAt) : null);
    if (beside !== null) return { point: middleOf(beside), over: lies };
    if (over === null) return { point: element.center, over: null };
    const free = largestFree(element.bounds, covers);
    return free === null ? { why: `it is covered by ${over}` } : { point: middleOf(free), over };
  }

  /** The largest part of it on which nothing lies; null when it is covered as a whole. */
  freeOf(element: UiElement): Bounds | null {
    return largestFree(element.bounds, [...this.#windowRects(element), ...this.#solidOver(element)]);
  }

  /** Name of what takes touches at the point instead of the element, or null. `among`: solid ones, drawn last first. */
  nameOver(element: UiElement, point: Point, among: readonly UiElement[]): string | null {
    const window = this.#windowOver(element, point);
    if (window !== null) return windowName(window);
    const top = among.find((other) => holds(other.bounds, point) && this.#liesOver(other, element));
    return top === undefined ? null : elementName(top);
  }

  /** Whether no part of it can be seen: under the keyboard or a window in front, as a whole. */
  isHiddenByWindows(element: UiElement): boolean {
    const rects = this.#windowRects(element);
    return rects.length > 0 && largestFree(element.bounds, rects) === null;
  }

  at(point: Point): Touched {
    const window = this.#windowAt(point);
    if (window === null) return { element: null, window, takes: false };
    const isHere = (one: UiElement): boolean =>
      one.window === window && one.visible && holds(one.bounds, point);
    const taker = this.solid.find((one) => isHere(one) && !isMarker(this.#screen, one));
    if (taker !== undefined && actsOnTap(taker)) return { element: taker, window, takes: true };
    let last: UiElement | null = null;
    for (const one of this.#screen.elements)
      if (isHere(one) && one.parentId !== null && (last === null || one.paintOrder > last.paintOrder))
        last = one;
    // The root of a window is under all that it shows, and takes what nothing else does.
    const root = this.#screen.elements.find((one) => one.parentId === null && isHere(one));
    return { element: last, window, takes: root !== undefined && actsOnTap(root) };
  }

  #windowAt(point: Point): number | null {
    const { windows } = this.#screen;
    if (windows.length < 2) return windows.length === 0 ? null : 0;
    for (let index = windows.length - 1; index >= 0; index--)
      if (this.#parts[index]?.some((part) => holds(part, point)) || this.#isInBar(index, point)) return index;
    return null;
  }

  /** A bar takes touches all over, also between what it shows; a system window as large as the display need not. */
  #isInBar(index: number, point: Point): boolean {
    const { windows } = this.#screen;
    const bounds = windows[index]?.bounds;
    if (windows[index]?.kind !== 'system' || bounds === undefined || !holds(bounds, point)) return false;
    return areaOf(bounds) * 4 < Math.max(...windows.map((window) => areaOf(window.bounds)));
  }

  #isAbove(index: number, element: UiElement): boolean {
    if (index === element.window) return false;
    return this.#layersTold ? index > element.window : this.#screen.windows[index]?.kind === 'keyboard';
  }

  #windowOver(element: UiElement, point: Point): UiWindow | null {
    for (let index = this.#parts.length - 1; index >= 0; index--)
      if (this.#isAbove(index, element) && this.#parts[index]?.some((part) => holds(part, point)))
        return this.#screen.windows[index] ?? null;
    return null;
  }

  #windowRects(element: UiElement): readonly Bounds[] {
    return this.#parts.flatMap((parts, index) => (this.#isAbove(index, element) ? parts : []));
  }

  #solidOver(element: UiElement): readonly Bounds[] {
    return this.solid.filter((other) => this.#liesOver(other, element)).map(({ bounds }) => bounds);
  }

  /** Whether a solid one is drawn after the element, outside of it in the tree. */
  #liesOver(other: UiElement, element: UiElement): boolean {
    if (other.window !== element.window || other.paintOrder <= element.paintOrder) return false;
    if (other.index > element.index && other.index < (this.#ends[element.index] ?? 0)) return false;
    if (meansTheSame(other, element)) return false;
    return (
      !isMarker(this.#screen, other) ||
      (isMarker(this.#screen, element) && other.parentId === element.parentId)
    );
  }

  #isSolid(element: UiElement): boolean {
    if (!element.visible || element.parentId === null) return false;
    if (actsOnTap(element)) return true;
    // A list whose order is not told may well lie under a bar that is listed before it.
    if (element.scrollable) return this.#screen.orderTold;
    return isMarker(this.#screen, element) || (this.#screen.platform === 'ios' && keepsTouches(element));
  }

  #controlsIn(element: UiElement): readonly UiElement[] {
    return this.#screen.elements
      .slice(element.index + 1, this.#ends[element.index])
      .filter((inner) => inner.visible && canBeActedOn(inner));
  }
}

export function lastDrawnFirst(a: UiElement, b: UiElement): number {
  return b.window - a.window || b.paintOrder - a.paintOrder;
}

/** Its label in quotes, or its class. */
function elementName({ label, type, role }: UiElement): string {
  if (role === 'toolbar') return label === null ? 'a bar' : `a bar ${quoted(label, 60)}`;
  return label === null ? `another element (${type})` : `another element ${quoted(label, 60)}`;
}

/**
 * What lies over a thing and belongs to it: a control without words of its own, or with the same ones, over the whole of
 * a text or picture that takes no touches; the same control listed twice.
 */
function meansTheSame(other: UiElement, element: UiElement): boolean {
  if (!canBeActedOn(other)) return false;
  if (canBeActedOn(element))
    return other.label !== null && other.label === element.label && sameBounds(other.bounds, element.bounds);
  return contains(other.bounds, element.bounds) && (other.label === null || other.label === element.label);
}

/** Drawn by the control around it, which decides itself what was meant: pins of a map. */
function isMarker({ elements }: HitScreen, element: UiElement): boolean {
  if (!isNamedLeaf(element) || canBeActedOn(element)) return false;
  const around = elements[element.parentId ?? -1];
  return around !== undefined && canBeActedOn(around);
}

function isNamedLeaf({ children, contentDescription, parentId }: UiElement): boolean {
  return parentId !== null && children.length === 0 && contentDescription !== null;
}

/** A view of UIKit with a name that is neither label nor image keeps touches even if it does nothing with them; so do bars. */
function keepsTouches(element: UiElement): boolean {
  if (element.role === 'toolbar') return true;
  if (!isNamedLeaf(element)) return false;
  return element.role === null || element.role === 'container';
}

/** Lists keep a touch to scroll, and do nothing with a tap. */
function actsOnTap(element: UiElement): boolean {
  return canBeActedOn(element) || element.role === 'webview';
}

/** The middle of a free part, exact where it is thinner than what a coordinate is rounded to. */
function middleOf(bounds: Bounds): Point {
  const center = centerOf(bounds);
  return holds(bounds, center) ? center : [(bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2];
}

const prepared = new WeakMap<UiTree, HitTest>();

export function hitTestOf(tree: UiTree): HitTest {
  const known = prepared.get(tree) ?? new HitTest(tree);
  prepared.set(tree, known);
  return known;
}

function endsOf(elements: readonly UiElement[]): readonly number[] {
  const ends = elements.map((element) => element.index + 1);
  for (let index = elements.length - 1; index >= 0; index--) {
    const parent = elements[index]?.parentId;
    if (parent !== null && parent !== undefined) ends[parent] = Math.max(ends[parent] ?? 0, ends[index] ?? 0);
  }
  return ends;
}

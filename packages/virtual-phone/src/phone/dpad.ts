/**
 * The focus that a D-pad moves, by the geometry of `android.view.FocusFinder`: what lies in the beam of the focused view
 * wins, then the nearest by a distance that weighs the direction of the key 13 times
 * (core/java/android/view/FocusFinder.java).
 */
import type { DeviceState } from './device-state.ts';
import { type Box, walk } from './layout.ts';
import type { Rect } from './phone-types.ts';
import type { Touch } from './touch.ts';
import type { Typing } from './typing.ts';
import { isFocusable } from './view-nodes.ts';
import type { ShownWindow, Windows } from './windows.ts';

export type Direction = 'up' | 'down' | 'left' | 'right';

export interface DpadParts {
  readonly state: DeviceState;
  readonly windows: Windows;
  readonly typing: Typing;
  readonly touch: Touch;
}

export class Dpad {
  readonly #parts: DpadParts;

  constructor(parts: DpadParts) {
    this.#parts = parts;
  }

  /** The focused view of the window in front, a field or not. */
  focused(): { readonly window: ShownWindow; readonly box: Box } | null {
    const window = this.#parts.windows.focused();
    if (!window || window.owner?.app.frozen) return null;
    const box = candidates(window).find((one) => window.views.hasFocus(one));
    return box ? { window, box } : null;
  }

  move(direction: Direction): void {
    const window = this.#parts.windows.focused();
    if (!window || window.owner?.app.frozen) return;
    const all = candidates(window);
    const from = all.find((one) => window.views.hasFocus(one));
    // The first key only leaves touch mode: the first view that can have the focus gets it.
    const next = from ? nextIn(direction, from, all) : all[0];
    if (next) this.#focus(window, next);
    else if (from && this.#scroll(window, from, direction)) this.#focusShown(from, direction);
  }

  /** What came into sight by scrolling gets the focus at once. */
  #focusShown(was: Box, direction: Direction): void {
    const window = this.#parts.windows.focused();
    if (!window) return;
    const all = candidates(window);
    const from = all.find(({ path }) => path === was.path);
    const next = from && nextIn(direction, from, all);
    if (next) this.#focus(window, next);
  }

  press(): boolean {
    const focused = this.focused();
    if (!focused || focused.box.spec.field) return false;
    this.#parts.touch.click(focused.window, focused.box);
    return true;
  }

  #focus(window: ShownWindow, box: Box): void {
    if (box.spec.field) this.#parts.typing.focus(window, box);
    else window.views.focusView(box.path);
    for (const scroller of walk(window.root)) {
      if (scroller.scrollRange <= 0 || ![...walk(scroller)].includes(box)) continue;
      const [low, high] = scroller.spec.scroll === 'horizontal' ? [0, 2] : [1, 3];
      const after = Math.max(0, (box.bounds[high] ?? 0) - (scroller.bounds[high] ?? 0));
      const before = Math.max(0, (scroller.bounds[low] ?? 0) - (box.bounds[low] ?? 0));
      this.#scrollBy(window, scroller, after - before);
    }
    this.#parts.state.changed();
  }

  /** Nothing in that direction can have the focus: what scrolls there shows half a page more. */
  #scroll(window: ShownWindow, from: Box, direction: Direction): boolean {
    const axis = direction === 'up' || direction === 'down' ? 'vertical' : 'horizontal';
    const scroller = [...walk(window.root)].findLast(
      (box) =>
        box.scrollRange > 0 && (box.spec.scroll ?? 'vertical') === axis && [...walk(box)].includes(from),
    );
    if (!scroller) return false;
    const page = axis === 'vertical' ? scroller.height : scroller.width;
    const sign = direction === 'down' || direction === 'right' ? 1 : -1;
    this.#scrollBy(window, scroller, (sign * page) / 2);
    this.#parts.state.changed();
    return true;
  }

  #scrollBy(window: ShownWindow, scroller: Box, distance: number): void {
    if (distance === 0) return;
    const was = window.views.scrolled.get(scroller.key) ?? 0;
    window.views.scrolled.set(
      scroller.key,
      Math.round(Math.min(scroller.scrollRange, Math.max(0, was + distance))),
    );
  }
}

/** What scrolls has the focus only where nothing in it can (FOCUS_AFTER_DESCENDANTS of ScrollView and RecyclerView). */
function candidates({ root }: ShownWindow): Box[] {
  return [...walk(root)].filter((box) => {
    if (!canFocus(box)) return false;
    const scrolls = box.spec.scroll !== undefined || box.spec.rows !== undefined;
    return !scrolls || ![...walk(box)].some((one) => one !== box && canFocus(one));
  });
}

function canFocus({ spec, width, height }: Box): boolean {
  return isFocusable(spec) && spec.enabled !== false && !spec.gone && width > 0 && height > 0;
}

function nextIn(direction: Direction, from: Box, all: readonly Box[]): Box | null {
  let best: Box | null = null;
  for (const box of all) {
    if (box === from || !liesIn(direction, from.bounds, box.bounds)) continue;
    if (best === null || beats(direction, from.bounds, box.bounds, best.bounds)) best = box;
  }
  return best;
}

/** The rectangle seen as if the key were "right": [near, far] along its direction, [low, high] across it. */
function seen(direction: Direction, [left, top, right, bottom]: Rect) {
  switch (direction) {
    case 'right':
      return { near: left, far: right, low: top, high: bottom };
    case 'left':
      return { near: -right, far: -left, low: top, high: bottom };
    case 'down':
      return { near: top, far: bottom, low: left, high: right };
    case 'up':
      return { near: -bottom, far: -top, low: left, high: right };
  }
}

function liesIn(direction: Direction, from: Rect, to: Rect): boolean {
  const [a, b] = [seen(direction, from), seen(direction, to)];
  return (a.near < b.near || a.far <= b.near) && a.far < b.far;
}

function inBeam(direction: Direction, from: Rect, to: Rect): boolean {
  const [a, b] = [seen(direction, from), seen(direction, to)];
  return b.high > a.low && b.low < a.high;
}

function beats(direction: Direction, from: Rect, one: Rect, other: Rect): boolean {
  if (beamBeats(direction, from, one, other)) return true;
  if (beamBeats(direction, from, other, one)) return false;
  return distance(direction, from, one) < distance(direction, from, other);
}

/** Sideways the beam always wins; up and down it does unless what lies beside it ends nearer. */
function beamBeats(direction: Direction, from: Rect, one: Rect, other: Rect): boolean {
  if (inBeam(direction, from, other) || !inBeam(direction, from, one)) return false;
  const isClear = seen(direction, other).near >= seen(direction, from).far;
  if (!isClear || direction === 'left' || direction === 'right') return true;
  return gap(direction, from, one) < farGap(direction, from, other);
}

function gap(direction: Direction, from: Rect, to: Rect): number {
  return Math.max(0, seen(direction, to).near - seen(direction, from).far);
}

function farGap(direction: Direction, from: Rect, to: Rect): number {
  return Math.max(1, seen(direction, to).far - seen(direction, from).far);
}

function distance(direction: Direction, from: Rect, to: Rect): number {
  const [a, b] = [seen(direction, from), seen(direction, to)];
  const across = Math.abs((a.low + a.high) / 2 - (b.low + b.high) / 2);
  return 13 * gap(direction, from, to) ** 2 + across ** 2;
}

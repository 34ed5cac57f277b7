/** Touches: finds the window and the view under a point, as the input dispatcher does, and lets the view act. */
import type { DeviceState } from './device-state.ts';
import { carried } from './fling.ts';
import { type Box, inDrawingOrder } from './layout.ts';
import type { InputRecord } from './phone-types.ts';
import { contains } from './rect.ts';
import { isOnThumb, seek } from './seek-bar.ts';
import type { Typing } from './typing.ts';
import { isClickable, viewName } from './view-nodes.ts';
import type { WheelSpec } from './view-spec.ts';
import { ViewState } from './view-state.ts';
import type { Overlays, ShownWindow, Windows } from './windows.ts';

const LONG_PRESS_MS = 400;
const SLOP_DP = 8;
const EDGE_DP = 20;

export interface TouchParts {
  readonly state: DeviceState;
  readonly windows: Windows;
  readonly typing: Typing;
  readonly overlays: Overlays;
  readonly back: () => void;
  readonly home: () => void;
  /** The window's app does not answer; called with every touch that it should have taken. */
  readonly unanswered: (window: ShownWindow) => void;
}

interface Hit {
  readonly window: ShownWindow;
  /** From the root to the view under the point; empty beside a modal window. */
  readonly path: readonly Box[];
}

interface Stroke {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly durationMs: number;
}

export class Touch {
  readonly #parts: TouchParts;

  constructor(parts: TouchParts) {
    this.#parts = parts;
  }

  tap(x: number, y: number, displayId: number): void {
    const hit = this.#hit(x, y, displayId);
    const taker = hit && taking(hit.path, (box) => isClickable(box.spec) || box.spec.slider !== undefined);
    this.#note('tap', { x, y, displayId }, hit, taker);
    if (!hit || this.#unanswered(hit)) return;
    if (hit.path.length === 0) hit.window.cancel?.();
    if (!taker || taker.spec.enabled === false) return;
    const { state, windows } = this.#parts;
    const density = windows.frame(displayId)?.density ?? 160;
    if (!isOnThumb(state, taker, { x, density })) seek(state, hit.window.packageName, taker, x);
    this.click(hit.window, taker);
  }

  /** What a touch and the centre of a D-pad have in common. */
  click(window: ShownWindow, box: Box): void {
    const { spec } = box;
    if (spec.slider) this.#parts.state.changed();
    else if (spec.field) this.#focus(window, box);
    else if (spec.dropDown) this.#openDropDown(window, box);
    spec.onTap?.();
    this.#parts.state.changed();
  }

  /** At once, or as late as a busy phone gives it. */
  #focus(window: ShownWindow, box: Box): void {
    const { state, typing } = this.#parts;
    const { focusDelayMs } = state.quirks;
    if (focusDelayMs === 0) typing.focus(window, box);
    else state.after(focusDelayMs, () => typing.focus(window, box));
  }

  /** No screen of ours zooms: what took the fingers is in the record. */
  pinch(x: number, y: number, scale: number, displayId: number): void {
    const hit = this.#hit(x, y, displayId);
    const innermost = hit && hit.path.length > 0 ? pathToInnermost(hit.window.root, x, y).at(-1) : null;
    this.#note('pinch', { x, y, scale, displayId }, hit, innermost ?? null);
  }

  setProgress(x: number, y: number, value: number): boolean {
    const hit = this.#hit(x, y, 0);
    const taker = hit && taking(hit.path, (box) => box.spec.slider !== undefined);
    const slider = taker?.spec.slider;
    this.#note('set_progress', { value }, hit, taker);
    if (!hit || !slider || taker?.spec.enabled === false || this.#unanswered(hit)) return false;
    const steps = Math.round((Math.min(slider.max, Math.max(slider.min, value)) - slider.min) / slider.step);
    slider.set(Math.min(slider.max, Number((slider.min + steps * slider.step).toFixed(6))));
    this.#parts.state.changed();
    return true;
  }

  longPress(x: number, y: number, durationMs: number, displayId: number): void {
    const hit = this.#hit(x, y, displayId);
    const taker = hit && taking(hit.path, (box) => isClickable(box.spec) || box.spec.onLongTap !== undefined);
    this.#note('long_press', { x, y, durationMs, displayId }, hit, taker);
    if (!hit || this.#unanswered(hit) || !taker || taker.spec.enabled === false) return;
    if (taker.spec.onLongTap) taker.spec.onLongTap();
    else if (taker.spec.field) {
      this.#parts.typing.focus(hit.window, taker);
      this.#parts.typing.move('all');
    }
    this.#parts.state.changed();
  }

  swipe(stroke: Stroke, displayId: number): void {
    const { x1, y1, x2, y2, durationMs } = stroke;
    const frame = this.#parts.windows.frame(displayId);
    const slop = (SLOP_DP * (frame?.density ?? 160)) / 160;
    const hit = this.#hit(x1, y1, displayId);
    // A seek bar takes where the finger leaves it, however short its way was (AbsSeekBar#onTouchEvent).
    const seeks = hit !== null && taking(hit.path, (box) => box.spec.slider !== undefined) !== null;
    if (Math.hypot(x2 - x1, y2 - y1) < slop && !seeks) {
      if (durationMs >= LONG_PRESS_MS) this.longPress(x1, y1, durationMs, displayId);
      else this.tap(x1, y1, displayId);
      return;
    }
    const sideways = Math.abs(x2 - x1) > Math.abs(y2 - y1);
    const distance = sideways ? x1 - x2 : y1 - y2;
    const mover = hit && taking(hit.path, (box) => canMove(box, hit.window, { sideways, distance }));
    const pressed = hit && !mover && this.#parts.state.dragsClick;
    const clicked = pressed ? clickedBySwipe(hit.path, stroke, sideways) : null;
    this.#note('swipe', { x1, y1, x2, y2, durationMs, displayId }, hit, mover ?? clicked);
    if (displayId === 0 && this.#systemGesture(stroke)) return;
    if (!hit || this.#unanswered(hit)) return;
    if (clicked && clicked.spec.enabled !== false) this.click(hit.window, clicked);
    if (!mover) return;
    const { slider, wheel } = mover.spec;
    const by = carried({ distance, durationMs }, frame?.density ?? 160, slop);
    if (slider && sideways) seek(this.#parts.state, hit.window.packageName, mover, x2);
    else if (wheel) turn(wheel, Math.round((by * 3) / mover.height));
    else this.#scroll(hit.window, mover, by);
    this.#parts.state.changed();
  }

  #note(kind: InputRecord['kind'], detail: InputRecord['detail'], hit: Hit | null, taker: Box | null): void {
    const view = hit && taker ? viewName(taker, hit.window.packageName) : null;
    this.#parts.state.note(kind, detail, view);
  }

  /** Top window first: one that has the point, or a modal one that takes touches beside itself. */
  #hit(x: number, y: number, displayId: number): Hit | null {
    for (const window of this.#parts.windows.shown(displayId).toReversed()) {
      if (!window.touchable) continue;
      if (contains(window.bounds, x, y)) return { window, path: pathTo(window.root, x, y) };
      if (window.modal) return { window, path: [] };
    }
    return null;
  }

  #unanswered(hit: Hit): boolean {
    if (!hit.window.owner?.app.frozen) return false;
    this.#parts.unanswered(hit.window);
    return true;
  }

  #openDropDown(window: ShownWindow, box: Box): void {
    const { owner } = window;
    if (!owner || !box.spec.dropDown) return;
    const token = this.#parts.state.hash();
    owner.popup = { token, anchor: box.clip, spec: box.spec.dropDown, views: new ViewState() };
    this.#parts.state.transition();
  }

  #scroll(window: ShownWindow, box: Box, distance: number): void {
    const was = Math.min(box.scrollRange, window.views.scrolled.get(box.key) ?? 0);
    const is = Math.round(Math.min(box.scrollRange, Math.max(0, was + distance)));
    window.views.scrolled.set(box.key, is);
    this.#parts.state.transition();
  }

  /** Swipes that belong to the system: shade from the top edge, home from the bottom one, back from the sides. */
  #systemGesture({ x1, y1, x2, y2 }: Stroke): boolean {
    const { windows, overlays, state } = this.#parts;
    const frame = windows.frame();
    if (!frame) return false;
    const edge = (EDGE_DP * frame.density) / 160;
    const down = y2 - y1 > Math.abs(x2 - x1);
    if (overlays.locked) {
      overlays.locked = y1 - y2 <= frame.height / 10;
      state.transition();
      return true;
    }
    if (y1 < frame.statusHeight && down && !overlays.shadeOpen) {
      overlays.shadeOpen = true;
      state.transition();
      return true;
    }
    if (overlays.shadeOpen && y2 < y1) {
      overlays.shadeOpen = false;
      state.transition();
      return true;
    }
    if (!windows.gestures) return false;
    if (y1 >= frame.height - edge && y1 - y2 > Math.abs(x2 - x1)) {
      this.#parts.home();
      return true;
    }
    const fromSide = (x1 < edge && x2 - x1 > edge) || (x1 >= frame.width - edge && x1 - x2 > edge);
    if (fromSide && Math.abs(x2 - x1) > Math.abs(y2 - y1)) {
      this.#parts.back();
      return true;
    }
    return false;
  }
}

/** The innermost view that wants it. */
function taking(path: readonly Box[], wants: (box: Box) => boolean): Box | null {
  return path.findLast(wants) ?? null;
}

/** From the root to the view that takes the touch; to the innermost one under the point where none does. */
function pathTo(root: Box, x: number, y: number): readonly Box[] {
  return pathToTaker(root, x, y) ?? pathToInnermost(root, x, y);
}

/** What takes no touches lets them through to what lies under it. */
function pathToTaker(box: Box, x: number, y: number): readonly Box[] | null {
  for (const child of inDrawingOrder(box.children).toReversed()) {
    if (child.spec.gone || !contains(child.clip, x, y)) continue;
    const path = pathToTaker(child, x, y);
    if (path) return [box, ...path];
  }
  const { spec, scrollRange } = box;
  const takes = isClickable(spec) || spec.onLongTap || spec.slider || spec.wheel || scrollRange > 0;
  return takes ? [box] : null;
}

function pathToInnermost(root: Box, x: number, y: number): readonly Box[] {
  const path = [root];
  for (let box: Box | undefined = root; box; ) {
    box = inDrawingOrder(box.children).findLast((child) => !child.spec.gone && contains(child.clip, x, y));
    if (box) path.push(box);
  }
  return path;
}

/** Whether the view can follow a finger that moves the content by `distance`. */
function canMove(box: Box, window: ShownWindow, by: { sideways: boolean; distance: number }): boolean {
  if (box.spec.slider) return by.sideways && box.spec.enabled !== false;
  if (box.spec.wheel) return !by.sideways;
  if (box.scrollRange <= 0 || (box.spec.scroll === 'horizontal') !== by.sideways) return false;
  const at = Math.min(box.scrollRange, window.views.scrolled.get(box.key) ?? 0);
  return by.distance > 0 ? at < box.scrollRange : at > 0;
}

/**
 * What a swipe clicks that nothing follows: a view stays pressed until the finger leaves it, and no scroller around it
 * that goes the same way has taken the touch from it (View.onTouchEvent, ViewGroup.onInterceptTouchEvent) [A20].
 */
function clickedBySwipe(path: readonly Box[], { x2, y2 }: Stroke, sideways: boolean): Box | null {
  const taken = path.some(
    ({ spec, scrollRange }) => scrollRange > 0 && (spec.scroll === 'horizontal') === sideways,
  );
  const pressed = taken ? null : taking(path, ({ spec }) => isClickable(spec));
  return pressed && contains(pressed.clip, x2, y2) ? pressed : null;
}

/** A wheel shows three values at a time. */
function turn({ min, max, value, set }: WheelSpec, by: number): void {
  set(Math.min(max, Math.max(min, value + by)));
}

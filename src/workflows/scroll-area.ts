/** Which scroller a direction means, and where in it a swipe begins. Pure: works on one reading. */
import { areaOf, holds } from '../ui/geometry.ts';
import { hitTestOf } from '../ui/hit-test.ts';
import type { Bounds, Point, Role, UiElement, UiTree } from '../ui/ui-tree.ts';

export type Direction = 'down' | 'up' | 'left' | 'right';

export const opposite: Readonly<Record<Direction, Direction>> = {
  down: 'up',
  up: 'down',
  left: 'right',
  right: 'left',
};

export function isSideways(direction: Direction): boolean {
  return direction === 'left' || direction === 'right';
}

/** What scrolls as part of being set, or takes a swipe that begins on it: its value or its text would change. */
const controls: ReadonlySet<Role> = new Set<Role>(['slider', 'stepper', 'dropdown', 'text_field']);
/** AdapterViews and pickers of the framework that report themselves as scrollable [A20]. */
const controlTypes =
  /(?:NumberPicker|DatePicker|TimePicker|CalendarView|Spinner|PickerWheel|DatePickerView)$/;
const sidewaysTypes = /Horizontal|ViewPager2?$|TabLayout$|Gallery$/;
/** These scroll lengthwise and in no other way; a RecyclerView tells nothing by its class. */
const lengthwiseTypes = /(?:^|\.)(?:NestedScrollView|ScrollView|ListView|ExpandableListView)$|^(?:AX)?Table$/;

export function isControl({ role, type, editable }: UiElement): boolean {
  return editable || (role !== null && controls.has(role)) || controlTypes.test(type);
}

/** Scrollers that may move in the direction: what holds the target first, then what stands next to it, then the larger. */
export function scrollersFor(
  tree: UiTree,
  direction: Direction,
  hidden: UiElement | undefined,
): readonly UiElement[] {
  const nearness = (one: UiElement): number => (hidden ? sharedDepth(tree, one, hidden) : 0);
  const wrong = isSideways(direction) ? 'lengthwise' : 'sideways';
  return tree.elements
    .filter((one) => one.scrollable && one.visible && !isInControl(tree, one) && axisOf(tree, one) !== wrong)
    .sort((a, b) => nearness(b) - nearness(a) || areaOf(b.bounds) - areaOf(a.bounds));
}

/** How deep in the tree lies what holds both: the scroller itself where it holds the target, else a page around them. */
function sharedDepth(tree: UiTree, scroller: UiElement, target: UiElement): number {
  const around = new Set(ancestorsOf(tree, target));
  const own = [scroller, ...ancestorsOf(tree, scroller)];
  const shared = own.findIndex((one) => around.has(one));
  return shared < 0 ? 0 : own.length - shared;
}

function isInControl(tree: UiTree, element: UiElement): boolean {
  return isControl(element) || ancestorsOf(tree, element).some((one) => controlTypes.test(one.type));
}

function ancestorsOf({ elements }: UiTree, element: UiElement): readonly UiElement[] {
  const found: UiElement[] = [];
  for (let at = element.parentId; at !== null; ) {
    const one = elements[at];
    if (one === undefined) break;
    found.push(one);
    at = one.parentId;
  }
  return found;
}

/** By class, else by how its children stand; null when neither tells. */
function axisOf({ elements }: UiTree, element: UiElement): 'sideways' | 'lengthwise' | null {
  if (sidewaysTypes.test(element.type)) return 'sideways';
  if (lengthwiseTypes.test(element.type)) return 'lengthwise';
  const children = element.children
    .flatMap((index) => elements[index] ?? [])
    .filter(({ visible }) => visible);
  const places = (from: 0 | 1): number => new Set(children.map(({ bounds }) => bounds[from])).size;
  const [columns, rows] = [places(0), places(1)];
  const [only] = children;
  if (only && children.length === 1) return axisOfOne(element.bounds, only.bounds);
  if (children.length < 2 || columns === rows) return null;
  // Rows of a list stand below each other, cards of a strip beside each other; in a grid they do both.
  if (columns === 1) return 'lengthwise';
  if (rows === 1) return 'sideways';
  const [left, top, right, bottom] = element.bounds;
  return bottom - top > (right - left) / 2 ? 'lengthwise' : null;
}

/** One row leaves room below it, one card beside it. */
function axisOfOne(around: Bounds, [left, top, right, bottom]: Bounds): 'sideways' | 'lengthwise' | null {
  const wide = right - left > (around[2] - around[0]) * nearlyAll;
  const tall = bottom - top > (around[3] - around[1]) * nearlyAll;
  if (wide === tall) return null;
  return wide ? 'lengthwise' : 'sideways';
}

const nearlyAll = 0.85;

export interface Stroke {
  readonly from: Point;
  readonly to: Point;
}

/** Shares of the width, the middle first; shares of the length by which the whole stroke is moved. */
const lanes = [0.5, 0.3, 0.7, 0.15, 0.85, 0.05, 0.95];
const shifts = [0, -0.1, 0.1, -0.2, 0.2, -0.3, 0.3];

/**
 * A stroke of this share of the scroller, which begins on a part of it that nothing covers and that is no control.
 * It stays clear of the edges, where gestures of the system and headers begin.
 */
export function strokeIn(tree: UiTree, scroller: UiElement, direction: Direction, share: number): Stroke {
  const reach = Math.min(share, 0.9) / 2;
  const unsure = axisOf(tree, scroller) === null;
  let first: Stroke | null = null;
  for (const stroke of freeStrokes(tree, scroller, direction, reach)) {
    if (!unsure || !mayClick(tree, scroller, stroke)) return stroke;
    first ??= stroke;
  }
  return first ?? strokeAt(scroller.bounds, direction, { lane: 0.5, shift: 0, reach });
}

function* freeStrokes(
  tree: UiTree,
  scroller: UiElement,
  direction: Direction,
  reach: number,
): Iterable<Stroke> {
  // A bar or sheet over the whole width leaves none but a shorter one, beside it.
  const beside = hitTestOf(tree).freeOf(scroller);
  for (const area of beside ? [scroller.bounds, beside] : [scroller.bounds])
    for (const shift of shifts) {
      if (Math.abs(shift) + reach > 0.45 && shift !== 0) continue;
      for (const lane of lanes) {
        const stroke = strokeAt(area, direction, { lane, shift, reach });
        if (isFree(tree, scroller, stroke.from)) yield stroke;
      }
    }
}

/** Both ends in one view that can be clicked: a click, where the scroller turns out to go another way [A20]. */
function mayClick(tree: UiTree, scroller: UiElement, { from, to }: Stroke): boolean {
  return tree.elements.some(
    (one) =>
      one.clickable &&
      one.visible &&
      one.window === scroller.window &&
      one !== scroller &&
      holds(one.bounds, from) &&
      holds(one.bounds, to),
  );
}

function strokeAt(
  [left, top, right, bottom]: Bounds,
  direction: Direction,
  { lane, shift, reach }: { readonly lane: number; readonly shift: number; readonly reach: number },
): Stroke {
  const sideways = isSideways(direction);
  const back = direction === 'up' || direction === 'left';
  const at = (along: number): Point => {
    const [x, y] = sideways ? [along, lane] : [lane, along];
    return [Math.round(left + (right - left) * x), Math.round(top + (bottom - top) * y)];
  };
  const [far, near] = [at(0.5 + shift + reach), at(0.5 + shift - reach)];
  return back ? { from: near, to: far } : { from: far, to: near };
}

function isFree(tree: UiTree, scroller: UiElement, point: Point): boolean {
  const hits = hitTestOf(tree);
  if (hits.nameOver(scroller, point, hits.solid) !== null) return false;
  return !tree.elements.some(
    (one) =>
      one.visible &&
      one.window === scroller.window &&
      holds(one.bounds, point) &&
      (isControl(one) || one.role === 'toolbar' || one.role === 'tab'),
  );
}

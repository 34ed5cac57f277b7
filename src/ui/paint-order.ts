/**
 * In which order the nodes of a window are drawn: what is drawn later lies over what was drawn before. Android tells it
 * as `drawing-order`, which counts among the children of one parent only and is 0 where it is not known
 * (AccessibilityNodeInfo.getDrawingOrder). Where it is not told, the order of the document stands for it, except for bars:
 * one that is listed before the list under it is commonly raised above its rows (View.getElevation).
 */
import type { Draft } from './build-tree.ts';
import { contains } from './geometry.ts';
import type { RawNode } from './raw-screen.ts';
import type { Bounds } from './ui-tree.ts';

/** Whether the children are drawn in another order than they are listed in: 0 is not known. */
export function isReordered(parent: RawNode): boolean {
  const { children } = parent;
  let last = 0;
  let reordered = false;
  for (const { drawingOrder } of children) {
    if (drawingOrder === undefined || drawingOrder <= 0) return raisedAmong(parent).size > 0;
    if (drawingOrder < last) reordered = true;
    last = drawingOrder;
  }
  return reordered;
}

/** All nodes, first drawn first: a parent before its children, each child with all that lies in it. */
function paintSequence(roots: readonly RawNode[]): readonly RawNode[] {
  const sequence: RawNode[] = [];
  const stack = [...roots].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    sequence.push(node);
    const children = isReordered(node) ? drawnOrder(node) : node.children;
    for (let at = children.length - 1; at >= 0; at--) {
      const child = children[at];
      if (child !== undefined) stack.push(child);
    }
  }
  return sequence;
}

function drawnOrder(parent: RawNode): readonly RawNode[] {
  const { children } = parent;
  if (children.every(({ drawingOrder }) => drawingOrder))
    return [...children].sort((a, b) => (a.drawingOrder ?? 0) - (b.drawingOrder ?? 0));
  const raised = raisedAmong(parent);
  return [...children.filter((child) => !raised.has(child)), ...raised];
}

/** Of UIKit, which lie over the content that scrolls beneath them, wherever they are listed. */
const bars: ReadonlySet<string> = new Set(
  ['NavigationBar', 'TabBar', 'TabGroup', 'Toolbar'].flatMap((bar) => [
    bar,
    `AX${bar}`,
    `XCUIElementType${bar}`,
  ]),
);

const scrollers = /(?:ScrollArea|ScrollView|Table|CollectionView)$/;

/** A bar by its type, or a group by what its description says. */
function isBar({ type, subrole }: RawNode): boolean {
  return bars.has(type) || (subrole !== undefined && bars.has(subrole));
}

/** A page has few parts; a list has many rows, none of which is a bar. */
const mostParts = 12;

/** Children that are bars, by their type or over a list which is listed after them. */
function raisedAmong({ children, scrollable }: RawNode): ReadonlySet<RawNode> {
  const raised = new Set(children.length < 2 ? [] : barsAmong(children));
  if (scrollable || children.length < 2 || children.length > mostParts) return raised;
  const lists = children.map(listIn);
  children.forEach((child, at) => {
    if (lists.some((list, place) => place > at && list !== null && isBarOver(child.bounds, list)))
      raised.add(child);
  });
  return raised;
}

/** With the items of a flat answer, which stand behind their bar and inside of it. */
function barsAmong(children: readonly RawNode[]): readonly RawNode[] {
  let bar: RawNode | null = null;
  return children.filter((child) => {
    if (isBar(child)) bar = child;
    else if (bar !== null && (isScrolled(child) || !contains(bar.bounds, child.bounds))) bar = null;
    return bar !== null;
  });
}

/** A row that lies under the bar as a whole is no item of it. */
function isScrolled({ type }: RawNode): boolean {
  return /(?:Cell|Row)$/.test(type) || scrollers.test(type);
}

/** How far below a part of a page its list is looked for: a refresh layout, a coordinator, a pager. */
const deepestList = 5;

function listIn(part: RawNode): Bounds | null {
  let level: readonly RawNode[] = [part];
  for (let depth = 0; depth < deepestList && level.length > 0; depth++) {
    const list = level.find(({ scrollable, type }) => scrollable ?? scrollers.test(type));
    if (list) return list.bounds;
    level = level.flatMap(({ children }) => children).slice(0, mostParts);
  }
  return null;
}

/** As wide as the list or nearly so, and as a whole in the upper or lower quarter of it. */
function isBarOver([left, top, right, bottom]: Bounds, list: Bounds): boolean {
  const quarter = (list[3] - list[1]) / 4;
  if (bottom <= top || right - left < 0.8 * (list[2] - list[0]) || bottom - top > quarter) return false;
  if (left < list[0] || right > list[2] || top < list[1] || bottom > list[3]) return false;
  return bottom <= list[1] + quarter || top >= list[3] - quarter;
}

/** Of the elements of one window, `nodes` by the index of each element; without roots in the order of the document. */
export function setPaintOrder(
  elements: Draft[],
  nodes: readonly RawNode[],
  roots: readonly RawNode[] | null,
): void {
  if (roots !== null) {
    const places = new Map(paintSequence(roots).map((node, place) => [node, place]));
    const placeOf = ({ index }: Draft): number => {
      const node = nodes[index];
      return (node && places.get(node)) ?? 0;
    };
    elements.sort((a, b) => placeOf(a) - placeOf(b));
  }
  for (const [place, element] of elements.entries()) element.paintOrder = place;
}

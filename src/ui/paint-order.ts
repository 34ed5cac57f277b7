/**
 * In which order the nodes of a window are drawn: what is drawn later lies over what was drawn before. Android tells it
 * as `drawing-order`, which counts among the children of one parent only and is 0 where it is not known
 * (AccessibilityNodeInfo.getDrawingOrder).
 */
import type { Draft } from './build-tree.ts';
import type { RawNode } from './raw-screen.ts';

/** Whether the children are drawn in another order than they are listed in: 0 is not known. */
export function isReordered({ children }: RawNode): boolean {
  let last = 0;
  let reordered = false;
  for (const { drawingOrder } of children) {
    if (drawingOrder === undefined || drawingOrder <= 0) return false;
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
    const children = isReordered(node)
      ? [...node.children].sort((a, b) => (a.drawingOrder ?? 0) - (b.drawingOrder ?? 0))
      : node.children;
    for (let at = children.length - 1; at >= 0; at--) {
      const child = children[at];
      if (child !== undefined) stack.push(child);
    }
  }
  return sequence;
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

/**
 * What another process shows over an app whose own tree is empty, found by asking what lies at points. Few questions, and
 * none on other screens.
 */
import { contains, holds, isEmpty } from '../../../../ui/geometry.ts';
import type { Bounds, Point } from '../../../../ui/ui-tree.ts';
import type { AxElement } from './ax-json.ts';
import { isBar } from './ax-node.ts';

/** What lies at a point of the interface. */
export type AskPoint = (point: Point) => Promise<AxElement | null>;

const gridColumns = 3;
const gridRows = 7;

/**
 * What lies on the screen of an application that answered alone: content of another process (a document picker, a share
 * sheet) is in no tree of the app, but points find it (IDB-06). At most 21 questions; what lies between is not found.
 */
export async function probeScreen(root: AxElement, ask: AskPoint): Promise<readonly AxElement[]> {
  if (root.frame === null) return [];
  const [left, top, right, bottom] = root.frame;
  const found: AxElement[] = [];
  for (let row = 0; row < gridRows; row++) {
    for (let column = 0; column < gridColumns; column++) {
      const x = Math.round(left + ((column + 0.5) * (right - left)) / gridColumns);
      const y = Math.round(top + ((row + 0.5) * (bottom - top)) / gridRows);
      if (found.some(({ frame }) => frame !== null && holds(frame, [x, y]))) continue;
      const hit = await ask([x, y]);
      if (hit && isItem(hit, root.frame)) found.push({ ...hit, children: [] });
    }
  }
  return found;
}

/** The bar itself and what it lies in answer too, where there is no item. */
export function isItem(hit: AxElement, bar: Bounds): boolean {
  return (
    hit.frame !== null &&
    !isEmpty(hit.frame) &&
    !isBar(hit) &&
    hit.type !== 'Application' &&
    !contains(hit.frame, bar)
  );
}

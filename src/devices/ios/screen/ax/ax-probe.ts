/**
 * What a reading keeps to itself, found by asking what lies at points: the items of bars, and what another process shows
 * over an app whose own tree is empty. Few questions, only where something is blank, and none on other screens.
 */
import type { Bounds, Point } from '../../../../ui/ui-tree.ts';
import type { AxElement, AxReading } from './ax-json.ts';
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
      if (found.some(({ frame }) => covers(frame, [x, y]))) continue;
      const hit = await ask([x, y]);
      if (hit && isItem(hit, root.frame)) found.push({ ...hit, children: [] });
    }
  }
  return found;
}

/** Equal for readings that show the same elements at the same places, in whatever state. */
export function outlineOf({ roots }: Pick<AxReading, 'roots'>): string {
  const parts = listed(roots).map(({ pid, type, label, identifier, frame }) => [
    pid,
    type,
    label,
    identifier,
    frame,
  ]);
  return JSON.stringify(parts);
}

/** The bar itself and what it lies in answer too, where there is no item. */
export function isItem(hit: AxElement, bar: Bounds): boolean {
  return (
    hit.frame !== null &&
    !isFlat(hit.frame) &&
    !isBar(hit) &&
    hit.type !== 'Application' &&
    !holds(hit.frame, bar)
  );
}

/** Not recursive: trees are deeper than call stacks. */
export function listed(roots: readonly AxElement[]): readonly AxElement[] {
  const all: AxElement[] = [];
  const waiting = [...roots].reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    all.push(next);
    for (let index = next.children.length - 1; index >= 0; index--) {
      const child = next.children[index];
      if (child) waiting.push(child);
    }
  }
  return all;
}

export function covers(frame: Bounds | null, [x, y]: Point): boolean {
  return frame !== null && x >= frame[0] && x < frame[2] && y >= frame[1] && y < frame[3];
}

export function holds(outer: Bounds | null, inner: Bounds): boolean {
  if (outer === null) return false;
  return outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3];
}

export function isFlat([left, top, right, bottom]: Bounds): boolean {
  return right <= left || bottom <= top;
}

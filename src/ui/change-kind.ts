/** What kind of change lies between two readings: structure, words or states, in the whole screen or below one element. */

import type { ElementState, UiElement, UiTree } from './ui-tree.ts';
import { barsOf } from './windows.ts';

export type ChangeKind = 'hierarchy_diff' | 'text_change' | 'state_change';

/** A reading with the handle of each element: equal handles mean the same element. */
export interface Named {
  readonly tree: UiTree;
  readonly handles: readonly string[];
}

export interface ChangeSummary {
  readonly added: number;
  readonly removed: number;
  readonly text: number;
  readonly state: number;
  readonly moved: number;
}

/**
 * `root` (a handle) limits the comparison to that element and what is below it; where it is missing in a reading,
 * nothing of that reading counts, so that its coming or going is a change of hierarchy.
 */
export function summarizeChange(base: Named, next: Named, root?: string): ChangeSummary {
  const before = new Map(scoped(base, root));
  const after = new Map(scoped(next, root));
  const kept = [...after].filter(([handle]) => before.has(handle));
  const gone = [...before].filter(([handle]) => !after.has(handle)).map(([, element]) => element);
  const fresh = [...after].filter(([handle]) => !before.has(handle)).map(([, element]) => element);
  const replaced = pairByPosition(gone, fresh);
  const pairs = [
    ...kept.map(([handle, element]) => [before.get(handle) ?? element, element] as const),
    ...replaced,
  ];
  return {
    added: fresh.length - replaced.length,
    removed: gone.length - replaced.length,
    text: pairs.filter(([a, b]) => !sameWords(a, b)).length,
    state: pairs.filter(([a, b]) => !sameState(a, b)).length,
    moved: pairs.filter(([a, b]) => String(a.bounds) !== String(b.bounds)).length,
  };
}

export function kindsOf({ added, removed, text, state }: ChangeSummary): readonly ChangeKind[] {
  return [
    ...(added + removed > 0 ? (['hierarchy_diff'] as const) : []),
    ...(text > 0 ? (['text_change'] as const) : []),
    ...(state > 0 ? (['state_change'] as const) : []),
  ];
}

function scoped({ tree, handles }: Named, root: string | undefined): [string, UiElement][] {
  const bars = barsOf(tree);
  const all = tree.elements
    .filter(({ window }) => !bars.has(window))
    .map((element): [string, UiElement] => [handles[element.index] ?? '', element]);
  if (root === undefined) return all;
  const top = handles.indexOf(root);
  return top < 0 ? [] : all.filter(([, element]) => isBelow(tree, element, top));
}

function isBelow(tree: UiTree, element: UiElement, top: number): boolean {
  let at: UiElement | undefined = element;
  while (at && at.index > top) at = at.parentId === null ? undefined : tree.elements[at.parentId];
  return at?.index === top;
}

/** An element without an identifier whose words changed where it stands is the same one to a reader. */
function pairByPosition(
  gone: readonly UiElement[],
  fresh: readonly UiElement[],
): (readonly [UiElement, UiElement])[] {
  const byPosition = new Map<string, UiElement>();
  for (const element of gone) byPosition.set(positionKey(element), element);
  return fresh.flatMap((element) => {
    const key = positionKey(element);
    const old = byPosition.get(key);
    if (!old || !byPosition.delete(key)) return [];
    return [[old, element] as const];
  });
}

function positionKey({ type, depth, bounds: [left, top] }: UiElement): string {
  return `${type}|${depth}|${left},${top}`;
}

function sameWords(a: UiElement, b: UiElement): boolean {
  return a.text === b.text && a.contentDescription === b.contentDescription;
}

const words: ReadonlySet<keyof ElementState> = new Set(['text_value']);

function sameState(a: UiElement, b: UiElement): boolean {
  if (a.enabled !== b.enabled || a.visible !== b.visible) return false;
  const fields = Object.keys(a.state) as (keyof ElementState)[];
  return fields.every((field) => words.has(field) || String(a.state[field]) === String(b.state[field]));
}

/**
 * What makes an element the same one in another reading. From strong to weak: its developer-given id, its id or class
 * with its words, the same within the control around it, its exact place among equals. A key counts only where
 * exactly one element of the reading has it.
 */
import { isInteractive } from './roles.ts';
import type { UiElement, UiTree } from './ui-tree.ts';

/** Keys of one element that are its alone in its reading, strongest first; never empty. */
export type Keys = readonly string[];

export function identitiesOf(tree: UiTree): readonly Keys[] {
  const inList = listMembers(tree);
  const owners = tree.windows.map(
    (window) => `${window.kind === 'keyboard' ? 'keyboard' : ''}${window.package ?? ''}`,
  );
  const ids: (string | null)[] = [];
  const own: string[] = [];
  const scoped: string[] = [];
  const scopes: number[] = [];
  for (const element of tree.elements) {
    const owner = owners[element.window] ?? '';
    const base = `${owner}|${element.type}|${element.stable_id ?? ''}`;
    const words = identityWords(tree, element);
    // Rows are recycled: in a list an id alone would go on to name whatever row comes into its place.
    const weak = inList[element.index] === 1 && words !== null;
    ids.push(element.stable_id === null || weak ? null : `#${base}`);
    own.push(`=${base}|${words ?? ''}`);
  }
  const idCounts = countsOf(ids);
  const ownCounts = countsOf(own);
  const isOne = (index: number): boolean =>
    idCounts.get(ids[index] ?? '') === 1 || ownCounts.get(own[index] ?? '') === 1;
  for (const { index, parentId } of tree.elements) {
    const scope = parentId === null ? -1 : isOne(parentId) ? parentId : (scopes[parentId] ?? -1);
    scopes.push(scope);
    scoped.push(`${own[index]}<${scope < 0 ? '' : own[scope]}`);
  }
  const scopedCounts = countsOf(scoped);
  const positionKeys = positionKeysOf(tree, scoped, scopedCounts);
  return tree.elements.map(({ index }) => {
    const keys: string[] = [];
    const id = ids[index];
    if (id !== null && id !== undefined && idCounts.get(id) === 1) keys.push(id);
    for (const [list, counts] of [
      [own, ownCounts],
      [scoped, scopedCounts],
    ] as const) {
      const key = list[index];
      if (key !== undefined && counts.get(key) === 1) keys.push(key);
    }
    if (keys.length === 0) keys.push(positionKeys[index] ?? '');
    return keys;
  });
}

function countsOf(keys: readonly (string | null)[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Equal ones are told apart by place only as long as neither their number nor the place changes. */
function positionKeysOf(
  tree: UiTree,
  scoped: readonly string[],
  counts: ReadonlyMap<string, number>,
): readonly string[] {
  const seen = new Map<string, number>();
  return tree.elements.map(({ index, bounds, depth }) => {
    const key = scoped[index] ?? '';
    const count = counts.get(key) ?? 0;
    if (count < 2) return '';
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    return `@${key}@${ordinal}/${count}@${depth}@${bounds.join(',')}`;
  });
}

function listMembers(tree: UiTree): Uint8Array {
  const members = new Uint8Array(tree.elements.length);
  for (const { index, parentId } of tree.elements)
    if (parentId !== null)
      members[index] = members[parentId] === 1 || tree.elements[parentId]?.role === 'list' ? 1 : 0;
  return members;
}

const onOff = /^(on|off|true|false|checked|unchecked|not checked)$/i;

/**
 * The words that stay while a control is used: not what was typed, not the position of a slider, not "ON". Of a row
 * the first text, since the second tends to be its state ("Wi-Fi", "Connected").
 */
function identityWords(tree: UiTree, element: UiElement): string | null {
  if (element.editable || element.role === 'slider' || element.role === 'progress')
    return element.contentDescription ?? element.hint;
  const { text } = element;
  const toggles = element.state.checked !== null || element.role === 'switch';
  if (text !== null && !(toggles && onOff.test(text.trim()))) return short(text);
  if (element.contentDescription !== null) return short(element.contentDescription);
  return isInteractive(element.role) || element.clickable || element.role === 'list_item'
    ? firstText(tree, element)
    : null;
}

function firstText(tree: UiTree, element: UiElement): string | null {
  const stack = [...element.children].reverse();
  for (let visited = 0; visited < 30; visited++) {
    const below = tree.elements[stack.pop() ?? -1];
    if (below === undefined) return null;
    const words = below.editable ? null : (below.text ?? below.contentDescription);
    if (words !== null) return short(words);
    for (let at = Math.min(below.children.length, 30) - 1; at >= 0; at--) {
      const child = below.children[at];
      if (child !== undefined) stack.push(child);
    }
  }
  return null;
}

function short(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}${text.length}` : text;
}

/** Elements in the field names of the wire contract. Null, false and empty fields are left out; text is made visible. */
import type { Candidate } from './near-misses.ts';
import { hintsFor } from './selector-hints.ts';
import type { SelectorHint, Semantic, UiElement, UiTree } from './ui-tree.ts';
import { visibleText } from './visible-text.ts';

export type WireElement = Readonly<Record<string, unknown>>;

/** Longer values are no good as selectors and are given in full elsewhere. */
const longestHint = 120;

/** `enabled` and `visible` are given only when false. */
export function elementToWire(tree: UiTree, element: UiElement, handle: string | null): WireElement {
  const { text, contentDescription, label } = element;
  return compact({
    elementId: handle,
    ...names(element),
    label: label === text || label === contentDescription ? null : shown(label),
    role: element.role,
    clickable: element.clickable,
    ...(element.enabled ? {} : { enabled: false }),
    ...(element.visible ? {} : { visible: false }),
    bounds: element.bounds,
    center: element.center,
    parentId: element.parentId,
    state: stateToWire(tree, element),
    stable_id: shown(element.stable_id),
    test_tag: element.test_tag === element.stable_id ? null : shown(element.test_tag),
    ...hintsToWire(tree, element),
    semantic: semanticToWire(element.semantic, false),
    hint: element.hint === text ? null : shown(element.hint),
    error: shown(element.error),
    ...flags(element),
  });
}

/** Elements in tree order; `parentId` is a place in this list. */
export function treeToWire(tree: UiTree, handles: readonly string[]): readonly WireElement[] {
  return tree.elements.map((element) => elementToWire(tree, element, handles[element.index] ?? null));
}

/** The fields of `target.resolved` in action results. */
export function resolvedToWire(tree: UiTree, element: UiElement, handle: string | null): WireElement {
  return compact({
    elementId: handle,
    text: shown(element.text),
    resource_id: shown(element.resourceId),
    accessibility_id: shown(element.contentDescription),
    class: element.type,
    bounds: element.bounds,
    index: element.index,
    state: stateToWire(tree, element),
    stable_id: shown(element.stable_id),
    role: element.role,
    test_tag: element.test_tag === element.stable_id ? null : shown(element.test_tag),
    ...hintsToWire(tree, element),
    semantic: semanticToWire(element.semantic, true),
  });
}

/** What a caller needs to choose: handle, label, id, bounds, and why it may be meant. */
export function candidateToWire({ element, why }: Candidate, handle: string | null): WireElement {
  return compact({
    elementId: handle,
    label: shown(element.label, 120),
    role: element.role,
    resourceId: shown(element.resourceId),
    bounds: element.bounds,
    why: visibleText(why),
  });
}

function names(element: UiElement): Record<string, unknown> {
  return {
    text: shown(element.text),
    contentDescription: shown(element.contentDescription),
    type: visibleText(element.type),
    resourceId: shown(element.resourceId),
  };
}

/** What can be done with it stands in `semantic.supported_actions`. */
function flags(element: UiElement): Record<string, unknown> {
  return {
    secure: element.secure,
    probed: element.probed,
    coveredBy: shown(element.coveredBy, 120),
    offscreen: element.offscreen,
    clipped: element.clipped,
    window: element.window === 0 ? null : element.window,
  };
}

/**
 * Text and value are not said twice; `enabled` stands on the element. Whether it is on or off is told of whatever can be
 * either: an off switch and a label must not look the same.
 */
function stateToWire(tree: UiTree, element: UiElement): Record<string, unknown> | null {
  const { state, text, editable } = element;
  const given = {
    ...(state.checked === null ? {} : { checked: state.checked }),
    ...(isSelectable(tree, element) ? { selected: state.selected } : {}),
    ...(state.expanded === null ? {} : { expanded: state.expanded }),
    ...compact({
      focused: state.focused,
      text_value: editable || state.text_value !== text ? shown(state.text_value) : null,
      value: typeof state.value === 'string' ? shown(state.value) : state.value,
      raw_value: state.raw_value === state.value ? null : state.raw_value,
      value_range: state.value_range,
    }),
  };
  return Object.keys(given).length === 0 ? null : given;
}

/** Android says `selected="false"` of everything: it means something of tabs, and beside something selected. */
function isSelectable({ elements }: UiTree, { state, role, parentId }: UiElement): boolean {
  if (state.selected !== false || role === 'tab') return state.selected !== null;
  const siblings = parentId === null ? [] : (elements[parentId]?.children ?? []);
  return siblings.some((at) => elements[at]?.state.selected === true);
}

/**
 * The best value, and where others of the screen share it the next one that is unique; one that is shared too would add
 * nothing. The class is given only where nothing is better and no other element has it.
 */
function hintsToWire(tree: UiTree, element: UiElement): Record<string, unknown> {
  const { type } = element;
  const all = hintsFor(tree, element);
  const better = all.filter((hint) => hint.value !== type && hint.value.length <= longestHint);
  const hints = better.length > 0 ? better : all.filter((hint) => hint.value === type && hint.unique);
  const [best, ...others] = hints;
  if (best === undefined) return {};
  const alone = best.unique ? undefined : others.find(({ unique }) => unique);
  return { selector: hintToWire(best), ...(alone ? { alternatives: [hintToWire(alone)] } : {}) };
}

function hintToWire({ value, confidence }: SelectorHint): WireElement {
  return { value: visibleText(value), confidence };
}

/** In a tree `parentId` says what holds others; `is_container` stands where an element is given alone. */
function semanticToWire(semantic: Semantic, alone: boolean): Record<string, unknown> | null {
  const { supported_actions: actions, is_container: holds, ...others } = semantic;
  const given = compact({
    ...others,
    is_container: alone && holds,
    supported_actions: actions.length === 0 ? null : actions,
  });
  return Object.keys(given).length === 0 ? null : given;
}

function shown(text: string | null, limit = Number.POSITIVE_INFINITY): string | null {
  if (text === null) return null;
  return visibleText(text.length > limit ? `${text.slice(0, limit)}…` : text);
}

/** Leaves out null, false and empty, but for `enabled` and `visible`, which are only passed in when false. */
function compact(fields: Record<string, unknown>): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === null || value === undefined || value === '') continue;
    if (value !== false || name === 'enabled' || name === 'visible') given[name] = value;
  }
  return given;
}

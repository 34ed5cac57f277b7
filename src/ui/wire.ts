/** Elements in the field names of the wire contract. Null, false and empty fields are left out; text is made visible. */
import type { Candidate } from './near-misses.ts';
import { hintsFor } from './selector-hints.ts';
import type { Semantic, UiElement, UiTree } from './ui-tree.ts';
import { visibleText } from './visible-text.ts';

export type WireElement = Readonly<Record<string, unknown>>;

/** Longer values are no good as selectors and are given in full elsewhere. */
const longestHint = 120;

/** `enabled` and `visible` are given only when false. */
export function elementToWire(tree: UiTree, element: UiElement, handle: string | null): WireElement {
  const { text, contentDescription, label, children } = element;
  return compact({
    elementId: handle,
    ...names(element),
    label: label !== null && label !== text && label !== contentDescription ? visibleText(label) : null,
    role: element.role,
    clickable: element.clickable,
    ...(element.enabled ? {} : { enabled: false }),
    ...(element.visible ? {} : { visible: false }),
    bounds: element.bounds,
    center: element.center,
    depth: element.depth === 0 ? null : element.depth,
    parentId: element.parentId,
    children: children.length === 0 ? null : children,
    state: stateToWire(element),
    stable_id: shown(element.stable_id),
    test_tag: shown(element.test_tag),
    selector: hintsToWire(tree, element),
    semantic: semanticToWire(element.semantic),
    hint: element.hint === text ? null : shown(element.hint),
    error: shown(element.error),
    ...flags(element),
  });
}

/** Elements in tree order; `parentId` and `children` are places in this list. */
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
    state: stateToWire(element),
    stable_id: shown(element.stable_id),
    role: element.role,
    test_tag: shown(element.test_tag),
    selector: hintsToWire(tree, element),
    semantic: semanticToWire(element.semantic),
  });
}

/** What a caller needs to choose: handle, label, id, bounds, and what speaks for it. */
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

/** Text and value are not said twice; `enabled` stands on the element. */
function stateToWire({ state, text, editable }: UiElement): Record<string, unknown> | null {
  const given = compact({
    checked: state.checked,
    selected: state.selected,
    focused: state.focused,
    expanded: state.expanded,
    text_value: editable || state.text_value !== text ? shown(state.text_value) : null,
    value: typeof state.value === 'string' ? shown(state.value) : state.value,
    raw_value: state.raw_value === state.value ? null : state.raw_value,
    value_range: state.value_range,
  });
  return Object.keys(given).length === 0 ? null : given;
}

/** Up to the first that names it alone: what comes after is worse. The class is given only when there is nothing better. */
function hintsToWire(tree: UiTree, element: UiElement): readonly WireElement[] | null {
  const { type } = element;
  const selector = hintsFor(tree, element);
  const better = selector.filter((hint) => hint.value !== type && hint.value.length <= longestHint);
  const hints = better.length > 0 ? better : selector.filter((hint) => hint.value === type);
  if (hints.length === 0) return null;
  const alone = hints.findIndex(({ unique }) => unique);
  return hints
    .slice(0, alone < 0 ? hints.length : alone + 1)
    .map(({ value, confidence }) => ({ value: visibleText(value), confidence }));
}

function semanticToWire(semantic: Semantic): Record<string, unknown> | null {
  const { supported_actions: actions, ...others } = semantic;
  const given = compact({ ...others, supported_actions: actions.length === 0 ? null : actions });
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

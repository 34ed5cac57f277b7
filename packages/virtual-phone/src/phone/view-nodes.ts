/** Turns laid out boxes into the nodes that the servers print: attributes as Android's own classes report them. */
import { type Box, inDrawingOrder } from './layout.ts';
import type { Rect, ViewNode } from './phone-types.ts';
import { isEmpty } from './rect.ts';
import type { ViewSpec } from './view-spec.ts';
import type { ViewState } from './view-state.ts';

export interface NodeRules {
  readonly packageName: string;
  readonly views: ViewState;
  /** List what lies below the fold with inverted bounds instead of hiding it. */
  readonly invertedBounds: boolean;
  readonly sdk: number;
}

export function nodeOf(box: Box, rules: NodeRules): ViewNode {
  const { spec } = box;
  const shown = shownText(box, rules);
  const enabled = spec.enabled ?? true;
  const clickable = isClickable(spec);
  const seen = visibility(box, rules);
  return {
    className: spec.className,
    packageName: rules.packageName,
    resourceId: resourceId(spec, rules.packageName),
    text: shown.text,
    contentDesc: spec.desc ?? '',
    hint: spec.hint ?? '',
    ...(shown.hint ? { showingHint: true } : {}),
    bounds: seen.bounds,
    checkable: spec.checkable ?? false,
    checked: spec.checked ?? false,
    clickable,
    longClickable: spec.longClickable ?? (spec.onLongTap !== undefined || spec.field !== undefined),
    enabled,
    focusable: isFocusable(spec),
    focused: isFocusable(spec) && rules.views.hasFocus(box),
    scrollable: spec.scrollable ?? box.scrollRange > 0,
    password: spec.field?.password ?? false,
    selected: spec.selected ?? false,
    editable: spec.field !== undefined && enabled,
    visibleToUser: seen.visible,
    important: spec.important ?? matters(spec),
    ...(spec.look === 'switch' && rules.sdk >= 30 ? { stateDescription: onOff(spec) } : {}),
    ...details(spec),
    children: childrenOf(box, rules),
  };
}

/** Listed as they are laid out, numbered as they are drawn. */
function childrenOf(box: Box, rules: NodeRules): ViewNode[] {
  const shown = box.children.filter((child) => !child.spec.gone);
  const order = new Map(inDrawingOrder(shown).map((child, at) => [child, at + 1]));
  return shown.map((child) => ({ ...nodeOf(child, rules), drawingOrder: order.get(child) ?? 0 }));
}

function details(spec: ViewSpec): Partial<ViewNode> {
  const range = spec.slider
    ? { min: spec.slider.min, max: spec.slider.max, value: spec.slider.value }
    : spec.range;
  return {
    ...(range ? { range } : {}),
    ...(spec.heading ? { heading: true } : {}),
    ...(spec.error !== undefined ? { error: spec.error } : {}),
    ...(spec.paneTitle !== undefined ? { paneTitle: spec.paneTitle } : {}),
    ...(spec.stateDescription !== undefined ? { stateDescription: spec.stateDescription } : {}),
    ...(spec.testTag !== undefined ? { testTag: spec.testTag } : {}),
  };
}

export function resourceId(spec: ViewSpec, packageName: string): string {
  const id = spec.id ?? '';
  if (id === '' || id.includes(':')) return id;
  return id.startsWith('#') ? id.slice(1) : `${packageName}:id/${id}`;
}

/** The name under which the input record lists a view: id, else text, else description. */
export function viewName(box: Box, packageName: string): string | null {
  const own = resourceId(box.spec, packageName) || box.spec.text || box.spec.desc;
  if (own) return own;
  for (const child of box.children) {
    const below = child.spec.text || child.spec.desc || viewName(child, packageName);
    if (below) return below;
  }
  return null;
}

export function isClickable(spec: ViewSpec): boolean {
  return (
    spec.clickable ?? (spec.onTap !== undefined || spec.dropDown !== undefined || spec.field !== undefined)
  );
}

export function isFocusable(spec: ViewSpec): boolean {
  return spec.focusable ?? (isClickable(spec) || spec.field !== undefined);
}

function matters(spec: ViewSpec): boolean {
  return Boolean(
    spec.text || spec.desc || spec.field || spec.onTap || spec.rows || spec.scroll || spec.look !== 'plain',
  );
}

function shownText({ spec, key }: Box, rules: NodeRules): { text: string; hint: boolean } {
  const { look, text = '' } = spec;
  // Up to Android 10 a Switch reports its state as text, since 11 as state description.
  if (look === 'switch' && rules.sdk < 30) return { text: `${text} ${onOff(spec)}`.trim(), hint: false };
  if (!spec.field) return { text, hint: false };
  const value = rules.views.fields.get(key)?.text ?? spec.field.initial ?? '';
  if (value === '') return { text: spec.hint ?? '', hint: Boolean(spec.hint) };
  return { text: spec.field.password ? '\u2022'.repeat(value.length) : value, hint: false };
}

function onOff(spec: ViewSpec): string {
  return spec.checked ? 'ON' : 'OFF';
}

function visibility(box: Box, rules: NodeRules): { bounds: Rect; visible: boolean } {
  if (box.spec.zeroArea) return { bounds: [0, 0, 0, 0], visible: true };
  if (!isEmpty(box.clip)) return { bounds: box.clip, visible: true };
  const [left, top, right] = box.bounds;
  const fold = box.clip[3];
  const below = rules.invertedBounds && top >= fold && left < right && box.height > 0;
  if (below) return { bounds: [left, top, right, fold], visible: true };
  // Wrappers around nothing keep their place: a row without content has no height and is still listed.
  const flat = box.height === 0 || box.width === 0;
  return { bounds: box.bounds, visible: flat && box.children.length > 0 };
}

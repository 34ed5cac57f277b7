/** An element in as few fields as decide what to do with it, for compact answers. */
import { nameOfId } from './selector.ts';
import type { ElementState, UiElement } from './ui-tree.ts';
import { visibleText } from './visible-text.ts';

export type Brief = Readonly<Record<string, unknown>>;

const longestLabel = 120;
const longestValue = 200;

/** Handle, label, role, id and states; fields that say nothing are left out. */
export function briefElement(element: UiElement, handle: string): Brief {
  const { label, role, resourceId } = element;
  const state = briefState(element);
  return {
    ...(handle === '' ? {} : { elementId: handle }),
    ...(label === null ? {} : { label: shortText(label, longestLabel) }),
    ...(role === null ? {} : { role }),
    ...(resourceId === null ? {} : { id: shortText(nameOfId(resourceId), longestLabel) }),
    ...(Object.keys(state).length === 0 ? {} : { state }),
    ...briefFlags(element),
  };
}

/** What keeps an element from being used; only what is out of the ordinary. */
export function briefFlags({ enabled, visible, coveredBy, offscreen, error }: UiElement): Brief {
  return {
    ...(enabled ? {} : { enabled: false }),
    ...(visible ? {} : { visible: false }),
    ...(offscreen === null ? {} : { offscreen }),
    ...(coveredBy === null ? {} : { coveredBy: shortText(coveredBy, longestLabel) }),
    ...(error === null ? {} : { error: shortText(error, longestLabel) }),
  };
}

/** States that are known, also where they are off; a text that is the label is not said twice. */
export function briefState({ state, label, editable }: UiElement): Brief {
  const { checked, selected, focused, expanded, text_value: typed, value } = state;
  return {
    ...(checked === null ? {} : { checked }),
    ...(selected ? { selected } : {}),
    ...(focused ? { focused } : {}),
    ...(expanded === null ? {} : { expanded }),
    ...(editable && typed !== null && typed !== label ? { text_value: shortText(typed, longestValue) } : {}),
    ...(value === null || value === label || isSaidByFlags(value, state) ? {} : { value: shortValue(value) }),
  };
}

/** What of it changed, with null, or the usual value, where something is no longer so. */
export function changedFields(was: UiElement, now: UiElement): Brief {
  const [{ elementId: _a, state: _b, ...before }, { elementId: _c, state: _d, ...after }] = [
    briefElement(was, ''),
    briefElement(now, ''),
  ];
  const state = changesIn(briefState(was), briefState(now));
  const fields = {
    ...changesIn(before, after),
    ...(Object.keys(state).length > 0 ? { state } : {}),
    ...(was.clipped === now.clipped ? {} : { clipped: now.clipped }),
  };
  if (Object.keys(fields).length > 0 || String(was.bounds) === String(now.bounds)) return fields;
  return { bounds: now.bounds };
}

const usual: Readonly<Record<string, boolean>> = {
  enabled: true,
  visible: true,
  selected: false,
  focused: false,
};

function changesIn(before: Brief, after: Brief): Brief {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names
      .filter((name) => before[name] !== after[name])
      .map((name) => [name, after[name] ?? usual[name] ?? null]),
  );
}

/** The "0" and "1" of switches and tabs say what checked and selected say. */
function isSaidByFlags(value: unknown, { checked, selected }: ElementState): boolean {
  return (checked !== null || selected !== null) && /^(?:[01]|true|false)$/.test(String(value));
}

function shortValue(value: string | number | boolean): string | number | boolean {
  return typeof value === 'string' ? shortText(value, longestValue) : value;
}

export function shortText(text: string, limit: number): string {
  return visibleText(text.length > limit ? `${text.slice(0, limit)}…` : text);
}

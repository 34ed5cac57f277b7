/** Tells whether the screen shows that it is loading. A hint for readiness, never proof of anything. */
import { numberIn } from './element-state.ts';
import type { UiElement, UiTree } from './ui-tree.ts';
import { visibleText } from './visible-text.ts';

export interface LoadingState {
  readonly active: true;
  /** What was seen: class and id of the indicator, or the words. */
  readonly signal: string;
  readonly source: 'native' | 'heuristic';
}

const words =
  /^(?:(?:loading|please wait|just a moment|one moment)(?:\s*(?:…|\.{2,4}|!))?|(?:loading|fetching|refreshing|signing in|updating)\b[^.…]{0,40}(?:…|\.{3}))$/i;
const maxLength = 80;

/** The first native indicator that can be seen, else the first text that says so, else null. */
export function loadingState(tree: UiTree): LoadingState | null {
  let told: LoadingState | null = null;
  for (const element of tree.elements) {
    if (!element.visible) continue;
    const kind = tree.windows[element.window]?.kind;
    if (kind === 'system' || kind === 'keyboard') continue;
    if (element.role === 'progress' && isSpinning(element))
      return { active: true, signal: nameOf(element), source: 'native' };
    told ??= toldBy(element);
  }
  return told;
}

/** A bar with a value is at rest between two changes; one without only says that something goes on. */
function isSpinning({ state, text, contentDescription }: UiElement): boolean {
  if (/halted|paused|stopped/i.test(contentDescription ?? '')) return false;
  if (state.value_range !== null) return false;
  const { value } = state;
  // iOS: an activity indicator says 1 while it turns and 0 when it is halted.
  if (value === 0 || value === false) return false;
  if (typeof value === 'number' && value !== 1) return false;
  return text === null || numberIn(text) === null;
}

function nameOf(element: UiElement): string {
  const short = element.type.slice(element.type.lastIndexOf('.') + 1);
  return element.resourceId === null ? short : visibleText(`${short} #${element.resourceId}`);
}

function toldBy(element: UiElement): LoadingState | null {
  if (element.editable) return null;
  for (const value of [element.text, element.contentDescription])
    if (value !== null && value.length <= maxLength && words.test(value.trim()))
      return { active: true, signal: visibleText(value.trim()), source: 'heuristic' };
  return null;
}

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
  return signalOf(tree, () => true);
}

/**
 * Whether all that signals loading are bars that may be determinate ones at rest: the dump tells no range of any bar [A1],
 * and one that turns is round or says so in its class. Only that it does not move can tell.
 */
export function mayBeAtRest(tree: UiTree): boolean {
  return loadingState(tree) !== null && signalOf(tree, (element) => !isPlainBar(element)) === null;
}

const endless = /Circular|Indeterminate|Loading|Spinner|Activity|Busy|Refresh/i;

function isPlainBar({ type, bounds: [left, top, right, bottom] }: UiElement): boolean {
  return !endless.test(type) && right - left >= 2 * (bottom - top);
}

function signalOf(tree: UiTree, counts: (bar: UiElement) => boolean): LoadingState | null {
  let told: LoadingState | null = null;
  for (const element of tree.elements) {
    if (!element.visible) continue;
    const kind = tree.windows[element.window]?.kind;
    if (kind === 'system' || kind === 'keyboard') continue;
    if (element.role === 'progress' && isSpinning(element) && counts(element))
      return { active: true, signal: nameOf(element), source: 'native' };
    told ??= isNamed(tree, element) ? null : (turning(element) ?? toldBy(element));
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

/** The word alone, as a page of a warehouse app may be called; what waits says so with dots or at its indicator. */
const bareWord = /^(?:loading|please wait|just a moment|one moment)$/i;
const titleId = /(?:^|[:/_.-])(?:title|toolbar|action_?bar|app_?bar|nav(?:igation)?_?bar|heading|header)/i;
/** Titles stand in the upper part of their window. */
const titleShare = 0.25;

/** Whether the words are the title of the screen, which say nothing of its state. */
function isNamed(tree: UiTree, element: UiElement): boolean {
  if (!bareWord.test((element.text ?? element.contentDescription ?? '').trim())) return false;
  if (element.role === 'heading') return true;
  let at: UiElement | undefined = element;
  for (; at; at = at.parentId === null ? undefined : tree.elements[at.parentId])
    if (at.role === 'toolbar' || titleId.test(at.resourceId ?? '')) return true;
  const top = element.bounds[1];
  const others = tree.elements.filter(
    (other) => other !== element && other.window === element.window && other.visible && other.label !== null,
  );
  const texts = others.filter(({ text, contentDescription }) => text !== null || contentDescription !== null);
  return (
    texts.length > 0 &&
    texts.every(({ bounds }) => bounds[1] >= top) &&
    element.bounds[3] <= tree.size.height * titleShare
  );
}

/** What an indicator of iOS that turns is called by itself, and what apps call theirs. */
const goingOn =
  /^(?:in progress|working|loading|fetching|refreshing|signing in|updating|please wait|sending|saving|submitting|ordering|paying|processing|verifying|connecting|searching|(?:up|down)loading)\b.{0,60}$/i;

const indicatorId = /spinner|loading|progress|activity_?indicator/i;

/** A companion may tell an indicator of iOS as anything: it says 1 while it turns, and what goes on. */
function turning({ type, state, children, label, resourceId, clickable }: UiElement): LoadingState | null {
  if (type !== 'GenericElement' || clickable || children.length > 0 || String(state.value) !== '1')
    return null;
  const said = label?.trim() ?? '';
  if (!goingOn.test(said) && !indicatorId.test(resourceId ?? '')) return null;
  return { active: true, signal: visibleText(said || (resourceId ?? '')), source: 'heuristic' };
}

function toldBy(element: UiElement): LoadingState | null {
  if (element.editable) return null;
  for (const value of [element.text, element.contentDescription])
    if (value !== null && value.length <= maxLength && words.test(value.trim()))
      return { active: true, signal: visibleText(value.trim()), source: 'heuristic' };
  return null;
}

/** Words of an outline line: role, states, value and warnings of an element. */
import type { UiElement } from './ui-tree.ts';
import { quoted, visibleText } from './visible-text.ts';

export interface OutlineWarning {
  readonly short: string;
  readonly long: string;
}

/** Plain text gets no role word. An element that can be tapped and has no known role is called `tappable`. */
export function roleWord(element: UiElement): string | null {
  const { role } = element;
  if (role === 'text') return element.clickable ? 'link' : null;
  if (role === 'image' && element.clickable) return 'button';
  if (role !== null && role !== 'container' && role !== 'window') return role;
  if (element.scrollable) return 'scroller';
  if (element.clickable || element.longClickable) return 'tappable';
  return role === 'window' ? 'window' : null;
}

export function stateWords(element: UiElement): readonly string[] {
  const { state } = element;
  const words: string[] = [];
  if (state.checked !== null) words.push(state.checked ? 'checked' : 'unchecked');
  if (state.selected) words.push('selected');
  if (state.focused) words.push('focused');
  if (state.expanded !== null) words.push(state.expanded ? 'expanded' : 'collapsed');
  if (!element.enabled) words.push('disabled');
  if (element.secure) words.push('secure');
  if (element.clipped) words.push('cut');
  if (element.probed) words.push('probed');
  return words;
}

export function warningsOf({ coveredBy, error }: UiElement): readonly OutlineWarning[] {
  const warnings: OutlineWarning[] = [];
  if (coveredBy !== null) warnings.push({ short: 'covered', long: `under ${coverText(coveredBy)}` });
  if (error !== null) warnings.push({ short: 'error', long: `error ${quoted(error, 60)}` });
  return warnings;
}

/** Words of ours with a name in quotes, which a cut must not leave open. */
function coverText(coveredBy: string): string {
  const shown = visibleText(coveredBy);
  if (shown.length <= 60) return shown;
  const head = shown.slice(0, 60).replace(/\\+$/, '');
  return `${head}…${head.includes('"') ? '"' : ''}`;
}

export function heldValue(element: UiElement): string | null {
  if (element.editable) {
    const typed = element.state.text_value;
    return typed === null || typed === '' || typed === element.label ? null : typed;
  }
  const { value, checked, selected } = element.state;
  // The "0" and "1" of switches and tabs say what checked and selected say.
  if ((checked !== null || selected !== null) && /^[01]$/.test(String(value))) return null;
  return value === null || value === element.label || typeof value === 'boolean' ? null : String(value);
}

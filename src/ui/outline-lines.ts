/** Chooses what an outline tells of a screen and in which words; how long a line may be is outline.ts's. */

import { windowName } from './hit-test.ts';
import { canBeActedOn, ownLabel } from './labels.ts';
import { heldValue, type OutlineWarning, roleWord, stateWords, warningsOf } from './outline-states.ts';
import type { UiElement, UiTree } from './ui-tree.ts';
import { isSideShow } from './windows.ts';

export interface OutlineLine {
  /** Null for a line that sums up: a window, what is off screen. */
  readonly element: UiElement | null;
  readonly depth: number;
  readonly role: string | null;
  readonly label: string | null;
  /** Full id; the part after `:id/` is shown. */
  readonly id: string | null;
  /** State, or the whole text of a summing line. */
  readonly words: readonly string[];
  /** What is wrong with it, which a narrow outline says in a word. */
  readonly warnings: readonly OutlineWarning[];
  /** What a field holds. */
  readonly value: string | null;
}

interface Frame {
  /** Depth in the outline, which leaves out what says nothing. */
  readonly depth: number;
  /** Words that the line of a control around it has already said. */
  readonly saidBy: UiElement | null;
}

export function linesOf(tree: UiTree): readonly OutlineLine[] {
  const lines: OutlineLine[] = [];
  const frames: Frame[] = [];
  const hidden = new Map<string, number>();
  const sideShows: string[] = [];
  let window = -1;
  let skipped = false;
  for (const element of tree.elements) {
    if (element.window !== window) {
      window = element.window;
      const title = windowLine(tree, window);
      skipped = isSideShow(tree, window);
      if (skipped) sideShows.push(sideShowOf(tree, window));
      else if (title !== null) lines.push(summing(title));
    }
    const above = element.parentId === null ? undefined : frames[element.parentId];
    const frame = above ?? { depth: 0, saidBy: null };
    const line = skipped ? null : lineOf(tree, element, frame);
    if (line === null) frames.push(frame);
    else {
      lines.push(line);
      frames.push({ depth: frame.depth + 1, saidBy: isNamedByParts(element) ? element : frame.saidBy });
    }
    if (!skipped) countHidden(tree, element, hidden);
  }
  if (sideShows.length > 0) lines.push(summing(`[not listed: ${sideShows.join(', ')}]`));
  for (const [what, count] of hidden) lines.push(summing(`… ${count} more ${what}`));
  return lines;
}

function summing(text: string): OutlineLine {
  return {
    element: null,
    depth: 0,
    role: null,
    label: null,
    id: null,
    words: [text],
    warnings: [],
    value: null,
  };
}

/** The line that names the window, where that tells something; null where it does not. */
function windowLine(tree: UiTree, index: number): string | null {
  const window = tree.windows[index];
  const alone = tree.windows.every((other) => other === window || other.kind === 'keyboard');
  if (window === undefined || (alone && window.kind === 'app')) return null;
  // The header has the activity already.
  const ofActivity = window.kind === 'app' && window.title === activityTitle(tree);
  return `[${ofActivity ? 'app' : windowName(window)}${window.focused && !alone ? ', in front' : ''}]`;
}

/** What Android calls the window of an activity. */
function activityTitle({ foreground }: UiTree): string | null {
  return foreground?.appId && foreground.activity ? `${foreground.appId}/${foreground.activity}` : null;
}

function sideShowOf(tree: UiTree, index: number): string {
  const window = tree.windows[index];
  const count = tree.elements.filter((element) => element.window === index && element.visible).length;
  return `${window === undefined ? 'window' : windowName(window)} (${count})`;
}

function lineOf(tree: UiTree, element: UiElement, frame: Frame): OutlineLine | null {
  if (!element.visible) return null;
  const acts = canBeActedOn(element) || element.scrollable || element.state.checked !== null;
  const label = element.label;
  if (!acts && !tells(element)) return null;
  if (!acts && label !== null && isMentioned(tree, frame.saidBy, label)) return null;
  return {
    element,
    depth: frame.depth,
    role: roleWord(element),
    label,
    id: element.resourceId,
    words: stateWords(element),
    warnings: warningsOf(element),
    value: heldValue(element),
  };
}

/** Has words, or is of a kind that says something by being there. */
function tells(element: UiElement): boolean {
  // The line above has the window's title.
  if (element.parentId === null && (element.role === 'window' || element.role === 'dialog')) return false;
  return (
    element.label !== null ||
    element.error !== null ||
    element.role === 'progress' ||
    element.role === 'webview'
  );
}

function isMentioned(tree: UiTree, control: UiElement | null, label: string): boolean {
  for (let around = control; around !== null; ) {
    const said = around.label;
    // Joined as labels.ts joins them; a piece may hold a comma itself.
    if (said !== null && (`, ${said}, `.includes(`, ${label}, `) || ownLabel(around)?.includes(label)))
      return true;
    around = around.parentId === null ? null : (tree.elements[around.parentId] ?? null);
    if (around !== null && !isNamedByParts(around)) return false;
  }
  return false;
}

/** What takes its name from the words inside it. */
function isNamedByParts(element: UiElement): boolean {
  return canBeActedOn(element) || element.role === 'list_item';
}

/** What lies beyond the edge of a scroller or the display, summed up by direction. */
function countHidden(tree: UiTree, element: UiElement, hidden: Map<string, number>): void {
  if (element.offscreen === null) return;
  const parent = element.parentId === null ? undefined : tree.elements[element.parentId];
  if (parent !== undefined && parent.offscreen !== null) return;
  const where =
    element.offscreen === 'left' || element.offscreen === 'right'
      ? `to the ${element.offscreen}`
      : element.offscreen;
  const what = `${where}, off screen`;
  hidden.set(what, (hidden.get(what) ?? 0) + 1);
}

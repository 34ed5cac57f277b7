/**
 * The view hierarchy of `dumpsys activity top`: the last resort where no dump can be had. It needs no silence and no
 * UiAutomation, but has no texts, and positions do not count scrolling. Pure. Source: [A8].
 */
import type { RawNode } from '../../../ui/raw-screen.ts';
import type { Bounds } from '../../../ui/ui-tree.ts';

type ViewNode = { -readonly [K in keyof RawNode]: RawNode[K] } & { children: ViewNode[] };

interface Level {
  readonly indent: number;
  readonly left: number;
  readonly top: number;
  /** Null below a view that is not shown: its whole subtree is left out. */
  readonly node: ViewNode | null;
}

/**
 * `android.widget.Button{5b8a6e8 VFED..C.. ........ 24,200-300,280 #7f0a0012 app:id/add}`: hash, then visibility,
 * focusable, enabled, draws, scroll bars, clickable, long clickable; then focused, selected; then the place in the
 * parent (android.view.View#toString).
 */
const viewLine =
  /^(\s*)([\w.$]+)\{[0-9a-f]+ ([VIG])(.)(.)...(.)(.)\S* (\S{2,}) (-?\d+),(-?\d+)-(-?\d+),(-?\d+)(?: #[0-9a-f]+(?: (\S+?:\w+\/[^\s}]+))?)?/;
/** As `dumpsys activity top` prints them [A8]. */
const activityLine = /^\s*ACTIVITY (\S+)\/(\S+) /;
const hierarchyBegins = /^\s*View Hierarchy:/;
const hierarchyEnds = /^\s*(?:Looper|Choreographer|Local FragmentActivity|Active Fragments)\b/;

/**
 * Roots of the activity that belongs to `appId`, else of the last one printed (the upper one); empty when there is no
 * hierarchy in the text.
 */
export function parseActivityTop(text: string, appId: string | null): readonly RawNode[] {
  const sections = splitActivities(text);
  const own = sections.filter((section) => section.appId === appId);
  const chosen = (own.length > 0 ? own : sections).at(-1);
  return chosen ? readViews(chosen.lines, chosen.appId) : [];
}

interface Section {
  readonly appId: string;
  readonly lines: string[];
}

function splitActivities(text: string): Section[] {
  const sections: Section[] = [];
  let inHierarchy = false;
  for (const line of text.split(/\r?\n/)) {
    const activity = activityLine.exec(line);
    if (activity?.[1] !== undefined) {
      sections.push({ appId: activity[1], lines: [] });
      inHierarchy = false;
    } else if (hierarchyBegins.test(line)) inHierarchy = true;
    else if (inHierarchy) {
      if (hierarchyEnds.test(line)) inHierarchy = false;
      else sections.at(-1)?.lines.push(line);
    }
  }
  return sections;
}

function readViews(lines: readonly string[], appId: string): readonly RawNode[] {
  const roots: ViewNode[] = [];
  const stack: Level[] = [];
  for (const line of lines) {
    const match = viewLine.exec(line);
    if (!match) continue;
    const indent = match[1]?.length ?? 0;
    while (stack.length > 0 && (stack.at(-1)?.indent ?? 0) >= indent) stack.pop();
    const parent = stack.at(-1);
    const hidden = match[3] !== 'V' || parent?.node === null;
    const bounds = boundsIn(match, parent);
    const node = hidden ? null : viewNode(match, bounds, appId);
    if (node) (parent?.node?.children ?? roots).push(node);
    stack.push({ indent, left: bounds[0], top: bounds[1], node });
  }
  return roots;
}

function boundsIn(match: RegExpExecArray, parent: Level | undefined): Bounds {
  const [left, top] = [parent?.left ?? 0, parent?.top ?? 0];
  return [
    left + Number(match[9]),
    top + Number(match[10]),
    left + Number(match[11]),
    top + Number(match[12]),
  ];
}

function viewNode(match: RegExpExecArray, bounds: Bounds, appId: string): ViewNode {
  const states = match[8] ?? '';
  const id = match[13];
  return {
    type: match[2] ?? '',
    packageName: appId,
    ...(id === undefined ? {} : { identifier: id.replace(/^app:/, `${appId}:`) }),
    bounds,
    focusable: match[4] === 'F',
    enabled: match[5] === 'E',
    clickable: match[6] === 'C',
    longClickable: match[7] === 'L',
    focused: states.includes('F'),
    selected: states.includes('S'),
    children: [],
  };
}

/**
 * Which activity is in front and which window has the focus, from the text of `dumpsys window [displays|windows]` or
 * `dumpsys activity activities` in the spellings of Android 7 to 16. Only the default display counts.
 * Sources: [A6] and [A7].
 */
import type { Foreground } from '../../../ui/ui-tree.ts';
import { defaultDisplayLines } from './displays.ts';

interface Component {
  readonly appId: string;
  /** Full class name. */
  readonly activity: string;
}

/** As `dumpsys window` prints it [A6]. */
const focusLine = /\bmCurrentFocus=Window\{(.*)\}/;
const anyFocusLine = /\bmCurrentFocus=/;
const imeTargetLine =
  /\b(?:imeControlTarget|imeLayeringTarget|imeInputTarget|mInputMethodTarget|mImeInputTarget)\b.*?Window\{(.*)\}/;
/** Best first; the text lists tasks from top to bottom, so the first match of one spelling is the upper one. */
const resumedSpellings = [
  /\bmFocusedApp=(.*)/,
  /\btopResumedActivity[=:](.*)/,
  /\bmFocusedActivity[=:](.*)/,
  /(?:^|\s)ResumedActivity[=:](.*)/,
  /\bmResumedActivity[=:](.*)/,
  /^\s*Resumed: (.*)/,
];
/** An extended regular expression for the device's `grep`: the lines without which `parseForeground` cannot do. */
export const foregroundLines =
  'MANAGER |Display: mDisplayId=|^Display #| state:|mDisplayInfo=|mAwake=|mCurrentFocus=|mFocusedApp=|Resumed|mFocusedActivity';

const packageName = /^[A-Za-z]\w*(?:\.\w+)+$/;
/** As `dumpsys window` prints it [A6]. */
const notResponding = /^Application Not Responding: (\S+)/;

/** As `dumpsys window` prints them of the default display [A6]. */
const noFocusLine = /\bmCurrentFocus=null\b/;
const displayOffLine = /\bmAwake=false\b|\bmDisplayInfo=.*\bstate OFF\b/;

/** Null for what the text does not contain; never throws. */
export function parseForeground(dumpsysText: string): Foreground {
  const { own, common } = defaultDisplayLines(dumpsysText);
  const lines = [...own, ...common];
  const user = userInFront(lines);
  const focused = lines.some((line) => focusLine.test(line));
  return {
    ...namesInFront(lines),
    ...(user === 0 ? {} : { user }),
    ...(!focused && lines.some((line) => noFocusLine.test(line)) ? { noFocus: true as const } : {}),
    ...(own.some((line) => displayOffLine.test(line)) ? { displayOff: true as const } : {}),
  };
}

/** `u10` in the record of the app in front, or of the window with the focus where no app is told [A6], [A7]. */
function userInFront(lines: readonly string[]): number {
  for (const spelling of [...resumedSpellings, focusLine]) {
    for (const line of lines) {
      const user = /\{\S+ u(\d+) /.exec(spelling.exec(line)?.[0] ?? '')?.[1];
      if (user !== undefined) return Number(user);
    }
  }
  return 0;
}

function namesInFront(lines: readonly string[]): Foreground {
  const resumed = findResumed(lines);
  const focus = findFocus(lines);
  if (!focus) return { ...(resumed ?? nobody), focusedWindow: null };

  const titled = parseComponent(focus.title);
  if (titled) {
    if (!resumed) return { ...titled, focusedWindow: null };
    const same = titled.appId === resumed.appId && titled.activity === resumed.activity;
    return { ...resumed, focusedWindow: same ? null : focus.title };
  }
  if (packageName.test(focus.title)) {
    // Seen during transitions: a window record with a package and no class.
    if (!resumed) return { appId: focus.title, activity: null, focusedWindow: null };
    return { ...resumed, focusedWindow: focus.title === resumed.appId ? null : focus.title };
  }
  return { ...(resumed ?? ownerOf(focus, lines)), focusedWindow: focus.title };
}

/** `pkg/.Act` or `pkg/full.Act` with the class written out; null for anything else. */
export function parseComponent(text: string): Component | null {
  const parts = /^([^\s/{}]+)\/([^\s/{}]+)$/.exec(text.trim());
  const [appId, name] = [parts?.[1], parts?.[2]];
  if (!appId || !name) return null;
  return { appId, activity: name.startsWith('.') ? appId + name : name };
}

const nobody = { appId: null, activity: null } as const;

function findResumed(lines: readonly string[]): Component | null {
  for (const spelling of resumedSpellings) {
    for (const line of lines) {
      const found = spelling.exec(line);
      const component = found?.[1] === undefined ? null : recordComponent(found[1]);
      if (component) return component;
    }
  }
  return null;
}

/** `ActivityRecord{hash u0 pkg/.Act t12}`, also inside an `AppWindowToken{...}` or with `}` before the task [A7]. */
function recordComponent(text: string): Component | null {
  const record = /ActivityRecord\{\S+ (?:u-?\d+ )?([^\s/{}]+\/[^\s/{}]+)/.exec(text);
  return record?.[1] === undefined ? null : parseComponent(record[1]);
}

interface FocusedWindow {
  readonly hash: string;
  readonly title: string;
}

function findFocus(lines: readonly string[]): FocusedWindow | null {
  const spelling = lines.some((line) => anyFocusLine.test(line)) ? focusLine : imeTargetLine;
  for (const line of lines) {
    const inner = spelling.exec(line)?.[1];
    // As `dumpsys window` prints it [A6].
    const parts =
      inner === undefined ? null : /^(\S+) (?:u-?\d+ )?(.*?)(?: EXITING| paused=\w+)?$/.exec(inner);
    if (parts?.[1] !== undefined && parts[2]) return { hash: parts[1], title: parts[2] };
  }
  return null;
}

/** A pop-up's title has no owner; its record in the window list names the activity or at least the package [A6]. */
function ownerOf(
  focus: FocusedWindow,
  lines: readonly string[],
): Component | { appId: string | null; activity: null } {
  const start = lines.findIndex(
    (line) => line.includes('Window #') && line.includes(`Window{${focus.hash} `),
  );
  if (start >= 0) {
    const next = lines.findIndex((line, at) => at > start && /^\s*Window #\d+ /.test(line));
    const block = lines.slice(start, next < 0 ? undefined : next).join('\n');
    const component = recordComponent(block);
    if (component) return component;
    const owner = /\bpackage=(\S+)/.exec(block)?.[1];
    if (owner !== undefined) return { appId: owner, activity: null };
  }
  return { appId: notResponding.exec(focus.title)?.[1] ?? null, activity: null };
}

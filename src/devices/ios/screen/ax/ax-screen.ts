/**
 * Whether an accessibility answer is a reading of the screen at all, and the screen that it gives the model: which windows
 * there are, what each is called, what is doubtful. Pure. Sources: [S3] and [S4].
 */

import { Fault } from '@mobile-debug/core/fault.ts';
import { firstLine } from '@mobile-debug/core/text.ts';
import type { RawNode, RawScreen, RawWindow } from '../../../../ui/raw-screen.ts';
import type { ReadSource, WindowKind } from '../../../../ui/ui-tree.ts';
import type { Orientation } from '../orientation.ts';
import { type AxElement, type AxReading, flattened } from './ax-json.ts';
import { type NodeOptions, rawNodes } from './ax-node.ts';

export interface ScreenFacts {
  readonly appId: string | null;
  readonly orientation: Orientation;
  readonly source: ReadSource;
  readonly qualityWarnings: readonly string[];
  readonly probed: NonNullable<NodeOptions['probed']>;
}

export const springBoard = 'com.apple.springboard';

/** Takes what floats out of the elements of `reading`: sheets, alerts and the keyboard become windows of their own. */
export function axScreen(
  reading: AxReading,
  { appId, orientation, source, qualityWarnings, probed }: ScreenFacts,
): RawScreen {
  const floating = detach(reading.roots);
  const prompt = promptIn(reading);
  const options: NodeOptions = { ...(appId !== null && { appId }), probed };
  const main: RawWindow = {
    kind: prompt?.kind ?? 'app',
    ...(prompt && { title: prompt.title }),
    displayId: 0,
    layer: 0,
    active: true,
    roots: withScroller(rawNodes(reading.roots, options)),
  };
  const above = floating.map((element, index) => floatingWindow(element, { options, layer: index + 1 }));
  const top = [...above].reverse().find(({ kind }) => kind === 'dialog');
  return {
    platform: 'ios',
    windows: [main, ...above],
    rotation: orientation.rotation,
    size: orientation.size,
    foreground: { appId, activity: null, focusedWindow: top?.title ?? prompt?.title ?? null },
    source,
    qualityWarnings: [...qualityWarnings, ...boundsWarning(reading)],
  };
}

/**
 * Whether something scrolls is mostly not told: a list is its rows, and no scroll area stands around them. Then the
 * whole app counts as one, so that it can be tried; a view that does not move is noticed by whoever scrolls.
 */
function withScroller(roots: readonly RawNode[]): readonly RawNode[] {
  const waiting = [...roots];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.scrollable === true) return roots;
    for (const child of next.children) waiting.push(child);
  }
  return roots.map((root) => (root.type === 'Application' ? { ...root, scrollable: true } : root));
}

/** SpringBoard, which shows the home screen and the prompts of the system, has a blank for its name. */
export function isSpringBoard({ roots }: Pick<AxReading, 'roots'>): boolean {
  const [root] = roots;
  return root?.type === 'Application' && root.label?.trim() === '';
}

/** Where SpringBoard shows neither its home screen, which has page dots, nor anything else: then the question is worth it [S5]. */
export function mayBeLocked(reading: AxReading): boolean {
  return isSpringBoard(reading) && !flattened(reading.roots).some(({ type }) => type === 'Slider');
}

function boundsWarning({ truncated, count }: AxReading): readonly string[] {
  return truncated ? [`truncated: the reader stopped after ${count} elements; there may be more`] : [];
}

interface Prompt {
  readonly kind: WindowKind;
  readonly title: string;
}

/** Identifiers and words of the questions for permissions [S4]. */
const permissionId = /^alert-(?:deny|allow)/;
const permissionTitle = /would like to|to use your|to access/i;
/** A home screen has more, and its dots. */
const mostOfPrompt = 12;

/** A prompt of the system answers alone: its words and buttons, and nothing of what lies below. */
function promptIn(reading: AxReading): Prompt | null {
  if (!isSpringBoard(reading)) return null;
  const all = flattened(reading.roots);
  const has = (type: string): boolean => all.some((element) => element.type === type);
  const asks = all.some(({ identifier }) => permissionId.test(identifier ?? ''));
  const small = all.length <= mostOfPrompt && has('StaticText') && has('Button') && !has('Slider');
  if (!asks && !small && reading.modal === null) return null;
  const title = reading.modal?.label ?? firstText(all) ?? 'alert';
  return { kind: asks || permissionTitle.test(title) ? 'permission' : 'dialog', title };
}

function floatingWindow(
  element: AxElement,
  { options, layer }: { readonly options: NodeOptions; readonly layer: number },
): RawWindow {
  const keyboard = isKeyboard(element);
  const named = element.label?.trim() ? element.label : firstText(flattened([element]));
  return {
    kind: keyboard ? 'keyboard' : 'dialog',
    title: keyboard ? 'keyboard' : (named ?? element.type),
    ...(element.frame && { bounds: element.frame }),
    displayId: 0,
    layer,
    roots: rawNodes([element], options),
  };
}

function firstText(elements: readonly AxElement[]): string | null {
  return elements.find(({ type, label }) => type === 'StaticText' && label?.trim())?.label ?? null;
}

const floats: ReadonlySet<string> = new Set(['Alert', 'Sheet', 'Dialog', 'Keyboard']);

function isKeyboard(element: AxElement): boolean {
  const { type, roleDescription, identifier } = element;
  if (type === 'Keyboard' || roleDescription?.toLowerCase() === 'keyboard') return true;
  return identifier === 'Keyboard' && lettersOf(element) >= fewestLetters;
}

/** A nested reading may tell of the keyboard as any other group. The keypad of a calculator has no letters [O1]. */
const fewestLetters = 10;

function lettersOf({ children }: AxElement): number {
  return children.filter(({ label }) => /^\p{L}$/u.test(label ?? '')).length;
}

/** The outermost floating elements; the last is nearest to the eye, and the keyboard lies over all. */
function detach(roots: readonly AxElement[]): readonly AxElement[] {
  const found: AxElement[] = [];
  const waiting = [...roots];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { children } = next;
    for (let index = children.length - 1; index >= 0; index--) {
      const child = children[index];
      if (!child) continue;
      if (floats.has(child.type) || isKeyboard(child)) found.unshift(...children.splice(index, 1));
      else waiting.push(child);
    }
  }
  return [...found.filter((each) => !isKeyboard(each)), ...found.filter(isKeyboard)];
}

/**
 * `not_ready`: one element of no size, which says nothing of the screen. `dock_folder`: the host of the app, without it
 * (Stage Manager). `root_only`: the app and nothing in it, as random failures and remote content look.
 */
export type AxVerdict = 'ok' | 'not_ready' | 'dock_folder' | 'root_only';

export function judgeReading({ roots, count }: AxReading): AxVerdict {
  const [root] = roots;
  if (root === undefined) return 'not_ready';
  if (roots.every(isBare) && root.label === 'DockFolderViewService') return 'dock_folder';
  if (roots.every(hasNoSize) && roots.every(isBare)) return 'not_ready';
  return count === 1 ? 'root_only' : 'ok';
}

function isBare({ children }: AxElement): boolean {
  return children.length === 0;
}

function hasNoSize({ frame }: AxElement): boolean {
  return frame === null || frame[2] <= frame[0] || frame[3] <= frame[1];
}

/** What the companion says in the first minute after a boot [S3]. */
const notYet = /No translation object returned for simulator/i;

export function saysNotReady(words: string): boolean {
  return notYet.test(words);
}

/** What the companion and AXe say of a simulator that was shut down, some of them with its state [S3], [S9]. */
const notBooted =
  /Cannot run accessibility commands against .* as it is not booted|must be booted, it is currently (\w[\w ]*)|\bis not booted(?:\. State: (\w[\w ]*))?/i;

/** Null when the words tell of something else. */
export function notBootedFault(words: string, cause?: Error): Fault | null {
  const found = notBooted.exec(words);
  if (!found) return null;
  const state = (found[1] ?? found[2])?.trim().toLowerCase();
  const told = state === undefined ? 'not booted' : `not booted: it is ${state}`;
  return new Fault('DEVICE_UNAVAILABLE', `The simulator is ${told}.`, {
    reason: 'wrong_state',
    ...(cause && { cause }),
    details: { said: words.slice(0, 500) },
    nextStep: 'Start it with manage_emulator and wait until list_devices shows it as booted.',
  });
}

/** A failed reading, which must not be reported as an empty screen. */
export function notReadyFault(elapsedMs: number, reads: number, words: string | null): Fault {
  const said = words === null ? 'one application of 0 by 0 points' : `"${firstLine(words).slice(0, 200)}"`;
  return new Fault(
    'OBSERVATION_FAILED',
    `The simulator's accessibility is not ready: after ${Math.round(elapsedMs)} ms and ${reads} reads it still returns ${said}.`,
    {
      reason: 'AX_NOT_READY',
      details: { elapsed_ms: Math.round(elapsedMs), reads },
      nextStep:
        'Restart the app with start_app (it turns accessibility on first, which iOS 26 needs), then read again; after a boot or a cold start this can take minutes. capture_screenshot works meanwhile.',
    },
  );
}

export function dockFolderFault(): Fault {
  return new Fault(
    'OBSERVATION_FAILED',
    'The front process is DockFolderViewService, not the app: under Stage Manager its content cannot be read.',
    {
      reason: 'DOCK_FOLDER',
      nextStep:
        'Bring the app to full screen (Settings > Multitasking & Gestures: Full Screen Apps), then read again; capture_screenshot works meanwhile.',
    },
  );
}

/**
 * The screen through the helper: one request for the tree, and the state of the window manager only when the windows
 * are others than before. Judging the content is screen.ts's work. Source: [T1].
 */

import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { RawNode, RawWindow } from '../../../ui/raw-screen.ts';
import type { Bounds } from '../../../ui/ui-tree.ts';
import { TransportProblem } from '../../port/transport-problem.ts';
import type { AdbDevice } from '../adb/adb-types.ts';
import { type Frame, frameCommand, readFrame } from '../screen/screen-command.ts';
import type { Dumped } from '../screen/screen-dump.ts';
import { parseUiXml, type UiXml } from '../screen/ui-xml.ts';
import type { OpenNode } from '../screen/ui-xml-node.ts';
import type { HelperSession } from './helper-session.ts';

export class HelperScreen {
  readonly #adb: AdbDevice;
  /** A window keeps its number as long as it lives; another activity, dialog or display size is another key. */
  #known: { readonly key: string; readonly frame: Frame } | null = null;

  constructor(adb: AdbDevice) {
    this.#adb = adb;
  }

  /** A tree without nodes means that no window was shown at that moment. Problem `wrong` for anything but a tree. */
  async read(op: Operation, session: HelperSession, sdk: number): Promise<Dumped> {
    const screen = parsed(await session.source(op));
    const frame = await this.#frame(op, screen, sdk);
    return { screen: { ...screen, windows: arranged(screen.windows, frame) }, frame, detail: [] };
  }

  async #frame(op: Operation, { windows, windowIds, rotation }: UiXml, sdk: number): Promise<Frame> {
    const numbered = windowIds.length > 0 && windowIds.every((id) => id !== null);
    const told = numbered && !sideBySide(windows);
    const windowKeys = windows.map(({ roots }, at) => `${windowIds[at]}@${roots[0]?.bounds.join()}`);
    const key = `${rotation}:${windowKeys.join()}`;
    if (told && this.#known?.key === key) return this.#known.frame;
    const frame = readFrame((await this.#adb.shell(op, frameCommand(sdk))).stdout.toString('utf8'));
    const front = frame.foreground;
    const whole = front !== null && front.activity !== null && !front.noFocus && frame.size !== null;
    this.#known = told && whole ? { key, frame } : null;
    return frame;
  }
}

function parsed(xml: string): UiXml {
  try {
    return parseUiXml(xml);
  } catch (error) {
    if (!isFault(error, 'OBSERVATION_FAILED')) throw error;
    throw new TransportProblem(
      'wrong',
      'not_delivered',
      `The helper returned an invalid tree: ${error.message}`,
      { cause: error },
    );
  }
}

/**
 * As `uiautomator dump --windows` has them: the helper lists the topmost first and numbers no layers, tells no focus, cuts
 * nothing at the edge of the display, and prints the position of whatever has a range in place of its text.
 */
function arranged(windows: readonly RawWindow[], frame: Frame): readonly RawWindow[] {
  const size = frame.size;
  const display: Bounds | null = size && [0, 0, size.width, size.height];
  const inFront = frontOf(windows, frame);
  return windows.toReversed().map((window, layer) => {
    for (const root of window.roots) settle(root as OpenNode, display);
    const front = window === inFront;
    return { ...window, layer, active: front, focused: front };
  });
}

/** Where two apps share the display, the focus goes from one to the other while all windows stay as they are. */
function sideBySide(windows: readonly RawWindow[]): boolean {
  const allBounds = windows
    .filter((window) => !neverInFront.test(ownerOf(window)))
    .flatMap(({ roots: [root] }) => (root ? [root.bounds] : []));
  return allBounds.some(([, , right, bottom], at) =>
    allBounds.some(([left, top], other) => other !== at && (left >= right || top >= bottom)),
  );
}

function ownerOf(window: RawWindow): string {
  return window.roots[0]?.packageName ?? '';
}

/** As the dumper prints it [A1]. */
const neverInFront = /^com\.android\.systemui$|inputmethod|\.ime(?:\.|$)|keyboard/i;

function frontOf(windows: readonly RawWindow[], { foreground }: Frame): RawWindow | undefined {
  const candidates = windows.filter((window) => !neverInFront.test(ownerOf(window)));
  if (foreground?.focusedWindow) return candidates[0];
  return candidates.find((window) => ownerOf(window) === foreground?.appId) ?? candidates[0];
}

/** As the dumper prints it [A1]. */
const ranged = /(?:SeekBar|ProgressBar|RatingBar|Slider)$/;
/** A float as Java prints it. */
const float = /^-?\d+\.\d+(?:E-?\d+)?$/;

function settle(root: OpenNode, display: Bounds | null): void {
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (display) node.bounds = cut(node.bounds, display);
    if (node.text !== undefined && float.test(node.text) && ranged.test(node.type)) {
      node.value = Number(node.text);
      delete node.text;
    }
    // An empty field reports its hint as its text, which the parser takes for what it is.
    if (node.text === undefined && node.hint !== undefined) node.text = node.hint;
    for (const child of node.children) stack.push(child);
  }
}

/** android.graphics.Rect.intersect: without a common area the rectangle stays as it was. */
function cut(bounds: Bounds, [left, top, right, bottom]: Bounds): RawNode['bounds'] {
  const [l, t, r, b] = bounds;
  if (l >= right || left >= r || t >= bottom || top >= b) return bounds;
  return [Math.max(l, left), Math.max(t, top), Math.min(r, right), Math.min(b, bottom)];
}

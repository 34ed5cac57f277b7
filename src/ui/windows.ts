/**
 * Which windows of a reading belong to the modelled display, in which order they lie, what each one is, and which stand
 * beside the content: the keyboard and the system bars.
 */
import { clipTo, isEmpty, union } from './geometry.ts';
import type { RawNode, RawScreen, RawWindow } from './raw-screen.ts';
import type { Bounds, UiTree, UiWindow, WindowKind } from './ui-tree.ts';

export interface LaidWindow {
  readonly raw: RawWindow;
  readonly kind: WindowKind;
  readonly package: string | null;
  readonly bounds: Bounds;
}

export interface Layout {
  readonly size: { readonly width: number; readonly height: number };
  /** Bottom to top. */
  readonly windows: readonly LaidWindow[];
  /** Windows of other displays, which input does not reach. */
  readonly elsewhere: readonly RawWindow[];
}

export function layOut(raw: RawScreen): Layout {
  const displayId = raw.windows.some((window) => window.displayId === 0)
    ? 0
    : Math.min(...raw.windows.map((window) => window.displayId));
  const here = raw.windows.filter((window) => window.displayId === displayId);
  const orderKnown = here.every((window) => window.layer !== undefined);
  const sorted = orderKnown ? [...here].sort((a, b) => (a.layer ?? 0) - (b.layer ?? 0)) : here;
  const size = raw.size ?? sizeOf(here);
  const display: Bounds = [0, 0, size.width, size.height];
  return {
    size,
    windows: sorted.map((window) => laid(window, display, raw.size !== null)),
    elsewhere: raw.windows.filter((window) => window.displayId !== displayId),
  };
}

/** Without a size from the reader, the outermost edges are used. */
function sizeOf(windows: readonly RawWindow[]): Layout['size'] {
  let width = 0;
  let height = 0;
  for (const window of windows)
    for (const bounds of [window.bounds, ...window.roots.map((root) => root.bounds)]) {
      width = Math.max(width, bounds?.[2] ?? 0);
      height = Math.max(height, bounds?.[3] ?? 0);
    }
  return { width, height };
}

function laid(window: RawWindow, display: Bounds, sizeKnown: boolean): LaidWindow {
  const ofRoots = window.roots.map((root) => root.bounds).reduce<Bounds | null>(joined, null);
  const bounds = clipTo(window.bounds ?? ofRoots ?? display, display);
  const signs = signsOf(window.roots);
  return {
    raw: window,
    kind: kindOf(window, signs, { bounds, display, sizeKnown }),
    package: signs.package,
    bounds,
  };
}

function joined(sum: Bounds | null, next: Bounds): Bounds | null {
  if (isEmpty(next)) return sum;
  return sum === null ? next : union(sum, next);
}

interface Signs {
  readonly package: string | null;
  readonly ids: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
}

/** The first nodes tell what a window is; a window of thousands is an app's anyway. */
const lookedAt = 300;

function signsOf(roots: readonly RawNode[]): Signs {
  const ids = new Set<string>();
  const types = new Set<string>();
  let owner: string | null = null;
  const queue = [...roots];
  for (let at = 0; at < queue.length && at < lookedAt; at++) {
    const node = queue[at];
    if (node === undefined) break;
    if (owner === null && node.packageName) owner = node.packageName;
    if (node.identifier) ids.add(node.identifier);
    types.add(node.type);
    for (let i = 0; i < node.children.length && queue.length < lookedAt; i++) {
      const child = node.children[i];
      if (child !== undefined) queue.push(child);
    }
  }
  return { package: owner, ids, types };
}

interface WindowPosition {
  readonly bounds: Bounds;
  readonly display: Bounds;
  readonly sizeKnown: boolean;
}

const notResponding = /^Application Not Responding|^AppNotResponding/i;
const permissionOwner = /(permissioncontroller|packageinstaller)$/;
const keyboardOwner = /(inputmethod|\.ime(\.|$)|keyboard|honeyboard|swiftkey|gboard)/i;
const dialogMarks = ['android:id/alertTitle', 'android:id/parentPanel', 'android:id/buttonPanel'];

function kindOf(window: RawWindow, signs: Signs, at: WindowPosition): WindowKind {
  const has = (id: string): boolean => signs.ids.has(id);
  if (notResponding.test(window.title ?? '') || has('android:id/aerr_wait')) return 'anr';
  if (window.kind === 'keyboard' || window.kind === 'anr' || window.kind === 'permission') return window.kind;
  if (signs.package !== null && permissionOwner.test(signs.package)) return 'permission';
  if (window.kind === 'dialog' || window.kind === 'system') return window.kind;
  if (window.kind === 'unknown') {
    if (signs.package === 'com.android.systemui') return 'system';
    if (signs.package !== null && keyboardOwner.test(signs.package) && !fills(at)) return 'keyboard';
  }
  if (dialogMarks.some(has) || [...signs.ids].some((id) => id.endsWith(':id/alertTitle'))) return 'dialog';
  if ([...signs.types].some((type) => /^(AX|XCUIElementType)?(Alert|Sheet|Dialog)$/.test(type)))
    return 'dialog';
  return floats(at) ? 'dialog' : 'app';
}

function fills({ bounds, display }: WindowPosition): boolean {
  return bounds[3] - bounds[1] > 0.9 * (display[3] - display[1]);
}

/** Clear of the display's edges on both axes: neither an activity, nor one half of a split screen. */
function floats({ bounds, display, sizeKnown }: WindowPosition): boolean {
  if (isEmpty(bounds) || bounds[0] <= display[0] || bounds[1] <= display[1]) return false;
  return !sizeKnown || (bounds[2] < display[2] && bounds[3] < display[3]);
}

/** Keyboard and bars are rarely wanted, unless there is nothing else. */
export function isSideShow(tree: UiTree, index: number): boolean {
  const window = tree.windows[index];
  if (window?.kind !== 'keyboard' && window?.kind !== 'system') return false;
  if (window.kind === 'system' && window.focused) return false;
  return tree.windows.some((other) => other.kind !== 'keyboard' && other.kind !== 'system');
}

/** Of those the windows of the system: status and navigation bar, not an open shade. What changes there is no change of the screen. */
export function barsOf(tree: UiTree): ReadonlySet<number> {
  const bars = tree.windows.flatMap(({ kind }, index) =>
    kind === 'system' && isSideShow(tree, index) ? [index] : [],
  );
  return new Set(bars);
}

/** A window as the tree tells it. */
export function windowOf(window: LaidWindow): UiWindow {
  const { raw, kind, bounds } = window;
  return {
    kind,
    title: raw.title ?? null,
    package: window.package,
    bounds,
    layer: raw.layer ?? 0,
    focused: raw.focused ?? raw.active ?? false,
    displayId: raw.displayId,
  };
}

/** How far a reading can be trusted, and what would make the next one better. A warning never removes an element. */
import { areaOf, clipTo, holds, isEmpty } from './geometry.ts';
import { obstacleOf } from './obstacle.ts';
import type { RawNode, RawScreen, RawWindow } from './raw-screen.ts';
import type { Bounds, Foreground, Quality, UiElement, UiTree, UiWindow } from './ui-tree.ts';

/** What the nodes of a reading show about the toolkit they come from. */
export class Signs {
  #compose = false;
  #flutter = false;
  #composeIds = 0;
  #lastPackage: string | undefined;
  #blank: Bounds | null = null;
  readonly #hidden: Hidden[] = [];
  readonly packages = new Set<string>();

  get compose(): boolean {
    return this.#compose;
  }

  get flutter(): boolean {
    return this.#flutter;
  }

  /** Identifiers of what Compose draws; the frame around it may have some of its own. */
  get composeIds(): number {
    return this.#composeIds;
  }

  /** The largest view that holds nothing and says nothing; null when there is none. */
  get blank(): Bounds | null {
    return this.#blank;
  }

  /** Views that may show more than they and what is below them tell. */
  get hidden(): readonly Hidden[] {
    return this.#hidden;
  }

  /** `inCompose`: it lies in what Compose draws. */
  see(node: RawNode, inCompose: boolean): void {
    const { identifier, packageName, type } = node;
    if (
      node.children.length === 0 &&
      !node.text &&
      !node.description &&
      areaOf(node.bounds) > areaOf(this.#blank ?? none)
    )
      this.#blank = node.bounds;
    if (inCompose && identifier && !isSystem(packageName)) this.#composeIds += 1;
    if (packageName && packageName !== this.#lastPackage) {
      this.#lastPackage = packageName;
      this.packages.add(packageName);
    }
    this.#compose ||= isComposeRoot(type) && !isSystem(packageName);
    this.#flutter ||= /flutter/i.test(type);
    const kind = kindOfHidden(node);
    if (kind !== null) this.#hidden.push({ kind, bounds: node.bounds });
  }
}

export function isComposeRoot(type: string): boolean {
  return type.includes('compose.ui.');
}

export interface Reading {
  readonly raw: RawScreen;
  readonly size: { readonly width: number; readonly height: number };
  readonly foreground: Foreground | null;
  readonly windows: readonly UiWindow[];
  readonly elements: readonly UiElement[];
  readonly nodeCount: number;
  readonly signs: Signs;
}

const systemUi = 'com.android.systemui';

function isSystem(owner: string | undefined): boolean {
  return owner === systemUi || owner === 'android';
}

export function qualityOf(reading: Reading): Quality {
  const reasons = [
    emptiness(reading),
    rootSize(reading),
    foreign(reading),
    ...reading.raw.qualityWarnings,
  ].filter((reason) => reason !== null);
  return { status: reasons.length === 0 ? 'ok' : 'suspect', reasons };
}

/** Nothing to read where there should be something. A blank screen and a failed walk look the same here. */
function emptiness({ elements, nodeCount, size }: Reading): string | null {
  if (nodeCount === 0) return 'no nodes: the reading is empty';
  const inner = elements.filter((element) => element.parentId !== null);
  // The name of an app says nothing of its screen.
  const spoken = elements.some(
    (element) =>
      !(element.parentId === null && element.type === 'Application') &&
      (element.text !== null || element.contentDescription !== null || element.clickable),
  );
  if (nodeCount === 1 && !spoken) return 'root only: the source has a single node';
  if (!spoken && elements.every((element) => element.hint === null || element.parentId === null)) {
    const full = size.width * size.height;
    const leaf = elements.some(
      (element) => element.children.length === 0 && areaOf(element.bounds) > 0.8 * full,
    );
    if (leaf && inner.length <= 3)
      return `sparse: ${nodeCount} nodes without any text, one of them covers the screen`;
    return `sparse: ${nodeCount} nodes, none with a text or a control`;
  }
  if (nodeCount >= 30 && inner.length * 20 < nodeCount)
    return `sparse: ${nodeCount} nodes gave only ${inner.length} elements`;
  return null;
}

/** iOS with accessibility off, or an app that is not in front, answers a root of size zero. */
function rootSize({ raw, nodeCount }: Reading): string | null {
  if (nodeCount === 0) return null;
  const roots = raw.windows.flatMap((window) => window.roots);
  return roots.every((root) => isEmpty(root.bounds))
    ? 'zero-size root: no element has a position on the screen'
    : null;
}

const systemFocus = /NotificationShade|StatusBar|Keyguard|VolumeDialog|GlobalActions|Bouncer/i;

/** Whether the tree is of what is in front. Prompts, dialogs of the system and the keyboard may well be. */
function foreign({ foreground, windows, signs }: Reading): string | null {
  const appId = foreground?.appId;
  const shown = [...signs.packages];
  if (!appId || shown.length === 0 || shown.includes(appId)) return null;
  if (windows.some((window) => window.kind === 'permission' || window.kind === 'anr')) return null;
  if (shown.every((owner) => isSystem(owner))) {
    if (systemFocus.test(foreground.focusedWindow ?? '')) return null;
    return `only nodes of ${shown.join(', ')}, while ${appId} is in front`;
  }
  return `foreign package in front: the tree shows ${shown.slice(0, 3).join(', ')}, the resumed activity belongs to ${appId}`;
}

export function notesOf(reading: Reading, elsewhere: readonly RawWindow[]): readonly string[] {
  const { signs, elements } = reading;
  const notes: string[] = [];
  if (signs.compose && signs.composeIds === 0)
    notes.push(
      'Compose without ids: Modifier.semantics { testTagsAsResourceId = true } on the root shows test tags as ids.',
    );
  if (signs.flutter && elements.length <= 4)
    notes.push(
      'Flutter shows nothing until its semantics are on (SemanticsBinding.instance.ensureSemantics()).',
    );
  if (signs.hidden.some(({ kind }) => kind === 'web'))
    notes.push('A web view shows nothing of its page here.');
  else if (isDrawnByItself(reading))
    notes.push(
      'One view without any content takes most of the screen, as custom drawing does: a screenshot shows it.',
    );
  if (elsewhere.length > 0) {
    const displays = [...new Set(elsewhere.map((window) => window.displayId))].join(', ');
    const windows = elsewhere.length === 1 ? 'One window' : `${elsewhere.length} windows`;
    const verb = elsewhere.length === 1 ? 'is' : 'are';
    notes.push(`${windows} on display ${displays} ${verb} left out: input goes to this display.`);
  }
  return notes;
}

/** Whether something blank fills the screen and nothing that can be read or touched stands on it (DUMP-07). */
function isDrawnByItself({ signs, elements, windows, size }: Reading): boolean {
  const { blank } = signs;
  if (blank === null || areaOf(blank) * 2 < size.width * size.height) return false;
  return !elements.some((element) => {
    const kind = windows[element.window]?.kind;
    if (kind === 'system' || kind === 'keyboard' || !element.visible) return false;
    const says = element.text !== null || element.contentDescription !== null || element.clickable;
    return says && holds(blank, element.center);
  });
}

const none: Bounds = [0, 0, 0, 0];

/* What a reading could not have shown: where there is such, nothing that it lacks is proved to be absent. */

type HiddenKind = 'web' | 'drawn' | 'group' | 'bar';

/** A view that may show more than it tells. */
interface Hidden {
  readonly kind: HiddenKind;
  readonly bounds: Bounds;
}

const web = /(?:WebView|WebArea)$/;
const drawn = /(?:SurfaceView|TextureView|FlutterView|UnityPlayer\w*|GLSurface|MetalView|ComposeView)$/i;
const groups = /^(?:AX|XCUIElementType)?(?:Group|Other|Unknown)$/;
const bars = /^(?:AX|XCUIElementType)?(?:TabBar|TabGroup|Toolbar)$/;

function kindOfHidden(node: RawNode): HiddenKind | null {
  const { type, subrole, children } = node;
  if (node.displayed === false) return null;
  // The title of a page, or the name of a map, says nothing of what it shows.
  if (web.test(type)) return below(node, tells) ? null : 'web';
  if (drawn.test(type)) return below(node, tells) ? null : 'drawn';
  if (bars.test(type) || bars.test(subrole ?? '')) return children.length === 0 ? 'bar' : null;
  const blank = (one: RawNode): boolean => groups.test(one.type) && !hasWords(one);
  return blank(node) && !below(node, (one) => !blank(one)) ? 'group' : null;
}

function hasWords({ text, description, hint, value }: RawNode): boolean {
  return [text, description, hint, value].some((said) => `${said ?? ''}`.trim() !== '');
}

/** Has words, or can be acted on. */
function tells(node: RawNode): boolean {
  const { clickable, longClickable, checkable, editable } = node;
  return hasWords(node) || [clickable, longClickable, checkable, editable].includes(true);
}

const mostBelow = 500;

/** Whether a node below it is so. A web view in a web view is the same page. */
function below(node: RawNode, isSo: (one: RawNode) => boolean): boolean {
  const stack = [...node.children];
  for (let seen = 0; seen < mostBelow; seen++) {
    const next = stack.pop();
    if (next === undefined) return false;
    if (isSo(next) && !web.test(next.type)) return true;
    for (const child of next.children) stack.push(child);
  }
  return true;
}

/** Smaller ones are separators, badges and icons. */
const leastShare: Readonly<Record<HiddenKind, number>> = { web: 0.01, drawn: 0.08, group: 0.09, bar: 0.01 };

interface AbsenceFacts extends Pick<UiTree, 'foreground' | 'elements'> {
  readonly raw: RawScreen;
  readonly size: { readonly width: number; readonly height: number };
  readonly windows: readonly UiWindow[];
  readonly signs: { readonly hidden: readonly Hidden[] };
}

/** Each says what is not listed, and what would show it; none where all of the screen was read. */
export function unseenOf(facts: AbsenceFacts, elsewhere: readonly RawWindow[]): readonly string[] {
  const { raw, size, signs } = facts;
  const display: Bounds = [0, 0, size.width, size.height];
  const kinds = new Set(
    signs.hidden
      .filter(({ kind, bounds }) => areaOf(clipTo(bounds, display)) >= leastShare[kind] * areaOf(display))
      .map(({ kind }) => kind),
  );
  const points = raw.platform === 'ios' ? ', or touch a point of it: the answer names what lies there' : '';
  const popup = missingPopup(facts);
  return [
    ...(obstacleOf(facts)?.kind === 'locked' ? ['what lies behind the lock screen is not listed'] : []),
    ...(kinds.has('web') ? ['the page of a web view is not listed; capture_screenshot shows it'] : []),
    ...(kinds.has('drawn')
      ? ['a view that is drawn by itself lists none of its content; capture_screenshot shows it']
      : []),
    ...(kinds.has('group')
      ? [`a large group without a name lists nothing of its content; capture_screenshot shows it${points}`]
      : []),
    ...(kinds.has('bar') ? [`a bar does not list its items; capture_screenshot shows them${points}`] : []),
    ...(popup === null ? [] : [popup]),
    ...(elsewhere.length > 0
      ? ['windows of another display are left out; capture_screenshot takes a displayId']
      : []),
  ];
}

const systemWindow = /NotificationShade|StatusBar|Keyguard|Bouncer|InputMethod|NavigationBar|VolumeDialog/i;

/** A plain dump holds one window; the focus may be on another. */
function missingPopup({ raw, windows }: AbsenceFacts): string | null {
  const focus = raw.foreground?.focusedWindow ?? null;
  if (raw.platform !== 'android' || raw.source.tier !== 'uiautomator-dump' || focus === null) return null;
  if (systemWindow.test(focus) || windows.some(({ title }) => title !== null)) return null;
  const own = windows.filter(({ kind }) => kind !== 'system' && kind !== 'keyboard');
  if (own.length === 0 || own.some(({ kind }) => kind !== 'app')) return null;
  return `the window with the focus (${focus.slice(0, 60)}) is not in a plain dump; the resident helper reads all windows, capture_screenshot shows it`;
}

/** Why a reading that lacks something does not prove that it is absent; null when it does. */
export function whyUnproved({ quality, unseen }: Pick<UiTree, 'quality' | 'unseen'>): string | null {
  const reasons = [...(quality.status === 'suspect' ? quality.reasons : []), ...(unseen ?? [])];
  return reasons.length === 0 ? null : reasons.join('; ');
}

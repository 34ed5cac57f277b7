/** What is on a screen, in one vocabulary for both platforms. Immutable data; `build-tree.ts` makes it. */

/** `[left, top, right, bottom]` in the unit that input takes: Android pixels of the effective display, iOS points. */
export type Bounds = readonly [left: number, top: number, right: number, bottom: number];
export type Point = readonly [x: number, y: number];
/** Degrees clockwise from the natural orientation. */
export type Rotation = 0 | 90 | 180 | 270;

export type WindowKind = 'app' | 'dialog' | 'keyboard' | 'system' | 'permission' | 'anr';

export type Role =
  | 'button'
  | 'switch'
  | 'checkbox'
  | 'radio'
  | 'text_field'
  | 'slider'
  | 'stepper'
  | 'dropdown'
  | 'progress'
  | 'image'
  | 'tab'
  | 'link'
  | 'list'
  | 'list_item'
  | 'container'
  | 'webview'
  | 'text'
  | 'heading'
  | 'menu_item'
  | 'toolbar'
  | 'dialog'
  | 'window';

/** Only what the platform lets us read; a field that cannot be read is null. */
export interface ElementState {
  readonly checked: boolean | null;
  readonly selected: boolean | null;
  readonly focused: boolean | null;
  readonly expanded: boolean | null;
  readonly enabled: boolean | null;
  readonly text_value: string | null;
  readonly value: string | number | boolean | null;
  readonly raw_value: string | number | boolean | null;
  readonly value_range: { readonly min: number; readonly max: number } | null;
}

export interface SelectorHint {
  readonly value: string;
  readonly confidence: { readonly score: number; readonly reason: string };
  /** No other element of the screen has this value. */
  readonly unique: boolean;
}

export type SemanticRole =
  | 'slider'
  | 'stepper'
  | 'dropdown'
  | 'segmented_control'
  | 'custom_adjustable'
  | 'composite_control';

export interface Semantic {
  readonly is_clickable: boolean;
  readonly is_container: boolean;
  readonly semantic_role: SemanticRole | null;
  readonly supported_actions: readonly string[];
  readonly adjustable: boolean;
  readonly state_shape: 'continuous' | 'discrete' | 'semantic' | null;
}

/**
 * One meaningful node. The snake_case and camelCase names are the wire contract's own.
 * What is ours on top: index, label, window, package, secure, longClickable, scrollable, editable, paintOrder, coveredBy, offscreen.
 */
export interface UiElement {
  /** Position in `UiTree.elements`; parentId and children refer to it. */
  readonly index: number;
  readonly text: string | null;
  readonly contentDescription: string | null;
  readonly type: string;
  readonly resourceId: string | null;
  readonly clickable: boolean;
  readonly enabled: boolean;
  readonly visible: boolean;
  /** Clipped to the display; empty when nothing of it can be seen. */
  readonly bounds: Bounds;
  readonly center: Point;
  /** Depth among the kept elements; roots are 0. */
  readonly depth: number;
  readonly parentId: number | null;
  readonly children: readonly number[];
  readonly state: ElementState;
  readonly stable_id: string | null;
  readonly test_tag: string | null;
  readonly role: Role | null;
  readonly semantic: Semantic;
  /** What a person would call it: own text or description, else the texts of its descendants. Display form. */
  readonly label: string | null;
  readonly hint: string | null;
  readonly error: string | null;
  readonly package: string | null;
  /** Index into `UiTree.windows`. */
  readonly window: number;
  readonly longClickable: boolean;
  readonly scrollable: boolean;
  readonly editable: boolean;
  readonly focusable: boolean;
  /** A masked field: its text is never to be repeated. */
  readonly secure: boolean;
  readonly probed: boolean;
  /** Position in the order of drawing within its window: of two, the higher one lies over the other. */
  readonly paintOrder: number;
  /** What takes a touch at the centre instead: another window, the keyboard, another element. */
  readonly coveredBy: string | null;
  /** Where it lies when it is not visible because it is outside its scroller or the display. */
  readonly offscreen: 'above' | 'below' | 'left' | 'right' | null;
  /** Part of it is cut off by the display or its scroller. */
  readonly clipped: boolean;
}

export interface UiWindow {
  readonly kind: WindowKind;
  readonly title: string | null;
  readonly package: string | null;
  readonly bounds: Bounds;
  readonly layer: number;
  readonly focused: boolean;
  readonly displayId: number;
}

export interface Foreground {
  readonly appId: string | null;
  /** Full class name of the resumed activity; null on iOS and when unknown. */
  readonly activity: string | null;
  /** Title of the focused window when it is not the activity's own (dialog, keyboard, permission, ANR). */
  readonly focusedWindow: string | null;
  /** Whose app it is; left out for the owner of the device (0) and where it is not told. */
  readonly user?: number;
  /** The platform says that no window has the focus: touches and keys go nowhere. */
  readonly noFocus?: true;
  /** The display is off. */
  readonly displayOff?: true;
  /** Whether the lock screen is shown; left out where that was not asked. */
  readonly locked?: boolean;
  /** App whose window lies over the whole display and takes touches, as the list of windows says. */
  readonly overlay?: string;
}

export interface ReadSource {
  /** How the tree was read, for example `uiautomator-dump`. */
  readonly tier: string;
  /** What had to be done differently: `compressed`, `file`, `retried null root`. */
  readonly detail: readonly string[];
}

export interface Quality {
  readonly status: 'ok' | 'suspect';
  readonly reasons: readonly string[];
}

export interface UiTree {
  readonly platform: 'android' | 'ios';
  readonly foreground: Foreground | null;
  readonly size: { readonly width: number; readonly height: number };
  readonly rotation: Rotation;
  readonly windows: readonly UiWindow[];
  readonly elements: readonly UiElement[];
  /** Whether the platform told in which order views are drawn; else the order of the document is taken for it. */
  readonly orderTold: boolean;
  /** Nodes in the source, before layout wrappers were dropped. */
  readonly nodeCount: number;
  readonly quality: Quality;
  /** What this reading could not have shown, and what would; empty or left out when all of the screen was read. */
  readonly unseen?: readonly string[];
  readonly source: ReadSource;
  /** Advice that belongs to the reading as a whole. */
  readonly notes: readonly string[];
}

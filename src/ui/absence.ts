/**
 * What a reading could not have shown: content that its source does not list. Where there is such, nothing that the
 * reading lacks is proved to be absent. Pure.
 */
import { areaOf, clipTo } from './geometry.ts';
import type { RawNode, RawScreen, RawWindow } from './raw-screen.ts';
import type { Bounds, UiTree, UiWindow } from './ui-tree.ts';

type HiddenKind = 'web' | 'drawn' | 'group' | 'bar';

/** A view without anything below it that may show more than it tells. */
export interface Hidden {
  readonly kind: HiddenKind;
  readonly bounds: Bounds;
}

const web = /(?:WebView|WebArea)$/;
const drawn = /(?:SurfaceView|TextureView|FlutterView|UnityPlayer|GLSurface|MetalView|AndroidComposeView)$/i;
const groups = /^(?:AX|XCUIElementType)?(?:Group|Other|Unknown)$/;
const bars = /^(?:AX|XCUIElementType)?(?:TabBar|TabGroup|Toolbar)$/;

export function kindOfHidden(node: RawNode): HiddenKind | null {
  const { type, text, description, value, subrole, children } = node;
  if (children.length > 0 || node.displayed === false) return null;
  if (web.test(type)) return 'web';
  if (bars.test(type) || bars.test(subrole ?? '')) return 'bar';
  if (text?.trim() || description?.trim() || (value !== undefined && value !== null && value !== ''))
    return null;
  if (drawn.test(type)) return 'drawn';
  return groups.test(type) ? 'group' : null;
}

/** Smaller ones are separators, badges and icons. */
const leastShare: Readonly<Record<HiddenKind, number>> = { web: 0.01, drawn: 0.08, group: 0.1, bar: 0.01 };

interface AbsenceFacts {
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

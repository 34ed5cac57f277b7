/** Writes windows as `uiautomator dump` does: order, escaping, clipping and attribute set of the Android version. */
import type { DisplayState, Phone, PhoneWindow, Rect, ViewNode } from '../../phone/phone-types.ts';

const header = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>";
/** Recent builds append drawing-order and hint. */
const extendedSdk = 35;
/** Containers that `NAF` never marks. */
const nafExcluded = [
  'android.widget.GridView',
  'android.widget.GridLayout',
  'android.widget.ListView',
  'android.widget.TableLayout',
];

interface Style {
  readonly compressed: boolean;
  readonly extended: boolean;
  readonly screen: Rect;
}

export function effectiveScreen(display: DisplayState): Rect {
  const { width, height } = display.override ?? display.physical;
  return display.rotation % 2 === 0 ? [0, 0, width, height] : [0, 0, height, width];
}

/** The default form: the active window's tree alone. */
export function dumpActiveWindow(phone: Phone, window: PhoneWindow, compressed: boolean): string {
  const display = phone.displays.find(({ id }) => id === window.displayId) ?? phone.displays[0];
  return `${header}${hierarchy(phone, window, display, compressed)}`;
}

/** `--windows`: every display with its windows, topmost first. Toasts and what takes no touches are no accessibility windows. */
export function dumpAllWindows(phone: Phone, compressed: boolean): string {
  let id = 0;
  const displays = phone.displays.map((display) => {
    const windows = phone
      .windows(display.id)
      .filter(({ type, touchable }) => type !== 'toast' && touchable)
      .toReversed()
      .map((window, index) => windowElement({ phone, window, display, compressed }, index, ++id));
    return `<display id="${display.id}">${windows.join('')}</display>`;
  });
  return `${header}<displays>${displays.join('')}</displays>`;
}

interface Shown {
  readonly phone: Phone;
  readonly window: PhoneWindow;
  readonly display: DisplayState;
  readonly compressed: boolean;
}

function windowElement({ phone, window, display, compressed }: Shown, index: number, id: number): string {
  const types = {
    application: 'TYPE_APPLICATION',
    dialog: 'TYPE_APPLICATION',
    input_method: 'TYPE_INPUT_METHOD',
    system: 'TYPE_SYSTEM',
    toast: 'TYPE_SYSTEM',
    overlay: 'TYPE_SYSTEM',
  };
  const attributes: readonly (readonly [string, string | number | boolean])[] = [
    ['index', index],
    ['title', window.title],
    ['bounds', boundsText(window.bounds)],
    ['active', window.active],
    ['focused', window.focused],
    ['accessibility-focused', false],
    ['id', id],
    ['layer', window.layer],
    ['type', types[window.type]],
  ];
  return `<window${attributes.map(attribute).join('')}>${hierarchy(phone, window, display, compressed)}</window>`;
}

function hierarchy(
  phone: Phone,
  window: PhoneWindow,
  display: DisplayState | undefined,
  compressed: boolean,
): string {
  const style: Style = {
    compressed,
    extended: phone.version.sdk >= extendedSdk,
    screen: display ? effectiveScreen(display) : window.bounds,
  };
  return `<hierarchy rotation="${display?.rotation ?? 0}">${nodeElement(window.root, 0, style)}</hierarchy>`;
}

function nodeElement(node: ViewNode, index: number, style: Style): string {
  const children = style.compressed ? importantChildren(node) : node.children;
  const inner = children
    .map((child, at) => (child.visibleToUser ? nodeElement(child, at, style) : ''))
    .join('');
  const start = `<node${isNaf(node) ? ' NAF="true"' : ''}${nodeAttributes(node, index, style).map(attribute).join('')}`;
  return inner === '' ? `${start} />` : `${start}>${inner}</node>`;
}

function nodeAttributes(
  node: ViewNode,
  index: number,
  style: Style,
): readonly (readonly [string, string | number | boolean])[] {
  const common: (readonly [string, string | number | boolean])[] = [
    ['index', index],
    ['text', node.text],
    ['resource-id', node.resourceId],
    ['class', node.className],
    ['package', node.packageName],
    ['content-desc', node.contentDesc],
    ['checkable', node.checkable],
    ['checked', node.checked],
    ['clickable', node.clickable],
    ['enabled', node.enabled],
    ['focusable', node.focusable],
    ['focused', node.focused],
    ['scrollable', node.scrollable],
    ['long-clickable', node.longClickable],
    ['password', node.password],
    ['selected', node.selected],
    ['bounds', boundsText(clipped(node.bounds, style.screen))],
  ];
  if (style.extended) common.push(['drawing-order', node.drawingOrder ?? 0], ['hint', node.hint]);
  return common;
}

/** What is not important for accessibility gives its place to its children. */
function importantChildren(node: ViewNode): readonly ViewNode[] {
  return node.children.flatMap((child) =>
    child.important || !child.visibleToUser ? [child] : importantChildren(child),
  );
}

function isNaf(node: ViewNode): boolean {
  const isCandidate = node.clickable && node.enabled && !nafExcluded.includes(node.className);
  return isCandidate && !hasWords(node);
}

function hasWords(node: ViewNode): boolean {
  return (
    node.text !== '' ||
    node.contentDesc !== '' ||
    node.children.some((child) => child.visibleToUser && hasWords(child))
  );
}

/** android.graphics.Rect.intersect: without a common area the rectangle stays as it was. */
function clipped(bounds: Rect, screen: Rect): Rect {
  const [left, top, right, bottom] = bounds;
  const overlaps = left < screen[2] && screen[0] < right && top < screen[3] && screen[1] < bottom;
  if (!overlaps) return bounds;
  return [
    Math.max(left, screen[0]),
    Math.max(top, screen[1]),
    Math.min(right, screen[2]),
    Math.min(bottom, screen[3]),
  ];
}

function boundsText([left, top, right, bottom]: Rect): string {
  return `[${left},${top}][${right},${bottom}]`;
}

function attribute([name, value]: readonly [string, string | number | boolean]): string {
  return ` ${name}="${typeof value === 'string' ? escapeValue(value) : value}"`;
}

/** Control characters become dots first, then the serialiser escapes; astral characters leave as decimal references. */
export function escapeValue(value: string): string {
  const clean = value.replace(/[^\t\n\r\x20-\x7e\x85\xa0-\ufdcf\ufdf0-\ufffd]/g, '.');
  return clean.replace(/[&<>"\n\r\t]|[\ud800-\udbff][\udc00-\udfff]/g, (token) => {
    switch (token) {
      case '&':
        return '&amp;';
      case '<':
        return '&lt;';
      case '>':
        return '&gt;';
      case '"':
        return '&quot;';
      default:
        return `&#${token.codePointAt(0)};`;
    }
  });
}

/** The screen as the helper's `source` writes it: elements named by class, more attributes than the stock dump. */
import { effectiveScreen } from '../adb/programs/dump-xml.ts';
import type { Phone, PhoneWindow, ViewNode } from '../phone/phone-types.ts';

export interface SourceOptions {
  /** All windows of the display, topmost first; otherwise the active one alone. */
  readonly multiWindow: boolean;
  /** Compose test tags in place of missing resource ids. */
  readonly testTags: boolean;
  readonly maxDepth: number;
}

type Attribute = readonly [name: string, value: string | number | boolean | undefined];

/** Null when the active window has no root; without any window the tree of all is an empty one. */
export function sourceXml(phone: Phone, options: SourceOptions): string | null {
  const [display] = phone.displays;
  const shown = phone.windows().filter(({ type, touchable }) => type !== 'toast' && touchable);
  const windows = options.multiWindow ? shown.toReversed() : shown.filter(({ active }) => active);
  if (!display || (windows.length === 0 && !options.multiWindow)) return null;
  const [, , width, height] = effectiveScreen(display);
  const writer = new Writer(phone.version.sdk, options);
  const root: Attribute[] = [
    ['index', 0],
    ['class', 'hierarchy'],
    ['rotation', display.rotation],
    ['width', width],
    ['height', height],
  ];
  const inside = windows.map((window, at) => writer.element(window.root, at, { window, depth: 1 })).join('');
  return `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<hierarchy${written(root)}>\n${inside}</hierarchy>`;
}

/** Accessibility's number for a window: another one for another window, the same as long as it lives. */
export function windowId({ token }: PhoneWindow): number {
  return Number.parseInt(token.slice(-7), 16);
}

interface NodePosition {
  readonly window: PhoneWindow;
  readonly depth: number;
}

class Writer {
  readonly #sdk: number;
  readonly #options: SourceOptions;

  constructor(sdk: number, options: SourceOptions) {
    this.#sdk = sdk;
    this.#options = options;
  }

  element(node: ViewNode, index: number, position: NodePosition): string {
    const name = node.className.replace(/[$@#&]/g, '.') || 'android.view.View';
    const indent = '  '.repeat(position.depth);
    const below = position.depth < this.#options.maxDepth ? node.children : [];
    const inside = below
      .map((child, at) =>
        child.visibleToUser ? this.element(child, at, { ...position, depth: position.depth + 1 }) : '',
      )
      .join('');
    const start = `${indent}<${name}${written(this.#attributes(node, index, position))}`;
    return inside === '' ? `${start} />\n` : `${start}>\n${inside}${indent}</${name}>\n`;
  }

  #attributes(node: ViewNode, index: number, { window }: NodePosition): Attribute[] {
    const [left, top, right, bottom] = node.bounds;
    const tag = this.#options.testTags && node.resourceId === '' ? (node.testTag ?? '') : node.resourceId;
    return [
      ['index', index],
      ['package', node.packageName],
      ['class', node.className],
      ['text', textOf(node)],
      ['content-desc', node.contentDesc === '' ? undefined : node.contentDesc],
      ['resource-id', tag === '' ? undefined : tag],
      ['checkable', node.checkable],
      ['checked', node.checked],
      ['clickable', node.clickable],
      ['enabled', node.enabled],
      ['focusable', node.focusable],
      ['focused', node.focused],
      ['long-clickable', node.longClickable],
      ['password', node.password],
      ['scrollable', node.scrollable],
      ['selected', node.selected],
      ['bounds', `[${left},${top}][${right},${bottom}]`],
      ['displayed', node.visibleToUser],
      ['hint', node.hint === '' ? undefined : node.hint],
      ['a11y-important', node.important],
      ['screen-reader-focusable', this.#sdk >= 28 ? false : undefined],
      ['drawing-order', node.drawingOrder ?? 0],
      ['showing-hint', node.showingHint ?? false],
      ['dismissable', false],
      ['a11y-focused', false],
      ['heading', this.#sdk >= 28 ? (node.heading ?? false) : undefined],
      ['live-region', 0],
      ['content-invalid', node.error !== undefined],
      ['error', node.error],
      ['pane-title', this.#sdk >= 28 ? node.paneTitle : undefined],
      ['window-id', windowId(window)],
    ];
  }
}

/** What has a range prints its position as Java prints a float, whatever its text is. */
function textOf({ range, text }: ViewNode): string {
  if (!range) return text;
  return Number.isInteger(range.value) ? `${range.value}.0` : String(range.value);
}

function written(attributes: readonly Attribute[]): string {
  let text = '';
  for (const [name, value] of attributes)
    if (value !== undefined) text += ` ${name}="${escaped(String(value))}"`;
  return text;
}

/** Characters that XML cannot hold become question marks. */
function escaped(value: string): string {
  const clean = value.replace(/[\ud800-\udbff][\udc00-\udfff]|[^\t\n\r\x20-\ud7ff\ue000-\ufffd]/g, (found) =>
    found.length === 2 ? found : '?',
  );
  return clean.replace(/[&<>"\n\r\t]/g, (char) => names[char] ?? `&#${char.charCodeAt(0)};`);
}

const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

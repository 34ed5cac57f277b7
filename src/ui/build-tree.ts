/**
 * Turns what an adapter read into the one model of the screen: which nodes are kept, where they lie, what can be
 * seen of them. Words, coverage and trust are worked out by labels.ts, coverage.ts and quality.ts.
 */
import { markClipped, markCoverage } from './coverage.ts';
import {
  isAdjustable,
  isCheckable,
  isSecure,
  maskText,
  type Reading,
  SemanticReader,
  stateOf,
  withPrompt,
} from './element-state.ts';
import { centerOf, clipTo, isEmpty, sameBounds, sideOf } from './geometry.ts';
import { labelForm, labelOf, shareSelection } from './labels.ts';
import { isReordered, setPaintOrder } from './paint-order.ts';
import { isComposeRoot, notesOf, qualityOf, Signs, unseenOf } from './quality.ts';
import type { RawNode, RawScreen } from './raw-screen.ts';
import { isInteractive, RoleReader, windowRole } from './roles.ts';
import type { Bounds, Role, UiElement, UiTree } from './ui-tree.ts';
import { type LaidWindow, layOut, windowOf } from './windows.ts';

/** An element under construction; not visible outside before the tree is complete. */
export type Draft = { -readonly [K in keyof UiElement]: UiElement[K] } & { children: number[] };

/** A node still to be visited. An explicit stack, because trees can be deeper than the call stack. */
interface Waiting {
  readonly node: RawNode;
  readonly parent: number | null;
  readonly clip: Bounds;
  readonly root: boolean;
  /** Drawn by Compose. */
  readonly composed: boolean;
}

/** Never throws for what a device may answer: odd values give odd elements and a suspect quality. */
export function buildTree(raw: RawScreen): UiTree {
  const layout = layOut(raw);
  const builder = new Builder(raw.platform, [0, 0, layout.size.width, layout.size.height]);
  layout.windows.forEach((window, index) => {
    builder.add(window, index);
  });
  for (const window of layout.elsewhere) builder.countOnly(window.roots);
  const elements = builder.finish();
  const windows = layout.windows.map(windowOf);
  const { platform, foreground } = raw;
  const made = { platform, foreground, size: layout.size, windows, elements, orderTold: builder.orderTold };
  markCoverage(elements, made);
  const reading = { raw, ...made, nodeCount: builder.nodeCount, signs: builder.signs };
  return {
    ...made,
    rotation: raw.rotation,
    nodeCount: builder.nodeCount,
    quality: qualityOf(reading),
    unseen: unseenOf(reading, layout.elsewhere),
    source: raw.source,
    notes: [...(raw.notes ?? []), ...notesOf(reading, layout.elsewhere)],
  };
}

class Builder {
  nodeCount = 0;
  orderTold: boolean = false;
  readonly signs = new Signs();
  readonly #elements: Draft[] = [];
  readonly #rawBounds: Bounds[] = [];
  readonly #roles = new RoleReader();
  readonly #semantics = new SemanticReader();
  /** For each kept element the raw node, for what only the whole tree tells. */
  readonly #nodes: RawNode[] = [];
  /** For each kept element the title of the window whose root it is. */
  readonly #titles: (string | null)[] = [];
  readonly #platform: 'android' | 'ios';
  readonly #display: Bounds;

  constructor(platform: 'android' | 'ios', display: Bounds) {
    this.#platform = platform;
    this.#display = display;
  }

  add(window: LaidWindow, index: number): void {
    const stack: Waiting[] = [];
    const from = this.#elements.length;
    let reordered = false;
    pushAll(stack, window.raw.roots, { parent: null, clip: this.#display, root: true, composed: false });
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      this.nodeCount += 1;
      this.signs.see(next.node, next.composed);
      const kept = this.#keep(next, window, index);
      const parent = kept ?? next.parent;
      const { node } = next;
      if (node.drawingOrder) this.orderTold = true;
      if (node.children.length === 0) continue;
      reordered ||= isReordered(node);
      const clip = this.#clipBelow(node, next.clip);
      const composed = next.composed || isComposeRoot(node.type);
      pushAll(stack, node.children, { parent, clip, root: false, composed });
    }
    setPaintOrder(this.#elements.slice(from), this.#nodes, reordered ? window.raw.roots : null);
  }

  countOnly(roots: readonly RawNode[]): void {
    const stack = [...roots];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      this.nodeCount += 1;
      for (const child of node.children) stack.push(child);
    }
  }

  finish(): Draft[] {
    const elements = this.#elements;
    for (let index = elements.length - 1; index >= 0; index--) {
      const element = elements[index];
      const node = this.#nodes[index];
      if (element === undefined || node === undefined) continue;
      element.semantic = this.#semanticOf(element, node);
    }
    for (const element of elements) {
      element.label =
        labelOf(elements, element.index) ??
        labelForm(this.#nodes[element.index]?.paneTitle ?? this.#titles[element.index] ?? null);
    }
    shareSelection(elements);
    markClipped(elements, this.#rawBounds);
    return elements;
  }

  /** Only what scrolls cuts off what lies in it; other parents may let children stick out. */
  #clipBelow(node: RawNode, clip: Bounds): Bounds {
    if (!this.#scrolls(node) || isEmpty(node.bounds)) return clip;
    const inner = clipTo(node.bounds, clip);
    return isEmpty(inner) ? clip : inner;
  }

  #scrolls(node: RawNode): boolean {
    if (node.scrollable !== undefined) return node.scrollable;
    return this.#platform === 'ios' && /(ScrollArea|ScrollView|Table|CollectionView)$/.test(node.type);
  }

  /** Index of the element made of the node, or null when it is mere layout. */
  #keep(waiting: Waiting, window: LaidWindow, windowIndex: number): number | null {
    const { node, parent, root } = waiting;
    const parentElement = parent === null ? undefined : this.#elements[parent];
    const ownRole = this.#roles.of(node, parentElement?.role ?? null);
    const role = root && (ownRole === null || ownRole === 'container') ? windowRole(window.kind) : ownRole;
    if (!root && !this.#matters(node, role)) return null;
    const element = this.#draft(waiting, role, windowIndex);
    this.#elements.push(element);
    this.#rawBounds.push(node.bounds);
    this.#nodes.push(node);
    this.#titles.push(root && (role === 'window' || role === 'dialog') ? (window.raw.title ?? null) : null);
    parentElement?.children.push(element.index);
    return element.index;
  }

  #matters(node: RawNode, role: Role | null): boolean {
    return (
      filled(node.text) ||
      filled(node.description) ||
      filled(node.hint) ||
      filled(node.identifier) ||
      node.clickable === true ||
      node.longClickable === true ||
      node.checkable === true ||
      node.editable === true ||
      this.#scrolls(node) ||
      isInteractive(role) ||
      role === 'progress' ||
      role === 'list' ||
      role === 'webview' ||
      role === 'toolbar' ||
      role === 'dialog' ||
      hasState(node)
    );
  }

  #draft({ node: given, parent, clip }: Waiting, role: Role | null, window: number): Draft {
    const ios = this.#platform === 'ios';
    const node = withPrompt(given);
    const bounds = clipTo(node.bounds, clip);
    const visible = node.displayed !== false && !isEmpty(node.bounds) && !isEmpty(bounds);
    const secure = isSecure(node);
    const editable = node.editable ?? role === 'text_field';
    const text = textOf(node, editable, secure);
    const identifier = own(node.identifier);
    const description = own(node.description);
    const stableId = identifier ?? (ios ? null : description);
    return {
      index: this.#elements.length,
      text,
      contentDescription: description,
      type: node.type,
      resourceId: identifier,
      clickable: node.clickable ?? (ios && isInteractive(role)),
      enabled: node.enabled !== false && node.traits?.includes('NotEnabled') !== true,
      visible,
      bounds,
      center: centerOf(bounds),
      depth: parent === null ? 0 : (this.#elements[parent]?.depth ?? 0) + 1,
      parentId: parent,
      children: [],
      state: stateOf({ node, role, editable, secure, text } satisfies Reading),
      stable_id: stableId,
      test_tag: stableId,
      role,
      semantic: noSemantic,
      label: null,
      hint: own(node.hint),
      error: own(node.error),
      package: own(node.packageName),
      window,
      longClickable: node.longClickable === true,
      scrollable: this.#scrolls(node),
      editable,
      focusable: node.focusable === true,
      secure,
      probed: node.probed === true,
      paintOrder: 0,
      coveredBy: null,
      offscreen: visible ? null : sideOf(node.bounds, clip),
      clipped: visible && !sameBounds(bounds, node.bounds),
    };
  }

  #semanticOf(element: Draft, node: RawNode): UiElement['semantic'] {
    let acting = 0;
    for (const child of element.children)
      if (this.#elements[child]?.clickable || this.#elements[child]?.editable) acting += 1;
    return this.#semantics.of(element.role, element.type, {
      clickable: element.clickable,
      longClickable: element.longClickable,
      scrollable: element.scrollable,
      editable: element.editable,
      checkable: isCheckable(node, element.role),
      adjustable: isAdjustable(node, element.role),
      container: element.children.length > 0,
      composite: element.clickable && acting > 0,
    });
  }
}

const noSemantic: UiElement['semantic'] = {
  is_clickable: false,
  is_container: false,
  semantic_role: null,
  supported_actions: [],
  adjustable: false,
  state_shape: null,
};

/** In reverse, so that the first child is the next to be taken. */
function pushAll(stack: Waiting[], nodes: readonly RawNode[], common: Omit<Waiting, 'node'>): void {
  const { parent, clip, root, composed } = common;
  for (let i = nodes.length - 1; i >= 0; i--) {
    const node = nodes[i];
    if (node !== undefined) stack.push({ node, parent, clip, root, composed });
  }
}

function filled(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== '';
}

function own(value: string | undefined): string | null {
  return value !== undefined && filled(value) ? value : null;
}

/** iOS keeps what is in a field as its value. The prompt of an empty masked field is no secret. */
function textOf(node: RawNode, editable: boolean, secure: boolean): string | null {
  const text = own(node.text) ?? (editable && typeof node.value === 'string' ? own(node.value) : null);
  return text !== null && secure && text !== node.hint ? maskText(text) : text;
}

function hasState(node: RawNode): boolean {
  return (
    node.selected === true ||
    node.focused === true ||
    node.expanded !== undefined ||
    (node.value !== undefined && node.value !== null && node.value !== '') ||
    node.valueRange !== undefined ||
    filled(node.stateDescription) ||
    filled(node.paneTitle) ||
    filled(node.error)
  );
}

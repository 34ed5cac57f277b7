/** Gives every view its place: measures in one pass from the leaves, places in a second from the root. dp become pixels here. */
import { lineHeight, textWidth, wrapText } from './draw/font.ts';
import type { Rect } from './phone-types.ts';
import { intersect } from './rect.ts';
import type { Length, Look, ViewSpec } from './view-spec.ts';
import type { ViewState } from './view-state.ts';

/** A view with its place. `clip` is what its parents, as they clip their children, leave to be seen and touched. */
export interface Box {
  readonly spec: ViewSpec;
  readonly key: string;
  /** From the root, by positions. */
  readonly path: string;
  width: number;
  height: number;
  /** Relative to the parent while measuring. */
  x: number;
  y: number;
  bounds: Rect;
  clip: Rect;
  /** Pixels that a scroller could still be moved, from 0 to this. */
  scrollRange: number;
  lines: readonly string[];
  readonly children: Box[];
}

export interface LayoutRules {
  readonly density: number;
  readonly views: ViewState;
}

/** Room for the mark or the track beside the text. */
const MARK_DP: Partial<Record<Look, number>> = { checkbox: 40, radio: 40, switch: 56 };

export interface Space {
  readonly width: number;
  readonly height: number;
}

export function layOut(spec: ViewSpec, bounds: Rect, rules: LayoutRules): Box {
  const space = { width: bounds[2] - bounds[0], height: bounds[3] - bounds[1] };
  const root = measure({ ...spec, width: 'fill', height: 'fill' }, space, rules, '');
  place(root, bounds[0], bounds[1], bounds);
  return root;
}

/** The size that a window needs which wraps its content. */
export function contentSize(spec: ViewSpec, space: Space, rules: LayoutRules): Space {
  const { width, height } = measure(spec, space, rules, '');
  return { width, height };
}

export function px(dp: number, rules: { readonly density: number }): number {
  return Math.round((dp * rules.density) / 160);
}

/** Text size in pixels: sp count as dp. */
export function textSize(spec: ViewSpec, rules: { readonly density: number }): number {
  return px(spec.style?.sizeSp ?? 16, rules);
}

export function padding(spec: ViewSpec, rules: { readonly density: number }): Rect {
  const p = spec.paddingDp ?? 0;
  if (typeof p === 'number') return [px(p, rules), px(p, rules), px(p, rules), px(p, rules)];
  return [px(p[0], rules), px(p[1], rules), px(p[2], rules), px(p[3], rules)];
}

function measure(spec: ViewSpec, space: Space, rules: LayoutRules, path: string): Box {
  const box: Box = {
    spec,
    key: spec.key ?? spec.id ?? path,
    path,
    width: 0,
    height: 0,
    x: 0,
    y: 0,
    bounds: [0, 0, 0, 0],
    clip: [0, 0, 0, 0],
    scrollRange: 0,
    lines: [],
    children: [],
  };
  if (spec.zeroArea || spec.gone) return box;
  const own = {
    width: fixed(spec.width ?? 'wrap', space.width, rules),
    height: fixed(spec.height ?? 'wrap', space.height, rules),
  };
  const pad = padding(spec, rules);
  const inner = {
    width: Math.max(0, (own.width ?? space.width) - pad[0] - pad[2]),
    height: Math.max(0, (own.height ?? space.height) - pad[1] - pad[3]),
  };
  const content = measureContent(box, inner, rules, path);
  box.width = own.width ?? Math.min(space.width, content.width + pad[0] + pad[2]);
  box.height = own.height ?? content.height + pad[1] + pad[3];
  if (spec.minHeightDp) box.height = Math.max(box.height, px(spec.minHeightDp, rules));
  if (spec.scroll || spec.rows) scrollContent(box, content, rules);
  align(box, pad);
  return box;
}

/** Null when the content decides. */
function fixed(length: Length, offered: number, rules: LayoutRules): number | null {
  if (typeof length === 'number') return px(length, rules);
  return length === 'fill' && Number.isFinite(offered) ? offered : null;
}

function measureContent(box: Box, inner: Space, rules: LayoutRules, path: string): Space {
  const { spec } = box;
  if (spec.rows) return measureRows(box, inner, rules, path);
  const bare = !spec.children?.length && spec.look !== 'image';
  const text = bare ? measureText(box, inner, rules) : null;
  if (text) return text;
  if (spec.columns) return measureGrid(box, inner, rules, path);
  if (spec.direction === 'stack' || spec.direction === 'absolute')
    return measureStack(box, inner, rules, path);
  return measureLinear(box, inner, rules, path);
}

function measureText(box: Box, inner: Space, rules: LayoutRules): Space | null {
  const { spec } = box;
  const size = textSize(spec, rules);
  const shown = spec.field
    ? rules.views.field(box.key, spec.field.initial ?? '').text || (spec.hint ?? '')
    : (spec.text ?? spec.caption ?? '');
  const extra = px(MARK_DP[spec.look] ?? 0, rules);
  if (!shown && !spec.field) return extra > 0 ? { width: extra, height: 0 } : null;
  const bold = spec.style?.bold ?? false;
  const single = spec.field && !spec.field.multiLine;
  box.lines = single ? [shown] : wrapText(shown, size, inner.width, bold);
  const width = Math.max(0, ...box.lines.map((line) => textWidth(line, size, bold))) + extra;
  return { width: Math.ceil(width), height: Math.ceil(box.lines.length * lineHeight(size)) };
}

function measureLinear(box: Box, inner: Space, rules: LayoutRules, path: string): Space {
  const across = box.spec.direction === 'row' || box.spec.direction === 'row-reverse';
  const sideways = across || box.spec.scroll === 'horizontal';
  const children = box.spec.children ?? [];
  const gap = px(box.spec.gapDp ?? 0, rules);
  const along = box.spec.scroll ? Number.POSITIVE_INFINITY : sideways ? inner.width : inner.height;
  const offer = (left: number): Space =>
    sideways ? { width: left, height: inner.height } : { width: inner.width, height: left };
  let left = along - gap * Math.max(0, children.length - 1);
  let weights = 0;
  const measured: (Box | null)[] = children.map((child, index) => {
    if (child.weight && Number.isFinite(along)) {
      weights += child.weight;
      return null;
    }
    const made = measure(child, offer(Math.max(0, left)), rules, `${path}/${index}`);
    left -= sideways ? made.width : made.height;
    return made;
  });
  let at = 0;
  let cross = 0;
  measured.forEach((known, index) => {
    const child = children[index];
    if (!child) return;
    const share = Math.floor((Math.max(0, left) * (child.weight ?? 0)) / (weights || 1));
    const filled: ViewSpec = sideways ? { ...child, width: 'fill' } : { ...child, height: 'fill' };
    const made = known ?? measure(filled, offer(share), rules, `${path}/${index}`);
    if (sideways) made.x = at;
    else made.y = at;
    at += (sideways ? made.width : made.height) + gap;
    cross = Math.max(cross, sideways ? made.height : made.width);
    box.children.push(made);
  });
  const length = Math.max(0, at - gap);
  return sideways ? { width: length, height: cross } : { width: cross, height: length };
}

function measureGrid(box: Box, inner: Space, rules: LayoutRules, path: string): Space {
  const columns = box.spec.columns ?? 1;
  const gap = px(box.spec.gapDp ?? 0, rules);
  const width = Math.floor((inner.width - gap * (columns - 1)) / columns);
  let y = 0;
  let rowHeight = 0;
  (box.spec.children ?? []).forEach((child, index) => {
    const column = index % columns;
    if (column === 0 && index > 0) {
      y += rowHeight + gap;
      rowHeight = 0;
    }
    const made = measure(
      { ...child, width: 'fill' },
      { width, height: inner.height },
      rules,
      `${path}/${index}`,
    );
    made.x = column * (width + gap);
    made.y = y;
    rowHeight = Math.max(rowHeight, made.height);
    box.children.push(made);
  });
  return { width: inner.width, height: y + rowHeight };
}

function measureStack(box: Box, inner: Space, rules: LayoutRules, path: string): Space {
  let width = 0;
  let height = 0;
  (box.spec.children ?? []).forEach((child, index) => {
    const made = measure(child, inner, rules, `${path}/${index}`);
    made.x = px(child.at?.x ?? 0, rules);
    made.y = px(child.at?.y ?? 0, rules);
    width = Math.max(width, made.x + made.width);
    height = Math.max(height, made.y + made.height);
    box.children.push(made);
  });
  return { width, height };
}

function measureRows(box: Box, inner: Space, rules: LayoutRules, path: string): Space {
  const { rows } = box.spec;
  if (!rows) return { width: 0, height: 0 };
  const rowHeight = px(rows.rowHeightDp, rules);
  const total = rows.count * rowHeight;
  const height = Number.isFinite(inner.height) ? inner.height : total;
  const range = Math.max(0, total - height);
  const offset = Math.min(range, rules.views.scrolled.get(box.key) ?? 0);
  const from = Math.floor(offset / rowHeight);
  const to = Math.min(rows.count, Math.ceil((offset + height) / rowHeight));
  for (let index = from; index < to; index++) {
    const sized: ViewSpec = { ...rows.row(index), width: 'fill', height: 'fill' };
    const made = measure(sized, { width: inner.width, height: rowHeight }, rules, `${path}/${index}`);
    made.y = index * rowHeight;
    box.children.push(made);
  }
  return { width: inner.width, height: total };
}

/** Moves the content by the remembered offset, which is brought back into its range when the content shrank. */
function scrollContent(box: Box, content: Space, rules: LayoutRules): void {
  const sideways = box.spec.scroll === 'horizontal';
  const pad = padding(box.spec, rules);
  const view = sideways ? box.width - pad[0] - pad[2] : box.height - pad[1] - pad[3];
  box.scrollRange = Math.max(0, (sideways ? content.width : content.height) - view);
  const offset = Math.min(box.scrollRange, rules.views.scrolled.get(box.key) ?? 0);
  for (const child of box.children) {
    if (sideways) child.x -= offset;
    else child.y -= offset;
  }
}

/** Padding and alignment across the direction; in a stack or an absolute layout each child keeps its own place. */
function align(box: Box, pad: Rect): void {
  const { spec } = box;
  const mode = spec.style?.align ?? 'start';
  const innerWidth = box.width - pad[0] - pad[2];
  const innerHeight = box.height - pad[1] - pad[3];
  const sideways = spec.direction === 'row' || spec.direction === 'row-reverse';
  for (const child of box.children) {
    if (spec.direction === 'row-reverse') child.x = innerWidth - child.x - child.width;
    if (sideways) child.y += Math.max(0, Math.round((innerHeight - child.height) / 2));
    else if (mode !== 'start' && spec.direction !== 'absolute' && !spec.columns)
      child.x += Math.max(0, Math.round((innerWidth - child.width) / (mode === 'center' ? 2 : 1)));
    if (spec.direction === 'stack' && mode === 'center')
      child.y += Math.max(0, Math.round((innerHeight - child.height) / 2));
    child.x += pad[0];
    child.y += pad[1];
  }
}

function place(box: Box, x: number, y: number, clip: Rect): void {
  box.bounds = [x, y, x + box.width, y + box.height];
  box.clip = intersect(box.bounds, clip);
  for (const child of box.children) place(child, x + child.x, y + child.y, box.clip);
}

/** The children as they are drawn: what comes later lies over what comes before. */
export function inDrawingOrder(children: readonly Box[]): readonly Box[] {
  if (!children.some(({ spec }) => spec.elevation)) return children;
  return [...children].sort((a, b) => (a.spec.elevation ?? 0) - (b.spec.elevation ?? 0));
}

/** Every box below and including `box`, parents first. */
export function* walk(box: Box): Generator<Box> {
  yield box;
  for (const child of box.children) yield* walk(child);
}

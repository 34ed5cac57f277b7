/** Draws one laid out window: backgrounds, texts and the controls that Android draws itself. */
import { type Box, inDrawingOrder, padding, px, textSize } from '../layout.ts';
import type { Rect } from '../phone-types.ts';
import { intersect, isEmpty } from '../rect.ts';
import type { Color } from '../view-spec.ts';
import type { ViewState } from '../view-state.ts';
import { palette } from '../widgets.ts';
import type { Canvas } from './canvas.ts';
import { lineHeight, textWidth, wrapText } from './font.ts';

export interface DrawRules {
  readonly density: number;
  readonly views: ViewState;
  /** Milliseconds, for what turns. */
  readonly timeMs: number;
}

export function drawBox(canvas: Canvas, box: Box, rules: DrawRules): void {
  if (box.spec.gone || isEmpty(box.clip)) return;
  drawBackground(canvas, box, rules);
  drawControl(canvas, box, rules);
  drawLines(canvas, box, rules);
  if (isFocusedField(box, rules)) drawCaret(canvas, box, rules);
  for (const child of inDrawingOrder(box.children)) drawBox(canvas, child, rules);
  if (box.scrollRange > 0) drawScrollBar(canvas, box, rules);
}

function dpOf(rules: DrawRules): (dp: number) => number {
  return (dp) => px(dp, rules);
}

function isFocusedField(box: Box, rules: DrawRules): boolean {
  return box.spec.field !== undefined && box.key === rules.views.focusedKey;
}

function drawBackground(canvas: Canvas, box: Box, rules: DrawRules): void {
  const { style, look } = box.spec;
  if (look === 'switch' || look === 'checkbox' || look === 'radio') return;
  const radius = px(style?.radiusDp ?? 0, rules);
  const disabled = box.spec.enabled === false;
  const background = disabled && style?.background !== undefined ? 0xe4e3e8 : style?.background;
  const border = isFocusedField(box, rules)
    ? palette.accent
    : box.spec.error !== undefined
      ? palette.bad
      : style?.border;
  if (border !== undefined) {
    const thickness = Math.max(1, px(isFocusedField(box, rules) ? 2 : 1, rules));
    canvas.frame(box.bounds, { border, inner: background ?? palette.card }, { radius, thickness }, box.clip);
  } else if (background !== undefined) canvas.round(box.bounds, background, radius, box.clip);
}

function drawLines(canvas: Canvas, box: Box, rules: DrawRules): void {
  const { spec } = box;
  if (box.lines.length === 0) return;
  const size = textSize(spec, rules);
  const bold = spec.style?.bold ?? false;
  const pad = padding(spec, rules);
  const step = lineHeight(size);
  const lines = spec.field ? fieldLines(box, rules) : box.lines;
  const hinted = spec.field !== undefined && !rules.views.fields.get(box.key)?.text;
  const plain = spec.enabled === false || hinted ? palette.faint : palette.ink;
  const color =
    spec.enabled === false ? palette.faint : hinted ? palette.faint : (spec.style?.color ?? plain);
  const inset = spec.look === 'checkbox' || spec.look === 'radio' ? px(40, rules) : 0;
  const inner: Rect = [
    box.bounds[0] + pad[0] + inset,
    box.bounds[1] + pad[1],
    box.bounds[2] - pad[2],
    box.bounds[3] - pad[3],
  ];
  const room = inner[3] - inner[1] - lines.length * step;
  let y = inner[1] + (room > 0 && !spec.field?.multiLine ? Math.round(room / 2) : 0);
  for (const line of lines) {
    const spare = inner[2] - inner[0] - textWidth(line, size, bold);
    const align = spec.style?.align ?? 'start';
    const x = inner[0] + Math.max(0, align === 'center' ? spare / 2 : align === 'end' ? spare : 0);
    canvas.text(line, { x: Math.round(x), y, size, bold, color }, box.clip);
    y += step;
  }
}

function fieldLines(box: Box, rules: DrawRules): readonly string[] {
  const value = rules.views.fields.get(box.key)?.text ?? '';
  return box.spec.field?.password && value !== '' ? ['\u2022'.repeat([...value].length)] : box.lines;
}

function drawCaret(canvas: Canvas, box: Box, rules: DrawRules): void {
  const at = rules.views.fields.get(box.key);
  if (!at) return;
  const size = textSize(box.spec, rules);
  const pad = padding(box.spec, rules);
  const before = box.spec.field?.password
    ? '\u2022'.repeat([...at.text.slice(0, at.end)].length)
    : at.text.slice(0, at.end);
  const single = !box.spec.field?.multiLine;
  const room = box.width - pad[0] - pad[2];
  const lines = single ? [before] : wrapText(before, size, room);
  const line = lines.at(-1) ?? '';
  const step = lineHeight(size);
  const x = Math.min(box.bounds[2] - pad[2], Math.round(box.bounds[0] + pad[0] + textWidth(line, size)));
  const top = box.bounds[1] + pad[1];
  const y = single ? box.bounds[1] + (box.height - step) / 2 : top + (lines.length - 1) * step;
  canvas.fill(
    [x, Math.round(y), x + Math.max(2, px(2, rules)), Math.round(y + step)],
    palette.accent,
    box.clip,
  );
}

function drawControl(canvas: Canvas, box: Box, rules: DrawRules): void {
  const draw: Partial<Record<Box['spec']['look'], (canvas: Canvas, box: Box, rules: DrawRules) => void>> = {
    switch: drawSwitch,
    checkbox: drawCheckBox,
    radio: drawRadio,
    slider: drawSlider,
    progress: drawProgress,
    busy: drawBusy,
    image: drawImage,
    key: drawKey,
    dropdown: drawDropDown,
  };
  draw[box.spec.look]?.(canvas, box, rules);
}

function drawSwitch(canvas: Canvas, box: Box, rules: DrawRules): void {
  const dp = dpOf(rules);
  const on = box.spec.checked ?? false;
  const track = onColor(box, on ? palette.accent : 0xc9c8d0);
  const middle = Math.round((box.bounds[1] + box.bounds[3]) / 2);
  const right = box.bounds[2] - dp(4);
  const left = right - dp(48);
  canvas.round([left, middle - dp(14), right, middle + dp(14)], track, dp(14), box.clip);
  const x = on ? right - dp(14) : left + dp(14);
  canvas.round([x - dp(10), middle - dp(10), x + dp(10), middle + dp(10)], palette.white, dp(10), box.clip);
}

function markArea(box: Box, dp: (value: number) => number): Rect {
  const middle = Math.round((box.bounds[1] + box.bounds[3]) / 2);
  const left = box.bounds[0] + dp(6);
  return [left, middle - dp(10), left + dp(20), middle + dp(10)];
}

function drawCheckBox(canvas: Canvas, box: Box, rules: DrawRules): void {
  const dp = dpOf(rules);
  const area = markArea(box, dp);
  const on = box.spec.checked ?? false;
  const border = onColor(box, on ? palette.accent : palette.soft);
  canvas.frame(
    area,
    { border, inner: on ? border : palette.page },
    { radius: dp(4), thickness: dp(2) },
    box.clip,
  );
  if (!on) return;
  const pen = { color: palette.white, width: dp(2.4) };
  const point = (x: number, y: number): readonly [number, number] => [area[0] + dp(x), area[1] + dp(y)];
  canvas.line(point(5, 10), point(9, 14), pen, box.clip);
  canvas.line(point(9, 14), point(15.5, 6.5), pen, box.clip);
}

function drawRadio(canvas: Canvas, box: Box, rules: DrawRules): void {
  const dp = dpOf(rules);
  const area = markArea(box, dp);
  const on = box.spec.checked ?? false;
  const border = onColor(box, on ? palette.accent : palette.soft);
  canvas.frame(area, { border, inner: palette.page }, { radius: dp(10), thickness: dp(2) }, box.clip);
  if (on)
    canvas.round(
      [area[0] + dp(5), area[1] + dp(5), area[2] - dp(5), area[3] - dp(5)],
      border,
      dp(5),
      box.clip,
    );
}

function drawSlider(canvas: Canvas, box: Box, rules: DrawRules): void {
  const { slider } = box.spec;
  if (!slider) return;
  const dp = dpOf(rules);
  const inset = box.height / 2;
  const [left, right] = [box.bounds[0] + inset, box.bounds[2] - inset];
  const middle = Math.round((box.bounds[1] + box.bounds[3]) / 2);
  const x = Math.round(
    left + ((slider.value - slider.min) / (slider.max - slider.min || 1)) * (right - left),
  );
  const color = onColor(box, palette.accent);
  canvas.round([left, middle - dp(2), right, middle + dp(2)], 0xc9c8d0, dp(2), box.clip);
  canvas.round([left, middle - dp(3), x, middle + dp(3)], color, dp(3), box.clip);
  canvas.round([x - dp(10), middle - dp(10), x + dp(10), middle + dp(10)], color, dp(10), box.clip);
}

function drawProgress(canvas: Canvas, box: Box, rules: DrawRules): void {
  const dp = dpOf(rules);
  const { range } = box.spec;
  const middle = Math.round((box.bounds[1] + box.bounds[3]) / 2);
  const bar: Rect = [box.bounds[0], middle - dp(3), box.bounds[2], middle + dp(3)];
  canvas.round(bar, 0xd5d4dc, dp(3), box.clip);
  const share = range ? (range.value - range.min) / (range.max - range.min || 1) : 0;
  canvas.round(
    [bar[0], bar[1], Math.round(bar[0] + share * box.width), bar[3]],
    palette.accent,
    dp(3),
    box.clip,
  );
}

function drawBusy(canvas: Canvas, box: Box, rules: DrawRules): void {
  const dp = dpOf(rules);
  const centre = [(box.bounds[0] + box.bounds[2]) / 2, (box.bounds[1] + box.bounds[3]) / 2] as const;
  const radius = Math.min(box.width, box.height) / 2 - dp(4);
  const phase = (rules.timeMs / 900) * Math.PI * 2;
  const dots = 10;
  for (let n = 0; n < dots; n++) {
    const angle = phase + (n / dots) * Math.PI * 2;
    const [x, y] = [centre[0] + Math.cos(angle) * radius, centre[1] + Math.sin(angle) * radius];
    const r = dp(1.2 + (2 * n) / dots);
    canvas.round(
      [Math.round(x - r), Math.round(y - r), Math.round(x + r), Math.round(y + r)],
      palette.accent,
      r,
      box.clip,
    );
  }
}

/** Pictures are not stored: the first letter of the description stands for the image. */
function drawImage(canvas: Canvas, box: Box, rules: DrawRules): void {
  const dp = dpOf(rules);
  const { desc = '', style } = box.spec;
  const color = style?.color ?? palette.ink;
  if (desc === 'Navigate up' || desc === 'Back') {
    const [x, y] = [(box.bounds[0] + box.bounds[2]) / 2, (box.bounds[1] + box.bounds[3]) / 2];
    const pen = { color: palette.ink, width: dp(2.2) };
    canvas.line([x - dp(8), y], [x + dp(8), y], pen, box.clip);
    canvas.line([x - dp(8), y], [x - dp(2), y - dp(6)], pen, box.clip);
    canvas.line([x - dp(8), y], [x - dp(2), y + dp(6)], pen, box.clip);
    return;
  }
  if (box.spec.id === 'home' || box.spec.id === 'recent_apps') {
    const [x, y] = [
      Math.round((box.bounds[0] + box.bounds[2]) / 2),
      Math.round((box.bounds[1] + box.bounds[3]) / 2),
    ];
    const area: Rect = [x - dp(8), y - dp(8), x + dp(8), y + dp(8)];
    const shape = { radius: dp(box.spec.id === 'home' ? 8 : 2), thickness: dp(2) };
    canvas.frame(area, { border: palette.ink, inner: palette.page }, shape, box.clip);
    return;
  }
  const letter = [...desc][0] ?? '';
  const size = Math.round(Math.min(box.width, box.height) * 0.5);
  const x = Math.round((box.bounds[0] + box.bounds[2] - textWidth(letter, size, true)) / 2);
  const y = Math.round((box.bounds[1] + box.bounds[3] - lineHeight(size)) / 2);
  canvas.text(letter, { x, y, size, bold: true, color }, box.clip);
}

function drawKey(canvas: Canvas, box: Box, rules: DrawRules): void {
  if (box.spec.desc !== 'Space') return;
  const dp = dpOf(rules);
  const y = box.bounds[3] - dp(12);
  canvas.fill([box.bounds[0] + dp(24), y, box.bounds[2] - dp(24), y + dp(2)], palette.faint, box.clip);
}

function drawDropDown(canvas: Canvas, box: Box, rules: DrawRules): void {
  const dp = dpOf(rules);
  canvas.frame(
    box.bounds,
    { border: palette.faint, inner: palette.card },
    { radius: dp(8), thickness: dp(1) },
    box.clip,
  );
  const [x, y] = [box.bounds[2] - dp(22), (box.bounds[1] + box.bounds[3]) / 2];
  const pen: { color: Color; width: number } = { color: palette.soft, width: dp(2) };
  canvas.line([x - dp(5), y - dp(2)], [x, y + dp(3)], pen, box.clip);
  canvas.line([x, y + dp(3)], [x + dp(5), y - dp(2)], pen, box.clip);
}

function drawScrollBar(canvas: Canvas, box: Box, rules: DrawRules): void {
  if (box.spec.scroll === 'horizontal') return;
  const dp = dpOf(rules);
  const total = box.scrollRange + box.height;
  const length = Math.max(dp(24), (box.height * box.height) / total);
  const offset = Math.min(box.scrollRange, rules.views.scrolled.get(box.key) ?? 0);
  const top = box.bounds[1] + (offset / box.scrollRange) * (box.height - length);
  const right = box.bounds[2] - dp(2);
  const bar: Rect = [right - dp(3), Math.round(top), right, Math.round(top + length)];
  canvas.round(intersect(bar, box.clip), 0xb9b8c2, dp(1.5), box.clip);
}

function onColor(box: Box, color: Color): Color {
  return box.spec.enabled === false ? 0xd5d4dc : color;
}

/** A picture of a display: all windows from below to above, at the size of the panel. */
import type { Frame } from '../frame.ts';
import type { Rect } from '../phone-types.ts';
import type { ShownWindow } from '../windows.ts';
import { Canvas } from './canvas.ts';
import { drawBox } from './draw-view.ts';
import type { MaskStore } from './font.ts';

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

export interface DrawnAt {
  readonly frame: Frame;
  /** Physical size as the phone is held; it differs from the frame under `wm size`. */
  readonly panel: { readonly width: number; readonly height: number };
  readonly timeMs: number;
  readonly masks: MaskStore;
}

export function drawScreen(windows: readonly ShownWindow[], at: DrawnAt): Picture {
  const { frame, panel, timeMs } = at;
  const canvas = new Canvas(frame.width, frame.height, at.masks);
  const all: Rect = [0, 0, frame.width, frame.height];
  canvas.fill(all, 0x000000, all);
  for (const window of windows) {
    if (window.modal && !window.title.startsWith('PopupWindow')) canvas.dim();
    if (window.secure) canvas.fill(window.bounds, 0x000000, all);
    else drawBox(canvas, window.root, { density: frame.density, views: window.views, timeMs });
  }
  const same = panel.width === frame.width && panel.height === frame.height;
  return { ...panel, rgba: same ? canvas.rgba : scaled(canvas, panel) };
}

/** Nearest pixel: the compositor's filter would only make text softer. */
function scaled(canvas: Canvas, panel: { width: number; height: number }): Uint8Array {
  const out = new Uint32Array(panel.width * panel.height);
  const columns = Uint32Array.from({ length: panel.width }, (_, x) =>
    Math.floor((x * canvas.width) / panel.width),
  );
  for (let y = 0; y < panel.height; y++) {
    const row = Math.floor((y * canvas.height) / panel.height) * canvas.width;
    for (let x = 0; x < panel.width; x++)
      out[y * panel.width + x] = canvas.pixels[row + (columns[x] ?? 0)] ?? 0;
  }
  return new Uint8Array(out.buffer);
}

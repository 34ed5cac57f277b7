/** The size of the display as `wm size` tells it, for pictures without a state of the window manager. Source: [A4]. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { AdbDevice } from '../adb/adb-types.ts';
import { runBatch } from '../adb/batch.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** In pixels that input and bounds use, natural orientation: the override where one is set. Null when it is not told. */
export async function naturalSize(op: Operation, adb: AdbDevice): Promise<Size | null> {
  const [text = ''] = await runBatch(op, adb, ['wm size']);
  return parseSize(text, 'Override') ?? parseSize(text, 'Physical');
}

/** `Physical size: 1080x2400`, `Override size: 720x1600`. */
export function parseSize(text: string, kind: 'Physical' | 'Override'): Size | null {
  const found = new RegExp(`${kind} size: (\\d+)x(\\d+)`).exec(text);
  return found ? { width: Number(found[1]), height: Number(found[2]) } : null;
}

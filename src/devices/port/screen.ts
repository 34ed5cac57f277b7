/** Reading the screen: the tree, what is in front, pictures. Part of the port. */

import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Foreground, UiTree } from '../../ui/ui-tree.ts';

export interface Screenshot {
  /** A whole PNG with nothing before or after it. */
  readonly png: Uint8Array;
  /** Pixels of the picture. */
  readonly width: number;
  readonly height: number;
  /** The display in the unit that input takes; image coordinates times this over the pixel size are input coordinates. */
  readonly inputSize: { readonly width: number; readonly height: number };
  /** Doubts: a single colour (secure window, display off). */
  readonly warnings: readonly string[];
}

export interface ScreenFacet {
  /**
   * A fresh reading, never a cached one. Faults: OBSERVATION_FAILED with the reason, DEVICE_UNAVAILABLE, TIMEOUT.
   * One device command in the usual case.
   */
  read(op: Operation): Promise<UiTree>;
  foreground(op: Operation): Promise<Foreground>;
  /** Begins in the background what the first reading needs, so that it runs beside what the call does before that. */
  prepare?(): void;
  /**
   * Why a faster driver of the screen is not used and how to get it; null when there is none. Asks nothing of the device.
   * Left out where there is only one driver.
   */
  advice?(): string | null;
  /** Upright, in the orientation in which the tree is. Faults: OBSERVATION_FAILED (no data), DEVICE_UNAVAILABLE. */
  screenshot(op: Operation): Promise<Screenshot>;
}

/** What is done to a device, before any driver says how. Points are those of the upright device. */
import type { Point, Rotation } from '../../../../ui/ui-tree.ts';
import type { KeyPress } from './hid-keys.ts';

export type Gesture =
  | { readonly kind: 'tap'; readonly at: Point; readonly holdMs: number }
  | { readonly kind: 'swipe'; readonly from: Point; readonly to: Point; readonly durationMs: number }
  /** Slowly and without momentum: what was dragged stays where the finger leaves it. */
  | { readonly kind: 'drag'; readonly from: Point; readonly to: Point; readonly durationMs: number }
  | { readonly kind: 'keys'; readonly presses: readonly KeyPress[] }
  /** Only characters of the US keyboard, unless a driver takes all. */
  | { readonly kind: 'text'; readonly text: string }
  /** Empties the focused field of so many characters. */
  | { readonly kind: 'clear'; readonly length: number }
  | {
      readonly kind: 'pinch';
      readonly center: Point;
      readonly scale: number;
      /** Distance of the farther finger position from the centre. */
      readonly radius: number;
      readonly durationMs: number;
    }
  /** The device itself is held another way; the interface follows where the app in front allows it. */
  | { readonly kind: 'rotate'; readonly to: Rotation }
  /** By the element's own accessibility action. */
  | { readonly kind: 'set_value'; readonly at: Point; readonly value: string };

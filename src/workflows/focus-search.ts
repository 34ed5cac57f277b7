/** Which way to move the focus so that it reaches an element. Pure. */
import { handleOf, type Observation } from '../session/observation.ts';
import type { Bounds, UiElement } from '../ui/ui-tree.ts';
import { focusedElement } from './typed-text.ts';

export type Direction = 'up' | 'down' | 'left' | 'right';

export type FocusResult = {
  readonly focused: boolean;
  readonly presses: number;
  /** Keys in the order in which they were sent. */
  readonly keys: readonly Direction[];
  /** What has the focus at the end, as handle and label. */
  readonly focus: { readonly elementId: string; readonly label: string | null } | null;
};

const opposite: Readonly<Record<Direction, Direction>> = {
  up: 'down',
  down: 'up',
  left: 'right',
  right: 'left',
};

type Step =
  | { readonly key: Direction }
  /** `why` is null when the element has the focus. */
  | { readonly why: string | null; readonly result: FocusResult };

/** Decides after each reading: there, given up, or one more key. Pure. */
export class FocusSearch {
  readonly #target: string;
  readonly #maxPresses: number;
  readonly #keys: Direction[] = [];
  /** Directions already pressed, by the handle of what had the focus; '' for none. */
  readonly #pressed = new Map<string, Set<Direction>>();
  #at: string | null = null;
  #unmoved = 0;

  constructor(target: string, maxPresses: number) {
    this.#target = target;
    this.#maxPresses = maxPresses;
  }

  hasMoved(now: Observation): boolean {
    return holderOf(now).handle !== this.#at;
  }

  next(now: Observation): Step {
    const { element, handle } = holderOf(now);
    const end = (why: string | null): Step => ({ why, result: this.#result(element, handle, why) });
    this.#unmoved = this.#keys.length > 0 && handle === this.#at ? this.#unmoved + 1 : 0;
    this.#at = handle;
    if (handle === this.#target) return end(null);
    const target = now.tree.elements.find((_, index) => now.handles[index] === this.#target);
    const here = element === null ? 'nothing has the focus' : `${named(element)} has the focus`;
    if (!target) return end(`the element is no longer on the screen, and ${here}`);
    if (this.#keys.length >= this.#maxPresses)
      return end(`${this.#maxPresses} keys were pressed, and ${here}`);
    const pressed = this.#pressed.get(handle ?? '') ?? new Set();
    this.#pressed.set(handle ?? '', pressed);
    const key = towards(element?.bounds ?? null, target.bounds).find((direction) => !pressed.has(direction));
    if (key === undefined) {
      return end(
        this.#unmoved >= 3
          ? `no arrow key moves it: ${here}`
          : `every way from here has been tried, and ${here}`,
      );
    }
    pressed.add(key);
    this.#keys.push(key);
    return { key };
  }

  #result(element: UiElement | null, handle: string | null, why: string | null): FocusResult {
    return {
      focused: why === null,
      presses: this.#keys.length,
      keys: this.#keys,
      focus: element === null || handle === null ? null : { elementId: handle, label: element.label },
    };
  }
}

function holderOf(now: Observation): { element: UiElement | null; handle: string | null } {
  const element = focusedElement(now.tree);
  return { element, handle: element === null ? null : handleOf(now, element) };
}

/** All four, the most promising first: along the axis on which the two are apart, then along the other. */
export function towards(from: Bounds | null, to: Bounds): readonly Direction[] {
  if (from === null) return ['down', 'right', 'up', 'left'];
  const [dx, dy] = [apart(from[0], from[2], to[0], to[2]), apart(from[1], from[3], to[1], to[3])];
  const [cx, cy] = [to[0] + to[2] - from[0] - from[2], to[1] + to[3] - from[1] - from[3]];
  const vertical: Direction = cy >= 0 ? 'down' : 'up';
  const horizontal: Direction = cx >= 0 ? 'right' : 'left';
  const [main, side] =
    dy > 0 && (dy >= dx || dx === 0)
      ? [vertical, horizontal]
      : dx > 0
        ? [horizontal, vertical]
        : [vertical, horizontal];
  return [main, side, opposite[side], opposite[main]];
}

/** The gap between two spans; 0 where they overlap. */
function apart(low: number, high: number, otherLow: number, otherHigh: number): number {
  return Math.max(0, otherLow - high, low - otherHigh);
}

export function named({ label, role, resourceId }: UiElement): string {
  if (label !== null) return JSON.stringify(label);
  return resourceId === null ? `a ${role} without words` : `the ${role} ${resourceId}`;
}

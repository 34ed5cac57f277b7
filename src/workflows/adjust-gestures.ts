/** Controls that follow a finger: sliders that are dragged by their thumb, wheels that are turned. One gesture at a time. */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { InputFacet } from '../devices/port/input.ts';
import type { Bounds, Point, UiElement } from '../ui/ui-tree.ts';
import { type ControlValue, fractionFor, type TrackSample } from './adjust-plan.ts';

/** From here on a stroke is dragged without momentum [O1]. */
const dragMs = 700;
/** About half a thumb of UIKit, which stays inside the track: chosen, and corrected by what is read [O1]. */
const thumbRadius = 14;

/** Drags the thumb from where the value puts it. Returns where along the track it was left, 0 to 1. */
export async function dragThumb(
  dispatch: Dispatch,
  input: InputFacet,
  element: UiElement,
  aim: {
    readonly now: ControlValue | null;
    readonly target: number;
    readonly samples: readonly TrackSample[];
  },
): Promise<number> {
  const range = element.state.value_range;
  if (typeof aim.now !== 'number' || !range) {
    throw new Fault(
      'CONTROL_CONVERGENCE_FAILED',
      'The slider tells no value, so it is not known where its thumb is. Nothing was sent.',
      { nextStep: 'Take a screenshot, and swipe from the thumb yourself.' },
    );
  }
  const [from, to] = [fractionFor(aim.now, range, aim.samples), fractionFor(aim.target, range, aim.samples)];
  await input.swipe(dispatch, {
    from: thumbAt(element.bounds, from),
    to: thumbAt(element.bounds, to),
    durationMs: dragMs,
  });
  return to;
}

function thumbAt([left, top, right, bottom]: Bounds, share: number): Point {
  const radius = Math.min(thumbRadius, (right - left) / 4);
  return [Math.round(left + radius + (right - left - 2 * radius) * share), Math.round((top + bottom) / 2)];
}

/** The points between two rows of a wheel of UIKit; other wheels have other rows, which its first turn tells [O1]. */
const wheelRow = 32;
/** Of the wheel, how much a stroke may cross. */
const longestStroke = 0.9;

/** Turns a wheel until it reads the value: first forwards, from where it stops backwards. */
export class WheelTurns {
  #way: 1 | -1 = 1;
  #last: ControlValue | null = null;
  #row = wheelRow;
  /** Rows of the last stroke. */
  #rows = 0;
  #hasMoved: boolean = false;
  readonly #seen = new Set<ControlValue | null>();

  /** `rows` as far as the values tell, else one at a time. False when both ends were reached. */
  async turn(
    dispatch: Dispatch,
    input: InputFacet,
    wheel: UiElement,
    aim: { readonly now: ControlValue | null; readonly target: ControlValue },
  ): Promise<boolean> {
    const { now, target } = aim;
    const [, top, , bottom] = wheel.bounds;
    const longest = (bottom - top) * longestStroke;
    if (!this.#learn(now, longest)) return false;
    const apart = typeof now === 'number' && typeof target === 'number' ? target - now : null;
    const room = Math.max(1, Math.floor(longest / this.#row));
    this.#rows = apart === null ? this.#way : Math.max(-room, Math.min(room, Math.round(apart)));
    const half = Math.min(longest, Math.abs(this.#rows) * this.#row) / 2;
    const [x, y] = wheel.center;
    const up = this.#rows > 0 ? 1 : -1;
    await input.swipe(dispatch, {
      from: [x, Math.round(y + up * half)],
      to: [x, Math.round(y - up * half)],
      durationMs: dragMs,
    });
    return true;
  }

  /** From what the last stroke did. False where nothing is left to try. */
  #learn(now: ControlValue | null, longest: number): boolean {
    const [first, last] = [this.#seen.size === 0, this.#last];
    this.#last = now;
    if (!first && now === last) return this.#longer(longest) || this.#turnBack();
    // A wheel without ends has come round.
    if (!first && this.#way === 1 && this.#seen.has(now)) return false;
    this.#seen.add(now);
    if (first) return true;
    const moved = typeof now === 'number' && typeof last === 'number' ? Math.abs(now - last) : 0;
    if (!this.#hasMoved && moved > 0) this.#row = (Math.abs(this.#rows) * this.#row) / moved;
    this.#hasMoved = true;
    return true;
  }

  /** Until it has moved once, it is not known how far its rows are apart. */
  #longer(longest: number): boolean {
    if (this.#hasMoved || this.#row >= longest) return false;
    this.#row = Math.min(longest, this.#row * 2);
    return true;
  }

  #turnBack(): boolean {
    if (this.#way === -1) return false;
    this.#way = -1;
    return true;
  }
}

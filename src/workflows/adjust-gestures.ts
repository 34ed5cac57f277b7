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

/** About the points between two rows of a wheel: chosen, and corrected by what is read [O1]. */
const wheelRow = 32;

/** Turns a wheel until it reads the value: first forwards, from where it stops backwards. */
export class WheelTurns {
  #way: 1 | -1 = 1;
  #last: ControlValue | null = null;
  readonly #seen = new Set<ControlValue | null>();

  /** `rows` as far as the values tell, else one at a time. False when both ends were reached. */
  async turn(
    dispatch: Dispatch,
    input: InputFacet,
    wheel: UiElement,
    aim: { readonly now: ControlValue | null; readonly target: ControlValue },
  ): Promise<boolean> {
    const { now, target } = aim;
    if (this.#seen.size > 0 && now === this.#last) {
      if (this.#way === -1) return false;
      this.#way = -1;
    }
    // A wheel without ends has come round.
    else if (this.#way === 1 && this.#seen.has(now)) return false;
    this.#seen.add(now);
    this.#last = now;
    const apart = typeof now === 'number' && typeof target === 'number' ? target - now : null;
    const [, top, , bottom] = wheel.bounds;
    const room = Math.max(1, Math.floor((bottom - top) / 2 / wheelRow) - 1);
    const rows = apart === null ? this.#way : Math.max(-room, Math.min(room, Math.round(apart)));
    const [x, y] = wheel.center;
    await input.swipe(dispatch, {
      from: [x, Math.round(y + (rows * wheelRow) / 2)],
      to: [x, Math.round(y - (rows * wheelRow) / 2)],
      durationMs: dragMs,
    });
    return true;
  }
}

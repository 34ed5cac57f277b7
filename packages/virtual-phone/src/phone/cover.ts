/** What can lie over everything: the lock screen, and windows that other apps draw. Their content is in `window-drafts.ts`. */
import type { DeviceState } from './device-state.ts';
import type { Rect } from './phone-types.ts';
import type { Overlays } from './window-drafts.ts';

export interface OverlayOptions {
  readonly packageName: string;
  /** The whole display when left out. */
  readonly bounds?: Rect;
  /** False: touches go to what lies under it. */
  readonly touchable?: boolean;
  /** Its button; without one it is a view without content. */
  readonly button?: string;
}

/** Nothing but the apps and the bars. */
export function noOverlays(): Overlays {
  return {
    keyboardShown: false,
    numericKeys: false,
    shadeOpen: false,
    locked: false,
    foreign: [],
    toasts: [],
    anr: null,
  };
}

export class Cover {
  readonly #state: DeviceState;
  readonly #overlays: Overlays;

  constructor(state: DeviceState, overlays: Overlays) {
    this.#state = state;
    this.#overlays = overlays;
  }

  get locked(): boolean {
    return this.#overlays.locked;
  }

  /** Locked without a code: a swipe upwards, the menu key or `wm dismiss-keyguard` unlocks. */
  setLocked(locked: boolean): void {
    if (locked === this.#overlays.locked) return;
    Object.assign(this.#overlays, { locked, keyboardShown: false, shadeOpen: false });
    this.#state.transition();
  }

  /** Draws another app's window over everything; returns what takes it away. */
  drawOver(options: OverlayOptions): () => void {
    const overlays = this.#overlays;
    const shown = { ...options, token: this.#state.hash() };
    overlays.foreign = [...overlays.foreign, shown];
    this.#state.changed();
    return () => {
      overlays.foreign = overlays.foreign.filter((other) => other !== shown);
      this.#state.changed();
    };
  }
}

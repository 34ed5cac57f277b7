/** Touches, keys, text and controls. Part of the port. */

import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Bounds, Point } from '../../ui/ui-tree.ts';

export interface Swipe {
  readonly from: Point;
  readonly to: Point;
  readonly durationMs: number;
}

export interface TypedText {
  /** How it was typed, for example `input text`, `clipboard paste`. */
  readonly method: string;
}

/** Two fingers moving apart (`scale` over 1) or together around `center`, staying within `area`. */
export interface Pinch {
  readonly center: Point;
  readonly area: Bounds;
  readonly scale: number;
}

/** A control with a range, and its target value; values beyond the range are clamped. */
export interface Adjustment {
  readonly bounds: Bounds;
  readonly resourceId: string | null;
  readonly value: number;
}

/** What a control said of itself when its value changed. */
export interface ToldValue {
  readonly value: number;
  /** The largest value less the smallest. */
  readonly range: number;
}

/** Heard as long as it is open; nothing else can be read meanwhile. */
export interface ValueEvents {
  /** The newest since it was asked last, waited for briefly; null when nothing was told. */
  newest(op: Operation): Promise<ToldValue | null>;
  close(): Promise<void>;
}

/** Faults of all methods: ACTION_REJECTED in the device's words, DEVICE_UNAVAILABLE, TIMEOUT. */
export interface InputFacet {
  /** The device has no touch screen: touches are sent, and hardly anything there takes them. Left out where it has one. */
  readonly touchless?: boolean;
  /** Its arrow keys (`up`, `down`, `left`, `right`) move the focus among all views. Left out where they do not. */
  readonly arrowsMoveFocus?: boolean;
  tap(dispatch: Dispatch, at: Point): Promise<void>;
  /**
   * Finds out how the screen is turned, unless a reading has told. Null when it is known, else why it is not: a touch may
   * then land elsewhere. Left out where points do not depend on it.
   */
  orient?(op: Operation): Promise<string | null>;
  longPress(dispatch: Dispatch, press: { at: Point; durationMs: number }): Promise<void>;
  swipe(dispatch: Dispatch, swipe: Swipe): Promise<void>;
  /** Names of `keyNames`, or what the platform itself calls a key. INVALID_ARGUMENT for an unknown one. */
  key(dispatch: Dispatch, key: string): Promise<void>;
  /** Left out where the platform has no such key. */
  back?(dispatch: Dispatch): Promise<void>;
  /**
   * Types into what has the focus, after what is there. CAPABILITY_MISSING, before anything is sent, when no way at
   * hand keeps these characters.
   */
  type(dispatch: Dispatch, text: string): Promise<TypedText>;
  /**
   * Finds out beforehand whether `type` can keep these characters, so that it need not probe once it may send.
   * CAPABILITY_MISSING when not. Left out where every character can be typed.
   */
  canType?(op: Operation, text: string): Promise<void>;
  /** Empties the focused field that holds `length` characters. */
  clear(dispatch: Dispatch, length: number): Promise<void>;
  /** Left out where nothing at hand can move two fingers. */
  readonly pinch?: ((dispatch: Dispatch, pinch: Pinch) => Promise<void>) | undefined;
  /** By the control's own accessibility action, without touching it. Left out where nothing at hand can do that. */
  readonly adjust?: ((dispatch: Dispatch, adjustment: Adjustment) => Promise<void>) | undefined;
  /**
   * Hears values that readings do not give, by events of controls of a class; null where that cannot be, or where one of
   * them tells already before anything is touched. Takes a second or two to begin. Left out where readings give what there is.
   */
  readonly hearValues?: ((op: Operation, className: string) => Promise<ValueEvents | null>) | undefined;
  /** Sliders ignore touches on their track: only a drag that begins at the thumb moves them. Left out where they jump. */
  readonly slidersByThumb?: boolean;
  readonly keyNames: readonly string[];
}

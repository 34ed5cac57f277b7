/** A touch on a control whose value no reading gives: it may tell it by an event. */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import type { InputFacet, ToldValue } from '../devices/port/input.ts';
import type { Point, UiElement } from '../ui/ui-tree.ts';

/** Touches a control of which no reading gives the value, and hears what it tells by an event; null when it does not. */
export async function tapHearing(
  dispatch: Dispatch,
  input: InputFacet,
  element: UiElement,
  point: Point,
): Promise<ToldValue | null> {
  const op = dispatch.unrecorded();
  const events = (await input.hearValues?.(op)) ?? null;
  try {
    await input.tap(dispatch, point);
    const told = (await events?.newest(op)) ?? null;
    return told?.className === element.type ? told : null;
  } finally {
    await events?.close();
  }
}

/** Touches on a control whose value no reading gives: it may tell it by an event. */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import type { InputFacet, ToldValue, ValueEvents } from '../devices/port/input.ts';
import type { Point } from '../ui/ui-tree.ts';

/** Hears as long as the control tells; while it hears, no tree can be read. */
export class TapHearing {
  #events: ValueEvents | null = null;

  /** Null, and no longer hearing, when nothing was told. `beside` is touched where the touch itself changed nothing. */
  async tap(
    dispatch: Dispatch,
    input: InputFacet,
    {
      className,
      point,
      beside,
    }: { readonly className: string; readonly point: Point; readonly beside: Point },
  ): Promise<ToldValue | null> {
    const op = dispatch.unrecorded();
    this.#events ??= (await input.hearValues?.(op, className)) ?? null;
    const hear = async (at: Point): Promise<ToldValue | null> => {
      await input.tap(dispatch, at);
      return (await this.#events?.newest(op)) ?? null;
    };
    let told = await hear(point);
    if (told === null && this.#events) {
      const there = await hear(beside);
      // What tells nothing of the way back stayed at the same value.
      told = (await hear(point)) ?? there;
    }
    if (told === null) await this.close();
    return told;
  }

  async close(): Promise<void> {
    const events = this.#events;
    this.#events = null;
    await events?.close();
  }
}

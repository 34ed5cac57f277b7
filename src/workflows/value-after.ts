/** What an app shows of a touch: it takes some hundred milliseconds, and a second touch too early would undo the first. */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';

export interface ValueReading<T> {
  /** Null where the reading does not tell it. */
  readonly value: T | null;
  /** When it was complete: a slow source looks at the end of its time. */
  readonly atMs: number;
}

export interface AfterTouch<T> {
  readonly before: T | null;
  isMet(value: T | null): boolean;
  read(): Promise<ValueReading<T>>;
}

const betweenReadsMs = 100;
/** As long as full verification looks before it says that nothing changed. */
const unchangedMs = 500;

/** The value that was wanted as soon as it is there; else one that has settled, or that half a second has not changed. */
export async function valueAfter<T>(
  dispatch: Dispatch,
  { before, isMet, read }: AfterTouch<T>,
): Promise<T | null> {
  const sentMs = dispatch.completed?.monotonicMs ?? dispatch.clock.monotonicMs();
  let previous = before;
  for (;;) {
    const { value, atMs } = await read();
    const settled = value !== before && value === previous;
    if (value === null || isMet(value) || settled || atMs - sentMs >= unchangedMs) return value;
    previous = value;
    await dispatch.unrecorded().sleep(betweenReadsMs);
  }
}

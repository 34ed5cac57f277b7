/** How long a start of the helper may keep a reading waiting, so that a dump can still follow. */
import type { Operation } from '@mobile-debug/core/operation.ts';

/** The minimum a dump needs; starting and reading leave this much of the budget for that fallback [O1]. */
export const dumpReserveMs = 3_000;
const shortestStartMs = 1_000;

/**
 * How long a reading waits for a start: as long as a dump can still follow. In a budget that is too short for both the
 * start is the better bet (null), because it usually takes less than a second and serves all readings after it.
 */
export function patienceMs(op: Operation): number | null {
  const shareMs = op.remainingMs - dumpReserveMs;
  return shareMs >= shortestStartMs ? shareMs : null;
}

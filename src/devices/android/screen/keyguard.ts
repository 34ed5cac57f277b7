/** Whether the lock screen or the notification shade is in front, which share a window: one more question, only then. */
import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { isShadeOrLock } from '../../../ui/obstacle.ts';
import type { Foreground } from '../../../ui/ui-tree.ts';
import type { AdbDevice } from '../adb/adb-types.ts';

/** Of `dumpsys window policy`: `showing=` of the keyguard's delegate, on its own line in every release [A6]. */
const showing = /^\s*(?:showing|mIsShowing)=(true|false)/m;

/** An answer, not a fact that a reading depends on: it gets this long at most [O1]. */
const longestMs = 1_000;

export function parseKeyguard(text: string): boolean | null {
  const found = showing.exec(text)?.[1];
  return found === undefined ? null : found === 'true';
}

/** The same, with `locked` where the window with the focus could be either and the device tells. */
export async function withKeyguard<Front extends Foreground | null>(
  op: Operation,
  adb: AdbDevice,
  foreground: Front,
): Promise<Front> {
  if (foreground === null || !isShadeOrLock(foreground) || op.ended) return foreground;
  using part = op.within(Math.min(longestMs, op.remainingMs));
  try {
    const command = "dumpsys window policy | grep -E 'howing='";
    const locked = parseKeyguard((await adb.shell(part, command)).stdout.toString('utf8'));
    return locked === null ? foreground : { ...foreground, locked };
  } catch (error) {
    if (isFault(error, 'TIMEOUT') && !op.ended) return foreground;
    throw error;
  }
}

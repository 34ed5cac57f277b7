/**
 * Whether SpringBoard in front is the lock screen, or the display is off: its accessibility tells neither. One more question,
 * and only where SpringBoard shows neither its home screen, which has page dots, nor a prompt. Sources: [S5] and [S16].
 */
import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Foreground } from '../../../ui/ui-tree.ts';
import { isTransportProblem } from '../../port/transport-problem.ts';
import type { Simctl } from '../ios-types.ts';
import type { ScreenDriver } from './companion/drivers/driver.ts';

export type LockState = Pick<Foreground, 'locked' | 'displayOff'>;

/** Names under which SpringBoard posts its states [S16]. */
const lockName = 'com.apple.springboard.lockstate';
const blankName = 'com.apple.springboard.hasBlankedScreen';
/** An answer beside a reading: it gets this long at most [O1]. */
const longestMs = 2_000;

/** Nothing where nobody tells. */
export async function lockState(
  op: Operation,
  { driver, simctl }: { readonly driver: ScreenDriver; readonly simctl: Simctl | null },
): Promise<LockState> {
  if (op.ended) return {};
  using part = op.within(Math.min(longestMs, op.remainingMs));
  try {
    if (driver.locked) return { locked: await driver.locked(part) };
    if (simctl === null) return {};
    const asked = ['spawn', 'notifyutil', '-g', lockName, '-g', blankName];
    return parseStates((await simctl.run(part, asked)).stdout.toString('utf8'));
  } catch (error) {
    op.check();
    if (!isFault(error) && !isTransportProblem(error)) throw error;
    return {};
  }
}

/** Lines `name 1` [S16]. */
export function parseStates(text: string): LockState {
  const stateOf = (name: string): string | undefined =>
    text
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .find(([first]) => first === name)?.[1];
  const locked = stateOf(lockName);
  return {
    ...(locked === undefined ? {} : { locked: locked !== '0' }),
    ...(stateOf(blankName) === '1' ? { displayOff: true as const } : {}),
  };
}

/** Marks a command that changes something, so that what is said of its delivery is true when it fails. */
import { isFault } from '@mobile-debug/core/fault.ts';
import type { DispatchMark } from '../port/device.ts';

/** After these nobody knows whether the command was carried out. */
const unanswered: ReadonlySet<unknown> = new Set(['hung', 'killed', 'service_restarted']);

/** `sending` before the work; `sent` when the tool has answered, also with a refusal. */
export async function acting<T>(mark: DispatchMark, work: () => Promise<T>): Promise<T> {
  mark.sending();
  try {
    const done = await work();
    mark.sent();
    return done;
  } catch (error) {
    if (isFault(error) && error.details?.['tool'] !== undefined && !unanswered.has(error.details['reason']))
      mark.sent();
    throw error;
  }
}

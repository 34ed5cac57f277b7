/** Records when a changing command is sent and answered, so that a failure reports its delivery correctly. */
import { failedBecause } from '@mobile-debug/core/fault.ts';
import type { DispatchMark } from '../port/dispatch.ts';
import { ToolFault } from './tool-fault.ts';

/** `sending` before the work; `sent` when the tool has answered, also with a refusal. */
export async function acting<T>(mark: DispatchMark, work: () => Promise<T>): Promise<T> {
  mark.sending();
  try {
    const done = await work();
    mark.sent();
    return done;
  } catch (error) {
    if (error instanceof ToolFault && !failedBecause(error, 'hung', 'killed', 'service_restarted'))
      mark.sent();
    throw error;
  }
}

/** Calls to a backend within a budget of their own, ending as the debugger's faults. */
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';

export async function bounded<T>(
  op: Operation,
  timeoutMs: number,
  work: (op: Operation) => Promise<T>,
): Promise<T> {
  using own = op.within(timeoutMs);
  try {
    return await own.race(work(own));
  } catch (error) {
    throw asDebuggerFault(error);
  }
}

/** The end of a call's time or its withdrawal, in the debugger's codes; anything else as it is. */
export function asDebuggerFault<T>(error: T): T | Fault {
  if (isFault(error, 'TIMEOUT')) {
    return new Fault('DEBUGGER_TIMEOUT', 'The debugger did not answer in time.', { cause: error });
  }
  if (isFault(error, 'CANCELLED')) {
    return new Fault('DEBUGGER_CANCELLED', 'The debugger call was cancelled.', { cause: error });
  }
  return error;
}

/** After such a failure nobody knows whether the state changed. */
export function isUncertain(error: unknown): error is Fault {
  return isFault(error, 'DEBUGGER_TIMEOUT', 'DEBUGGER_CANCELLED');
}

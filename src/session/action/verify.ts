/** Looking after an action: once for `light`, until two readings agree for `full`. Never sends anything. */
import { type Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Observation } from '../observation.ts';
import type { VerificationStatus } from './action-types.ts';
import type { TraceRecorder } from './trace.ts';

export interface Look {
  readonly status: VerificationStatus;
  readonly after: Observation | null;
  readonly reads: number;
  readonly stable: boolean | null;
  readonly fault: Fault | null;
}

export interface LookOptions {
  readonly trace: TraceRecorder;
  read(op: Operation): Promise<Observation>;
  reached?(observation: Observation): boolean;
}

const betweenReadsMs = 100;
const maxRechecks = 3;

export const noLook: Look = { status: 'not_requested', after: null, reads: 0, stable: null, fault: null };

/** Exactly one fresh reading, at once. A reading that cannot be had is `unavailable`, not a failure. */
export async function lookOnce(op: Operation, { read, trace }: LookOptions): Promise<Look> {
  try {
    const after = await read(op);
    trace.add('verify', 'success', { revision: after.snapshot.revision });
    return { status: 'observed', after, reads: 1, stable: null, fault: null };
  } catch (error) {
    return unavailable(error, { trace, after: null, reads: 1 });
  }
}

/** Readings until two in a row agree, the outcome is reached, the rechecks are used up or the budget ends. */
export async function lookUntilStable(op: Operation, { read, reached, trace }: LookOptions): Promise<Look> {
  let after: Observation | null = null;
  let reads = 0;
  try {
    while (reads < 2 + maxRechecks) {
      reads++;
      const next: Observation = await read(op);
      if (reached?.(next)) {
        trace.add('verify', 'success', { revision: next.snapshot.revision, reached: true });
        return { status: 'verified', after: next, reads, stable: null, fault: null };
      }
      const agrees = after !== null && next.snapshot.revision === after.snapshot.revision;
      after = next;
      if (agrees) {
        trace.add('stabilize', 'success', { reads });
        return { status: 'verified', after, reads, stable: true, fault: null };
      }
      if (reads > 1) trace.add('stabilize', 'retry', { reads });
      if (op.remainingMs <= betweenReadsMs) break;
      await op.sleep(betweenReadsMs);
    }
  } catch (error) {
    return unavailable(error, { trace, after, reads });
  }
  trace.add('stabilize', 'failure', { reads, reason: 'still changing' });
  return { status: 'observed', after, reads, stable: false, fault: null };
}

function unavailable(
  error: unknown,
  { trace, after, reads }: { trace: TraceRecorder; after: Observation | null; reads: number },
): Look {
  if (!isFault(error)) throw error;
  if (after) {
    trace.add('stabilize', 'failure', { reads, reason: error.code });
    return { status: 'observed', after, reads, stable: false, fault: error };
  }
  trace.add('verify', 'failure', { reason: error.code });
  return { status: 'unavailable', after: null, reads, stable: null, fault: error };
}

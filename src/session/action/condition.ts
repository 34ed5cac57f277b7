/**
 * The last look before an input: send only if a fresh tree has the expected revision. One comparison, no polling and
 * no second try. Lives in the request's own object, so that overlapping calls cannot see each other's.
 */
import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { SessionOf } from '../device-session.ts';
import type { Observation } from '../observation.ts';

export interface ExpectedState {
  readonly snapshotSessionId: string;
  readonly snapshotRevision: number;
  readonly timeoutMs: number;
}

export type ConditionReason =
  | 'BASELINE_UNAVAILABLE'
  | 'SESSION_MISMATCH'
  | 'DEVICE_MISMATCH'
  | 'OBSERVATION_FAILED'
  | 'OBSERVATION_INVALID'
  | 'CONDITION_TIMEOUT'
  | 'ACTION_NOT_REACHED';

export interface ConditionResult {
  readonly status: 'matched' | 'mismatch' | 'unavailable' | 'not_checked';
  readonly expected: ExpectedState;
  readonly observed: Observation | null;
  readonly elapsedMs: number;
  readonly reason?: ConditionReason;
  /** Why an observation failed, in its own words. */
  readonly message?: string;
}

export function notChecked(expected: ExpectedState): ConditionResult {
  return { status: 'not_checked', expected, observed: null, elapsedMs: 0, reason: 'ACTION_NOT_REACHED' };
}

/** Throws only what ends the whole call (withdrawal, its outer deadline); everything else is an answer. */
export async function checkCondition(
  op: Operation,
  session: SessionOf<'screen'>,
  expected: ExpectedState,
): Promise<ConditionResult> {
  const from = op.clock.monotonicMs();
  const answer = (part: Omit<ConditionResult, 'expected' | 'elapsedMs'>): ConditionResult => ({
    ...part,
    expected,
    elapsedMs: Math.round(op.clock.monotonicMs() - from),
  });
  if (expected.snapshotSessionId !== session.sessionId) {
    return answer({ status: 'unavailable', observed: null, reason: 'SESSION_MISMATCH' });
  }
  if (session.isOfOtherDevice(expected.snapshotRevision)) {
    return answer({ status: 'unavailable', observed: null, reason: 'DEVICE_MISMATCH' });
  }
  // Held from here on: a read may push the baseline out of the history, which must not change the verdict.
  const baseline = session.history.find(expected.snapshotRevision);
  if (!baseline) return answer({ status: 'unavailable', observed: null, reason: 'BASELINE_UNAVAILABLE' });
  using own = op.within(expected.timeoutMs);
  let observed: Observation;
  try {
    observed = await session.observe(own);
  } catch (error) {
    if (op.ended || !isFault(error)) throw error;
    const reason = own.ended ? 'CONDITION_TIMEOUT' : 'OBSERVATION_FAILED';
    return answer({ status: 'unavailable', observed: null, reason, message: error.message });
  }
  if (own.ended) return answer({ status: 'unavailable', observed, reason: 'CONDITION_TIMEOUT' });
  if (observed.tree.elements.length === 0 || observed.tree.size.width <= 0) {
    return answer({ status: 'unavailable', observed: null, reason: 'OBSERVATION_INVALID' });
  }
  const matched = observed.snapshot.revision === baseline.revision;
  return answer({ status: matched ? 'matched' : 'mismatch', observed });
}

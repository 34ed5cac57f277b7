/** Reading again and again until something holds: one reading at a time, on schedule, never past the deadline. */
import { type Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Observation } from './observation.ts';

export interface PollOptions<T> {
  readonly timeoutMs: number;
  readonly intervalMs: number;
  read(op: Operation): Promise<Observation>;
  /** The value that ends the polling, or null to go on. */
  judge(observation: Observation): T | null;
  /** Told of each reading that failed. The deadline cutting one short is not the reader's failure. */
  failed?(fault: Fault): void;
}

export interface PollOutcome<T> {
  readonly value: T | null;
  /** The newest successful reading. */
  readonly last: Observation | null;
  /** Readings begun. */
  readonly polls: number;
  /** The newest failed reading's fault, if it came after the newest successful one. */
  readonly fault: Fault | null;
}

/**
 * A failed reading does not end the wait; a device that is gone, a withdrawal and the outer deadline do, as faults. At
 * least one reading is begun, however short the wait.
 */
export async function poll<T>(op: Operation, options: PollOptions<T>): Promise<PollOutcome<T>> {
  const { timeoutMs, intervalMs, read, judge, failed } = options;
  using own = op.within(timeoutMs);
  let last: Observation | null = null;
  let fault: Fault | null = null;
  let polls = 0;
  let nextAtMs = op.clock.monotonicMs();
  for (;;) {
    polls++;
    try {
      last = await read(own);
      fault = null;
      const value = judge(last);
      if (value !== null) return { value, last, polls, fault };
    } catch (error) {
      if (op.ended || !isFault(error, 'OBSERVATION_FAILED', 'TIMEOUT')) throw error;
      // The deadline cutting a reading short says nothing about the screen or the reader.
      if (error.code === 'OBSERVATION_FAILED') {
        fault = error;
        failed?.(error);
      }
    }
    const nowMs = op.clock.monotonicMs();
    nextAtMs = Math.max(nextAtMs + intervalMs, nowMs);
    if (own.remainingMs <= 0 || (nextAtMs > nowMs && !(await pause(op, own, nextAtMs - nowMs)))) break;
  }
  return { value: null, last, polls, fault };
}

/** False when the wait's own time (`own`) is over first, as on a busy computer; the end of the call is a fault. */
export async function pause(op: Operation, own: Operation, ms: number): Promise<boolean> {
  if (own.remainingMs <= ms) return false;
  try {
    await own.sleep(ms);
    return true;
  } catch (error) {
    if (op.ended || !isFault(error, 'TIMEOUT')) throw error;
    return false;
  }
}

/** Looking after an action: once for `light`, until two readings agree for `full`. Never sends anything. */
import { type Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Observation } from '../observation.ts';
import { type Fold, foldReadings, type Observer, type Reading } from '../readings.ts';
import type { VerificationStatus } from './action-types.ts';
import type { TraceRecorder } from './trace.ts';

export interface VerificationRead {
  readonly status: VerificationStatus;
  readonly after: Observation | null;
  readonly reads: number;
  readonly stable: boolean | null;
  readonly fault: Fault | null;
}

export interface VerificationOptions {
  readonly trace: TraceRecorder;
  readonly observer: Observer;
  reached?(observation: Observation): boolean;
}

const betweenReadsMs = 100;
const maxRechecks = 3;

export const noVerificationRead: VerificationRead = {
  status: 'not_requested',
  after: null,
  reads: 0,
  stable: null,
  fault: null,
};

/** Exactly one fresh reading, at once. A reading that cannot be had is `unavailable`, not a failure. */
export async function verifyOnce(
  op: Operation,
  { observer, trace }: VerificationOptions,
): Promise<VerificationRead> {
  try {
    observer.assertRunning?.();
    const after = await observer.observe(op);
    observer.assertRunning?.();
    trace.add('verify', 'success', { revision: after.snapshot.revision });
    return { status: 'observed', after, reads: 1, stable: null, fault: null };
  } catch (error) {
    return unavailable(error, { trace, after: null, reads: 1 });
  }
}

/** Readings until two in a row agree, the outcome is reached, the rechecks are used up or the budget ends. */
export async function lookUntilStable(
  op: Operation,
  options: VerificationOptions,
): Promise<VerificationRead> {
  const { observer, trace } = options;
  const agreement = new Agreement(options);
  try {
    return await foldReadings(op, observer, { pauseMs: () => betweenReadsMs }, agreement);
  } catch (error) {
    // The device is gone or the call was withdrawn; what was seen before that still counts.
    return unavailable(error, { trace, after: agreement.newest, reads: agreement.reads + 1 });
  }
}

export class Agreement implements Fold<VerificationRead> {
  readonly #trace: TraceRecorder;
  readonly #reached: (observation: Observation) => boolean;
  #look: VerificationRead | null = null;
  newest: Observation | null = null;
  reads = 0;

  constructor({ trace, reached }: Pick<VerificationOptions, 'trace' | 'reached'>) {
    this.#trace = trace;
    this.#reached = reached ?? (() => false);
  }

  /** A reading that cannot be had ends the look: the next one would only cost more of the action's time. */
  add(reading: Reading): boolean {
    this.reads++;
    this.#look = reading.kind === 'seen' ? this.#see(reading.observation) : this.#miss(reading.fault);
    return this.#look !== null || this.reads >= 2 + maxRechecks;
  }

  result(): VerificationRead {
    if (this.#look) return this.#look;
    this.#trace.add('stabilize', 'failure', { reads: this.reads, reason: 'still changing' });
    return { status: 'observed', after: this.newest, reads: this.reads, stable: false, fault: null };
  }

  #see(next: Observation): VerificationRead | null {
    const { reads } = this;
    const before = this.newest;
    this.newest = next;
    const { revision } = next.snapshot;
    if (this.#reached(next)) {
      this.#trace.add('verify', 'success', { revision, reached: true });
      return { status: 'verified', after: next, reads, stable: null, fault: null };
    }
    if (revision === before?.snapshot.revision) {
      this.#trace.add('stabilize', 'success', { reads });
      return { status: 'verified', after: next, reads, stable: true, fault: null };
    }
    if (reads > 1) this.#trace.add('stabilize', 'retry', { reads });
    return null;
  }

  #miss(fault: Fault): VerificationRead {
    return unavailable(fault, { trace: this.#trace, after: this.newest, reads: this.reads });
  }
}

function unavailable(
  error: unknown,
  { trace, after, reads }: { trace: TraceRecorder; after: Observation | null; reads: number },
): VerificationRead {
  if (!isFault(error)) throw error;
  if (after) {
    trace.add('stabilize', 'failure', { reads, reason: error.code });
    return { status: 'observed', after, reads, stable: false, fault: error };
  }
  trace.add('verify', 'failure', { reason: error.code });
  return { status: 'unavailable', after: null, reads, stable: null, fault: error };
}

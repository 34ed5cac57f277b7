/** Looking after an action: once for `light`, until two readings agree for `full`. Never sends anything. */
import { type Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { loadingState } from '../../ui/loading.ts';
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
  /** The screen before the input, where it is known. */
  readonly before?: Observation | null;
  /** When the device had the input, by the monotonic clock. */
  readonly sentMs?: number;
  reached?(observation: Observation): boolean;
}

const betweenReadsMs = 100;
const maxRechecks = 3;
/** A screen that still equals the one before says nothing yet: an app takes some hundred milliseconds to open a page. */
const unchangedMs = 500;
/** The same while an indicator says that the app is busy. */
const busyMs = 2_000;

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
    return await foldReadings(op, observer, { pauseMs: () => agreement.pauseMs }, agreement);
  } catch (error) {
    // The device is gone or the call was withdrawn; what was seen before that still counts.
    return unavailable(error, { trace, after: agreement.newest, reads: agreement.reads + 1 });
  }
}

/**
 * Two readings in a row that agree; while they agree with the screen before the input too, not before `unchangedMs` from
 * the input have passed.
 */
export class Agreement implements Fold<VerificationRead> {
  readonly #trace: TraceRecorder;
  readonly #reached: (observation: Observation) => boolean;
  readonly #before: number | null;
  readonly #sentMs: number;
  #look: VerificationRead | null = null;
  /** Readings that count towards the rechecks: all but those that show the screen of before too early. */
  #settling = 0;
  /** The two newest agree, though it is too early to say so. */
  #agreed: boolean = false;
  #pauseMs = betweenReadsMs;
  newest: Observation | null = null;
  reads = 0;

  constructor({ trace, reached, before, sentMs }: Omit<VerificationOptions, 'observer'>) {
    this.#trace = trace;
    this.#reached = reached ?? (() => false);
    this.#before = before?.snapshot.revision ?? null;
    this.#sentMs = sentMs ?? Number.NEGATIVE_INFINITY;
  }

  /** Before the next reading: longer and longer while nothing changes, and the last one not too early. */
  get pauseMs(): number {
    return this.#pauseMs;
  }

  /** A reading that cannot be had ends the look: the next one would only cost more of the action's time. */
  add(reading: Reading): boolean {
    this.reads++;
    this.#look = reading.kind === 'seen' ? this.#see(reading) : this.#miss(reading.fault);
    return this.#look !== null || this.#settling >= 2 + maxRechecks;
  }

  result(): VerificationRead {
    if (this.#look) return this.#look;
    if (this.#agreed && this.newest) return this.#verified(this.newest);
    this.#trace.add('stabilize', 'failure', { reads: this.reads, reason: 'still changing' });
    return { status: 'observed', after: this.newest, reads: this.reads, stable: false, fault: null };
  }

  #see({ observation: next, begunMs, ended }: Extract<Reading, { kind: 'seen' }>): VerificationRead | null {
    const { reads } = this;
    const { revision } = next.snapshot;
    const agrees = revision === this.newest?.snapshot.revision;
    this.newest = next;
    if (this.#reached(next)) {
      this.#trace.add('verify', 'success', { revision, reached: true });
      return { status: 'verified', after: next, reads, stable: null, fault: null };
    }
    const waitMs = revision === this.#before ? this.#patience(next) : 0;
    this.#agreed = agrees;
    this.#pauseMs = betweenReadsMs;
    if (begunMs - this.#sentMs < waitMs) {
      const sinceMs = ended.monotonicMs - this.#sentMs;
      this.#pauseMs = Math.max(betweenReadsMs, Math.min(sinceMs, waitMs - sinceMs));
      return null;
    }
    this.#settling++;
    if (agrees) return this.#verified(next);
    if (reads > 1) this.#trace.add('stabilize', 'retry', { reads });
    return null;
  }

  #patience({ tree }: Observation): number {
    return loadingState(tree)?.source === 'native' ? busyMs : unchangedMs;
  }

  #verified(after: Observation): VerificationRead {
    this.#trace.add('stabilize', 'success', { reads: this.reads });
    return { status: 'verified', after, reads: this.reads, stable: true, fault: null };
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

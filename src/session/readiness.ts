/** Readiness from readings that a call makes anyway, or from dedicated ones when it needs no others. */
import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { classifyReadiness, type ReadinessSample, type ReadinessSummary, sampleOf } from '../ui/readiness.ts';
import type { DeviceSession, SessionOf } from './device-session.ts';
import type { Observation } from './observation.ts';
import { type Fold, foldReadings, oneReadingMs, type Reading } from './readings.ts';

export interface ReadinessRun {
  readonly summary: ReadinessSummary;
  readonly settled: boolean;
  /** The newest reading; null when none succeeded. */
  readonly last: Observation | null;
}

const betweenSamplesMs = 100;
/** Older samples never affect the verdict: only the newest run of equal ones counts. */
const maxSamples = 500;

/** The readings of one call in order, failed ones included, which end a run of equal ones. Keeps no trees. */
export class ReadinessSamples {
  readonly #scope: string;
  readonly #stabilityWindowMs: number | undefined;
  readonly #samples: ReadinessSample[] = [];

  /** `scope` names the connection whose screen is read: samples of two connections are never combined. */
  constructor(scope: string, stabilityWindowMs?: number) {
    this.#scope = scope;
    this.#stabilityWindowMs = stabilityWindowMs;
  }

  /** A reading that was cut off is not a sample. */
  add(reading: Reading): void {
    if (reading.kind === 'seen') this.see(reading.observation);
    if (reading.kind === 'failed') this.miss(reading);
  }

  see({ snapshot, completed }: Observation): void {
    this.#push(sampleOf(snapshot, { scope: this.#scope, atMs: completed.monotonicMs }));
  }

  miss({ ended, fault }: Exclude<Reading, { kind: 'seen' }>): void {
    const scope = this.#scope;
    this.#push({
      kind: 'failed',
      atMs: ended.monotonicMs,
      capturedAtMs: ended.epochMs,
      scope,
      reason: fault.message,
    });
  }

  summary(): ReadinessSummary {
    const options =
      this.#stabilityWindowMs === undefined ? {} : { stabilityWindowMs: this.#stabilityWindowMs };
    return classifyReadiness(this.#samples, options);
  }

  #push(sample: ReadinessSample): void {
    this.#samples.push(sample);
    if (this.#samples.length > maxSamples) this.#samples.shift();
  }
}

/** The verdict from a single reading. */
export function readinessOf(reading: Observation, { scope }: DeviceSession): ReadinessSummary {
  const samples = new ReadinessSamples(scope);
  samples.see(reading);
  return samples.summary();
}

/** Samples until the screen is settled (or proved unresponsive) or time runs out. A failed read ends the run of equal ones. */
export async function sampleReadiness(
  op: Operation,
  session: SessionOf<'screen'>,
  { timeoutMs, stabilityWindowMs }: { readonly timeoutMs: number; readonly stabilityWindowMs: number },
): Promise<ReadinessRun> {
  const pace = { timeoutMs, leastFirstMs: oneReadingMs, pauseMs: () => betweenSamplesMs };
  try {
    return await foldReadings(op, session, pace, new Readiness(session.scope, stabilityWindowMs));
  } catch (error) {
    const { pause } = session.debug;
    if (!pause || !isFault(error, 'DEBUGGER_PAUSED')) throw error;
    const detail = `${pause.appId} is paused at ${pause.stopId} of debugger session ${pause.debugSessionId}`;
    return {
      summary: classifyReadiness([], { paused: { capturedAtMs: pause.atMs, detail } }),
      settled: false,
      last: null,
    };
  }
}

export class Readiness implements Fold<ReadinessRun> {
  readonly #samples: ReadinessSamples;
  #longestMs = 0;
  #failed: boolean = false;
  #last: Observation | null = null;

  constructor(scope: string, stabilityWindowMs: number) {
    this.#samples = new ReadinessSamples(scope, stabilityWindowMs);
  }

  add(reading: Reading): boolean {
    const tookMs = reading.ended.monotonicMs - reading.begunMs;
    this.#samples.add(reading);
    // Cut off is not failed: only a reading far slower than the earlier ones means that the state is unknown again.
    // After a failure it adds nothing, and would only hide why that one failed.
    if (reading.kind === 'cut_off' && !this.#failed && tookMs > 2 * this.#longestMs)
      this.#samples.miss(reading);
    if (reading.kind !== 'cut_off') this.#failed = reading.kind === 'failed';
    if (reading.kind === 'seen') {
      this.#longestMs = Math.max(this.#longestMs, tookMs);
      this.#last = reading.observation;
    }
    const { state } = this.#samples.summary();
    return state === 'settled' || state === 'unresponsive';
  }

  result(): ReadinessRun {
    const summary = this.#samples.summary();
    return { summary, settled: summary.state === 'settled', last: this.#last };
  }
}

/** Readiness from readings that a call made anyway, and from its own when a call asks for nothing else. */
import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { classifyReadiness, type ReadinessSample, type ReadinessSummary, sampleOf } from '../ui/readiness.ts';
import type { DeviceSession, SessionOf } from './device-session.ts';
import type { Observation } from './observation.ts';
import { type Fold, foldReadings, type Reading } from './readings.ts';

export interface ReadinessRun {
  readonly summary: ReadinessSummary;
  readonly settled: boolean;
  /** The newest reading; null when none succeeded. */
  readonly last: Observation | null;
}

const betweenSamplesMs = 100;
/** More than these never bear on the judgement: the row of the newest equal ones is what counts. */
const maxSamples = 500;

/** The readings of one call in order, the failed ones too: those break the row. Keeps no trees. */
export class ReadinessSamples {
  readonly #scope: string;
  readonly #stabilityWindowMs: number | undefined;
  readonly #samples: ReadinessSample[] = [];

  /** `scope` names the connection whose screen is read: samples of two never belong together. */
  constructor(scope: string, stabilityWindowMs?: number) {
    this.#scope = scope;
    this.#stabilityWindowMs = stabilityWindowMs;
  }

  /** A reading that was cut off is no sample. */
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

/** What a single reading says, without another one. */
export function readinessOf(reading: Observation, { scope }: DeviceSession): ReadinessSummary {
  const samples = new ReadinessSamples(scope);
  samples.see(reading);
  return samples.summary();
}

/** Samples until the screen is settled (or proved unresponsive) or the time is over. A failed read breaks the row. */
export async function sampleReadiness(
  op: Operation,
  session: SessionOf<'screen'>,
  { timeoutMs, stabilityWindowMs }: { readonly timeoutMs: number; readonly stabilityWindowMs: number },
): Promise<ReadinessRun> {
  const pace = { timeoutMs, pauseMs: () => betweenSamplesMs };
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
  #last: Observation | null = null;

  constructor(scope: string, stabilityWindowMs: number) {
    this.#samples = new ReadinessSamples(scope, stabilityWindowMs);
  }

  add(reading: Reading): boolean {
    const tookMs = reading.ended.monotonicMs - reading.begunMs;
    this.#samples.add(reading);
    // Cut off is not failed: only a reading far slower than those before tells that nothing is known any more.
    if (reading.kind === 'cut_off' && tookMs > 2 * this.#longestMs) this.#samples.miss(reading);
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

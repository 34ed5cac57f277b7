/** Readiness from readings that a call made anyway, and the loop that makes some when a call asks for nothing else. */
import { momentOf } from '@mobile-debug/core/clock.ts';
import { type Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { classifyReadiness, type ReadinessSample, type ReadinessSummary, sampleOf } from '../ui/readiness.ts';
import type { DeviceSession } from './device-session.ts';
import type { Place } from './look.ts';
import type { Observation } from './observation.ts';
import { pause } from './poll.ts';

export interface ReadinessRun {
  readonly summary: ReadinessSummary;
  readonly settled: boolean;
}

const betweenSamplesMs = 100;
/** More than these never bear on the judgement: the row of the newest equal ones is what counts. */
const maxSamples = 500;

/** The readings of one call in order, the failed ones too: those break the row. Keeps no trees. */
export class ReadinessSamples {
  readonly #session: DeviceSession;
  readonly #stabilityWindowMs: number | undefined;
  readonly #samples: ReadinessSample[] = [];

  constructor(session: DeviceSession, stabilityWindowMs?: number) {
    this.#session = session;
    this.#stabilityWindowMs = stabilityWindowMs;
  }

  add({ snapshot, completed }: Observation): void {
    this.#push(sampleOf(snapshot, { scope: this.#scope, atMs: completed.monotonicMs }));
  }

  addFailure({ clock }: Operation, { message }: Fault): void {
    const { monotonicMs, epochMs } = momentOf(clock);
    const scope = this.#scope;
    this.#push({ kind: 'failed', atMs: monotonicMs, capturedAtMs: epochMs, scope, reason: message });
  }

  summary(): ReadinessSummary {
    const options =
      this.#stabilityWindowMs === undefined ? {} : { stabilityWindowMs: this.#stabilityWindowMs };
    return classifyReadiness(this.#samples, options);
  }

  get #scope(): string {
    return `${this.#session.key}#${this.#session.generation}`;
  }

  #push(sample: ReadinessSample): void {
    this.#samples.push(sample);
    if (this.#samples.length > maxSamples) this.#samples.shift();
  }
}

/** What a single reading says, without another one. */
export function readinessOf(reading: Observation, session: DeviceSession): ReadinessSummary {
  const samples = new ReadinessSamples(session);
  samples.add(reading);
  return samples.summary();
}

/** Samples until the screen is settled (or proved unresponsive) or the time is over. A failed read breaks the row. */
export async function sampleReadiness(
  op: Operation,
  { session, device }: Place,
  { timeoutMs, stabilityWindowMs }: { readonly timeoutMs: number; readonly stabilityWindowMs: number },
): Promise<ReadinessRun> {
  const samples = new ReadinessSamples(session, stabilityWindowMs);
  using own = op.within(timeoutMs);
  let longestMs = 0;
  while (!own.ended) {
    const from = op.clock.monotonicMs();
    try {
      samples.add(await session.observe(own, device));
      longestMs = Math.max(longestMs, op.clock.monotonicMs() - from);
    } catch (error) {
      if (op.ended || !isFault(error, 'OBSERVATION_FAILED', 'TIMEOUT')) throw error;
      const tookMs = op.clock.monotonicMs() - from;
      // Cut short by the end of the wait is not failed: only a reading far slower than those before tells something.
      if (error.code === 'OBSERVATION_FAILED' || tookMs > 2 * longestMs) samples.addFailure(op, error);
    }
    const summary = samples.summary();
    if (summary.state === 'settled') return { summary, settled: true };
    if (summary.state === 'unresponsive' || !(await pause(op, own, betweenSamplesMs))) break;
  }
  return { summary: samples.summary(), settled: false };
}

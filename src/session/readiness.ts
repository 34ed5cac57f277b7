/** Readiness from readings that a call made anyway, and the loop that makes some when a call asks for nothing else. */
import { momentOf } from '../core/clock.ts';
import { isFault } from '../core/fault.ts';
import type { Operation } from '../core/operation.ts';
import { classifyReadiness, type ReadinessSample, type ReadinessSummary, sampleOf } from '../ui/readiness.ts';
import type { DeviceSession } from './device-session.ts';
import type { Place } from './look.ts';
import type { Observation } from './observation.ts';

export interface ReadinessRun {
  readonly summary: ReadinessSummary;
  readonly settled: boolean;
}

const betweenSamplesMs = 100;

export function sample({ snapshot, completed }: Observation, session: DeviceSession): ReadinessSample {
  return sampleOf(snapshot, { scope: `${session.key}#${session.generation}`, atMs: completed.monotonicMs });
}

/** What the given readings say, without another one. */
export function readinessOf(
  readings: readonly Observation[],
  session: DeviceSession,
  stabilityWindowMs?: number,
) {
  const samples = readings.map((reading) => sample(reading, session));
  return { ...classifyReadiness(samples, stabilityWindowMs === undefined ? {} : { stabilityWindowMs }) };
}

/** Samples until the screen is settled (or proved unresponsive) or the time is over. A failed read breaks the row. */
export async function sampleReadiness(
  op: Operation,
  { session, device }: Place,
  { timeoutMs, stabilityWindowMs }: { readonly timeoutMs: number; readonly stabilityWindowMs: number },
): Promise<ReadinessRun> {
  const samples: ReadinessSample[] = [];
  using own = op.within(timeoutMs);
  const judged = (): ReadinessSummary => classifyReadiness(samples, { stabilityWindowMs });
  while (!own.ended) {
    try {
      samples.push(sample(await session.observe(own, device), session));
    } catch (error) {
      if (op.ended || !isFault(error, 'OBSERVATION_FAILED', 'TIMEOUT')) throw error;
      const { monotonicMs, epochMs } = momentOf(op.clock);
      const scope = `${session.key}#${session.generation}`;
      samples.push({
        kind: 'failed',
        atMs: monotonicMs,
        capturedAtMs: epochMs,
        scope,
        reason: error.message,
      });
    }
    const summary = judged();
    if (summary.state === 'settled') return { summary, settled: true };
    if (summary.state === 'unresponsive' || own.remainingMs <= betweenSamplesMs) break;
    await own.sleep(Math.min(betweenSamplesMs, stabilityWindowMs));
  }
  return { summary: judged(), settled: false };
}

/** The answer of a wait for a change of the screen: its shape, and how it is filled. */
import { Fault } from '@mobile-debug/core/fault.ts';
import * as z from 'zod';
import type { Observation } from '../session/observation.ts';
import type { UiChangeResult } from '../session/wait-change.ts';
import { loadingState } from '../ui/loading.ts';
import { readinessShape, readinessToWire } from './readiness-shape.ts';
import { loadingShape } from './tree-shapes.ts';

export const changeShape = z.looseObject({
  success: z.boolean().meta({ doc: 'It changed as expected and is stable' }),
  observed_change: z
    .string()
    .nullable()
    .meta({ doc: 'First kind of change that was seen, or `bounds_change`; null without one' }),
  snapshot_revision: z.number().nullable().meta({ doc: 'Revision of the last read' }),
  timeout: z
    .boolean()
    .optional()
    .meta({ doc: 'The time ran out first. Absent from compact answers, where `success` says it' }),
  elapsed_ms: z.number().meta({ doc: 'Milliseconds waited' }),
  expected_change: z.string().optional().meta({ doc: 'As given. Absent from compact answers' }),
  reason: z.string().optional().meta({ doc: 'After a failure: the reason' }),
  loading_state: loadingShape.optional(),
  scope: z.string().optional().meta({ doc: 'As given. Absent from compact answers' }),
  target: z.string().nullable().optional().meta({ doc: 'As given. Absent from compact answers' }),
  stability_state: z.enum(['transient', 'stable']).meta({ doc: 'Whether it is stable' }),
  change_summary: z
    .looseObject({
      kinds: z
        .array(z.string())
        .readonly()
        .optional()
        .meta({ doc: 'Kinds of change that were seen. Absent from compact answers' }),
      added: z.number().optional().meta({ doc: 'Elements that are new' }),
      removed: z.number().optional().meta({ doc: 'Elements that are gone' }),
      text: z.number().optional().meta({ doc: 'Elements whose text changed' }),
      state: z.number().optional().meta({ doc: 'Elements whose state changed' }),
      moved: z.number().optional().meta({ doc: 'Elements that only moved' }),
    })
    .optional()
    .meta({
      doc: 'What changed since the wait began. In compact answers only the numbers that are not 0, and absent when nothing changed',
    }),
  snapshot_freshness_ms: z
    .number()
    .nullable()
    .optional()
    .meta({ doc: 'Age of the last read in milliseconds. Absent from compact answers' }),
  readiness: readinessShape.optional(),
});

/** What was waited for, and when the wait ended. */
export interface ChangeWait {
  readonly expected_change?: string | undefined;
  readonly scope: string;
  readonly target?: string | undefined;
  readonly requireReadiness: boolean;
  readonly elapsedMs: number;
  readonly nowMs: number;
}

export function changeTold(seen: UiChangeResult, wait: ChangeWait) {
  const success = hasSucceeded(seen, wait);
  return { seen, success, reason: success ? null : reasonOf(seen, wait), elapsedMs: wait.elapsedMs };
}

export function changeToWire(
  seen: UiChangeResult,
  last: Observation,
  wait: ChangeWait,
  mode: 'debug' | 'compact',
) {
  const { expected_change, scope, target, elapsedMs, nowMs } = wait;
  const success = hasSucceeded(seen, wait);
  const told = {
    success,
    observed_change: seen.kinds[0] ?? (seen.summary.moved > 0 ? 'bounds_change' : null),
    snapshot_revision: last.snapshot.revision,
    elapsed_ms: Math.round(elapsedMs),
    ...(success ? {} : { reason: reasonOf(seen, wait) }),
    stability_state: seen.stable ? ('stable' as const) : ('transient' as const),
  };
  const loading_state = loadingState(last.tree);
  if (mode === 'compact') {
    const counts = Object.entries(seen.summary).filter(([, count]) => count > 0);
    return {
      ...told,
      ...(loading_state ? { loading_state } : {}),
      ...(counts.length > 0 ? { change_summary: Object.fromEntries(counts) } : {}),
      ...(wait.requireReadiness ? { readiness: readinessToWire(seen.readiness, 'compact') } : {}),
    };
  }
  return {
    ...told,
    timeout: !success,
    ...(expected_change === undefined ? {} : { expected_change }),
    loading_state,
    scope,
    target: target ?? null,
    change_summary: { kinds: seen.kinds, ...seen.summary },
    snapshot_freshness_ms: Math.round(nowMs - last.completed.monotonicMs),
    ...(wait.requireReadiness ? { readiness: seen.readiness } : {}),
  };
}

function hasSucceeded(seen: UiChangeResult, wait: ChangeWait): boolean {
  return seen.matched && seen.stable && seen.lastError === null && isReady(seen, wait);
}

function isReady({ readiness }: UiChangeResult, { requireReadiness }: ChangeWait): boolean {
  return !requireReadiness || readiness.state === 'settled';
}

function reasonOf(seen: UiChangeResult, wait: ChangeWait): string {
  const { expected_change: expected } = wait;
  if (seen.lastError !== null) return seen.lastError;
  if (!seen.matched) {
    const kinds = [...seen.kinds, ...(seen.summary.moved > 0 ? ['bounds_change'] : [])];
    const other = kinds.length > 0 ? ` Seen: ${kinds.join(', ')}.` : '';
    return expected === undefined ? 'Nothing changed.' : `No ${expected}.${other}`;
  }
  if (!seen.stable) return 'It changed and is still changing.';
  return isReady(seen, wait) ? '' : 'It changed and is stable, but the screen is not settled: see readiness.';
}

export function noReading({ lastError }: UiChangeResult, timeoutMs: number): Fault {
  const last = lastError === null ? '' : ` The last one: ${lastError}`;
  return new Fault(
    'OBSERVATION_FAILED',
    `No usable screen reading completed within ${timeoutMs} ms.${last}`,
    {
      nextStep:
        'Allow a longer timeout: a stock dump takes two seconds or more, and 25 once on a screen that never rests. There the resident helper (mobile-debug-mcp helper install) or set_device with animations off helps.',
    },
  );
}

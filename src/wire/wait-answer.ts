/** The answer of a wait for an element: its shape, and how it is filled. */
import * as z from 'zod';
import { handleOf } from '../session/observation.ts';
import type { MatchQuery, MatchResult } from '../session/wait-match.ts';
import { briefElement } from '../ui/brief.ts';
import { whyUnproved } from '../ui/quality.ts';
import { elementToWire } from '../ui/wire.ts';
import { qualityToWire } from './answers.ts';
import { elementShape, nearHint, nearShape } from './element-shapes.ts';
import { nearToWire, nextAfterMiss, whyMissed } from './missed.ts';
import type { WaitTold } from './outline/wait.ts';
import { readinessShape, readinessToWire } from './readiness-shape.ts';
import { sourceField, untrusted } from './shapes.ts';
import { qualityShape } from './tree-shapes.ts';

export const waitShape = z.looseObject({
  status: z.enum(['success', 'timeout']).meta({ doc: 'Whether the condition was met in time' }),
  matched: z.number().meta({ doc: 'Elements that matched in the last read' }),
  element: elementShape.nullable().meta({ doc: 'The element that met the condition; null when none did' }),
  error: z
    .looseObject({
      code: z.string().meta({ doc: 'Always `TIMEOUT`' }),
      message: z.string().meta({ doc: 'What was missing' }),
    })
    .optional()
    .meta({ doc: 'After a timeout: the reason' }),
  metrics: z
    .looseObject({
      latency_ms: z.number().meta({ doc: 'Milliseconds waited' }),
      poll_count: z.number().meta({ doc: 'Reads made' }),
      attempts: z.number().meta({ doc: 'Attempts made' }),
    })
    .meta({ doc: 'What the wait cost' }),
  requested: z.looseObject({}).optional().meta({
    doc: 'The wait with its defaults filled in. Absent from compact answers',
  }),
  observed: z
    .looseObject({
      matched_count: z.number().meta({ doc: 'Elements that matched in the last read' }),
      condition_satisfied: z.boolean().meta({ doc: 'The same as `status: success`' }),
      selected_index: z
        .number()
        .nullable()
        .optional()
        .meta({ doc: 'Position of the element among the matches; null when there is none' }),
      last_matched_element: elementShape
        .nullable()
        .optional()
        .meta({ doc: 'The match that did not meet the condition' }),
      near: nearShape,
      hint: nearHint,
      snapshot_revision: z.number().optional().meta({ doc: 'Revision of the last read' }),
      quality: qualityShape.optional(),
    })
    .meta({ doc: 'What the last read showed' }),
  readiness: readinessShape.optional(),
  source: sourceField,
});

interface WaitFigures {
  readonly elapsedMs: number;
  readonly polls: number;
}

export function waitTold(seen: MatchResult, wanted: MatchQuery, figures: WaitFigures): WaitTold {
  return {
    tool: 'wait_for_ui',
    wanted,
    seen,
    ...figures,
    why: seen.satisfied ? null : timeoutError(seen, wanted).message,
    next: seen.satisfied ? null : nextAfterMiss(seen, wanted),
    near: nearToWire(seen, wanted),
  };
}

interface WaitAnswer extends WaitFigures {
  readonly mode: 'debug' | 'compact';
  readonly attempts: number;
}

export function waitToWire(
  seen: MatchResult,
  wanted: MatchQuery,
  { mode, elapsedMs, polls, attempts }: WaitAnswer,
) {
  const metrics = { latency_ms: elapsedMs, poll_count: polls, attempts };
  if (mode === 'compact') return compact(seen, wanted, metrics);
  const { selector, condition, index, timeoutMs, intervalMs } = wanted;
  return {
    status: seen.satisfied ? ('success' as const) : ('timeout' as const),
    matched: seen.matchedCount,
    element: seen.satisfied ? elementOf(seen) : null,
    ...(seen.satisfied ? {} : { error: timeoutError(seen, wanted) }),
    metrics,
    requested: {
      selector,
      condition,
      ...(index === undefined ? {} : { match: { index } }),
      timeout_ms: timeoutMs,
      poll_interval_ms: intervalMs,
    },
    observed: {
      matched_count: seen.matchedCount,
      condition_satisfied: seen.satisfied,
      selected_index: seen.selectedIndex,
      ...(seen.satisfied ? {} : { last_matched_element: elementOf(seen), ...nearToWire(seen, wanted) }),
      ...(seen.observation
        ? {
            snapshot_revision: seen.observation.snapshot.revision,
            quality: qualityToWire(seen.observation.tree),
          }
        : {}),
    },
    ...(seen.readiness ? { readiness: { ...seen.readiness } } : {}),
    source: untrusted,
  };
}

function compact(
  seen: MatchResult,
  wanted: MatchQuery,
  metrics: { readonly latency_ms: number; readonly poll_count: number; readonly attempts: number },
) {
  const { satisfied, matchedCount, observation, readiness } = seen;
  const element = briefOf(seen);
  return {
    status: satisfied ? ('success' as const) : ('timeout' as const),
    matched: matchedCount,
    element: satisfied ? element : null,
    ...(satisfied ? {} : { error: timeoutError(seen, wanted) }),
    metrics,
    observed: {
      matched_count: matchedCount,
      condition_satisfied: satisfied,
      ...(satisfied
        ? {}
        : { ...(element ? { last_matched_element: element } : {}), ...nearToWire(seen, wanted) }),
      ...(observation ? { snapshot_revision: observation.snapshot.revision } : {}),
    },
    ...(readiness ? { readiness: readinessToWire(readiness, 'compact') } : {}),
    source: untrusted,
  };
}

function briefOf({ observation, element }: MatchResult) {
  return observation && element ? briefElement(element, handleOf(observation, element)) : null;
}

function elementOf({ observation, element }: MatchResult) {
  return observation && element
    ? elementToWire(observation.tree, element, handleOf(observation, element))
    : null;
}

const requests = {
  exists: 'No such element',
  not_exists: 'Not gone',
  visible: 'Not visible',
  clickable: 'Not clickable',
} as const;

function timeoutError(seen: MatchResult, wanted: MatchQuery) {
  const tree = seen.observation?.tree;
  const unproved = tree && seen.matchedCount === 0 ? whyUnproved(tree) : null;
  const qualityWarning =
    tree?.quality.status === 'suspect'
      ? ' The last reading is suspect and does not prove absence: see quality.'
      : unproved === null
        ? ''
        : ` This does not prove absence: ${unproved}.`;
  return {
    code: 'TIMEOUT',
    message: `${requests[wanted.condition]} within ${wanted.timeoutMs} ms: ${whyMissed(seen, wanted)}.${qualityWarning}`,
  };
}

import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import * as z from 'zod';
import type { SessionOf } from '../../session/device-session.ts';
import { handleOf } from '../../session/observation.ts';
import { type MatchQuery, type MatchResult, waitForMatch } from '../../session/wait-match.ts';
import { briefElement } from '../../ui/brief.ts';
import { whyUnproved } from '../../ui/quality.ts';
import { assertSelector, selectorSchema } from '../../ui/selector.ts';
import { elementToWire } from '../../ui/wire.ts';
import { qualityToWire } from '../../wire/answers.ts';
import { outlineAnswer } from '../../wire/outline/outline-answer.ts';
import { readinessShape, readinessToWire } from '../../wire/readiness-shape.ts';
import { answerMode, matchIndex, pollIntervalMs, sourceField, untrusted } from '../../wire/shapes.ts';
import { elementShape, nearHint, nearShape, qualityShape } from '../../wire/tree-shapes.ts';
import { nearToWire, nextAfterMiss, whyMissed } from '../../workflows/missed.ts';
import { deviceTool } from '../define-tool.ts';

export const waitForUi = deviceTool({
  name: 'wait_for_ui',
  title: 'Wait for an element',
  description: 'Waits until an element exists, is visible, clickable or gone; returns its handle.',
  effect: 'read',
  whilePaused: 'refused',
  toolset: 'core',
  needs: ['screen'],
  budgetMs: ({ timeout_ms, retry }) => retry.max_attempts * (timeout_ms + retry.backoff_ms) + 15_000,
  input: z.object({
    selector: selectorSchema.optional(),
    condition: z.enum(['exists', 'not_exists', 'visible', 'clickable']).default('exists').meta({
      refusal: 'INVALID_CONDITION',
      doc: '`exists`: it is in the tree. `not_exists`: nothing matches. `visible`: part of it can be seen. `clickable`: it is visible, enabled and takes a tap',
    }),
    timeout_ms: z
      .int()
      .min(0)
      .max(600_000)
      .default(60_000)
      .meta({ doc: 'Milliseconds to wait, for each attempt' }),
    poll_interval_ms: pollIntervalMs,
    match: matchIndex
      .optional()
      .meta({ doc: 'Which one is meant when several elements match. When absent, any of them' }),
    retry: z
      .strictObject({
        max_attempts: z.int().min(1).max(10).default(1).meta({ doc: 'Attempts at most' }),
        backoff_ms: z.int().min(0).max(60_000).default(0).meta({ doc: 'Milliseconds between two attempts' }),
      })
      .default({ max_attempts: 1, backoff_ms: 0 })
      .meta({ rare: true, doc: 'Try again after a timeout' }),
    requireReadiness: z.boolean().default(false).meta({ doc: 'The screen must be settled as well' }),
    responseMode: answerMode,
  }),
  output: z.looseObject({
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
  }),
  examples: [
    {
      about: 'Until a button can be tapped.',
      app: 'com.example.shop',
      input: { selector: { text: 'Remember me' }, condition: 'clickable', timeout_ms: 5_000 },
    },
    {
      about: 'Until something is gone.',
      app: 'com.example.shop',
      input: { selector: { text: 'Loading' }, condition: 'not_exists', timeout_ms: 5_000 },
    },
  ],
  async run({ op, input, session }) {
    const { selector = {}, condition, timeout_ms, poll_interval_ms, match, retry } = input;
    assertSelector(selector);
    const from = op.clock.monotonicMs();
    const wanted: MatchQuery = {
      settled: input.requireReadiness,
      selector,
      condition,
      index: match?.index,
      timeoutMs: timeout_ms,
      intervalMs: poll_interval_ms,
    };
    const { seen, attempts, polls } = await attempt(op, { session, wanted, retry });
    const elapsedMs = Math.round(op.clock.monotonicMs() - from);
    if (input.responseMode === 'outline') {
      const why = seen.satisfied ? null : timeoutError(seen, wanted).message;
      const near = nearToWire(seen, wanted);
      return outlineAnswer(session, 'wait', {
        tool: 'wait_for_ui',
        wanted,
        seen,
        elapsedMs,
        polls,
        why,
        next: seen.satisfied ? null : nextAfterMiss(seen, wanted),
        near,
      });
    }
    if (input.responseMode === 'compact') {
      return compact(seen, wanted, { latency_ms: elapsedMs, poll_count: polls, attempts });
    }
    return {
      status: seen.satisfied ? ('success' as const) : ('timeout' as const),
      matched: seen.matchedCount,
      element: seen.satisfied ? elementOf(seen) : null,
      ...(seen.satisfied ? {} : { error: timeoutError(seen, wanted) }),
      metrics: { latency_ms: elapsedMs, poll_count: polls, attempts },
      requested: { selector, condition, ...(match ? { match } : {}), timeout_ms, poll_interval_ms },
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
  },
});

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

interface Attempts {
  readonly session: SessionOf<'screen'>;
  readonly wanted: MatchQuery;
  readonly retry: { readonly max_attempts: number; readonly backoff_ms: number };
}

/** An attempt in which nothing could be read is tried again like one that found nothing; the last one's fault counts. */
async function attempt(op: Operation, { session, wanted, retry }: Attempts) {
  let polls = 0;
  for (let attempts = 1; ; attempts++) {
    const last = attempts >= retry.max_attempts;
    try {
      const seen = await waitForMatch(op, session, wanted);
      polls += seen.polls;
      if (seen.satisfied || last) return { seen, attempts, polls };
    } catch (error) {
      if (last || op.ended || !isFault(error, 'OBSERVATION_FAILED')) throw error;
    }
    if (retry.backoff_ms > 0) await op.sleep(retry.backoff_ms);
  }
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

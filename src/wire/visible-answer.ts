/** The answer of an expectation that an element becomes visible: its shape, and how it is filled. */
import type { FaultCode } from '@mobile-debug/core/fault-codes.ts';
import * as z from 'zod';
import type { TraceRecorder } from '../session/action/trace.ts';
import { handleOf, type Observation } from '../session/observation.ts';
import type { MatchQuery, MatchResult } from '../session/wait-match.ts';
import { briefElement } from '../ui/brief.ts';
import { whyUnproved } from '../ui/quality.ts';
import type { UiElement } from '../ui/ui-tree.ts';
import { elementToWire } from '../ui/wire.ts';
import { qualityToWire } from './answers.ts';
import { elementShape, nearHint, nearShape } from './element-shapes.ts';
import { nearToWire, nextAfterMiss, whyMissed } from './missed.ts';
import { foundText } from './outline/wait.ts';
import { askedText } from './outline/words.ts';
import { sourceField, untrusted } from './shapes.ts';
import { traceShape } from './timing-shapes.ts';
import { qualityShape } from './tree-shapes.ts';

export const visibleShape = z.looseObject({
  success: z.boolean().meta({ doc: 'Whether it became visible in time' }),
  selector: z.record(z.string(), z.unknown()).meta({ doc: 'As given' }),
  element_id: z.string().nullable().meta({ doc: 'Handle of the visible element; otherwise as given' }),
  expected_condition: z.string().meta({ doc: 'Always `visible`' }),
  element: elementShape.optional(),
  observed: z
    .looseObject({
      matched_count: z.number().meta({ doc: 'Elements that matched in the last read' }),
      snapshot_revision: z.number().optional().meta({ doc: 'Revision of the last read' }),
      quality: qualityShape.optional(),
      last_matched_element: elementShape
        .nullable()
        .optional()
        .meta({ doc: 'The match that did not meet the condition' }),
      near: nearShape,
      hint: nearHint,
    })
    .meta({ doc: 'What the last read showed' }),
  reason: z.string().meta({ doc: 'Why it succeeded or failed' }),
  failure_code: z.string().optional().meta({
    doc: '`ELEMENT_NOT_FOUND`, `ASSERTION_TIMEOUT` (it matched but was not visible) or `OBSERVATION_FAILED` (the read proves nothing)',
  }),
  retryable: z.boolean().optional().meta({ doc: 'For a failure: whether asking again may succeed' }),
  trace: traceShape.optional(),
  source: sourceField,
});

export function visibleTold(seen: MatchResult, wanted: MatchQuery) {
  const success = seen.satisfied;
  const failure = {
    code: failureCode(seen),
    reason: reasonOf(seen, wanted),
    next: nextAfterMiss(seen, wanted),
    retryable: true,
  };
  return {
    tool: 'expect_element_visible',
    success,
    subject: foundText(seen) ?? askedText(wanted.selector),
    claim: 'visible',
    ...(success ? {} : { failure, near: nearToWire(seen, wanted) }),
    reads: seen.polls,
    observation: seen.observation,
  };
}

/** Without a trace the compact answer. */
export function visibleToWire(seen: MatchResult, wanted: MatchQuery, trace: TraceRecorder | null) {
  const { satisfied: success, observation, element } = seen;
  const shown = observation && element ? shownElement(observation, element, trace !== null) : undefined;
  return {
    success,
    selector: wanted.selector,
    element_id: observation && element && success ? handleOf(observation, element) : (wanted.handle ?? null),
    expected_condition: 'visible',
    ...(success && shown ? { element: shown } : {}),
    observed: {
      matched_count: seen.matchedCount,
      ...(observation
        ? {
            snapshot_revision: observation.snapshot.revision,
            ...(trace === null && observation.tree.quality.status === 'ok'
              ? {}
              : { quality: qualityToWire(observation.tree) }),
          }
        : {}),
      ...(success || !shown ? {} : { last_matched_element: shown }),
      ...(success ? {} : nearToWire(seen, wanted)),
    },
    reason: reasonOf(seen, wanted),
    ...(success ? {} : { failure_code: failureCode(seen), retryable: true }),
    ...(trace === null ? {} : { trace: { ...trace.finish(success) } }),
    source: untrusted,
  };
}

function shownElement(observation: Observation, element: UiElement, whole: boolean) {
  const handle = handleOf(observation, element);
  return whole ? elementToWire(observation.tree, element, handle) : briefElement(element, handle);
}

/** A doubtful reading cannot say that the element was absent. */
function failureCode({ observation, matchedCount }: MatchResult): FaultCode {
  if (observation?.tree.quality.status === 'suspect') return 'OBSERVATION_FAILED';
  return matchedCount > 0 ? 'ASSERTION_TIMEOUT' : 'ELEMENT_NOT_FOUND';
}

function reasonOf(seen: MatchResult, wanted: MatchQuery): string {
  if (seen.satisfied) return 'The element is visible.';
  const quality = seen.observation?.tree.quality;
  if (quality?.status === 'suspect') return `The last reading is suspect: ${quality.reasons.join('; ')}.`;
  const unproved = seen.matchedCount === 0 && seen.observation ? whyUnproved(seen.observation.tree) : null;
  const more = unproved === null ? '' : ` That does not prove that it is absent: ${unproved}.`;
  return `Not visible within ${wanted.timeoutMs} ms: ${whyMissed(seen, wanted)}.${more}`;
}

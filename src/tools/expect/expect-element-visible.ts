import type { FaultCode } from '@mobile-debug/core/fault-codes.ts';
import { randomId } from '@mobile-debug/core/ids.ts';
import * as z from 'zod';
import { TraceRecorder } from '../../session/action/trace.ts';
import { handleOf } from '../../session/observation.ts';
import { type MatchQuery, type MatchResult, waitForMatch } from '../../session/wait-match.ts';
import { briefElement } from '../../ui/brief.ts';
import { whyUnproved } from '../../ui/quality.ts';
import { assertSelector, selectorSchema } from '../../ui/selector.ts';
import { elementToWire } from '../../ui/wire.ts';
import { qualityToWire } from '../../wire/answers.ts';
import { traceShape } from '../../wire/envelope-shape.ts';
import { outlineAnswer } from '../../wire/outline/outline-answer.ts';
import { foundText } from '../../wire/outline/wait.ts';
import { askedText } from '../../wire/outline/words.ts';
import { answerMode, elementId, pollIntervalMs, sourceField, untrusted } from '../../wire/shapes.ts';
import { elementShape, nearHint, nearShape, qualityShape } from '../../wire/tree-shapes.ts';
import { nearToWire, nextAfterMiss, whyMissed } from '../../workflows/missed.ts';
import { deviceTool } from '../define-tool.ts';

export const expectElementVisible = deviceTool({
  name: 'expect_element_visible',
  title: 'Expect an element to be visible',
  description: 'Proves that an element becomes visible in time, or reports what was seen.',
  effect: 'read',
  whilePaused: 'refused',
  toolset: 'core',
  needs: ['screen'],
  budgetMs: ({ timeout_ms }) => timeout_ms + 15_000,
  input: z.object({
    selector: selectorSchema,
    element_id: elementId.optional().meta({ doc: 'Handle: only this one of the matches counts' }),
    timeout_ms: z.int().min(0).max(600_000).default(5_000).meta({ doc: 'Milliseconds to wait for it' }),
    poll_interval_ms: pollIntervalMs,
    responseMode: answerMode,
  }),
  output: z.looseObject({
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
  }),
  examples: [
    { about: 'The form is there.', app: 'com.example.shop', input: { selector: { text: 'Sign in' } } },
    {
      about: 'It is not there, which is an answer too.',
      app: 'com.example.shop',
      input: { selector: { text: 'Order complete' }, timeout_ms: 500 },
    },
  ],
  async run({ op, input, session }) {
    const { selector, element_id, timeout_ms, poll_interval_ms } = input;
    assertSelector(selector);
    if (element_id !== undefined) session.assertKnown(element_id);
    const trace = new TraceRecorder(randomId('exp'), op.clock);
    const wanted = {
      selector,
      condition: 'visible',
      index: undefined,
      ...(element_id === undefined ? {} : { handle: element_id }),
      timeoutMs: timeout_ms,
      intervalMs: poll_interval_ms,
    } as const;
    const seen = await waitForMatch(op, session, wanted);
    const success = seen.satisfied;
    trace.add('verify', success ? 'success' : 'failure', { reads: seen.polls });
    const { observation, element } = seen;
    if (input.responseMode === 'outline') {
      const failure = {
        code: failureCode(seen),
        reason: reasonOf(seen, wanted),
        next: nextAfterMiss(seen, wanted),
        retryable: true,
      };
      return outlineAnswer(session, 'expectation', {
        tool: 'expect_element_visible',
        success,
        subject: foundText(seen) ?? askedText(selector),
        claim: 'visible',
        ...(success ? {} : { failure, near: nearToWire(seen, wanted) }),
        reads: seen.polls,
        observation,
      });
    }
    const brief = input.responseMode === 'compact';
    const shown =
      observation && element
        ? brief
          ? briefElement(element, handleOf(observation, element))
          : elementToWire(observation.tree, element, handleOf(observation, element))
        : undefined;
    return {
      success,
      selector,
      element_id: observation && element && success ? handleOf(observation, element) : (element_id ?? null),
      expected_condition: 'visible',
      ...(success && shown ? { element: shown } : {}),
      observed: {
        matched_count: seen.matchedCount,
        ...(observation
          ? {
              snapshot_revision: observation.snapshot.revision,
              ...(brief && observation.tree.quality.status === 'ok'
                ? {}
                : { quality: qualityToWire(observation.tree) }),
            }
          : {}),
        ...(success || !shown ? {} : { last_matched_element: shown }),
        ...(success ? {} : nearToWire(seen, wanted)),
      },
      reason: reasonOf(seen, wanted),
      ...(success ? {} : { failure_code: failureCode(seen), retryable: true }),
      ...(brief ? {} : { trace: { ...trace.finish(success) } }),
      source: untrusted,
    };
  },
});

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

import { Fault } from '@mobile-debug/core/fault.ts';
import * as z from 'zod';
import { type UiChangeResult, waitForChange } from '../../session/wait-change.ts';
import { loadingState } from '../../ui/loading.ts';
import { outlineAnswer } from '../../wire/outline/outline-answer.ts';
import { readinessShape, readinessToWire } from '../../wire/readiness-shape.ts';
import { answerMode, elementId } from '../../wire/shapes.ts';
import { loadingShape } from '../../wire/tree-shapes.ts';
import { deviceTool } from '../define-tool.ts';

export const waitForUiChange = deviceTool({
  name: 'wait_for_ui_change',
  title: 'Wait for a change',
  description: 'Waits until the screen, or the inside of an element, changed and is stable.',
  effect: 'read',
  whilePaused: 'refused',
  toolset: 'core',
  needs: ['screen'],
  budgetMs: ({ timeout_ms }) => timeout_ms + 15_000,
  input: z.object({
    expected_change: z.enum(['hierarchy_diff', 'text_change', 'state_change']).optional().meta({
      doc: '`hierarchy_diff`: elements came or went. `text_change`: a text changed. `state_change`: a state or value changed. When absent, any of them',
    }),
    timeout_ms: z.int().min(0).max(600_000).default(60_000).meta({ doc: 'Milliseconds to wait' }),
    stability_window_ms: z
      .int()
      .min(0)
      .max(10_000)
      .default(300)
      .meta({ doc: 'Milliseconds without a further change before it counts' }),
    scope: z
      .enum(['screen', 'subtree'])
      .default('screen')
      .meta({ doc: '`subtree`: only `target` and what is inside it' }),
    target: elementId.optional().meta({ doc: 'Handle of the element to watch; needed for `subtree`' }),
    requireReadiness: z.boolean().default(false).meta({ doc: 'The screen must be settled as well' }),
    responseMode: answerMode,
  }),
  output: z.looseObject({
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
  }),
  examples: [
    {
      about: 'Nothing changes on a quiet screen, which is an answer.',
      app: 'com.example.notes',
      input: { timeout_ms: 600, stability_window_ms: 100 },
    },
  ],
  async run({ op, input, session }) {
    const { expected_change, scope, target, stability_window_ms } = input;
    if ((scope === 'subtree') !== (target !== undefined)) {
      throw new Fault('INVALID_ARGUMENT', 'scope "subtree" needs target, and target needs scope "subtree".');
    }
    if (target !== undefined) session.assertKnown(target);
    const from = op.clock.monotonicMs();
    const seen = await waitForChange(op, session, {
      expected: expected_change,
      root: target,
      timeoutMs: Math.max(1, input.timeout_ms),
      stabilityWindowMs: stability_window_ms,
      settled: input.requireReadiness,
    });
    const { last, readiness } = seen;
    if (!last) throw noReading(seen, input.timeout_ms);
    const ready = !input.requireReadiness || readiness.state === 'settled';
    const success = seen.matched && seen.stable && seen.lastError === null && ready;
    const now = op.clock.monotonicMs();
    if (input.responseMode === 'outline') {
      const reason = success ? null : reasonOf(seen, expected_change, ready);
      return outlineAnswer(session, 'change', { seen, success, reason, elapsedMs: now - from });
    }
    const told = {
      success,
      observed_change: seen.kinds[0] ?? (seen.summary.moved > 0 ? 'bounds_change' : null),
      snapshot_revision: last.snapshot.revision,
      elapsed_ms: Math.round(now - from),
      ...(success ? {} : { reason: reasonOf(seen, expected_change, ready) }),
      stability_state: seen.stable ? ('stable' as const) : ('transient' as const),
    };
    const loading_state = loadingState(last.tree);
    if (input.responseMode === 'compact') {
      const counts = Object.entries(seen.summary).filter(([, count]) => count > 0);
      return {
        ...told,
        ...(loading_state ? { loading_state } : {}),
        ...(counts.length > 0 ? { change_summary: Object.fromEntries(counts) } : {}),
        ...(input.requireReadiness ? { readiness: readinessToWire(readiness, 'compact') } : {}),
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
      snapshot_freshness_ms: Math.round(now - last.completed.monotonicMs),
      ...(input.requireReadiness ? { readiness } : {}),
    };
  },
});

function reasonOf(seen: UiChangeResult, expected: string | undefined, ready: boolean): string {
  if (seen.lastError !== null) return seen.lastError;
  if (!seen.matched) {
    const kinds = [...seen.kinds, ...(seen.summary.moved > 0 ? ['bounds_change'] : [])];
    const other = kinds.length > 0 ? ` Seen: ${kinds.join(', ')}.` : '';
    return expected === undefined ? 'Nothing changed.' : `No ${expected}.${other}`;
  }
  if (!seen.stable) return 'It changed and is still changing.';
  return ready ? '' : 'It changed and is stable, but the screen is not settled: see readiness.';
}

function noReading({ lastError }: UiChangeResult, timeoutMs: number): Fault {
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

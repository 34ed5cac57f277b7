import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import { randomId } from '@mobile-debug/core/ids.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import * as z from 'zod';
import { Stopwatch } from '../../session/action/trace.ts';
import type { DeviceSession, SessionOf } from '../../session/device-session.ts';
import { assertComparable } from '../../session/expect-state.ts';
import { acquisitionOf, isCurrent, type Observation } from '../../session/observation.ts';
import { assertSelector, type Selector } from '../../ui/selector.ts';
import { treeToWire } from '../../wire/answers.ts';
import { timingShape } from '../../wire/envelope-shape.ts';
import { type StepRun, stepToWire } from '../../wire/journey-step.ts';
import { evidenceWith, tryAcquire } from '../../wire/observed.ts';
import { outlineAnswer } from '../../wire/outline/outline-answer.ts';
import { controlFields, sourceField, untrusted } from '../../wire/shapes.ts';
import { runSteps } from '../../workflows/journey/journey-run.ts';
import {
  parseSteps,
  refusedStep,
  type Step,
  shownStep,
  stepSchema,
} from '../../workflows/journey/journey-schema.ts';
import { inputFor, isActionStep, targetsOf } from '../../workflows/journey/journey-steps.ts';
import { deviceTool } from '../define-tool.ts';
import { requestOf, toolFor } from '../journey-tools.ts';

const longestMs = 30 * 60_000;

export const runJourney = deviceTool({
  name: 'run_journey',
  title: 'Run a journey',
  description:
    'Runs up to 50 steps on one device in one call; stops at the first failure. Assertions prove outcomes.',
  effect: 'act',
  toolset: 'core',
  needs: ['screen', 'input', 'apps'],
  budgetMs: () => longestMs,
  input: z.object({
    responseMode: controlFields.shape.responseMode.meta({
      doc: '`compact` (default): of steps that passed what a caller may need next. `debug`: the whole results. `outline`: one text to read, see [outlines](../outlines.md). With `--lean` the default is `outline`',
    }),
    traceId: z
      .string()
      .min(1)
      .max(128)
      .optional()
      .meta({ rare: true, doc: 'Id of an active system trace to link the journey to' }),
    captureOnFailure: z
      .boolean()
      .default(false)
      .meta({ rare: true, doc: 'With `responseMode: debug`: also return the tree at the failure' }),
    defaults: controlFields
      .omit({ responseMode: true })
      .strict()
      .meta({
        doc: 'Execution controls for steps without their own',
      })
      .optional(),
    steps: z
      .array(shownStep)
      .min(1)
      .max(50)
      .meta({ doc: 'Steps in order; all of them are checked before the first one runs' }),
  }),
  output: z.looseObject({
    success: z.boolean().meta({ doc: 'All steps passed' }),
    stopped_at_step_id: z.string().nullable().meta({ doc: 'The step that failed; null when none did' }),
    steps: z
      .array(
        z.looseObject({
          id: z.string().meta({ doc: 'As given' }),
          type: z.string().meta({ doc: 'As given' }),
          status: z.string().meta({ doc: '`passed`, `failed` or `not_run`' }),
          success: z.boolean().meta({ doc: 'Whether it passed' }),
          result: z.looseObject({}).nullable().meta({
            doc: 'For actions their envelope, of one that passed in a compact answer only `action_id`, `elementId`, `snapshot_revision` and `observed_app`, with `touched` or `in_the_way` where the touch met something else; for `wait` and `assert` what was read, with `failure_code` and `reason` after a failure; null when it was not run',
          }),
          reason: z.string().optional().meta({ doc: '`PREVIOUS_STEP_FAILED` for steps that were not run' }),
          message: z.string().optional().meta({ doc: 'For a failed action: what went wrong' }),
          next_step: z.string().optional().meta({ doc: 'For a failure: what to do about it' }),
          timing: timingShape,
        }),
      )
      .meta({ doc: 'One entry for each step' }),
    failure_snapshot: z
      .looseObject({})
      .optional()
      .meta({ doc: 'With `captureOnFailure`: the tree after the failure, with its evidence' }),
    evidence: z
      .looseObject({
        session_id: z.string().meta({ doc: 'Session of this device on this server' }),
        correlation_id: z.string().meta({ doc: 'Shared by all actions of this journey' }),
      })
      .meta({ doc: 'For `actionRef` and the timeline' }),
    timing: timingShape,
    source: sourceField,
  }),
  sections: [
    {
      title: 'Steps',
      about: 'Fields of a step, by its `type`. Steps that act work like the tools of the same name.',
      shape: stepSchema,
    },
  ],
  examples: [
    {
      about: 'Launch, wait, tap, prove.',
      input: {
        platform: 'android',
        defaults: { verificationMode: 'light' },
        steps: [
          { id: 'launch', type: 'start_app', appId: 'com.example.shop' },
          { id: 'form', type: 'wait', selector: { text: 'Remember me' }, condition: 'clickable' },
          { id: 'forget', type: 'tap', selector: { text: 'Remember me' } },
          {
            id: 'still',
            type: 'assert',
            assertion: { kind: 'element_visible', selector: { text: 'Sign in' } },
          },
        ],
      },
    },
  ],
  validate({ steps, traceId }) {
    assertSound(parseSteps(steps));
    if (traceId === undefined) return;
    throw new Fault(
      'INVALID_ARGUMENT',
      `No system trace ${JSON.stringify(traceId)} is active. Nothing was done.`,
      {
        nextStep: 'Leave traceId out, or start a system trace first and pass its trace_id.',
      },
    );
  },
  async run({ op, input, session, progress }) {
    const watch = new Stopwatch(op.clock);
    const steps = parseSteps(input.steps);
    assertHandles(steps, session);
    const correlationId = randomId('cor');
    const responseMode = input.responseMode ?? 'compact';
    const controls = { ...input.defaults, responseMode };
    const journey = { session, progress, correlationId, controls, requestOf };
    const startedMs = op.clock.monotonicMs();
    const results = await runSteps(op, journey, steps);
    const failed = results.find(({ status }) => status === 'failed');
    if (responseMode === 'outline') {
      const last = lastSeen(session, startedMs);
      const totalMs = watch.read().total_ms;
      return outlineAnswer(session, 'journey', { steps: results, totalMs, correlationId, last });
    }
    const capture = failed && input.captureOnFailure && responseMode === 'debug';
    return {
      success: failed === undefined,
      stopped_at_step_id: failed?.id ?? null,
      steps: results.map((result) => ({ ...stepToWire(result, session, responseMode) })),
      ...(capture ? { failure_snapshot: await failureSnapshot(op, session, actionIdOf(failed)) } : {}),
      evidence: { session_id: session.sessionId, correlation_id: correlationId },
      timing: watch.read(),
      source: untrusted,
    };
  },
});

/** Everything that can be known to be wrong is refused before the first step: an invalid last one prevents it. */
function assertSound(steps: readonly Step[]): void {
  for (const [index, step] of steps.entries()) {
    const { elementId, selector } = targetsOf(step);
    if (selector !== undefined) inStep(step, index, () => assertSelector(selector as Selector));
    if (
      step.type === 'assert' &&
      step.assertion.kind === 'state_equals' &&
      (elementId === undefined) === (selector === undefined)
    ) {
      throw refusedStep(step.id, index, 'give exactly one of selector and elementId');
    }
    if (step.type === 'assert' && step.assertion.kind === 'state_equals') {
      const { property, expected } = step.assertion;
      inStep(step, index, () => assertComparable(property, expected));
    }
    if (isActionStep(step)) inStep(step, index, () => toolFor(step).validate?.(inputFor(step)));
  }
}

/** A handle of another device is STALE_REFERENCE before anything is sent. */
function assertHandles(steps: readonly Step[], session: DeviceSession): void {
  for (const step of steps) {
    const { elementId } = targetsOf(step);
    if (elementId !== undefined) session.assertKnown(elementId);
  }
}

function inStep(step: Step, index: number, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!isFault(error)) throw error;
    throw refusedStep(step.id, index, error.message.replace(/\.$/, ''));
  }
}

/** The failed step's own action; null for a wait or an assertion. */
function actionIdOf({ done }: StepRun): string | null {
  return done?.kind === 'action' ? done.outcome.actionId : null;
}

/** A reading of this journey that shows the screen after its last input. */
function lastSeen({ newest, dispatches }: DeviceSession, startedMs: number): Observation | null {
  if (!newest || newest.started.monotonicMs < startedMs) return null;
  return isCurrent(newest, dispatches) ? newest : null;
}

/** Without a screenshot; a reading that fails only says why. */
async function failureSnapshot(op: Operation, session: SessionOf<'screen'>, actionId: string | null) {
  const { value, fault, acquisition } = await tryAcquire(op, session, 'ui_tree', () => session.observe(op));
  if (fault && (op.ended || fault.code === 'INTERNAL_ERROR')) throw fault;
  const association = actionId === null ? ({ kind: 'none' } as const) : session.journal.internal(actionId);
  const evidence = evidenceWith(op, session, [value ? acquisitionOf(value, 'ui_tree') : acquisition], {
    association,
  });
  return value ? { ...treeToWire(value), evidence } : { error: acquisition.error, evidence };
}

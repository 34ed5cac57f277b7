import { Fault } from '@mobile-debug/core/fault.ts';
import { randomId } from '@mobile-debug/core/ids.ts';
import * as z from 'zod';
import { Stopwatch } from '../../session/action/trace.ts';
import { journeyShape } from '../../wire/journey-shape.ts';
import { stepToWire } from '../../wire/journey-step.ts';
import { outlineAnswer } from '../../wire/outline/outline-answer.ts';
import { controlFields, untrusted } from '../../wire/shapes.ts';
import { parseSteps } from '../../workflows/journey/journey-parsing.ts';
import { runSteps } from '../../workflows/journey/journey-run.ts';
import { shownStep, stepSchema } from '../../workflows/journey/journey-schema.ts';
import { actionIdOf, failureSnapshot, lastSeen } from '../../workflows/journey/journey-screen.ts';
import { inputFor } from '../../workflows/journey/journey-steps.ts';
import { assertHandles, assertSound } from '../../workflows/journey/journey-validation.ts';
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
  output: journeyShape,
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
    assertSound(parseSteps(steps), (step) => toolFor(step).validate?.(inputFor(step)));
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

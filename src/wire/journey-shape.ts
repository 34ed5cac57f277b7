/** The answer of a journey, as its page describes it. */
import * as z from 'zod';
import { sourceField } from './shapes.ts';
import { timingShape } from './timing-shapes.ts';

export const journeyShape = z.looseObject({
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
});

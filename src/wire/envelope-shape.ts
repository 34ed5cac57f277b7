/** The envelope of every action on the wire. Which fields stand in a compact answer is decided in action-shape.ts. */
import * as z from 'zod';
import { deviceShape } from './device-shape.ts';
import { text } from './element-shapes.ts';
import { evidenceShape } from './evidence-shape.ts';
import { inTheWayShape } from './in-the-way.ts';
import { sourceField } from './shapes.ts';
import { targetShape, touchedShape } from './target-shapes.ts';
import { ms, timingShape, traceShape } from './timing-shapes.ts';
import { stateDeltaShape, treeShape } from './tree-shapes.ts';

const verificationShape = z
  .looseObject({
    mode: z.string().meta({ doc: '`none`, `light` or `full`' }),
    status: z.string().meta({
      doc: '`not_requested`; `observed`: read, not proved stable; `verified`: stable, or the expected result was seen; `unavailable`: could not be read; `failed`: the expected result did not appear',
    }),
    reads: z.number().optional().meta({ doc: 'Reads made after the input' }),
    unchanged_for_ms: z.number().optional().meta({
      doc: 'How long after the input the screen still equalled the one before. Absent when it changed or nobody knows',
    }),
    look_before: z
      .looseObject({
        code: z.string().meta({ doc: 'Fault code of the failed look; TIMEOUT when it was late' }),
        reason: z.string().meta({ doc: 'Why it failed' }),
        elapsed_ms: z.number().meta({ doc: 'How long it was tried: at most half of the budget' }),
      })
      .optional()
      .meta({ doc: 'The look before the input failed; the input was sent without it. Absent otherwise' }),
    changed: z
      .boolean()
      .nullable()
      .optional()
      .meta({ doc: 'Whether the screen differs from before; null when one of the two reads is missing' }),
    stable: z
      .boolean()
      .nullable()
      .optional()
      .meta({ doc: 'Whether two reads in a row were equal; null when that was not tried' }),
    code: text.meta({ doc: 'Error code of a failed read or of a missing expected result' }),
    reason: text.meta({ doc: 'The same as text' }),
    retryable: z.boolean().optional().meta({ doc: 'Whether verifying again may help' }),
  })
  .optional()
  .meta({ ref: 'verification', doc: 'What the reads after the input showed' });

const conditionShape = z
  .looseObject({
    status: z.string().meta({ doc: '`matched`, `mismatch`, `unavailable` or `not_checked`' }),
    expected: z
      .looseObject({
        snapshot_session_id: z.string().meta({ doc: 'As given in `expectedState`' }),
        snapshot_revision: z.number().meta({ doc: 'As given in `expectedState`' }),
      })
      .optional()
      .meta({ doc: 'What was expected' }),
    observed: treeShape.partial().meta({ ref: 'tree' }).nullable().optional().meta({
      doc: 'The comparing read: the whole tree when it did not match, else its revision; null when nothing was read',
    }),
    elapsed_ms: ms('Time that the comparison took'),
    reason: text.meta({ doc: 'Why it could not be compared' }),
    message: text.meta({ doc: 'Why the read failed' }),
  })
  .optional()
  .meta({ ref: 'condition', doc: 'Result of `expectedState`; absent when the call had none' });

const controlsShape = z
  .looseObject({
    verificationMode: text.meta({ doc: 'Effective value' }),
    responseMode: text.meta({ doc: 'Effective value' }),
    actionTimeoutMs: ms('Effective value'),
    verificationTimeoutMs: ms('Effective value'),
  })
  .optional()
  .meta({ doc: 'Execution controls with defaults filled in and limits applied' });

const recoveryShape = z
  .looseObject({
    failure_class: text.meta({
      doc: '`TargetResolutionFailure`, `ExecutionFailure`, `VerificationFailure`, `ControlConvergenceFailure` or `SemanticMismatchFailure`',
    }),
    runtime_code: text.meta({ doc: 'The same as `failure_code`' }),
    recovery_strategy: text.meta({ doc: 'What the caller can do, as one word' }),
    recovery_attempts: z.number().optional().meta({ doc: 'Always 0: the server repeats no input' }),
    max_recovery_attempts: z.number().optional().meta({ doc: 'Maximum number of attempts for a caller' }),
    retry_depth: z.number().optional().meta({ doc: 'Always 0' }),
    max_retry_depth: z.number().optional().meta({ doc: 'Maximum nesting depth of retries' }),
    is_terminal: z.boolean().optional().meta({ doc: 'Trying again cannot help' }),
    retry_allowed: z.boolean().optional().meta({ doc: 'Trying again is safe and may help' }),
  })
  .optional()
  .meta({ ref: 'recovery', doc: 'For a failed action: what its code means for trying again' });

/** Field `details` where a tool documents no more of it. */
export const detailsShape = z.looseObject({}).meta({
  doc: 'Facts that only this tool has, and facts about a failure such as `candidates` or `near`',
});

export const actionShape = z.looseObject({
  action_id: z.string().meta({ doc: 'Id of this action, for `actionRef` of later calls' }),
  timestamp: text.meta({ doc: 'When the action began, ISO 8601' }),
  action_type: z.string().meta({ doc: 'Name of the tool' }),
  lifecycle_state: z.enum(['pending_verification', 'verified', 'failed']).meta({
    doc: '`pending_verification`: sent, not proved. `verified`: verification succeeded. `failed`: see `failure_code`',
  }),
  source_module: text.meta({ doc: '`interact` or `manage`' }),
  source: sourceField,
  device: deviceShape.optional(),
  target: targetShape,
  success: z.boolean().meta({
    doc: 'The device accepted the input. Says nothing about what the app made of it: use `expect_*` tools for that',
  }),
  failure_code: text.meta({ doc: 'Error code of a failure; see [faults](../faults.md)' }),
  retryable: z
    .boolean()
    .optional()
    .meta({ doc: 'Whether the same call can succeed later, without a second delivery' }),
  message: text.meta({ doc: 'What went wrong' }),
  next_step: text.meta({ doc: 'What to do about it, or about a screen that did not change' }),
  dispatch_started: z.boolean().meta({ doc: 'Whether sending to the device began' }),
  delivery_status: z.enum(['delivered', 'not_delivered', 'unknown']).optional().meta({
    doc: 'Whether the input reached the device. After `unknown`, read the screen before sending it again',
  }),
  ui_fingerprint_before: z
    .string()
    .nullable()
    .optional()
    .meta({ doc: 'Fingerprint of the screen before the input; null when it was not read' }),
  ui_fingerprint_after: z
    .string()
    .nullable()
    .optional()
    .meta({ doc: 'Fingerprint of the screen after the input; null when it was not read' }),
  touched: touchedShape,
  in_the_way: inTheWayShape.optional(),
  verification: verificationShape,
  state_delta: stateDeltaShape.optional().meta({
    doc: '`light` only: what changed since the newest revision known before the input',
  }),
  state_delta_available: z
    .boolean()
    .optional()
    .meta({ doc: '`light` only: false when no earlier revision was known' }),
  condition: conditionShape,
  controls: controlsShape,
  details: detailsShape.optional(),
  trace: traceShape.optional(),
  recovery: recoveryShape,
  timing: timingShape,
  evidence: evidenceShape,
});

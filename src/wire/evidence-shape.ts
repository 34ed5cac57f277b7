/** Evidence in answers: which action an observation belongs to, when it was made and how fresh it is. */
import * as z from 'zod';

const moment = (about: string) =>
  z
    .number()
    .nullable()
    .optional()
    .meta({ doc: `${about}, UTC epoch milliseconds; null when it did not happen` });

const observationShape = z.object({
  evidence_id: z.string().meta({ doc: 'Id of this observation' }),
  kind: z.string().meta({ doc: '`screenshot`, `ui_tree`, `fingerprint`, `activity` or `logs`' }),
  device: z
    .object({
      platform: z.string().meta({ doc: '`android` or `ios`' }),
      id: z.string().meta({ doc: 'Device id' }),
    })
    .meta({ doc: 'Where it was observed' }),
  status: z.string().meta({ doc: '`captured`, `failed` or `omitted` (not requested)' }),
  acquisition_started_at_ms: moment('When the read began'),
  acquisition_completed_at_ms: moment('When the read ended'),
  source_captured_at_ms: moment('When the content was captured'),
  age_ms: z
    .number()
    .nullable()
    .meta({ doc: 'Milliseconds from the end of the read to this answer; null when unknown' }),
  freshness: z.string().meta({
    doc: '`fresh`: after the associated action and no later input. `stale`: before it, or input was sent since. Else `unknown` or `not_applicable`',
  }),
  reasons: z.array(z.string()).readonly().meta({ doc: 'Why it is not `fresh`; empty when it is' }),
  snapshot_session_id: z.string().optional().meta({ doc: 'Session of the revision' }),
  snapshot_revision: z.number().optional().meta({ doc: 'Revision of the tree' }),
  error: z.string().optional().meta({ doc: 'Why the read failed' }),
  clock: z.string().optional().meta({ doc: 'For logs: `device_or_unknown`, the clock of the event times' }),
  event_time_comparable: z
    .boolean()
    .optional()
    .meta({ doc: 'For logs: always false, the device has its own clock' }),
  earliest_event_at_ms: moment('For logs: time of the first record by the clock of the device'),
  latest_event_at_ms: moment('For logs: time of the last record by the clock of the device'),
  event_time_comparison: z
    .string()
    .optional()
    .meta({ doc: '`estimated` when the offset between the clocks was measured' }),
  clock_offset: z
    .object({
      offset_ms: z.number().meta({ doc: 'Clock of the device minus clock of this computer, milliseconds' }),
      error_ms: z.number().meta({ doc: 'How far that may be off, milliseconds' }),
      measured_at_ms: z.number().meta({ doc: 'When it was measured, UTC epoch milliseconds' }),
    })
    .optional()
    .meta({ doc: 'Offset between the clocks of device and computer' }),
});

export const evidenceShape = z
  .object({
    session_id: z.string().meta({ doc: 'Session of this device on this server' }),
    correlation_id: z
      .string()
      .nullable()
      .optional()
      .meta({ doc: 'Shared by the actions of one journey; null when no action is associated' }),
    action_id: z.string().nullable().meta({ doc: 'The associated action; null when there is none' }),
    device: observationShape.shape.device.optional(),
    association: z.string().optional().meta({
      doc: 'How the action was chosen: `self` (this call), `explicit` (by `actionRef`), `internal` (by the server), `none` or `unavailable`',
    }),
    association_reason: z.string().optional().meta({ doc: 'Why no action could be associated' }),
    requested_action_ref: z
      .object({
        sessionId: z.string().meta({ doc: 'As given' }),
        actionId: z.string().meta({ doc: 'As given' }),
      })
      .optional()
      .meta({ doc: 'The `actionRef` of the call' }),
    operation_started_at_ms: moment('When the action began'),
    operation_completed_at_ms: moment('When the action ended'),
    dispatch_started_at_ms: moment('When its input began to be sent'),
    dispatch_completed_at_ms: moment('When its input was sent'),
    verification_completed_at_ms: moment('When its verification ended'),
    observations: z.array(observationShape).optional().meta({ doc: 'Every observation behind this answer' }),
    trace_context: z
      .object({
        supported: z.boolean().meta({ doc: 'Whether a system trace is linked' }),
        trace_id: z.string().nullable().meta({ doc: 'Its id; null without one' }),
        markers: z.array(z.unknown()).readonly().meta({ doc: 'Markers of the action in the trace' }),
      })
      .optional()
      .meta({ doc: 'Link to a system trace' }),
  })
  .meta({ ref: 'evidence', doc: 'Where and when the observations were made, and how fresh they are' });

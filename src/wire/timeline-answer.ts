/** The answer of a timeline of actions: its shape, and how it is filled. */
import * as z from 'zod';
import type { DeviceSession } from '../session/device-session.ts';
import type { EventTimes } from '../session/evidence.ts';
import { deviceToWire } from './answers.ts';
import { deviceShape } from './device-shape.ts';
import { sourceField, untrusted } from './shapes.ts';

const maxEntries = 100;

export const timelineShape = z.looseObject({
  device: deviceShape,
  session_id: z.string().meta({ doc: 'Session of this device on this server' }),
  entries: z
    .array(
      z.looseObject({
        at_ms: z
          .number()
          .meta({ doc: 'When, UTC epoch milliseconds of this computer; estimated for log entries' }),
        kind: z.string().meta({
          doc: '`action`, `delta` (the screen changed), `log_error`, `crash`, `process_end` or `debugger` (stopped, resumed, a log point)',
        }),
        action_id: z
          .string()
          .nullable()
          .meta({ doc: 'The newest action that had begun by then; null before the first' }),
        during_action: z.boolean().optional().meta({ doc: 'Whether that action was still running' }),
        action_uncertain: z
          .boolean()
          .optional()
          .meta({ doc: 'The clocks are too uncertain to tell which action it belongs to' }),
        line: z.string().meta({ doc: 'What happened, in one line' }),
      }),
    )
    .meta({ doc: 'Oldest first' }),
  omitted: z.number().meta({ doc: 'Older entries that were left out' }),
  action_reason: z.string().optional().meta({ doc: '`unknown_or_expired` when `actionId` is not known' }),
  clock: z
    .looseObject({
      log_times: z
        .string()
        .meta({ doc: '`estimated`, or `device_or_unknown` when the offset was not measured' }),
      offset_ms: z
        .number()
        .nullable()
        .meta({ doc: 'Clock of the device minus clock of this computer, milliseconds' }),
      error_ms: z.number().nullable().meta({ doc: 'How far that may be off, milliseconds' }),
    })
    .meta({ doc: 'How reliable the times of log entries are' }),
  logs: z
    .looseObject({
      status: z.string().meta({ doc: '`read` or `unavailable`' }),
      reason: z.string().optional().meta({ doc: 'Why it could not be read' }),
    })
    .meta({ doc: 'Whether the log is part of this' }),
  source: sourceField,
});

export interface TimelineEntry {
  /** Host UTC epoch milliseconds; estimated for entries timed by the device's clock. */
  readonly at_ms: number;
  readonly kind: 'action' | 'delta' | 'log_error' | 'crash' | 'process_end' | 'debugger';
  /** The newest action that had begun by then; null before the first. */
  readonly action_id: string | null;
  /** Between the action's beginning and its end, not merely after it. */
  readonly during_action?: boolean;
  /** The clock error reaches into another action. */
  readonly action_uncertain?: true;
  readonly line: string;
}

/** What was found of the span that was asked for. */
export interface FoundTimeline {
  readonly entries: readonly TimelineEntry[];
  /** Whether the action that was asked for is remembered. */
  readonly actionKnown: boolean;
  readonly clockOffset: EventTimes['offset'];
  /** Why the log is no part of it; null when it is. */
  readonly withoutLog: string | null;
}

export function timelineToWire(session: DeviceSession, found: FoundTimeline) {
  const { entries, actionKnown, clockOffset, withoutLog } = found;
  return {
    device: deviceToWire(session.device.info),
    session_id: session.sessionId,
    entries: entries.slice(-maxEntries).map((entry) => ({ ...entry })),
    omitted: Math.max(0, entries.length - maxEntries),
    ...(actionKnown ? {} : { action_reason: 'unknown_or_expired' }),
    clock: clockOffset
      ? { log_times: 'estimated', offset_ms: clockOffset.offsetMs, error_ms: clockOffset.errorMs }
      : { log_times: 'device_or_unknown', offset_ms: null, error_ms: null },
    logs: withoutLog === null ? { status: 'read' } : { status: 'unavailable', reason: withoutLog },
    source: untrusted,
  };
}

import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import * as z from 'zod';
import type { Device } from '../../devices/port/device.ts';
import type { LogReading } from '../../devices/port/logs.ts';
import { deviceToWire } from '../../wire/answers.ts';
import { deviceShape } from '../../wire/device-shape.ts';
import { sourceField, untrusted } from '../../wire/shapes.ts';
import { buildTimeline } from '../../workflows/timeline.ts';
import { deviceTool } from '../define-tool.ts';

const maxEntries = 100;
const maxLogErrors = 100;
/** As long as actions are remembered. */
const longestMs = 10 * 60_000;

export const getActionTimeline = deviceTool({
  name: 'get_action_timeline',
  title: 'Timeline of actions',
  description:
    'What happened on a device in time order: actions, screen changes, log errors, crashes, each linked to its action.',
  effect: 'read',
  toolset: 'device',
  needs: [],
  budgetMs: () => 20_000,
  input: z.object({
    sinceMs: z.int().min(0).optional().meta({
      description: 'UTC epoch ms; default: ten minutes ago',
      doc: 'Only entries from then on, UTC epoch milliseconds. Default: ten minutes ago',
    }),
    actionId: z.string().min(1).max(128).optional().meta({
      description: 'Only what fell into its span',
      doc: 'Only what happened from the beginning of this action to the next one',
    }),
  }),
  output: z.looseObject({
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
  }),
  examples: [{ about: 'What the last actions did.', app: 'com.example.shop', input: {} }],
  async run({ op, input: { sinceMs, actionId }, session }) {
    const nowMs = op.clock.epochMs();
    const fromMs = sinceMs ?? nowMs - longestMs;
    const actions = session.journal.records().filter(({ deviceKey }) => deviceKey === session.key);
    const logs = await logErrors(op, session.device, Math.max(1_000, nowMs - fromMs));
    const reading = 'reading' in logs ? logs.reading : null;
    const clockOffset = reading?.clockOffset ?? null;
    const all = buildTimeline({
      actions,
      changes: session.changes,
      happenings: session.debug.happenings,
      logErrors: reading?.records ?? [],
      ends: reading?.ends ?? [],
      clockOffset,
    });
    const entries = all.filter(
      ({ at_ms, action_id }) => at_ms >= fromMs && (actionId === undefined || action_id === actionId),
    );
    const known = actionId === undefined || actions.some((action) => action.actionId === actionId);
    return {
      device: deviceToWire(session.device.info),
      session_id: session.sessionId,
      entries: entries.slice(-maxEntries).map((entry) => ({ ...entry })),
      omitted: Math.max(0, entries.length - maxEntries),
      ...(known ? {} : { action_reason: 'unknown_or_expired' }),
      clock: clockOffset
        ? { log_times: 'estimated', offset_ms: clockOffset.offsetMs, error_ms: clockOffset.errorMs }
        : { log_times: 'device_or_unknown', offset_ms: null, error_ms: null },
      logs: 'reading' in logs ? { status: 'read' } : { status: 'unavailable', reason: logs.reason },
      source: untrusted,
    };
  },
});

/** A timeline without its log is still one; it says that the log is missing. */
async function logErrors(
  op: Operation,
  device: Device,
  spanMs: number,
): Promise<{ readonly reading: LogReading } | { readonly reason: string }> {
  if (!device.logs) return { reason: device.cannot?.logs ?? 'no log on this device' };
  try {
    const query = {
      minLevel: 'ERROR',
      limit: maxLogErrors,
      sinceSeconds: Math.ceil(spanMs / 1_000),
    } as const;
    return { reading: await device.logs.query(op, query) };
  } catch (error) {
    if (op.ended || !isFault(error)) throw error;
    return { reason: `${error.code}: ${error.message}` };
  }
}

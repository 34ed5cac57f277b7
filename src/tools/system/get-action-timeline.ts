import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import * as z from 'zod';
import type { Device, LogReading } from '../../devices/port/device.ts';
import { deviceToWire } from '../../wire/answers.ts';
import { deviceShape, untrusted } from '../../wire/shapes.ts';
import { timeline } from '../../workflows/timeline.ts';
import { deviceTool } from '../define-tool.ts';

const maxEntries = 100;
const maxLogErrors = 100;
/** As long as actions are remembered. */
const longestMs = 10 * 60_000;

export const getActionTimeline = deviceTool({
  name: 'get_action_timeline',
  title: 'Timeline of actions',
  description:
    'What happened on a device in time order: actions, screen changes, log errors, crashes, each keyed to its action.',
  effect: 'read',
  toolset: 'device',
  needs: [],
  budgetMs: () => 20_000,
  input: z.object({
    sinceMs: z.int().min(0).optional().describe('UTC epoch ms; default: ten minutes ago'),
    actionId: z.string().min(1).max(128).optional().describe('Only what fell into its span'),
  }),
  output: z.looseObject({
    device: deviceShape,
    session_id: z.string(),
    entries: z.array(z.looseObject({ at_ms: z.number(), kind: z.string(), line: z.string() })),
    omitted: z.number().describe('Older entries that were left out'),
    clock: z.looseObject({}).describe('How far the times of log entries may be off'),
    logs: z.looseObject({ status: z.string() }),
  }),
  examples: [{ about: 'What the last actions did.', app: 'com.example.shop', input: {} }],
  async run({ op, input: { sinceMs, actionId }, device, session }) {
    const nowMs = op.clock.epochMs();
    const fromMs = sinceMs ?? nowMs - longestMs;
    const actions = session.journal.records().filter(({ deviceKey }) => deviceKey === session.key);
    const logs = await logErrors(op, device, Math.max(1_000, nowMs - fromMs));
    const reading = 'reading' in logs ? logs.reading : null;
    const clockOffset = reading?.clockOffset ?? null;
    const all = timeline({
      actions,
      changes: session.changes,
      logErrors: reading?.records ?? [],
      clockOffset,
    });
    const entries = all.filter(
      ({ at_ms, action_id }) => at_ms >= fromMs && (actionId === undefined || action_id === actionId),
    );
    const known = actionId === undefined || actions.some((action) => action.actionId === actionId);
    return {
      device: deviceToWire(device.info),
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

/** What happened on a device in a span of time, from what its session remembers and from its log. */
import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Device } from '../devices/port/device.ts';
import type { LogReading } from '../devices/port/logs.ts';
import type { DeviceSession } from '../session/device-session.ts';
import type { FoundTimeline } from '../wire/timeline-answer.ts';
import { buildTimeline } from './timeline.ts';

const maxLogErrors = 100;

export interface TimelineSpan {
  /** Host UTC epoch milliseconds. */
  readonly fromMs: number;
  /** Only what fell into the span of this action. */
  readonly actionId?: string | undefined;
}

export async function readTimeline(
  op: Operation,
  session: DeviceSession,
  { fromMs, actionId }: TimelineSpan,
): Promise<FoundTimeline> {
  const actions = session.journal.records().filter(({ deviceKey }) => deviceKey === session.key);
  const logs = await logErrors(op, session.device, Math.max(1_000, op.clock.epochMs() - fromMs));
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
  return {
    entries: all.filter(
      ({ at_ms, action_id }) => at_ms >= fromMs && (actionId === undefined || action_id === actionId),
    ),
    actionKnown: actionId === undefined || actions.some((action) => action.actionId === actionId),
    clockOffset,
    withoutLog: 'reading' in logs ? null : logs.reason,
  };
}

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

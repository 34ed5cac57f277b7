/** Log records and crashes on the wire: every text of the device made harmless to read. */
import type { LogReading } from '../devices/port/logs.ts';
import type { Crash } from '../logs/crash-summary.ts';
import type { LogRecord } from '../logs/log-record.ts';
import type { Acquisition } from '../session/evidence.ts';
import { visibleText } from '../ui/visible-text.ts';

export function recordToWire({ timestamp, level, tag, pid, tid, message }: LogRecord) {
  return {
    timestamp,
    level,
    tag: visibleText(tag),
    pid,
    ...(tid === null ? {} : { tid }),
    message: visibleText(message),
  };
}

export function crashToWire({ kind, process, pid, exception, message, cause, timestamp, sample }: Crash) {
  return {
    kind,
    ...(process === null ? {} : { process: visibleText(process) }),
    ...(pid === null ? {} : { pid }),
    exception: visibleText(exception),
    ...(message === null ? {} : { message: visibleText(message) }),
    ...(cause === null ? {} : { cause: visibleText(cause) }),
    timestamp,
    sample: visibleText(sample),
  };
}

/** The acquisition of a log with the times of its events, by the clock that they were taken with. */
export function withEventTimes(
  acquisition: Acquisition,
  { records, clockOffset }: Pick<LogReading, 'records' | 'clockOffset'>,
): Acquisition {
  let [earliestMs, latestMs]: [number | null, number | null] = [null, null];
  for (const { epochMs } of records) {
    if (epochMs === null) continue;
    earliestMs = Math.min(earliestMs ?? epochMs, epochMs);
    latestMs = Math.max(latestMs ?? epochMs, epochMs);
  }
  return { ...acquisition, eventTimes: { earliestMs, latestMs, offset: clockOffset ?? null } };
}

/** Log records and crashes on the wire: every text of the device made harmless to read. */
import type { LogReading } from '../devices/port/logs.ts';
import { type Crash, crashSummary } from '../logs/crash-summary.ts';
import { type AppError, appErrors } from '../logs/framework-errors.ts';
import type { LogRecord } from '../logs/log-record.ts';
import type { ProcessEnd } from '../logs/process-ends.ts';
import type { Acquisition } from '../session/evidence.ts';
import { visibleText } from '../ui/visible-text.ts';

/** Line breaks and tabs stay, since JSON tells them from a backslash; what cannot be seen is shown. */
function visibleLines(text: string): string {
  return text.replace(/[^\n\t]+/g, visibleText);
}

export function recordToWire({ timestamp, level, tag, pid, tid, message }: LogRecord) {
  return {
    timestamp,
    level,
    tag: visibleText(tag),
    pid,
    ...(tid === null ? {} : { tid }),
    message: visibleLines(message),
  };
}

type Running = LogReading['app'];

function crashToWire(crash: Crash, app: Running = null, appId: string | null = null) {
  const { kind, pid, exception, message, cause, frame, timestamp, sample } = crash;
  const process = wholeName(crash, app, appId);
  return {
    kind,
    ...(process === null ? {} : { process: visibleText(process) }),
    ...(pid === null ? {} : { pid }),
    exception: visibleText(exception),
    ...(message === null ? {} : { message: visibleLines(message) }),
    ...(cause === null ? {} : { cause: visibleText(cause) }),
    ...(frame === null ? {} : { frame: visibleText(frame) }),
    ...(app === null || pid === null ? {} : { process_lives: app.pids.includes(pid) }),
    timestamp,
    sample: visibleLines(sample),
  };
}

/** The kernel keeps the last 15 letters of a process's name: of the app that was asked for, all of it is known. */
function wholeName({ process, pid }: Crash, app: Running, appId: string | null): string | null {
  if (process === null || appId === null || app === null) return process;
  const isPart = process.length <= 15 && appId !== process && appId.endsWith(process);
  return isPart || (pid !== null && app.pids.includes(pid) && appId.startsWith(process)) ? appId : process;
}

function appErrorToWire({ kind, what, message, frame, pid, timestamp, times }: AppError, app: Running) {
  return {
    kind,
    what: visibleText(what),
    message: visibleLines(message),
    ...(frame === null ? {} : { frame: visibleText(frame) }),
    pid,
    ...(app === null ? {} : { process_lives: app.pids.includes(pid) }),
    timestamp,
    ...(times === 1 ? {} : { times }),
  };
}

function endToWire({ process, pid, by, why, inFront, timestamp }: ProcessEnd) {
  return {
    at: timestamp,
    ...(process === null ? {} : { process: visibleText(process) }),
    pid,
    by,
    ...(why === null ? {} : { why: visibleText(why) }),
    ...(inFront === null ? {} : { in_front: inFront }),
  };
}

export interface Told {
  readonly records: readonly LogRecord[];
  /** What came before them and may tell the reason of a crash. */
  readonly earlier?: readonly LogRecord[];
  readonly ends: readonly ProcessEnd[];
  readonly app: Running;
  readonly appId: string | null;
}

/** What a log tells of the life of an app: crashes, errors that it survived, ends without a crash. */
export function incidentsToWire({ records, earlier, ends, app, appId }: Told) {
  const crashes = crashSummary(records, earlier);
  return {
    crashes: crashes.map((crash) => crashToWire(crash, app, appId)),
    errors: appErrors(records).map((error) => appErrorToWire(error, app)),
    ended: ends.filter(({ pid }) => crashes.every((crash) => crash.pid !== pid)).map(endToWire),
  };
}

/** Lists that hold something. */
export function withoutEmpty<T extends Readonly<Record<string, readonly unknown[]>>>(lists: T): Partial<T> {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) as Partial<T>;
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

/** Which records a query wants, as one predicate. Pure. */
import { defined } from '@mobile-debug/core/defined.ts';
import { crashIn } from './crash-summary.ts';
import type { LogLevel, LogRecord } from './log-record.ts';
import { processEndIn } from './process-ends.ts';

export interface AppFilter {
  readonly appId: string;
  readonly pids: ReadonlySet<number>;
  /** Processes that it had, for what the system says of their end. */
  readonly endedPids?: ReadonlySet<number>;
  /** The package's user id when it has one to itself; then lines of ended processes count too. */
  readonly uid: number | null;
}

export interface LogFilter {
  readonly app?: AppFilter;
  readonly pid?: number;
  /** Exact, case-sensitive. */
  readonly tag?: string;
  readonly minLevel?: LogLevel;
  /** Substring of the message, case-sensitive. */
  readonly contains?: string;
  /** By the device's clock. Records without a known time are not wanted then. */
  readonly sinceEpochMs?: number;
}

const ranks: Readonly<Record<LogLevel, number>> = {
  VERBOSE: 0,
  DEBUG: 1,
  INFO: 2,
  WARN: 3,
  ERROR: 4,
  FATAL: 5,
};

/** The parts of a query that mean the same on every platform. */
export interface PlainQuery {
  readonly pid?: number;
  readonly minLevel?: LogLevel;
  readonly contains?: string;
  readonly sinceSeconds?: number;
}

/** `nowMs` on the clock that stamps the records. */
export function filterOfQuery(
  { pid, minLevel, contains, sinceSeconds }: PlainQuery,
  nowMs: number,
): LogFilter {
  const sinceEpochMs = sinceSeconds === undefined ? undefined : nowMs - sinceSeconds * 1_000;
  return defined({ pid, minLevel, contains, sinceEpochMs });
}

export function logFilter(filter: LogFilter): (record: LogRecord) => boolean {
  const { app, pid, tag, minLevel, contains, sinceEpochMs } = filter;
  const rank = minLevel === undefined ? 0 : ranks[minLevel];
  return (record) =>
    ranks[record.level] >= rank &&
    (pid === undefined || record.pid === pid) &&
    (tag === undefined || record.tag === tag) &&
    (sinceEpochMs === undefined || (record.epochMs !== null && record.epochMs >= sinceEpochMs)) &&
    (app === undefined || belongsTo(record, app)) &&
    (contains === undefined || record.message.includes(contains));
}

/** Its own lines, and what the system reports about its end: tombstones, ANRs and kills come from other processes. */
function belongsTo(record: LogRecord, app: AppFilter): boolean {
  const { pids, uid } = app;
  if (pids.has(record.pid) || (uid !== null && record.uid === uid)) return true;
  if (ranks[record.level] < ranks.INFO || !reporters.has(record.tag)) return false;
  return isProcessOf(crashIn(record)?.process ?? null, app) || tellsEndOf(record, app);
}

/** The app's main process, or a further one of it. */
export function isProcessOf(process: string | null, { appId }: Pick<AppFilter, 'appId'>): boolean {
  return process === appId || process?.startsWith(`${appId}:`) === true;
}

/** Whether a line of the system tells the end of one of the app's processes. */
export function tellsEndOf(record: LogRecord, app: AppFilter): boolean {
  if (record.tag === 'ActivityTaskManager')
    // As the system reports it [A14].
    return record.message.includes(` ${app.appId}/`) && record.message.includes('app died');
  const end = processEndIn(record);
  if (end === null) return false;
  return isProcessOf(end.process, app) || app.pids.has(end.pid) || app.endedPids?.has(end.pid) === true;
}

const reporters: ReadonlySet<string> = new Set([
  'AndroidRuntime',
  'ActivityManager',
  'DEBUG',
  'libc',
  'am_anr',
  'am_crash',
  'ActivityTaskManager',
  'lmkd',
  'lowmemorykiller',
  'Zygote',
]);

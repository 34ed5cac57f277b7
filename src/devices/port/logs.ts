/** What apps and the system log. Part of the port. */

import type { Operation } from '@mobile-debug/core/operation.ts';
import type { LogLevel, LogRecord } from '../../logs/log-record.ts';
import type { Grown } from '../../logs/log-ring.ts';
import type { ProcessEnd } from '../../logs/process-ends.ts';
import type { AppUser } from './users.ts';

export interface LogQuery {
  readonly appId?: string;
  /** Whose app, as `UsersFacet` says; null or left out for that of every user. */
  readonly user?: AppUser;
  readonly pid?: number;
  readonly tag?: string;
  readonly minLevel?: LogLevel;
  /** Substring of the message, case-sensitive. */
  readonly contains?: string;
  /** Only records at most this old by the device's own clock. */
  readonly sinceSeconds?: number;
  /** The newest this many. */
  readonly limit: number;
}

export interface LogReading {
  /** Oldest first, stack traces grouped into one record. */
  readonly records: readonly LogRecord[];
  /** How records of the app were identified: by process id, by package (uid), by process name, or not at all. */
  readonly source: 'pid' | 'package' | 'process' | 'broad';
  /** `running` with pids, `not_running`, or null when no app was requested. */
  readonly app: { readonly running: boolean; readonly pids: readonly number[] } | null;
  /** Records dropped or lost in a gap of the stream within the requested span. */
  readonly dropped: number;
  readonly gaps: readonly string[];
  /** Ends of processes in the span, of the app or of all, crashes aside; absent where the platform does not report them. */
  readonly ends?: readonly ProcessEnd[];
  /** `stream` (from memory) or `dump`. */
  readonly from: 'stream' | 'dump';
  /** Device clock minus host clock, and how far it may be off; left out when it was not measured. */
  readonly clockOffset?: {
    readonly offsetMs: number;
    readonly errorMs: number;
    /** Host UTC epoch milliseconds. */
    readonly measuredAtMs: number;
  };
}

/** Records of one span of the log, numbered, so that a reader goes on where it stopped. */
export interface LogPage {
  /** Oldest first. */
  readonly records: readonly LogRecord[];
  /** Of each record, what to pass as `after` to go on behind it. */
  readonly cursors: readonly number[];
  /** Records that were told and have grown since: further lines of their trace. */
  readonly grown: readonly Grown[];
  /** Records, of any level, that tell the end of a process of the app; absent where the platform does not report them. */
  readonly ends?: readonly { readonly record: LogRecord; readonly cursor: number }[];
  /** Pass as `after` to go on. Grows; means nothing across connections. */
  readonly cursor: number;
  /** Records of all apps after `after` that had fallen out of memory. */
  readonly dropped: number;
  readonly gaps: readonly string[];
  readonly app: LogReading['app'];
}

/** Of a reader that begins now. */
export const emptyPage: Omit<LogPage, 'cursor' | 'app'> = {
  records: [],
  cursors: [],
  grown: [],
  dropped: 0,
  gaps: [],
};

export interface LogsFacet {
  /** Faults: LOGS_UNAVAILABLE, APP_NOT_INSTALLED, DEVICE_UNAVAILABLE. */
  query(op: Operation, query: LogQuery): Promise<LogReading>;
  /**
   * Records behind a cursor, `after: null` for none but the cursor of now. Follows the app across its restarts:
   * `pids` are those it had before. `told`: records that may have grown, by their cursor, with the length of the message
   * that was told. Left out where the platform has no numbered log.
   */
  follow?(
    op: Operation,
    span: Pick<LogQuery, 'appId' | 'user' | 'minLevel' | 'limit'> & {
      readonly after: number | null;
      readonly pids: readonly number[];
      readonly told?: ReadonlyMap<number, number>;
    },
  ): Promise<LogPage>;
}

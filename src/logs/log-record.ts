/** One record of a device log in one vocabulary for logcat and the unified log. */

export type LogLevel = 'VERBOSE' | 'DEBUG' | 'INFO' | 'WARN' | 'ERROR' | 'FATAL';

export interface LogRecord {
  /** As the device printed it (device clock, maybe without year or zone). */
  readonly timestamp: string;
  /** UTC epoch milliseconds by the device's clock; null when the printed form does not determine it. */
  readonly epochMs: number | null;
  readonly level: LogLevel;
  readonly tag: string;
  readonly pid: number;
  readonly tid: number | null;
  readonly uid: number | null;
  /** Process name where the log carries it (iOS). */
  readonly process: string | null;
  readonly buffer: string | null;
  /** May hold several lines, once grouped. */
  readonly message: string;
}

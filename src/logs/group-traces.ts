/**
 * Puts the lines of one stack trace or crash report, which logcat prints as records of their own, into one record.
 * Source: [A14].
 */
import type { LogRecord } from './log-record.ts';

/** Grows while its lines come in; `record` is replaced, never changed. */
export interface LogGroup {
  record: LogRecord;
  lines: number;
}

const mostLines = 1_000;
const mostCharacters = 64_000;
/** Threads remembered at once; those that have said nothing for longest are forgotten first. */
const mostThreads = 2_000;
/** Lines of one ANR report carry the same time, apart from rounding [A14], [O1]. */
const sameReportMs = 100;

/** As the system reports it [A14]. */
const traceLine =
  /^\s+at \S|^\s*at [\w.$<>/]+\(|^\s*Caused by: |^\s*\.\.\. \d+ (?:more|common frames)|^\s*Suppressed: /;

export class TraceGrouper {
  readonly #open = new Map<string, LogGroup>();

  /** The group of this record; `lines` is 1 when it begins a new one. `continues`: a further line of the record before. */
  groupOf(record: LogRecord, continues = false): LogGroup {
    const key = `${record.pid} ${record.tid} ${record.tag}`;
    const open = this.#open.get(key);
    if (open && open.lines < mostLines && (continues || joins(open.record, record))) {
      const message = `${open.record.message}\n${record.message}`;
      if (message.length <= mostCharacters) {
        open.record = { ...open.record, message };
        open.lines += 1;
        return open;
      }
    }
    const group: LogGroup = { record, lines: 1 };
    this.#remember(key, group);
    return group;
  }

  #remember(key: string, group: LogGroup): void {
    this.#open.delete(key);
    this.#open.set(key, group);
    if (this.#open.size <= mostThreads) return;
    const [oldest] = this.#open.keys();
    if (oldest !== undefined) this.#open.delete(oldest);
  }
}

function joins(open: LogRecord, next: LogRecord): boolean {
  if (open.level !== next.level) return false;
  if (traceLine.test(next.message)) return true;
  if (next.tag === 'AndroidRuntime')
    // As the system reports it [A14].
    return (
      /^(?:\*\*\* )?FATAL EXCEPTION/.test(open.message) && !/^(?:\*\*\* )?FATAL EXCEPTION/.test(next.message)
    );
  if (next.tag === 'DEBUG') return open.message.startsWith('*** ***') && !next.message.startsWith('*** ***');
  return open.message.startsWith('ANR in ') && !next.message.startsWith('ANR in ') && sameTime(open, next);
}

function sameTime(a: LogRecord, b: LogRecord): boolean {
  if (a.epochMs === null || b.epochMs === null) return a.timestamp === b.timestamp;
  return Math.abs(a.epochMs - b.epochMs) <= sameReportMs;
}

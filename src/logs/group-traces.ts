/**
 * Puts the lines of one stack trace, crash report, framework error or printed object, which logcat prints as records of
 * their own, into one record. Sources: [A14], [T4].
 */
import { isFrameworkError, isFrameworkRest } from './framework-errors.ts';
import type { LogLevel, LogRecord } from './log-record.ts';

/** Grows while its lines come in; `record` is replaced, never changed. */
export interface LogGroup {
  record: LogRecord;
  lines: number;
  /** As it was logged; that of the record is ERROR for an error that a framework logs at a lower one. */
  readonly level: LogLevel;
}

const mostLines = 1_000;
const mostCharacters = 64_000;
/** Threads remembered at once; those that have said nothing for longest are forgotten first. */
const mostThreads = 2_000;
/** Lines of one ANR report carry the same time, apart from rounding [A14], [O1]. */
const sameReportMs = 100;

/** Lines of one printed object come within this time [O1]. */
const sameObjectMs = 5;

/** As the system reports it, and kotlinx.coroutines between the stacks of a coroutine [A14]. */
const traceLine =
  /^\s+at \S|^\s*at [\w.$<>/]+\(|^\s*Caused by: |^\s*\.\.\. \d+ (?:more|common frames)|^\s*Suppressed: |^\s*\(Coroutine boundary\)/;

export class TraceGrouper {
  readonly #open = new Map<string, LogGroup>();

  /** The group of this record; `lines` is 1 when it begins a new one. `continues`: a further line of the record before. */
  groupOf(record: LogRecord, continues = false): LogGroup {
    const key = `${record.pid} ${record.tid} ${record.tag}`;
    const open = this.#open.get(key);
    if (open && open.lines < mostLines && (continues || joins(open, record))) {
      const message = `${open.record.message}\n${record.message}`;
      if (message.length <= mostCharacters) {
        open.record = { ...open.record, message };
        open.lines += 1;
        return open;
      }
    }
    const shown: LogRecord = isFrameworkError(record) ? { ...record, level: 'ERROR' } : record;
    const group: LogGroup = { record: shown, lines: 1, level: record.level };
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

function joins({ record: open, level }: LogGroup, next: LogRecord): boolean {
  if (level !== next.level) return false;
  if (traceLine.test(next.message)) return true;
  if (next.tag === 'AndroidRuntime')
    // As the system reports it [A14].
    return (
      /^(?:\*\*\* )?FATAL EXCEPTION/.test(open.message) && !/^(?:\*\*\* )?FATAL EXCEPTION/.test(next.message)
    );
  if (next.tag === 'DEBUG') return open.message.startsWith('*** ***') && !next.message.startsWith('*** ***');
  if (open.message.startsWith('ANR in '))
    return !next.message.startsWith('ANR in ') && sameTime(open, next, sameReportMs);
  if (isFrameworkRest(open, next)) return true;
  return (
    sameTime(open, next, sameObjectMs) && isOpen(open.message) && continuesObject(open.message, next.message)
  );
}

/** More brackets are opened than closed outside of quotes. */
function isOpen(text: string): boolean {
  let depth = 0;
  for (const [sign] of text.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, '').matchAll(/[{}[\]]/g))
    depth += sign === '{' || sign === '[' ? 1 : -1;
  return depth > 0;
}

/** What is indented or closes, or follows a bracket or comma at the end of a line. */
function continuesObject(open: string, next: string): boolean {
  return /^(?:\s|[}\]])/.test(next) || /[{[,]\s*$/.test(open);
}

function sameTime(a: LogRecord, b: LogRecord, withinMs: number): boolean {
  if (a.epochMs === null || b.epochMs === null) return a.timestamp === b.timestamp;
  return Math.abs(a.epochMs - b.epochMs) <= withinMs;
}

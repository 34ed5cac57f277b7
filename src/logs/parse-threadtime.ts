/**
 * logcat text to records: `-v threadtime` with any modifiers (uid, year, zone, usec, epoch, monotonic), and the other
 * formats that a file or an odd device may hold (long, time, brief, thread, process, tag). Grouping is group-traces.ts.
 * Source: [A5].
 */

import {
  bareParts,
  divider,
  levels,
  longHeader,
  longIds,
  type Parts,
  timedParts,
  uidOf,
} from './log-line-forms.ts';
import type { LogRecord } from './log-record.ts';
import { type AssumedTime, type LogTime, parseLogTime } from './parse-time.ts';

export interface ParserOptions {
  /** For forms without a year or zone; without it their epochMs is null. */
  readonly assumed?: AssumedTime | null;
}

/** One per stream or dump: it remembers the buffer and, for `-v long`, the header that the next lines belong to. */
export class LogcatParser {
  readonly #assumed: AssumedTime | null;
  #buffer: string | null = null;
  #last: LogRecord | null = null;
  #inLong: boolean = false;
  #awaitsMessage: boolean = false;
  /** Times come with every line or with none. */
  #timed: boolean = false;
  #skipped = 0;
  #continues: boolean = false;

  constructor({ assumed = null }: ParserOptions = {}) {
    this.#assumed = assumed;
  }

  /** Lines that belonged to nothing. */
  get skipped(): number {
    return this.#skipped;
  }

  /** Whether the record given last is a further line of the one before it. */
  get continues(): boolean {
    return this.#continues;
  }

  /**
   * One line without its line break. A line without a head of its own (binary junk, a line break that slipped through)
   * becomes a record with the head of the line before it, so that nothing is lost; null when there is nothing to show.
   */
  line(line: string): LogRecord | null {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    const record = this.#headed(text);
    if (record === 'none') return null;
    if (!record) return this.#headless(text);
    this.#continues = this.#last !== null && isOneMessage(this.#last, record);
    this.#last = record;
    return record;
  }

  #headed(text: string): LogRecord | 'none' | null {
    const first = text.charCodeAt(0);
    if (first === 0x2d) {
      const section = divider.exec(text);
      if (section) return this.#section(text, section[1] ?? null);
    }
    if (first === 0x5b) {
      const header = this.#longHeader(text);
      if (header) {
        this.#last = header;
        this.#inLong = true;
        this.#awaitsMessage = true;
        return 'none';
      }
    }
    // In `long` only a header begins a record; a time inside a message is part of it.
    if (this.#inLong) return null;
    const time = parseLogTime(text, this.#assumed);
    if (time) {
      const parts = timedParts(text.slice(time.end));
      if (parts) this.#timed = true;
      return parts && this.#record(parts, time);
    }
    if (this.#timed) return null;
    const parts = bareParts(text);
    return parts && this.#record(parts, { timestamp: '', epochMs: null, end: 0 });
  }

  /** `switch to` marks every change of buffer; `beginning of` only the first line of each, so it proves nothing later. */
  #section(text: string, buffer: string | null): 'none' {
    this.#buffer = text.includes('switch to') ? buffer : null;
    this.#last = null;
    this.#inLong = false;
    return 'none';
  }

  #longHeader(text: string): LogRecord | null {
    const match = longHeader.exec(text);
    if (!match) return null;
    const time = parseLogTime(match[1] ?? '', this.#assumed);
    const ids = time && longIds.exec((match[1] ?? '').slice(time.end));
    if (!time || !ids) return null;
    const [, uid, pid = '', tid = ''] = ids;
    return this.#record({ level: match[2] ?? '', tag: match[3] ?? '', pid, tid, uid, message: '' }, time);
  }

  #headless(text: string): LogRecord | null {
    if (!this.#last || text === '') {
      if (text !== '') this.#skipped += 1;
      return null;
    }
    this.#continues = !this.#awaitsMessage;
    this.#awaitsMessage = false;
    return { ...this.#last, message: text };
  }

  #record({ level, tag, pid, tid, uid, message }: Parts, { timestamp, epochMs }: LogTime): LogRecord {
    return {
      timestamp,
      epochMs,
      level: levels[level] ?? 'INFO',
      tag,
      pid: Number(pid),
      tid: tid === undefined ? null : Number(tid),
      uid: uidOf(uid),
      process: null,
      buffer: this.#buffer,
      message,
    };
  }
}

/** logcat prints the head of a message before each of its lines; one thread logs no two within a microsecond [A5]. */
function isOneMessage(a: LogRecord, b: LogRecord): boolean {
  return (
    a.timestamp === b.timestamp &&
    /\.\d{6}/.test(b.timestamp) &&
    a.tid === b.tid &&
    a.pid === b.pid &&
    a.level === b.level &&
    a.tag === b.tag
  );
}

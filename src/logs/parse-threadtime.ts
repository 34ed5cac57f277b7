/**
 * logcat text to records: `-v threadtime` with any modifiers (uid, year, zone, usec, epoch, monotonic), and the other
 * formats that a file or an odd device may hold (long, time, brief, thread, process, tag). Grouping is group-traces.ts.
 * Source: [A5].
 */
import type { LogLevel, LogRecord } from './log-record.ts';
import { type AssumedTime, type LogTime, parseLogTime } from './parse-time.ts';

const levels: Readonly<Record<string, LogLevel>> = {
  V: 'VERBOSE',
  D: 'DEBUG',
  I: 'INFO',
  W: 'WARN',
  E: 'ERROR',
  F: 'FATAL',
  A: 'FATAL',
};

/** logcat prints the name of a user instead of its number where the name has at most five letters. */
const namedUids: Readonly<Record<string, number>> = {
  root: 0,
  radio: 1001,
  input: 1004,
  audio: 1005,
  log: 1007,
  mount: 1009,
  wifi: 1010,
  adb: 1011,
  media: 1013,
  dhcp: 1014,
  vpn: 1016,
  usb: 1018,
  drm: 1019,
  gps: 1021,
  nfc: 1027,
  shell: 2000,
  cache: 2001,
  diag: 2002,
  misc: 9998,
};

/** Everything behind the time: `[uid] pid tid P tag: message`. Without a tag's colon the rest is the message [A5]. */
const columns = /^ *(?:([A-Za-z_]\w*|\d+) +)?(\d+) +(\d+) ([VDIWEFA]) (.*)$/s;
// Tags, paddings and heads are bounded: with `.*? *` a line of nothing but spaces costs the square of its length.
const longHeader = /^\[ (.{1,120}?) ([VDIWEFA])\/(.{0,300}?) {0,30}\]$/s;
const longIds = /^ *(?:(\w+): *)?(\d+): *(0x[0-9a-f]+|\d+)$/;
/** `P/tag(pid): m`, `P/tag( uid: pid): m`. */
const brief = /^([VDIWEFA])\/(.{0,300}?) {0,30}\((?: {0,30}(\w+):)? {0,30}(\d+)\): ?(.*)$/s;
const thread = /^([VDIWEFA])\( {0,30}(?:(\w+): {0,30})?(\d+): {0,30}(\d+)\) (.*)$/s;
const process = /^([VDIWEFA])\( {0,30}(\d+)\) (.*) {2}\(([^()]{0,300})\)$/s;
const tagOnly = /^([VDIWEFA])\/(.{0,300}?) {0,30}: (.*)$/s;
const divider = /^-{5,} (?:beginning of|switch to) (\w+)/;

interface Parts {
  readonly level: string;
  readonly tag: string;
  readonly pid: string;
  readonly tid?: string;
  readonly uid?: string | undefined;
  readonly message: string;
}

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

function uidOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d+$/.test(text)) return Number(text);
  const app = /^u(\d+)_a(\d+)$/.exec(text);
  if (app) return Number(app[1]) * 100_000 + 10_000 + Number(app[2]);
  return namedUids[text] ?? null;
}

/** After the time follow the columns of `threadtime`, or those that `time` shares with `brief`. */
function timedParts(rest: string): Parts | null {
  const match = columns.exec(rest);
  if (!match) return bareParts(rest.trimStart());
  const [, uid, pid = '', tid = '', level = '', tail = ''] = match;
  return { level, pid, tid, uid, ...tagAndMessage(tail) };
}

/** Tags may hold spaces and single colons; they are padded to eight characters and end at the first `: `. */
function tagAndMessage(tail: string): { tag: string; message: string } {
  const end = tail.indexOf(': ');
  if (end >= 0) return { tag: tail.slice(0, end).trim(), message: tail.slice(end + 2) };
  if (tail.endsWith(':')) return { tag: tail.slice(0, -1).trim(), message: '' };
  return { tag: '', message: tail };
}

function bareParts(text: string): Parts | null {
  if (text.charCodeAt(1) === 0x2f) {
    const match = brief.exec(text);
    if (match) {
      const [, level = '', tag = '', uid, pid = '', message = ''] = match;
      return { level, tag, pid, uid, message };
    }
    const [, level = '', tag = '', message = ''] = tagOnly.exec(text) ?? [];
    return level === '' ? null : { level, tag, pid: '0', message };
  }
  if (text.charCodeAt(1) !== 0x28) return null;
  const threaded = thread.exec(text);
  if (threaded) {
    const [, level = '', uid, pid = '', tid = '', message = ''] = threaded;
    return { level, tag: '', pid, tid, uid, message };
  }
  const [, level = '', pid = '', message = '', tag = ''] = process.exec(text) ?? [];
  return level === '' ? null : { level, tag, pid, message };
}

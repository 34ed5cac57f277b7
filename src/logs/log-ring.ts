/** The log of one device in bounded memory: traces are grouped as they come in, queries read from the newest back. */
import { Ring } from '@mobile-debug/core/ring.ts';
import { type LogGroup, TraceGrouper } from './group-traces.ts';
import type { LogRecord } from './log-record.ts';

export interface LogSelection {
  /** Oldest first. */
  readonly records: readonly LogRecord[];
  /** Records that had fallen out of the ring before the oldest one that was looked at; 0 when the limit came first. */
  readonly dropped: number;
}

export interface LogSpan {
  readonly records: readonly LogRecord[];
  /** Of each record, the cursor to go on from behind it. */
  readonly cursors: readonly number[];
  readonly cursor: number;
  /** Records of any kind behind the given cursor that had fallen out. */
  readonly dropped: number;
}

/** A record of a span that has grown since it was read. */
export interface Grown {
  /** Its number, and how much of its message there is now. */
  readonly number: number;
  readonly length: number;
  /** The lines that are new, as a record. */
  readonly rest: LogRecord;
  readonly whole: LogRecord;
}

export class LogRing {
  readonly #ring: Ring<LogGroup>;
  readonly #grouper = new TraceGrouper();

  constructor(capacity = 100_000) {
    this.#ring = new Ring(capacity);
  }

  /** `continues`: a further line of the record before. */
  push(record: LogRecord, continues = false): void {
    const group = this.#grouper.groupOf(record, continues);
    if (group.lines === 1) this.#ring.push(group);
  }

  get size(): number {
    return this.#ring.size;
  }

  /** The newest `limit` records that are wanted. */
  newest(wanted: (record: LogRecord) => boolean, limit: number): LogSelection {
    const found: LogRecord[] = [];
    for (const { record } of this.#ring.newest()) {
      if (found.length >= limit) break;
      if (wanted(record)) found.push(record);
    }
    const dropped = found.length >= limit ? 0 : this.#ring.cursor - this.#ring.size;
    return { records: found.reverse(), dropped };
  }

  /** Number of the newest record, for `after`. */
  get cursor(): number {
    return this.#ring.cursor;
  }

  /** Wanted records behind the cursor, oldest first, at most `limit`, and the cursor to go on from. */
  after(cursor: number, wanted: (record: LogRecord) => boolean, limit: number): LogSpan {
    const { entries, cursor: end, dropped } = this.#ring.read(cursor);
    const records: LogRecord[] = [];
    const cursors: number[] = [];
    const first = end - entries.length;
    for (const [at, { record }] of entries.entries()) {
      if (!wanted(record)) continue;
      records.push(record);
      cursors.push(first + at + 1);
      if (records.length === limit) return { records, cursors, cursor: first + at + 1, dropped };
    }
    return { records, cursors, cursor: end, dropped };
  }

  /** Of records that were read (number, and length of the message then) those to which lines were added. */
  grown(told: ReadonlyMap<number, number>): readonly Grown[] {
    return [...told].flatMap(([number, length]) => {
      const { entries, dropped } = this.#ring.read(number - 1, 1);
      const whole = entries[0]?.record;
      if (whole === undefined || dropped > 0 || whole.message.length <= length) return [];
      // Behind the line break that joins them.
      const rest = { ...whole, message: whole.message.slice(length + 1) };
      return { number, length: whole.message.length, rest, whole };
    });
  }

  /** Time of the oldest record that is still there; null when none is or its time is unknown. */
  get oldestEpochMs(): number | null {
    const cursor = this.#ring.cursor - this.#ring.size;
    return this.#ring.read(cursor, 1).entries[0]?.record.epochMs ?? null;
  }
}

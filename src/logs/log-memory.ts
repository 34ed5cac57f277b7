/** What is held of one log: its newest records, where it has gaps, and which of its lines are known already. */
import { LogGaps } from './log-gaps.ts';
import type { LogRecord } from './log-record.ts';
import { type Grown, LogRing, type LogSelection, type LogSpan } from './log-ring.ts';

export interface LogMemoryOptions {
  /** Records that are held; that of `LogRing` when left out. */
  readonly capacity?: number | undefined;
  /** Lines that `known` remembers. */
  readonly rememberedLines: number;
}

export class LogMemory {
  readonly #ring: LogRing;
  readonly #gaps = new LogGaps();
  readonly known: KnownLines;

  constructor({ capacity, rememberedLines }: LogMemoryOptions) {
    this.#ring = new LogRing(capacity);
    this.known = new KnownLines(rememberedLines);
  }

  /** `continues`: a further line of the record before. */
  push(record: LogRecord, continues = false): void {
    this.#ring.push(record, continues);
  }

  /** The newest `limit` wanted records. */
  newest(wanted: (record: LogRecord) => boolean, limit: number): LogSelection {
    return this.#ring.newest(wanted, limit);
  }

  /** Number of the newest record. */
  get cursor(): number {
    return this.#ring.cursor;
  }

  /** Wanted records behind a cursor. */
  after(cursor: number, wanted: (record: LogRecord) => boolean, limit: number): LogSpan {
    return this.#ring.after(cursor, wanted, limit);
  }

  /** Of records that were read (number, and length of the message then) those to which lines were added. */
  grown(told: ReadonlyMap<number, number>): readonly Grown[] {
    return this.#ring.grown(told);
  }

  get oldestEpochMs(): number | null {
    return this.#ring.oldestEpochMs;
  }

  /** A gap behind the newest record; `atEpochMs` is null when its age is unknown. */
  noteGap(text: string, atEpochMs: number | null): void {
    this.#gaps.note({ text, atEpochMs, cursor: this.#ring.cursor });
  }

  /** Gaps that are younger than `sinceEpochMs`, or whose age is unknown. */
  gaps(sinceEpochMs: number | undefined): readonly string[] {
    return this.#gaps.since(sinceEpochMs);
  }

  /** Gaps that lie behind a cursor. */
  gapsAfter(cursor: number): readonly string[] {
    return this.#gaps.after(cursor);
  }
}

/**
 * The newest lines and how often each has come. A log may hold the same line twice in one millisecond, so overlapping
 * readings are told apart by counting: what a reading has more of than is known is new.
 */
export class KnownLines {
  readonly #counts = new Map<string, number>();
  /** In the order in which they came; those before `#from` are forgotten. */
  #order: string[] = [];
  #from = 0;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  add(line: string): void {
    this.#order.push(line);
    this.#counts.set(line, this.count(line) + 1);
    if (this.#order.length - this.#from > this.#most) this.#forget();
  }

  count(line: string): number {
    return this.#counts.get(line) ?? 0;
  }

  /** Of a reading that begins no later than the oldest line that is new to us. */
  overlap(): Overlap {
    return new Overlap(this);
  }

  #forget(): void {
    const oldest = this.#order[this.#from++] ?? '';
    const left = this.count(oldest) - 1;
    if (left > 0) this.#counts.set(oldest, left);
    else this.#counts.delete(oldest);
    if (this.#from < this.#most) return;
    this.#order = this.#order.slice(this.#from);
    this.#from = 0;
  }
}

/** One reading against what was known when it came. Ask once for every line of it, in its order. */
export class Overlap {
  readonly #known: KnownLines;
  /** How many known copies have not come again yet. */
  readonly #left = new Map<string, number>();

  constructor(known: KnownLines) {
    this.#known = known;
  }

  /** Whether this copy of the line is one of those that are known. */
  takesKnown(line: string): boolean {
    const left = this.#left.get(line) ?? this.#known.count(line);
    this.#left.set(line, Math.max(0, left - 1));
    return left > 0;
  }
}

/** What is held of one log: its newest records, where it has gaps, and which of its lines are known already. */
import { LogGaps } from './log-gaps.ts';
import type { LogRecord } from './log-record.ts';
import { LogRing, type LogSelection, type LogSpan } from './log-ring.ts';

export interface LogMemoryOptions {
  /** Records that are held; that of `LogRing` when left out. */
  readonly capacity?: number | undefined;
  /** Keys that `seen` remembers. */
  readonly rememberedKeys: number;
}

export class LogMemory {
  readonly #ring: LogRing;
  readonly #gaps = new LogGaps();
  readonly seen: SeenKeys;

  constructor({ capacity, rememberedKeys }: LogMemoryOptions) {
    this.#ring = new LogRing(capacity);
    this.seen = new SeenKeys(rememberedKeys);
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

/** The newest keys of lines, so that overlapping readings of one log are told apart line by line. */
export class SeenKeys {
  readonly #keys = new Set<string>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  add(key: string): void {
    this.#keys.delete(key);
    this.#keys.add(key);
    if (this.#keys.size <= this.#most) return;
    const [oldest] = this.#keys;
    if (oldest !== undefined) this.#keys.delete(oldest);
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }
}

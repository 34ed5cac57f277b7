/**
 * Which records of a log are shown where there is room for some only, and how a reader goes on from there. Pure.
 * A position names a record by its time and by which of the records of that time it is: it stays good while records come.
 */
import type { LogRecord } from './log-record.ts';

export interface Fit {
  /** Indexes of what is shown, rising. */
  readonly shown: readonly number[];
  /** All from this index on are shown. */
  readonly completeFrom: number;
}

/** Errors and crashes may take so much of the room before anything newer that is neither. */
const urgentShare = 0.5;

/** From the newest backwards, errors and crashes before other records. `sizes` in characters, oldest record first. */
export function fitNewest(records: readonly LogRecord[], sizes: readonly number[], room: number): Fit {
  const shown = new Set<number>();
  let left = room;
  const take = (wanted: (record: LogRecord) => boolean, until: number): void => {
    for (let at = records.length - 1; at >= 0; at--) {
      const record = records[at];
      const size = sizes[at] ?? 0;
      if (record === undefined || shown.has(at) || !wanted(record)) continue;
      if (left - size < until) return;
      left -= size;
      shown.add(at);
    }
  };
  take(({ level }) => level === 'ERROR' || level === 'FATAL', room * (1 - urgentShare));
  take(() => true, 0);
  let completeFrom = records.length;
  while (completeFrom > 0 && shown.has(completeFrom - 1)) completeFrom--;
  return { shown: [...shown].sort((a, b) => a - b), completeFrom };
}

/** How many have room, from the oldest on. */
export function fitOldest(sizes: readonly number[], room: number): number {
  let left = room;
  const over = sizes.findIndex((size) => {
    left -= size;
    return left < 0;
  });
  return over < 0 ? sizes.length : over;
}

/** Of the record at an index. */
export function positionOf(records: readonly LogRecord[], index: number): string {
  const timestamp = records[index]?.timestamp ?? '';
  const same = records.slice(0, index).filter((record) => record.timestamp === timestamp).length;
  return `${timestamp}~${same}`;
}

/** The index of the record that a position names; null where it is not among them, or the text names none. */
export function indexAt(records: readonly LogRecord[], position: string): number | null {
  const [, timestamp = '', count = ''] = /^(.+)~(\d{1,6})$/s.exec(position) ?? [];
  let same = Number(count);
  const index = records.findIndex((record) => record.timestamp === timestamp && same-- === 0);
  return timestamp === '' || index < 0 ? null : index;
}

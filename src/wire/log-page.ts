/** A page of a log on the wire: the newest records that have room, errors and crashes before others. */
import { Fault } from '@mobile-debug/core/fault.ts';
import { fitNewest, fitOldest, indexAt, positionOf } from '../logs/fit-records.ts';
import type { LogRecord } from '../logs/log-record.ts';
import { recordToWire } from './log-answer.ts';

/** What the list of records may take of an answer, in characters of JSON. */
const room = 18_000;
/** Where not all have room, no record takes more than this. */
const longestMessage = 3_000;
/** So many records beyond a page are read too: for what older ones tell of it, and which of one time comes first. */
const margin = 200;
/** More than any memory of a log holds. */
const everything = 1_000_000;

export interface PageRequest {
  readonly limit: number;
  /** `older` of an earlier page; records before it are wanted. */
  readonly before?: string | undefined;
}

export interface WirePage {
  readonly logs: readonly WireRecord[];
  /** Of the page, with those that are left out. */
  readonly records: readonly LogRecord[];
  readonly omitted: number;
  /** For `before`; null when there are no older records. */
  readonly older: string | null;
  /** Of what comes before the page the newest records that were read, at most 200, oldest first. */
  readonly earlier: readonly LogRecord[];
}

type WireRecord = ReturnType<typeof recordToWire>;

/**
 * The page of what `read` gives: the newest `limit` matching records of the log, oldest first, in a reading. A page ends
 * at a position that counts the records of its time, so that it reads on where these reach beyond the margin.
 * INVALID_FILTER for a `before` that the log has not.
 */
export async function readPage<R extends { readonly records: readonly LogRecord[] }>(
  request: PageRequest,
  read: (limit: number) => Promise<R>,
): Promise<{ readonly reading: R; readonly page: WirePage }> {
  const most = request.before === undefined ? request.limit + margin : everything;
  const reading = await read(most);
  const page = pageOf(reading.records, request);
  if (!isCutShort(reading.records, most, page)) return { reading, page };
  const whole = await read(everything);
  return { reading: whole, page: pageOf(whole.records, request) };
}

function isCutShort(all: readonly LogRecord[], most: number, { older }: WirePage): boolean {
  const oldest = all[0]?.timestamp;
  return all.length >= most && oldest !== undefined && older?.startsWith(`${oldest}~`) === true;
}

function pageOf(all: readonly LogRecord[], { limit, before }: PageRequest): WirePage {
  const end = before === undefined ? all.length : indexAt(all, before);
  if (end === null) {
    throw new Fault(
      'INVALID_FILTER',
      `before: the log has no record ${JSON.stringify(before)} under this filter.`,
      {
        nextStep:
          'Pass meta.older of an answer with the same filter, or leave before out to read the newest records.',
      },
    );
  }
  const start = Math.max(0, end - limit);
  const records = all.slice(start, end);
  const wire = inRoom(records);
  const { shown, completeFrom } = fitNewest(records, wire.map(sizeOf), room);
  const next = start + completeFrom;
  return {
    logs: shown.flatMap((at) => wire[at] ?? []),
    records,
    omitted: records.length - shown.length,
    older: next > 0 ? positionOf(all, next) : null,
    earlier: all.slice(Math.max(0, start - margin), start),
  };
}

/** From the oldest on, as many as have room: a reader that goes on behind them misses none. */
export function entriesInRoom(records: readonly LogRecord[]): readonly WireRecord[] {
  const wire = inRoom(records);
  return wire.slice(0, fitOldest(wire.map(sizeOf), room));
}

/** Whole where all have room, else with long messages cut. */
function inRoom(records: readonly LogRecord[]): readonly WireRecord[] {
  const whole = records.map(recordToWire);
  if (whole.reduce((sum, each) => sum + sizeOf(each), 0) <= room) return whole;
  return whole.map((each) =>
    each.message.length > longestMessage ? { ...each, message: cut(each.message) } : each,
  );
}

function cut(message: string): string {
  return `${message.slice(0, longestMessage)}… (${message.length - longestMessage} more characters)`;
}

function sizeOf(record: WireRecord): number {
  return JSON.stringify(record).length + 1;
}

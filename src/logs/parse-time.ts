/**
 * The time column of logcat in all its forms, to text as printed and epoch milliseconds where that is determined.
 * Source: [A5].
 */

export interface LogTime {
  readonly timestamp: string;
  readonly epochMs: number | null;
  /** Where the rest of the line begins. */
  readonly end: number;
}

/** What the printed forms leave out, as measured on the device. */
export interface AssumedTime {
  readonly year: number;
  /** Minutes east of UTC. */
  readonly zoneMinutes: number;
}

const calendar =
  /^\s*((?:(\d{4})-)?(\d\d)-(\d\d) +(\d\d):(\d\d):(\d\d)\.(\d{3,9})(?: +([+-])(\d\d)(\d\d))?)(?= |$)/;
/** Seconds since 1970 or, with `-v monotonic`, since boot: told apart by size. */
const seconds = /^\s*((\d{1,12})\.(\d{3,9}))(?= |$)/;
const firstEpochSecond = 100_000_000;

/** Null when the line does not begin with a time. */
export function parseLogTime(line: string, assumed: AssumedTime | null): LogTime | null {
  const counted = seconds.exec(line);
  if (counted) {
    const [all, timestamp = '', whole = '', fraction = ''] = counted;
    const known = Number(whole) >= firstEpochSecond;
    return {
      timestamp,
      epochMs: known ? Number(whole) * 1000 + milliseconds(fraction) : null,
      end: all.length,
    };
  }
  const dated = calendar.exec(line);
  if (!dated) return null;
  return { timestamp: dated[1] ?? '', epochMs: epochOf(dated, assumed), end: dated[0].length };
}

function milliseconds(fraction: string): number {
  return Number(fraction.slice(0, 3));
}

function epochOf(match: RegExpExecArray, assumed: AssumedTime | null): number | null {
  const year = match[2] === undefined ? assumed?.year : Number(match[2]);
  const sign = match[9] === '-' ? -1 : 1;
  const zone =
    match[9] === undefined ? assumed?.zoneMinutes : sign * (Number(match[10]) * 60 + Number(match[11]));
  if (year === undefined || zone === undefined) return null;
  const [month, day, hour, minute, second] = [3, 4, 5, 6, 7].map((group) => Number(match[group]));
  const local = Date.UTC(year, (month ?? 1) - 1, day, hour, minute, second, milliseconds(match[8] ?? '0'));
  return local - zone * 60_000;
}

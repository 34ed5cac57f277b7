/**
 * The command lines that read the log, from the fullest form a device understands to the oldest. Pure.
 * Source: [A5].
 */
import type { AssumedTime } from '../../../logs/parse-time.ts';
import { quoteArg } from '../adb/quote.ts';

/**
 * `uid` names the package of processes that have ended, `epoch` makes times comparable, and microseconds tell the lines
 * of one message, which all have its time, from those of two. They came with Android 7; what a device refuses is left
 * out from then on.
 */
export const logFormats = [
  '-v threadtime -v uid -v epoch -v usec',
  '-v threadtime -v epoch -v usec',
  '-v threadtime -v year -v zone',
  '-v threadtime',
] as const;

const buffers = '-b main -b system -b crash';

export type LogStart =
  | { readonly newest: number }
  /** The time column of a line, as printed: from there on, that line included. */
  | { readonly time: string };

/** Prints the device's clock, then the content of the log, and ends. */
export function logDumpCommand(format: string, start: LogStart): string {
  return `date '+%s.%N %z'; logcat -d ${format} ${buffers} -t ${startArgument(start)}`;
}

/** Goes on for ever. */
export function logStreamCommand(format: string, start: LogStart): string {
  return `logcat ${format} ${buffers} -T ${startArgument(start)}`;
}

function startArgument(start: LogStart): string {
  return 'time' in start ? quoteArg(start.time) : String(start.newest);
}

export interface DeviceTime {
  /** UTC epoch milliseconds by the device's clock. */
  readonly epochMs: number;
  readonly assumed: AssumedTime;
}

export interface LogDump {
  /** Null when the device's `date` does not print it. */
  readonly time: DeviceTime | null;
  readonly lines: readonly string[];
}

/** Says nothing about the lines after it, and stands even in an empty dump [A5]. */
const beginning = /^-{5,} beginning of /;

export function readLogDump(stdout: string): LogDump {
  const [first = '', ...rest] = stdout.split('\n');
  const time = deviceTime(first);
  const printed = (time ? rest : [first, ...rest]).map((line) => line.replace(/\r$/, ''));
  return {
    time,
    lines: withoutFarewell(printed).filter((line) => line !== '' && !beginning.test(line)),
  };
}

/**
 * What logcat says for itself when it ends before its reader does [A5]. It has no head, so that it would become part of
 * the record before; an app may log the same words, so that only the end of an output is looked at.
 */
const farewell =
  /^(?:logcat: )?(?:(?:read: )?unexpected EOF!?|logcat read failure(?:: .*)?|(?:write|write failed|read): (?:broken pipe|connection reset by peer|no such device|i\/o error|bad file descriptor))\s*$/i;
/** Since Android 10 it explains the first one in a paragraph [A5]. */
const explanation =
  /^(?:this means that either the device shut down|messages as quickly as they were|if you have enabled significant logging)\b/i;

export function isFarewell(line: string): boolean {
  return farewell.test(line) || explanation.test(line);
}

function withoutFarewell(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line !== '' && !isFarewell(line));
  return lines.slice(0, last + 1);
}

/** `1784554596.472000000 +0200`; older `date` programs print `%N` as it stands. */
function deviceTime(line: string): DeviceTime | null {
  const match = /^(\d{9,11})(?:\.(\d{3,9})|\S*)(?: ([+-])(\d\d)(\d\d))?\s*$/.exec(line);
  if (!match) return null;
  const epochMs = Number(match[1]) * 1000 + Number((match[2] ?? '0').slice(0, 3));
  const sign = match[3] === '-' ? -1 : 1;
  const zoneMinutes = sign * (Number(match[4] ?? 0) * 60 + Number(match[5] ?? 0));
  return {
    epochMs,
    assumed: { year: new Date(epochMs + zoneMinutes * 60_000).getUTCFullYear(), zoneMinutes },
  };
}

/** logcat's messages for an unknown option [A5]. */
export function refusesOptions(text: string): boolean {
  return /invalid|unknown|unrecogni[sz]ed|usage:|bad parameter/i.test(text);
}

/** Some take only a number of lines for `-t` [A5]. */
export function refusesTime(text: string): boolean {
  return /not in time format|-[tT]\b.*(?:invalid|number)/i.test(text);
}

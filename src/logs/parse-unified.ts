/**
 * Lines of Apple's unified log as `log show` and `log stream` print them with `--style ndjson`: one event a line, with a
 * preamble, a footer and events of other kinds between. Pure. Source: [S7].
 */
import type { LogLevel, LogRecord } from './log-record.ts';

export interface UnifiedEvent {
  readonly record: LogRecord;
  /** `Default`, `Info`, `Debug`, `Error`, `Fault`: Info and Debug are kept only briefly by the system. */
  readonly messageType: string;
  /** The same for the same event, however it was read. Ids beyond 2^53 stay text, since numbers would lose digits. */
  readonly key: string;
}

const levels: Readonly<Record<string, LogLevel>> = {
  debug: 'DEBUG',
  info: 'INFO',
  default: 'INFO',
  error: 'ERROR',
  fault: 'FATAL',
};

const keyMessageChars = 120;
/** Colours for terminals, as React Native writes them. */
const ansi = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*[A-Za-z]`, 'g');

/** Null for everything that is no message: blank, preamble, footer, activities, signposts, cut lines. */
export function parseUnified(line: string): UnifiedEvent | null {
  if (!line.startsWith('{')) return null;
  const event = objectIn(line);
  if (!event) return null;
  const kind = event['eventType'];
  if (kind !== undefined && kind !== null && kind !== 'logEvent') return null;
  const message = textOf(event['eventMessage']);
  const timestamp = textOf(event['timestamp']);
  if (message === null || timestamp === null) return null;
  const messageType = textOf(event['messageType']) ?? 'Default';
  const tid = numberOf(event['threadID']);
  const record: LogRecord = {
    timestamp,
    epochMs: unifiedTime(timestamp),
    level: levels[messageType.toLowerCase()] ?? 'INFO',
    tag: tagOf(event),
    pid: numberOf(event['processID']) ?? 0,
    tid,
    uid: numberOf(event['userID']),
    process: lastPart(textOf(event['processImagePath'])),
    buffer: null,
    message: message.replace(ansi, ''),
  };
  const mach = bigNumber(line, 'machTimestamp') ?? timestamp;
  const key = `${mach} ${messageType} ${bigNumber(line, 'threadID') ?? ''} ${message.length} ${message.slice(0, keyMessageChars)}`;
  return { record, messageType, key };
}

/** `2026-10-02 22:17:19.556078+0930`, which `Date` does not take as it is. */
export function unifiedTime(text: string): number | null {
  const [, day, time, fraction = '', zone = ''] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d+)?\s?(Z|[+-]\d\d:?\d\d)?$/.exec(text) ?? [];
  // Without a time zone the moment cannot be determined.
  if (day === undefined || zone === '') return null;
  const offset = zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const epochMs = Date.parse(`${day}T${time}${fraction.slice(0, 4)}${offset}`);
  return Number.isNaN(epochMs) ? null : epochMs;
}

/** `subsystem:category`; without them the library or process that wrote it. */
function tagOf(event: Readonly<Record<string, unknown>>): string {
  const subsystem = textOf(event['subsystem']);
  const category = textOf(event['category']);
  if (subsystem !== null) return category === null ? subsystem : `${subsystem}:${category}`;
  const image = lastPart(textOf(event['senderImagePath'])) ?? lastPart(textOf(event['processImagePath']));
  return category ?? image ?? '';
}

/** The digits as they stand. In a text they would have a backslash before their key's quote. */
function bigNumber(line: string, key: string): string | null {
  return new RegExp(`(?<!\\\\)"${key}"\\s*:\\s*(\\d+)`).exec(line)?.[1] ?? null;
}

function lastPart(path: string | null): string | null {
  return path?.split('/').at(-1) || null;
}

function objectIn(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null; // cut off
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

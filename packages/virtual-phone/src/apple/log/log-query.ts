/** What `log show` and `log stream` are asked for by their options, which are refused as the real ones refuse them. */
import type { MessageType } from './log-event.ts';
import { type Predicate, readPredicate } from './predicate.ts';

export type Style = 'default' | 'compact' | 'json' | 'ndjson' | 'syslog';

export interface LogQuery {
  readonly style: Style;
  readonly levels: ReadonlySet<MessageType>;
  readonly predicate: { readonly text: string; readonly holds: Predicate } | null;
  readonly sinceMs: number | null;
  readonly untilMs: number | null;
  readonly process: string | null;
  /** When a stream ends by itself. */
  readonly timeoutMs: number | null;
}

type Changes = Partial<LogQuery>;
/** What the value of an option changes, or the complaint about it. */
type ReadValue = (value: string, nowMs: number) => Changes | string;

const usualLevels: readonly MessageType[] = ['Default', 'Error', 'Fault'];
const nothingAsked: LogQuery = {
  style: 'default',
  levels: new Set(usualLevels),
  predicate: null,
  sinceMs: null,
  untilMs: null,
  process: null,
  timeoutMs: null,
};

const levels: Readonly<Record<string, readonly MessageType[]>> = {
  default: [],
  info: ['Info'],
  debug: ['Info', 'Debug'],
};

const readers: Readonly<Record<string, ReadValue>> = {
  '--style': (style) => (isStyle(style) ? { style } : `unknown style '${style}'`),
  '--level': (level) => {
    const more = levels[level];
    return more ? { levels: new Set([...usualLevels, ...more]) } : `unknown level '${level}'`;
  },
  '--predicate': (text) => {
    const holds = readPredicate(text);
    return holds
      ? { predicate: { text, holds } }
      : `Bad predicate (${text}): Unable to parse the format string "${text}"`;
  },
  '--last': (value, nowMs) => {
    const ms = durationMs(value);
    return ms === null ? `invalid time for --last: '${value}'` : { sinceMs: nowMs - ms };
  },
  '--timeout': (value) => {
    const timeoutMs = durationMs(value);
    return timeoutMs === null ? `invalid timeout: '${value}'` : { timeoutMs };
  },
  '--start': (value) => {
    const sinceMs = momentOf(value);
    return sinceMs === null ? `invalid date: '${value}'` : { sinceMs };
  },
  '--end': (value) => {
    const untilMs = momentOf(value);
    return untilMs === null ? `invalid date: '${value}'` : { untilMs };
  },
  '--process': (process) => ({ process }),
};

const valued: Readonly<Record<'show' | 'stream', readonly string[]>> = {
  show: ['--style', '--predicate', '--last', '--start', '--end', '--process'],
  stream: ['--style', '--predicate', '--level', '--process', '--timeout'],
};
const switches: Readonly<Record<string, MessageType>> = { '--info': 'Info', '--debug': 'Debug' };

/** What is asked for, or the complaint about it. */
export function readQuery(
  verb: 'show' | 'stream',
  args: readonly string[],
  nowMs: number,
): LogQuery | string {
  let query = nothingAsked;
  const rest = [...args];
  for (let flag = rest.shift(); flag !== undefined; flag = rest.shift()) {
    const changes = readOption(verb, flag, { rest, nowMs });
    if (typeof changes === 'string') return changes;
    const more = changes.levels ?? [];
    query = { ...query, ...changes, levels: new Set([...query.levels, ...more]) };
  }
  return query;
}

/** Takes the value of the option out of `rest`. */
function readOption(
  verb: 'show' | 'stream',
  flag: string,
  { rest, nowMs }: { readonly rest: string[]; readonly nowMs: number },
): Changes | string {
  const [name = '', joined] = flag.startsWith('--') ? flag.split(/=(.*)/s) : [flag];
  const level = switches[name];
  if (level) return { levels: new Set([level]) };
  const read = valued[verb].includes(name) ? readers[name] : undefined;
  if (!read) return `unrecognized option \`${flag}'`;
  const value = joined ?? rest.shift();
  return value === undefined ? `option \`${name}' requires an argument` : read(value, nowMs);
}

function isStyle(text: string): text is Style {
  return ['default', 'compact', 'json', 'ndjson', 'syslog'].includes(text);
}

const lengths: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `90`, `90s`, `5m`, `2h` or `1d`. */
function durationMs(text: string): number | null {
  const [, count, unit] = /^(\d+)([smhd]?)$/.exec(text) ?? [];
  return count === undefined ? null : Number(count) * (lengths[unit || 's'] ?? 1_000);
}

/** `@EPOCHSECONDS`, `YYYY-MM-DD`, or with a time of day and perhaps a zone. Without one: the Mac's, which is UTC. */
function momentOf(text: string): number | null {
  const [, seconds] = /^@(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (seconds !== undefined) return Number(seconds) * 1_000;
  const [, day, time = '00:00:00', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d))?([+-]\d{4})?$/.exec(text) ?? [];
  if (day === undefined) return null;
  return Date.parse(`${day}T${time}${zone.replace(/(\d\d)$/, zone === 'Z' ? '$1' : ':$1')}`);
}

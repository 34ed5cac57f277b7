/** The simulator runtime's own `log`: history and stream, options refused as the real one refuses them. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { LogLine } from '../../phone/phone-types.ts';
import type { Output, SimulatorApps } from '../program.ts';
import type { Simulator } from '../simulator.ts';
import { type LogEvent, logEventOf, type MessageType, ndjsonOf, syslogOf } from './log-event.ts';
import { type Predicate, readPredicate } from './predicate.ts';

const usageExit = 64;
const usage = `usage:
    log <command>

global options:
    -?, --help
    -q, --quiet
    -v, --verbose

commands:
    collect         gather system logs into a log archive
    config          view/change logging system settings
    erase           delete system logging data
    show            view/search system logs
    stream          watch live system logs
    stats           show system logging statistics

further help:
    log help <command>
    log help predicates
`;

type Style = 'default' | 'compact' | 'json' | 'ndjson' | 'syslog';

interface LogQuery {
  readonly style: Style;
  readonly levels: ReadonlySet<MessageType>;
  readonly predicate: { readonly text: string; readonly holds: Predicate } | null;
  readonly sinceMs: number | null;
  readonly untilMs: number | null;
  readonly process: string | null;
  /** When a stream ends by itself. */
  readonly timeoutMs: number | null;
}

export interface GuestLogCall {
  readonly op: Operation;
  readonly simulator: Simulator;
  readonly apps: SimulatorApps;
  readonly stdout: Output;
  readonly stderr: Output;
}

export async function runGuestLog(call: GuestLogCall, args: readonly string[]): Promise<number> {
  const [verb = '', ...rest] = args;
  if (verb !== 'show' && verb !== 'stream') {
    call.stderr.write(verb === '' || verb === 'help' ? usage : `log: unknown command '${verb}'\n${usage}`);
    return usageExit;
  }
  const { clock, clockOffsetMs } = call.simulator.phone;
  const options = readQuery(verb, rest, clock.epochMs() + clockOffsetMs);
  if (typeof options === 'string') {
    call.stderr.write(`log: ${options}\n`);
    return usageExit;
  }
  if (options.predicate) call.stdout.write(`Filtering the log data using "${options.predicate.text}"\n`);
  return verb === 'show' ? show(call, options) : await stream(call, options);
}

function show(call: GuestLogCall, options: LogQuery): number {
  const events = call.simulator.phone.log
    .lines()
    .map((line, order) => logEventOf(line, call.simulator, { apps: call.apps, order }))
    .filter((event) => event !== null)
    .filter((event) => wanted(event, options));
  if (options.style === 'json') {
    call.stdout.write(`[${events.map(ndjsonOf).join(',\n')}]\n`);
    return 0;
  }
  call.stdout.write(header(options.style));
  for (const event of events) call.stdout.write(`${printed(event, options.style)}\n`);
  if (options.style === 'ndjson') call.stdout.write(`{"count":${events.length},"finished":1}\n`);
  return 0;
}

async function stream(call: GuestLogCall, options: LogQuery): Promise<number> {
  const { log } = call.simulator.phone;
  let order = log.lines().length;
  call.stdout.write(header(options.style));
  const stop = log.subscribe((line: LogLine) => {
    const event = logEventOf(line, call.simulator, { apps: call.apps, order: order++ });
    if (event && wanted(event, options)) call.stdout.write(`${printed(event, options.style)}\n`);
  });
  try {
    await call.op.sleep(options.timeoutMs ?? call.op.remainingMs);
  } finally {
    stop();
  }
  return 0;
}

function wanted(event: LogEvent, options: LogQuery): boolean {
  if (!options.levels.has(event.messageType)) return false;
  if (options.sinceMs !== null && event.epochMs < options.sinceMs) return false;
  if (options.untilMs !== null && event.epochMs > options.untilMs) return false;
  const name = event.processImagePath.split('/').at(-1);
  if (options.process !== null && options.process !== name && options.process !== String(event.processID))
    return false;
  return options.predicate?.holds(event) ?? true;
}

function header(style: Style): string {
  if (style === 'default')
    return 'Timestamp                       Thread     Type        Activity             PID    TTL  \n';
  return style === 'compact' ? 'Timestamp               Ty Process[PID:TID]\n' : '';
}

function printed(event: LogEvent, style: Style): string {
  if (style === 'ndjson' || style === 'json') return ndjsonOf(event);
  return syslogOf(event);
}

const lengths: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** What is wished, or the complaint about it. */
function readQuery(verb: 'show' | 'stream', args: readonly string[], nowMs: number): LogQuery | string {
  const levels = new Set<MessageType>(['Default', 'Error', 'Fault']);
  let style: Style = 'default';
  let predicate: LogQuery['predicate'] = null;
  let sinceMs: number | null = null;
  let untilMs: number | null = null;
  let process: string | null = null;
  let timeoutMs: number | null = null;
  const rest = [...args];
  for (let flag = rest.shift(); flag !== undefined; flag = rest.shift()) {
    const [name = '', joined] = flag.startsWith('--') ? flag.split(/=(.*)/s) : [flag];
    if (name === '--info' || name === '--debug') {
      levels.add(name === '--info' ? 'Info' : 'Debug');
      continue;
    }
    if (!valued[verb].includes(name)) return `unrecognized option \`${flag}'`;
    const value = joined ?? rest.shift();
    if (value === undefined) return `option \`${name}' requires an argument`;
    switch (name) {
      case '--style':
        if (!isStyle(value)) return `unknown style '${value}'`;
        style = value;
        break;
      case '--level':
        if (!['default', 'info', 'debug'].includes(value)) return `unknown level '${value}'`;
        if (value !== 'default') levels.add('Info');
        if (value === 'debug') levels.add('Debug');
        break;
      case '--predicate': {
        const holds = readPredicate(value);
        if (!holds) return `Bad predicate (${value}): Unable to parse the format string "${value}"`;
        predicate = { text: value, holds };
        break;
      }
      case '--last': {
        const [, count, unit = 's'] = /^(\d+)([smhd]?)$/.exec(value) ?? [];
        if (count === undefined) return `invalid time for --last: '${value}'`;
        sinceMs = nowMs - Number(count) * (lengths[unit || 's'] ?? 1_000);
        break;
      }
      case '--timeout': {
        const [, count, unit = 's'] = /^(\d+)([smhd]?)$/.exec(value) ?? [];
        if (count === undefined) return `invalid timeout: '${value}'`;
        timeoutMs = Number(count) * (lengths[unit || 's'] ?? 1_000);
        break;
      }
      case '--start':
      case '--end': {
        const at = momentOf(value);
        if (at === null) return `invalid date: '${value}'`;
        if (name === '--start') sinceMs = at;
        else untilMs = at;
        break;
      }
      default:
        process = value;
    }
  }
  return { style, levels, predicate, sinceMs, untilMs, process, timeoutMs };
}

const valued: Readonly<Record<'show' | 'stream', readonly string[]>> = {
  show: ['--style', '--predicate', '--last', '--start', '--end', '--process'],
  stream: ['--style', '--predicate', '--level', '--process', '--timeout'],
};

function isStyle(text: string): text is Style {
  return ['default', 'compact', 'json', 'ndjson', 'syslog'].includes(text);
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

/** The simulator runtime's own `log`: history and stream, options refused as the real one refuses them. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { LogLine } from '../../phone/phone-types.ts';
import type { Output, SimulatorApps } from '../program.ts';
import type { Simulator } from '../simulator.ts';
import { type LogEvent, logEventOf, ndjsonOf, syslogOf } from './log-event.ts';
import { type LogQuery, readQuery, type Style } from './log-query.ts';

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

/** Lines of the phone's log as events of Apple's unified log, with the keys of `log ... --style ndjson`. */
import type { LogLine } from '../../phone/phone-types.ts';
import type { SimulatorApp, SimulatorApps } from '../program.ts';
import { bundleIdOf, type Simulator } from '../simulator.ts';

export type MessageType = 'Default' | 'Info' | 'Debug' | 'Error' | 'Fault';

export interface LogEvent {
  readonly epochMs: number;
  readonly messageType: MessageType;
  readonly eventMessage: string;
  readonly subsystem: string;
  readonly category: string;
  readonly processID: number;
  readonly threadID: number;
  readonly processImagePath: string;
  readonly senderImagePath: string;
  /** Grows with each line of the log. */
  readonly order: number;
}

const levels: Readonly<Record<LogLine['priority'], MessageType>> = {
  V: 'Debug',
  D: 'Debug',
  I: 'Info',
  W: 'Default',
  E: 'Error',
  F: 'Fault',
};
const springBoard = '/System/Library/CoreServices/SpringBoard.app/SpringBoard';
const springBoardPid = 612;

/** Null for what an iPhone would not log: Android's own services, and what an app prints to its standard streams. */
export function logEventOf(
  line: LogLine,
  simulator: Simulator,
  at: { readonly apps: SimulatorApps; readonly order: number },
): LogEvent | null {
  if (line.buffer === 'events') return systemEvent(line, at.order);
  if (line.tag === 'stdout' || line.tag === 'stderr' || line.tag === 'Process') return null;
  const app = at.apps.list(simulator).find((each) => uidOf(simulator, each) === line.uid);
  if (!app) return null;
  const message = line.buffer === 'crash' ? crashMessage(line.message) : line.message;
  if (message === null) return null;
  const path = `${app.bundlePath}/${app.executable}`;
  return {
    epochMs: line.epochMs,
    messageType: line.buffer === 'crash' ? 'Error' : levels[line.priority],
    eventMessage: message,
    subsystem: app.bundleId,
    category: line.tag,
    processID: line.pid,
    threadID: line.tid,
    processImagePath: path,
    senderImagePath: path,
    order: at.order,
  };
}

function uidOf(simulator: Simulator, app: SimulatorApp): number | undefined {
  return simulator.phone.packages.get(app.packageName)?.uid;
}

/** The one line that UIKit logs of an uncaught exception; its frames are in the crash report only. */
function crashMessage(line: string): string | null {
  const [, type, reason] = /^([\w.$]+(?:Exception|Error))(?:: (.*))?$/.exec(line) ?? [];
  if (type === undefined) return null;
  return `*** Terminating app due to uncaught exception '${type}', reason: '${reason ?? ''}'`;
}

function systemEvent(line: LogLine, order: number): LogEvent | null {
  const [, pid, name] = /^\[0,(\d+),(?:\d+,)?([\w.]+),/.exec(line.message) ?? [];
  if (pid === undefined || name === undefined) return null;
  const deed = new Map([
    ['am_proc_start', 'Bootstrap success!'],
    ['am_proc_died', 'Process exited.'],
  ]).get(line.tag);
  if (deed === undefined) return null;
  return {
    epochMs: line.epochMs,
    messageType: 'Default',
    eventMessage: `[app<${bundleIdOf(name)}>:${pid}] ${deed}`,
    subsystem: 'com.apple.SpringBoard',
    category: 'Process',
    processID: springBoardPid,
    threadID: springBoardPid + 1,
    processImagePath: springBoard,
    senderImagePath: '/System/Library/PrivateFrameworks/FrontBoard.framework/FrontBoard',
    order,
  };
}

/** `2026-10-02 22:17:19.556078+0000`: the simulated Mac lives in UTC. */
export function stampOf(epochMs: number): string {
  const whole = Math.floor(epochMs);
  const micros = String(Math.floor((epochMs - whole) * 1000)).padStart(3, '0');
  return new Date(whole).toISOString().replace('T', ' ').replace('Z', `${micros}+0000`);
}

/** One line of ndjson. The trace id is beyond 2^53, as on a Mac, so it is put in as digits. */
export function ndjsonOf(event: LogEvent): string {
  const image = imageUuid(event.processImagePath);
  const keys = {
    traceID: '@trace@',
    eventMessage: event.eventMessage,
    eventType: 'logEvent',
    source: null,
    formatString: '%{public}@',
    userID: 501,
    activityIdentifier: 0,
    subsystem: event.subsystem,
    category: event.category,
    threadID: event.threadID,
    senderImageUUID: imageUuid(event.senderImagePath),
    backtrace: { frames: [{ imageOffset: 4_640 + event.order, imageUUID: image }] },
    bootUUID: '',
    processImagePath: event.processImagePath,
    senderImagePath: event.senderImagePath,
    timestamp: stampOf(event.epochMs),
    machTimestamp: 1_000_000 + event.order,
    messageType: event.messageType,
    processImageUUID: image,
    processID: event.processID,
    senderProgramCounter: 4_640 + event.order,
    parentActivityIdentifier: 0,
    timezoneName: '',
  };
  const trace = (9_127_500_000_000_000n + BigInt(event.order) * 4n + 1n).toString();
  return JSON.stringify(keys).replace('"@trace@"', trace);
}

export function syslogOf(event: LogEvent): string {
  const process = event.processImagePath.split('/').at(-1) ?? '';
  const sender = event.senderImagePath.split('/').at(-1) ?? '';
  const of = sender === process ? '' : ` (${sender})`;
  const kind = event.subsystem === '' ? '' : ` [${event.subsystem}:${event.category}]`;
  const head = `${stampOf(event.epochMs)}  localhost ${process}[${event.processID}]:${of}${kind}`;
  return `${head} <${event.messageType}>: ${event.eventMessage}`;
}

/** The same for the same path. */
function imageUuid(path: string): string {
  let hash = 2_166_136_261;
  for (const char of path) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  const hex = hash.toString(16).toUpperCase().padStart(8, '0');
  return `${hex}-${hex.slice(0, 4)}-3${hex.slice(1, 4)}-8${hex.slice(5)}-${hex}${hex.slice(0, 4)}`;
}

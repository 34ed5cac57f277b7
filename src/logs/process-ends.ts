/**
 * Ends of processes that the system reports, crashes aside: killed for memory, by the system, by a signal, or exited.
 * logcat has them from other processes, so nothing of them carries the app's own pid. Source: [A14].
 */
import type { LogRecord } from './log-record.ts';

export interface ProcessEnd {
  /** Null where only the pid is told. */
  readonly process: string | null;
  readonly pid: number;
  readonly by: 'lmkd' | 'system' | 'signal' | 'itself' | 'unknown';
  /** In the system's words; null where it says none. */
  readonly why: string | null;
  /** Whether the app was in front; null where nothing tells. */
  readonly inFront: boolean | null;
  readonly timestamp: string;
  readonly epochMs: number | null;
}

/** Reports of one end come within this time [O1]. */
const sameEndMs = 30_000;
/** Adjustment of an app in front; the higher, the less needed [A14]. */
const foregroundAdj = 0;

type Told = Pick<ProcessEnd, 'process' | 'pid' | 'by' | 'why' | 'inFront'>;

export function processEndIn(record: LogRecord): ProcessEnd | null {
  const told = toldIn(record);
  return told && { ...told, timestamp: record.timestamp, epochMs: record.epochMs };
}

function toldIn({ tag, message }: LogRecord): Told | null {
  switch (tag) {
    case 'lmkd':
    case 'lowmemorykiller':
      return memoryKill(message);
    case 'ActivityManager':
      return died(message) ?? killed(message);
    case 'Zygote':
      return exited(message);
    default:
      return null;
  }
}

/** `Reclaim 'com.example' (123), uid 10123, oom_score_adj 0, state 2 to free 5kB rss; reason: low watermark`, `Kill …` [A14]. */
function memoryKill(message: string): Told | null {
  const found = /\b(?:Reclaim|Kill(?:ing)?) '([^']+)' \((\d+)\)/.exec(message);
  if (!found) return null;
  const adj = /\b(?:oom_score_)?adj (-?\d+)/.exec(message)?.[1];
  const reason = /; reason: (.+)$/.exec(message)?.[1];
  return {
    process: found[1] ?? null,
    pid: Number(found[2]),
    by: 'lmkd',
    why: `memory was low${reason === undefined ? '' : `: ${reason.trim()}`}`,
    inFront: adj === undefined ? null : Number(adj) <= foregroundAdj,
  };
}

/** `Process com.example (pid 123) has died: fg  TOP ` [A14]. */
function died(message: string): Told | null {
  const found = /^Process (\S+) \(pid (\d+)\) has died(?:: *(\S+) *(\S*))?/.exec(message);
  if (!found) return null;
  const [, process = '', pid = '', adj, state] = found;
  const inFront = adj === undefined ? null : /^fg/.test(adj) || state === 'TOP';
  return { process, pid: Number(pid), by: 'unknown', why: null, inFront };
}

/** `Killing 123:com.example/u0a123 (adj 900): empty #17` [A14]. */
function killed(message: string): Told | null {
  const found = /^Killing (\d+):([^/\s]+)\/\S+ \(adj (-?\d+)\): (.+)$/.exec(message);
  if (!found) return null;
  const [, pid = '', process = '', adj = '', why = ''] = found;
  return { process, pid: Number(pid), by: 'system', why: why.trim(), inFront: Number(adj) <= foregroundAdj };
}

/** `Process 123 exited due to signal 9 (Killed)`, `Process 123 exited cleanly (0)` [A14]. */
function exited(message: string): Told | null {
  const found = /\bProcess (\d+) exited (?:due to signal (\d+)(?: \(([^)]*)\))?|cleanly \((-?\d+)\))/.exec(
    message,
  );
  if (!found) return null;
  const [, pid = '', signal, name, code] = found;
  const why =
    signal === undefined ? `exit code ${code ?? '0'}` : `signal ${signal}${name ? ` (${name})` : ''}`;
  return {
    process: null,
    pid: Number(pid),
    by: signal === undefined ? 'itself' : 'signal',
    why,
    inFront: null,
  };
}

/** The one that says most goes first: what a process was killed by and why, over that it is gone. */
const order: readonly ProcessEnd['by'][] = ['lmkd', 'system', 'signal', 'itself', 'unknown'];

/** Oldest first, one for each end however many lines tell of it. */
export function processEnds(records: readonly LogRecord[]): readonly ProcessEnd[] {
  const ends: ProcessEnd[] = [];
  for (const record of records) {
    const end = processEndIn(record);
    if (!end) continue;
    const at = ends.findIndex((other) => isSame(other, end));
    const other = ends[at];
    if (other) ends[at] = joined(other, end);
    else ends.push(end);
  }
  return ends;
}

function isSame(a: ProcessEnd, b: ProcessEnd): boolean {
  if (a.pid !== b.pid) return false;
  return a.epochMs === null || b.epochMs === null || Math.abs(a.epochMs - b.epochMs) <= sameEndMs;
}

function joined(first: ProcessEnd, next: ProcessEnd): ProcessEnd {
  const [more, less] = order.indexOf(next.by) < order.indexOf(first.by) ? [next, first] : [first, next];
  const { timestamp, epochMs } = first;
  const inFront = first.inFront === null ? next.inFront : first.inFront || next.inFront === true;
  return {
    ...more,
    process: more.process ?? less.process,
    why: more.why ?? less.why,
    inFront,
    timestamp,
    epochMs,
  };
}

/**
 * Crashes in a list of grouped log records: Java and Kotlin, native signals, ANRs, and Apple's uncaught exceptions.
 * Sources: [A14], [S8] and [T4].
 */
import { type CrashFinding, crashReportTag, findingIn } from './crash-findings.ts';
import type { LogRecord } from './log-record.ts';
import { ownFrame } from './own-frame.ts';

export interface Crash extends CrashFinding {
  /** Innermost `Caused by`, when there is one. */
  readonly cause: string | null;
  /** The first frame in code of the project, as the trace prints it; null where there is none. */
  readonly frame: string | null;
  readonly timestamp: string;
  readonly epochMs: number | null;
  /** The first lines, at most 1,000 characters. */
  readonly sample: string;
}

const sampleLines = 12;
const sampleCharacters = 1_000;
/** Two reports of one crash (libc and tombstone, event and error line) come within this time [O1]. */
const sameCrashMs = 30_000;

/** [A14]: AOSP system/core debuggerd/libdebuggerd/tombstone_proto_to_text.cpp@android14-release */
const tombstoneLine = /^(?:pid: |signal \d|Cause: |Abort message: |backtrace:|\s+#\d\d pc )/;

/** The crash that one record reports; null for every other record [A14]. */
export function crashIn(record: LogRecord): Crash | null {
  const finding = findingIn(record);
  if (!finding) return null;
  const causes = [...record.message.matchAll(/^\s*Caused by: (.+)$/gm)];
  return {
    ...finding,
    cause: causes.at(-1)?.[1]?.trim() ?? null,
    frame: ownFrame(record.message),
    timestamp: record.timestamp,
    epochMs: record.epochMs,
    sample: sampleOf(record.message),
  };
}

/** Of a tombstone the lines that tell something: its registers and build would leave no room for the backtrace. */
function sampleOf(message: string): string {
  const lines = message.split('\n');
  const telling = lines.filter((line) => tombstoneLine.test(line));
  const kept = message.startsWith('*** ***') && telling.length > 0 ? telling : lines;
  return kept.slice(0, sampleLines).join('\n').slice(0, sampleCharacters);
}

/**
 * Oldest first; reports of the same crash are one entry, the fuller one. `earlier`: what came before the records, which
 * may tell the reason of a crash among them.
 */
export function crashSummary(
  records: readonly LogRecord[],
  earlier: readonly LogRecord[] = [],
): readonly Crash[] {
  const crashes: Crash[] = [];
  const lastWords = new Map<number, LastWords>();
  const listen = (record: LogRecord): void => {
    const words = lastWordsIn(record);
    if (words !== null) lastWords.set(record.pid, { words, epochMs: record.epochMs });
  };
  for (const record of earlier) listen(record);
  for (const record of records) {
    listen(record);
    const found = crashIn(record);
    if (!found) continue;
    const crash = withLastWords(found, found.pid === null ? undefined : lastWords.get(found.pid));
    const twin = crashes.findIndex((other) => sameCrash(other, crash));
    const other = crashes[twin];
    if (!other) crashes.push(crash);
    else crashes[twin] = fuller(other, crash);
  }
  return crashes;
}

interface LastWords {
  readonly words: string;
  readonly epochMs: number | null;
}

/** What a runtime or library says before it aborts its process [A14], [T4]. */
function lastWordsIn({ tag, level, message }: LogRecord): string | null {
  if (level !== 'ERROR' && level !== 'FATAL') return null;
  const [line = ''] = message.split('\n');
  if (tag === 'Dart') return /\berror: (.+)$/.exec(line)?.[1] ?? null;
  if (tag === 'libc++abi') return line;
  return /^(?:Check failed: |JNI DETECTED ERROR IN APPLICATION: |FORTIFY: |assertion ".*" failed)/.test(line)
    ? line
    : null;
}

/** A signal tells no reason; the line before it may. */
function withLastWords(crash: Crash, last: LastWords | undefined): Crash {
  if (crash.message !== null || crash.kind !== 'native' || last === undefined) return crash;
  const apart = crash.epochMs === null || last.epochMs === null ? 0 : crash.epochMs - last.epochMs;
  return Math.abs(apart) <= sameCrashMs ? { ...crash, message: last.words } : crash;
}

/** The exception reported by the runtime and the signal that ended the same process are one crash. */
function sameCrash(a: Crash, b: Crash): boolean {
  if ((a.kind === 'anr') !== (b.kind === 'anr') || a.pid === null || a.pid !== b.pid) return false;
  if (a.epochMs === null || b.epochMs === null) return true;
  return Math.abs(a.epochMs - b.epochMs) <= sameCrashMs;
}

/** Named by the exception where one of them knows it, with the longer sample, and the time of the earlier. */
function fuller(a: Crash, b: Crash): Crash {
  const [more, less] = b.sample.length > a.sample.length ? [b, a] : [a, b];
  const named = more.kind !== less.kind && less.kind === 'exception' ? less : more;
  const other = named === more ? less : more;
  const first = (a.epochMs ?? 0) <= (b.epochMs ?? 0) ? a : b;
  return {
    kind: named.kind,
    process: more.process ?? less.process,
    pid: named.pid,
    exception: named.exception,
    message: named.message ?? other.message,
    cause: more.cause ?? less.cause,
    frame: more.frame ?? less.frame,
    timestamp: first.timestamp,
    epochMs: first.epochMs,
    sample: more.sample,
  };
}

/** A crash report of Apple's systems as a record of the log, so that it stands in time among the others. */
export function crashRecord(crash: Crash): LogRecord {
  const how = crash.kind === 'anr' ? 'hung and was killed' : 'ended';
  const process = crash.process ?? 'A process';
  const why = crash.message === null ? '' : `: ${crash.message.split('\n')[0]}`;
  const frames = crash.sample.split('\n').slice(1);
  return {
    timestamp: crash.timestamp,
    epochMs: crash.epochMs,
    level: 'FATAL',
    tag: crashReportTag,
    pid: crash.pid ?? 0,
    tid: null,
    uid: null,
    process: crash.process,
    buffer: 'crash',
    message: [`${process} ${how} with ${crash.exception}${why}`, ...frames].join('\n'),
  };
}

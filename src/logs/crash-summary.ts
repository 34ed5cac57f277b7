/**
 * Crashes in a list of grouped log records: Java and Kotlin, native signals, ANRs, and Apple's uncaught exceptions.
 * Sources: [A14], [S8] and [T4].
 */
import type { LogRecord } from './log-record.ts';
import { ownFrame } from './own-frame.ts';

export interface Crash {
  readonly kind: 'exception' | 'native' | 'anr';
  /** Process or package name; null when the log does not say. */
  readonly process: string | null;
  readonly pid: number | null;
  /** Class of the exception, name of the signal, or `ANR`. */
  readonly exception: string;
  /** The exception's message, the abort message, or the reason of the ANR. */
  readonly message: string | null;
  /** Innermost `Caused by`, when there is one. */
  readonly cause: string | null;
  /** The first frame in code of the project, as the trace prints it; null where there is none. */
  readonly frame: string | null;
  readonly timestamp: string;
  readonly epochMs: number | null;
  /** The first lines, at most 1,000 characters. */
  readonly sample: string;
}

/** Process that writes Apple's crash reports [S8]. */
const crashReportTag = 'ReportCrash';

const sampleLines = 12;
const sampleCharacters = 1_000;
/** Two reports of one crash (libc and tombstone, event and error line) come within this time [O1]. */
const sameCrashMs = 30_000;

/** [A14]: AOSP system/core debuggerd/libdebuggerd/tombstone_proto_to_text.cpp@android14-release */
const tombstoneLine = /^(?:pid: |signal \d|Cause: |Abort message: |backtrace:|\s+#\d\d pc )/;

type Finding = Pick<Crash, 'kind' | 'process' | 'pid' | 'exception' | 'message'>;

const className = /^(?:[A-Za-z_][\w$]*\.)+[A-Za-z_$][\w$]*/;

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

function findingIn({ tag, message, pid }: LogRecord): Finding | null {
  switch (tag) {
    case 'AndroidRuntime':
      return javaCrash(message, pid);
    case 'DEBUG':
    case 'libc':
    case 'crash_dump32':
    case 'crash_dump64':
      return nativeCrash(message);
    case 'ActivityManager':
      return anr(message);
    case 'am_anr':
      return anrEvent(message);
    case 'am_crash':
      return crashEvent(message);
    case crashReportTag:
      return appleReport(message, pid);
    default:
      return uncaught(message, pid);
  }
}

function javaCrash(message: string, pid: number): Finding | null {
  // As the system reports it [A14].
  if (!/^(?:\*\*\* )?FATAL EXCEPTION/.test(message)) return null;
  // As the system reports it [A14].
  const named = /^Process: ([^,\s]+)(?:, PID: (\d+))?/m.exec(message);
  for (const line of message.split('\n').slice(1)) {
    const thrown = className.exec(line)?.[0];
    if (thrown === undefined) continue;
    return {
      kind: 'exception',
      process: named?.[1] ?? null,
      pid: named?.[2] === undefined ? pid : Number(named[2]),
      exception: thrown,
      message: line.slice(thrown.length).replace(/^: /, '').trim() || null,
    };
  }
  return {
    kind: 'exception',
    process: named?.[1] ?? null,
    pid,
    exception: 'unknown exception',
    message: null,
  };
}

function nativeCrash(message: string): Finding | null {
  // As the system reports it [A14].
  const fatal = /^Fatal signal \d+ \((SIG\w+)\).*?\bpid (\d+) \(([^)]*)\)/.exec(message);
  if (fatal)
    return {
      kind: 'native',
      process: fatal[3] ?? null,
      pid: Number(fatal[2]),
      exception: fatal[1] ?? '',
      message: null,
    };
  // As the system reports it [A14].
  const signal = /\bsignal \d+ \((SIG\w+)\)/.exec(message);
  const named = /\bpid: (\d+),.*?>>> (.+?) <<</.exec(message);
  if (!signal || !named) return null;
  // As the system reports it [A14].
  const abort = /Abort message: '?(.*?)'?$/m.exec(message) ?? /^Cause: (.+)$/m.exec(message);
  return {
    kind: 'native',
    process: named[2] ?? null,
    pid: Number(named[1]),
    exception: signal[1] ?? '',
    message: abort?.[1] ?? null,
  };
}

function anr(message: string): Finding | null {
  const named = /^ANR in ([^\s(]+)/.exec(message);
  if (!named) return null;
  const pid = /^PID: (\d+)/m.exec(message)?.[1];
  // As the system reports it [A14].
  const reason = /^Reason: (.*)$/m.exec(message)?.[1];
  return {
    kind: 'anr',
    process: named[1] ?? null,
    pid: pid === undefined ? null : Number(pid),
    exception: 'ANR',
    message: reason?.trim() ?? null,
  };
}

/** Event `[user,pid,package,flags,reason]`. */
function anrEvent(message: string): Finding | null {
  const [, pid, process, , reason] = eventFields(message, 5);
  if (pid === undefined || process === undefined || !/^\d+$/.test(pid)) return null;
  return { kind: 'anr', process, pid: Number(pid), exception: 'ANR', message: reason?.trim() || null };
}

/** Event `[pid,user,process,flags,class,message,file,line]`. */
function crashEvent(message: string): Finding | null {
  const [pid, , process, , exception, words] = eventFields(message, 6);
  if (pid === undefined || process === undefined || !/^\d+$/.test(pid)) return null;
  const native = exception === 'Native crash';
  return {
    kind: native ? 'native' : 'exception',
    process,
    pid: Number(pid),
    exception: exception?.trim() || 'unknown exception',
    message: words?.trim() || null,
  };
}

/** Fields of `[a,b,c]`; the last of `count` keeps its commas. */
function eventFields(message: string, count: number): string[] {
  const inner = /^\[(.*?)\]?\s*$/s.exec(message)?.[1] ?? '';
  const fields = inner.split(',');
  return fields.length <= count ? fields : [...fields.slice(0, count - 1), fields.slice(count - 1).join(',')];
}

/** `Shop ended with EXC_CRASH (SIGABRT): why`, with the frames behind it [O2]. */
function appleReport(message: string, pid: number): Finding | null {
  const found = /^(.+?) (ended|hung and was killed) with (.+?)(?:: (.*))?$/m.exec(message);
  if (!found) return null;
  return {
    kind: found[2] === 'ended' ? 'native' : 'anr',
    process: found[1] ?? null,
    pid,
    exception: found[3] ?? '',
    message: found[4]?.trim() || null,
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

function uncaught(message: string, pid: number): Finding | null {
  // As the run time logs it [T4].
  const kotlin = /^Uncaught Kotlin exception: ([\w.$]+)(?:: (.*))?/.exec(message);
  // As the run time logs it [T4].
  const apple = /^\*\*\* Terminating app due to uncaught exception '([^']+)', reason: '(.*?)'(?:\s|$)/s.exec(
    message,
  );
  const found = kotlin ?? apple;
  if (!found) return null;
  return {
    kind: 'exception',
    process: null,
    pid,
    exception: found[1] ?? '',
    message: found[2]?.trim() || null,
  };
}

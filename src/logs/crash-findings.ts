/**
 * What one grouped record says of a crash: Java and Kotlin, native signals, ANRs, and Apple's uncaught exceptions.
 * Sources: [A14], [S8] and [T4].
 */
import type { LogRecord } from './log-record.ts';

export interface CrashFinding {
  readonly kind: 'exception' | 'native' | 'anr';
  /** Process or package name; null when the log does not say. */
  readonly process: string | null;
  readonly pid: number | null;
  /** Class of the exception, name of the signal, or `ANR`. */
  readonly exception: string;
  /** The exception's message, the abort message, or the reason of the ANR. */
  readonly message: string | null;
}

/** Process that writes Apple's crash reports [S8]. */
export const crashReportTag = 'ReportCrash';

const className = /^(?:[A-Za-z_][\w$]*\.)+[A-Za-z_$][\w$]*/;

/** Null for a record that reports none. */
export function findingIn({ tag, message, pid }: LogRecord): CrashFinding | null {
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

function javaCrash(message: string, pid: number): CrashFinding | null {
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

function nativeCrash(message: string): CrashFinding | null {
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

function anr(message: string): CrashFinding | null {
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
function anrEvent(message: string): CrashFinding | null {
  const [, pid, process, , reason] = eventFields(message, 5);
  if (pid === undefined || process === undefined || !/^\d+$/.test(pid)) return null;
  return { kind: 'anr', process, pid: Number(pid), exception: 'ANR', message: reason?.trim() || null };
}

/** Event `[pid,user,process,flags,class,message,file,line]`. */
function crashEvent(message: string): CrashFinding | null {
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
function appleReport(message: string, pid: number): CrashFinding | null {
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

function uncaught(message: string, pid: number): CrashFinding | null {
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

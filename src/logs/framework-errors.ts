/**
 * Errors that a framework catches and logs while its app lives on (Dart, Flutter, React Native, web views), and those
 * that the app logs itself. Their lines come as records of their own, some of them at INFO. Source: [T4].
 */

import type { LogRecord } from './log-record.ts';
import { ownFrame } from './own-frame.ts';

export interface AppError {
  /** `exception`: one of Java or Kotlin that the app caught and logged itself. */
  readonly kind: 'dart' | 'flutter' | 'javascript' | 'exception';
  /** Class of the error, or what the framework calls it. */
  readonly what: string;
  readonly message: string;
  /** First frame in code of the project, as the trace prints it; null where it has none. */
  readonly frame: string | null;
  readonly pid: number;
  readonly timestamp: string;
  /** How often it was logged. */
  readonly times: number;
}

/** As the frameworks print them [T4]. */
const dartFrame = /^(?:#\d+\s|<asynchronous suspension>|\(elided \d+ frames?)/;
// Flutter frames its reports with double lines.
const flutterHead = /^\s*\u2550+[\u2561\u2563]? ?EXCEPTION CAUGHT BY (.+?) ?[\u255e\u2560]?\u2550+/;
const flutterEnd = /^\s*\u2550{8,}\s*$/;
// Older releases put what was thrown on the next line.
const unhandled = /(?:^|\] |: )Unhandled [Ee]xception:[ \n]*(.*)/;
const another = /^Another exception was thrown: (.*)/;
const rejection = /^Possible unhandled promise rejection \(id: ?\d+\):?\s*/i;
const consoleError = /"Uncaught (?:\(in promise\) )?(.+?)", source: (\S*) \((\d+)\)/s;
const jsError = /^(?:\{? ?\[)?((?:[A-Z]\w*)?(?:Error|Exception|Invariant Violation)): ([^\n\]]*)/;

/** What React Native prints behind the words of an error: where in the tree of components it was thrown [T4]. */
const componentLine = /^(?:\s*$|This error is located at:|\s+in \S|\s+at \S)/;
/** Messages of a web view's console as Capacitor and Cordova log them [T4]. */
const hybridConsole: Readonly<Record<string, RegExp>> = {
  'Capacitor/Console': /^File: (\S*) - Line (\d+) - Msg: ([\s\S]*)/,
  SystemWebChromeClient: /^(\S+): Line (\d+) : ([\s\S]*)/,
};
/** The first line of a trace of Java or Kotlin: class and words [A14]. */
const thrown = /^(?:Exception in thread "[^"]*" )?((?:[a-z_]\w*\.)+[A-Z][\w$]*)(?:: (.*))?$/;
/** User ids of apps begin here [A5]; the system's own exceptions are nobody's errors. */
const firstAppUid = 10_000;

/** Whether a record begins such an error; those below ERROR count as errors from then on. */
export function isFrameworkError({ tag, message }: LogRecord): boolean {
  if (isFlutter(tag)) return unhandled.test(message) || flutterHead.test(message) || another.test(message);
  if (isReact(tag)) return rejection.test(message);
  return consoleErrorIn(tag, message) !== null;
}

/** Whether the next record of the same thread and tag goes on with the error that the open one holds. */
export function isFrameworkRest(open: LogRecord, next: LogRecord): boolean {
  if (isFlutter(open.tag)) {
    const lines = open.message.split('\n');
    if (flutterHead.test(lines[0] ?? '')) return !flutterEnd.test(lines.at(-1) ?? '') || lines.length === 1;
    const words = unhandled.exec(open.message)?.[1];
    return words !== undefined && (words === '' || dartFrame.test(next.message) || next.message === '');
  }
  if (!isReact(open.tag)) return false;
  if (!rejection.test(open.message)) return jsError.test(open.message) && componentLine.test(next.message);
  return (
    !rejection.test(next.message) &&
    (open.message.replace(rejection, '') === '' ||
      /^\s/.test(next.message) ||
      componentLine.test(next.message))
  );
}

/** Errors among grouped records, oldest first; the same one many times is one entry. */
export function appErrors(records: readonly LogRecord[]): readonly AppError[] {
  const found = new Map<string, AppError>();
  for (const record of records) {
    const error = appErrorIn(record);
    if (!error) continue;
    const key = `${error.pid} ${error.what} ${error.message} ${error.frame ?? ''}`;
    const before = found.get(key);
    found.set(key, before ? { ...before, times: before.times + 1 } : error);
  }
  return [...found.values()];
}

export function appErrorIn(record: LogRecord): AppError | null {
  const { tag, message, pid, timestamp } = record;
  const told = isFlutter(tag) ? flutterError(message) : (scriptError(record) ?? loggedException(record));
  return told && { ...told, pid, timestamp, times: 1 };
}

type Told = Omit<AppError, 'pid' | 'timestamp' | 'times'>;

/** As Flutter words its reports [T4]. */
function flutterError(message: string): Told | null {
  const frame = ownFrame(message);
  const dart = unhandled.exec(message)?.[1];
  if (dart !== undefined) return { kind: 'dart', ...classAndWords(dart, 'Unhandled Exception'), frame };
  const library = flutterHead.exec(message)?.[1];
  if (library !== undefined) {
    const lines = message.split('\n').map((line) => line.trim());
    const said = lines.findIndex((line) => /^The following .+(?: was)? thrown/.test(line));
    const what = /^The following (\S+)/.exec(lines[said] ?? '')?.[1] ?? `exception caught by ${library}`;
    return { kind: 'flutter', what, message: lines[said + 1] ?? '', frame };
  }
  const again = another.exec(message)?.[1];
  return again === undefined ? null : { kind: 'flutter', ...classAndWords(again, 'exception'), frame };
}

interface ConsoleError {
  readonly words: string;
  readonly url: string;
  readonly line: string;
}

/** What no script caught, in the words of the web view or of the framework around it. */
function consoleErrorIn(tag: string, message: string): ConsoleError | null {
  if (tag === 'chromium') {
    const [found, words = '', url = '', line = ''] = consoleError.exec(message) ?? [];
    return found === undefined ? null : { words, url, line };
  }
  const [, url = '', line = '', text = ''] = hybridConsole[tag]?.exec(message) ?? [];
  // As V8 words it [T4].
  const words = /^Uncaught (?:\(in promise\) ?:? ?)?([\s\S]+)/.exec(text)?.[1];
  return words === undefined ? null : { words, url, line };
}

/** A trace in a warning or an error of the app, which it lived through. */
function loggedException({ tag, level, message, uid }: LogRecord): Told | null {
  if (tag === 'AndroidRuntime' || tag === 'DEBUG' || (uid !== null && uid < firstAppUid)) return null;
  if (level !== 'WARN' && level !== 'ERROR') return null;
  const lines = message.split('\n');
  const at = lines.findIndex((line) => thrown.test(line));
  // A class alone is no trace.
  if (at < 0 || !lines.slice(at + 1).some((line) => /^\s+at [\w.$<>/]+\(/.test(line))) return null;
  const [, what = '', words = ''] = thrown.exec(lines[at] ?? '') ?? [];
  return { kind: 'exception', what, message: words.trim(), frame: ownFrame(message) };
}

function scriptError({ tag, message, level }: LogRecord): Told | null {
  const uncaught = consoleErrorIn(tag, message);
  if (uncaught) {
    const { words, url, line } = uncaught;
    const frame = url === '' ? ownFrame(words) : `${url}:${line}`;
    return { kind: 'javascript', ...classAndWords(words, 'Error'), frame };
  }
  if (!isReact(tag)) return null;
  const rejected = rejection.test(message);
  const body = message.replace(rejection, '');
  const named = jsError.exec(body);
  if (named && (rejected || level === 'ERROR'))
    return {
      kind: 'javascript',
      what: named[1] ?? '',
      message: (named[2] ?? '').trim(),
      frame: ownFrame(body),
    };
  return rejected
    ? {
        kind: 'javascript',
        what: 'promise rejection',
        message: body.split('\n')[0] ?? '',
        frame: ownFrame(body),
      }
    : null;
}

/** `FormatException: bad` into class and words; words alone are an error of the given kind. */
function classAndWords(text: string, otherwise: string): { readonly what: string; readonly message: string } {
  const [line = ''] = text.split('\n');
  const named = /^(?:_?[A-Z]\w*)(?=: )/.exec(line)?.[0];
  return named === undefined
    ? { what: otherwise, message: line.trim() }
    : { what: named, message: line.slice(named.length + 2).trim() };
}

/** Android tags it, iOS names the process's image or the category. */
function isFlutter(tag: string): boolean {
  return tag === 'flutter' || tag === 'Flutter';
}

function isReact(tag: string): boolean {
  return tag === 'ReactNativeJS' || tag === 'com.facebook.react.log:javascript';
}

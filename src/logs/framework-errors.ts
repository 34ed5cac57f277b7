/**
 * Errors that a framework catches and logs while its app lives on: Dart, Flutter, React Native, web views. Their lines
 * come as records of their own, some of them at INFO. Source: [T4].
 */

import type { LogRecord } from './log-record.ts';
import { ownFrame } from './own-frame.ts';

export interface AppError {
  readonly kind: 'dart' | 'flutter' | 'javascript';
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
const unhandled = /(?:^|\] )Unhandled Exception: (.*)/;
const another = /^Another exception was thrown: (.*)/;
const rejection = /^Possible unhandled promise rejection \(id: ?\d+\):?\s*/i;
const consoleError = /"Uncaught (.+?)", source: (\S+) \((\d+)\)/;
const jsError = /^(?:\{? ?\[)?((?:[A-Z]\w*)?(?:Error|Exception|Invariant Violation)): ([^\n\]]*)/;

/** Whether a record begins such an error; those below ERROR count as errors from then on. */
export function isFrameworkError({ tag, message }: LogRecord): boolean {
  if (isFlutter(tag)) return unhandled.test(message) || flutterHead.test(message) || another.test(message);
  if (isReact(tag)) return rejection.test(message);
  return tag === 'chromium' && consoleError.test(message);
}

/** Whether the next record of the same thread and tag goes on with the error that the open one holds. */
export function isFrameworkRest(open: LogRecord, next: LogRecord): boolean {
  if (isFlutter(open.tag)) {
    const lines = open.message.split('\n');
    if (flutterHead.test(lines[0] ?? '')) return !flutterEnd.test(lines.at(-1) ?? '') || lines.length === 1;
    return unhandled.test(open.message) && (dartFrame.test(next.message) || next.message === '');
  }
  if (!isReact(open.tag) || !rejection.test(open.message)) return false;
  return (
    !rejection.test(next.message) && (open.message.replace(rejection, '') === '' || /^\s/.test(next.message))
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
  const told = isFlutter(tag) ? flutterError(message) : scriptError(record);
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

function scriptError({ tag, message, level }: LogRecord): Told | null {
  const uncaught = tag === 'chromium' ? consoleError.exec(message) : null;
  if (uncaught) {
    const [, words = '', url = '', line = ''] = uncaught;
    return { kind: 'javascript', ...classAndWords(words, 'Error'), frame: `${url}:${line}` };
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

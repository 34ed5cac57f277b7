/** Log records and crashes on the wire: every text of the device made harmless to read. */
import type { Crash } from '../logs/crash-summary.ts';
import type { LogRecord } from '../logs/log-record.ts';
import { visibleText } from '../ui/visible-text.ts';

export function recordToWire({ timestamp, level, tag, pid, tid, message }: LogRecord) {
  return {
    timestamp,
    level,
    tag: visibleText(tag),
    pid,
    ...(tid === null ? {} : { tid }),
    message: visibleText(message),
  };
}

export function crashToWire({ kind, process, pid, exception, message, cause, timestamp, sample }: Crash) {
  return {
    kind,
    ...(process === null ? {} : { process: visibleText(process) }),
    ...(pid === null ? {} : { pid }),
    exception: visibleText(exception),
    ...(message === null ? {} : { message: visibleText(message) }),
    ...(cause === null ? {} : { cause: visibleText(cause) }),
    timestamp,
    sample: visibleText(sample),
  };
}

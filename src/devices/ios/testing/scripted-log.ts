/** For tests: a log stream and a history that say what the test wants. */
import type { LineProcess, LineProcessEnd } from '../../../host/line-process.ts';
import type { LogStart } from '../logs/logs-command.ts';
import type { FeedSource } from '../logs/logs-feed.ts';

export interface ScriptedLog {
  readonly source: FeedSource;
  /** What history was asked for, and how many streams were started. */
  readonly asked: LogStart[];
  streams(): number;
  /** A line of the running stream. */
  say(line: string): void;
  /** Breaks the running stream. */
  break(words: string): void;
}

export function scriptedLog(history: (start: LogStart) => readonly string[] | Error): ScriptedLog {
  const asked: LogStart[] = [];
  let started = 0;
  let running: { onLine: (line: string) => void; end: (how: LineProcessEnd) => void } | null = null;
  return {
    asked,
    streams: () => started,
    say: (line) => running?.onLine(line),
    break: (words) => running?.end({ exitCode: 1, signal: null, errorLines: [words] }),
    source: {
      async history(_, start) {
        asked.push(start);
        const lines = history(start);
        if (lines instanceof Error) throw lines;
        return lines;
      },
      async stream(_, onLine) {
        started++;
        let over: LineProcessEnd | null = null;
        let resolve: (how: LineProcessEnd) => void = () => {};
        const ended = new Promise<LineProcessEnd>((done) => {
          resolve = done;
        });
        const end = (how: LineProcessEnd): void => {
          over ??= how;
          resolve(how);
        };
        running = { onLine, end };
        queueMicrotask(() => onLine('Filtering the log data using "process == "Shop App""'));
        const child: LineProcess = {
          pid: 100 + started,
          ended,
          get end() {
            return over;
          },
          stop: async () => end({ exitCode: null, signal: 'SIGTERM', errorLines: [] }),
        };
        return child;
      },
    },
  };
}

/** One line of ndjson; `at` counts milliseconds after noon. */
export function logLine(at: number, message: string, more: Record<string, unknown> = {}): string {
  const stamp = new Date(Date.UTC(2026, 0, 1, 12, 0, 0, at))
    .toISOString()
    .replace('T', ' ')
    .replace('Z', '000+0000');
  return JSON.stringify({
    timestamp: stamp,
    eventType: 'logEvent',
    messageType: 'Default',
    eventMessage: message,
    subsystem: 'com.example.shop',
    category: 'cart',
    processID: 4321,
    threadID: 9,
    machTimestamp: at,
    ...more,
  });
}

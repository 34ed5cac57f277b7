/** logcat in its formats and kinds of crash, from the text to records, groups and the summary of crashes. */
import { describe, expect, it } from 'vitest';
import { readLogDump, refusesOptions, refusesTime } from '../../src/devices/android/logs/logs-command.ts';
import { crashSummary } from '../../src/logs/crash-summary.ts';
import { TraceGrouper } from '../../src/logs/group-traces.ts';
import type { LogRecord } from '../../src/logs/log-record.ts';
import { networkEvents } from '../../src/logs/network-signals.ts';
import { LogcatParser } from '../../src/logs/parse-threadtime.ts';
import { recorded } from './recorded.ts';

function records(name: string, assumed = { year: 2026, zoneMinutes: 120 }): readonly LogRecord[] {
  const parser = new LogcatParser({ assumed });
  return recorded(`logcat/${name}`)
    .split('\n')
    .flatMap((line) => parser.line(line) ?? []);
}

/** As the feed does it: lines of one trace become one record. */
function grouped(name: string): readonly LogRecord[] {
  const parser = new LogcatParser({ assumed: { year: 2026, zoneMinutes: 120 } });
  const grouper = new TraceGrouper();
  const groups = new Set<{ record: LogRecord }>();
  for (const line of recorded(`logcat/${name}`).split('\n')) {
    const record = parser.line(line);
    if (record) groups.add(grouper.groupOf(record, parser.continues));
  }
  return [...groups].map(({ record }) => record);
}

describe('formats', () => {
  it('epoch and uid, with the clock before and the lines of the buffers between', () => {
    const dump = readLogDump(recorded('logcat/epoch-uid-14.txt'));
    expect(dump.time).toEqual({ epochMs: 1_791_024_002_118, assumed: { year: 2026, zoneMinutes: 120 } });
    const parser = new LogcatParser();
    const read = dump.lines.flatMap((line) => parser.line(line) ?? []);
    expect(read[0]).toEqual({
      timestamp: '1791024001.004',
      epochMs: 1_791_024_001_004,
      level: 'INFO',
      tag: 'Kettle',
      pid: 7312,
      tid: 7312,
      uid: 10231,
      process: null,
      buffer: null,
      message: 'Boiling 3 cups',
    });
    expect(read[4]).toMatchObject({
      tag: 'okhttp.Http2',
      message: 'client: tag with a colon: and words after it',
      buffer: 'main',
    });
    expect(read[5]).toMatchObject({ tag: 'AndroidRuntime', buffer: 'crash' });
    expect(parser.skipped).toBe(0);
  });

  it('threadtime without a year: the midnight between two lines, and requests of OkHttp', () => {
    const read = records('threadtime-8.txt');
    expect(read.map(({ epochMs }) => epochMs && new Date(epochMs).toISOString())).toEqual([
      '2026-10-04T21:59:58.917Z',
      '2026-10-04T21:59:59.004Z',
      '2026-10-04T22:00:00.250Z',
      '2026-10-04T22:00:00.871Z',
      '2026-10-04T22:00:01.000Z',
    ]);
    expect(read[4]).toMatchObject({ tag: 'Kettle', level: 'ERROR', message: '' });
    expect(networkEvents(read)).toMatchObject([
      { endpoint: expect.stringContaining('/cups'), statusCode: 503 },
    ]);
  });

  it('long: several lines under one header, and what only looks like one', () => {
    expect(records('long-7.txt').map(({ tag, level, message }) => [tag, level, message])).toEqual([
      ['Kettle', 'INFO', 'first line of a recipe'],
      ['Kettle', 'INFO', 'second line of it'],
      ['Kettle', 'ERROR', '[ 10-04 is no header inside a message'],
    ]);
  });

  it('brief, padded and not', () => {
    expect(records('brief.txt').map(({ tag, pid, level }) => [tag, pid, level])).toEqual([
      ['Kettle', 2210, 'INFO'],
      ['ActivityManager', 501, 'WARN'],
    ]);
  });

  it('what an older logcat refuses', () => {
    expect(refusesOptions(recorded('logcat/refuses-epoch.txt'))).toBe(true);
    expect(refusesTime(recorded('logcat/refuses-time.txt'))).toBe(true);
    expect(refusesTime(recorded('logcat/refuses-epoch.txt'))).toBe(false);
  });
});

describe('crashes', () => {
  it('Java, with its innermost cause', () => {
    const [crash, ...others] = crashSummary(grouped('epoch-uid-14.txt'));
    expect(others).toEqual([]);
    expect(crash).toMatchObject({
      kind: 'exception',
      process: 'org.example.kettle',
      pid: 7312,
      exception: 'java.lang.IllegalStateException',
      message: 'no water in tank 2',
      cause: 'java.io.IOException: valve did not open',
    });
    expect(crash?.sample.split('\n')).toHaveLength(8);
  });

  it('native: libc and tombstone are one crash, with the whole name of the process', () => {
    const crashes = crashSummary(grouped('native-crash-14.txt'));
    expect(crashes).toHaveLength(1);
    expect(crashes[0]).toMatchObject({
      kind: 'native',
      process: 'org.example.kettle',
      pid: 7312,
      exception: 'SIGSEGV',
    });
    expect(crashes[0]?.sample).toMatch(
      /^pid: 7312.*\nsignal 11 .*\nCause: null pointer.*\nbacktrace:\n +#00 pc .*libsteam.so \(steam_draw/,
    );
  });

  it('an app that does not respond', () => {
    expect(crashSummary(grouped('anr-13.txt'))).toMatchObject([
      {
        kind: 'anr',
        process: 'org.example.kettle',
        pid: 7312,
        message: expect.stringMatching(/^Input dispatching timed out .*Waited 5001ms for MotionEvent\)$/),
      },
    ]);
  });

  it('the events of both, with commas in the message', () => {
    expect(crashSummary(records('events-crash-anr.txt'))).toMatchObject([
      {
        kind: 'exception',
        exception: 'java.lang.IllegalStateException',
        message: expect.stringContaining('no water'),
      },
      { kind: 'anr', process: 'org.example.urn', pid: 8420 },
    ]);
  });
});

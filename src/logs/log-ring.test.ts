/** Grouping, crash reports, filters and the ring that holds them. */
import { describe, expect, it } from 'vitest';
import { crashSummary } from './crash-summary.ts';
import { androidCrash, anrReport, nativeCrash } from './fixtures/crash-logs.ts';
import { logFilter } from './log-filter.ts';
import type { LogRecord } from './log-record.ts';
import { LogRing } from './log-ring.ts';
import { LogcatParser } from './parse-threadtime.ts';

function ringOf(text: string, capacity?: number): LogRing {
  const ring = new LogRing(capacity);
  const parser = new LogcatParser();
  for (const line of text.split('\n')) {
    const record = parser.line(line);
    if (record) ring.push(record, parser.continues);
  }
  return ring;
}

const all = (ring: LogRing): readonly LogRecord[] => ring.newest(() => true, 1_000).records;
const heads = (records: readonly LogRecord[]): string[] =>
  records.map((record) => record.message.split('\n')[0] ?? '');

describe('grouping', () => {
  it('makes one record of a trace, whatever other processes say in between', () => {
    const records = all(ringOf(androidCrash));
    expect(heads(records)).toEqual([
      'kettle on',
      'FATAL EXCEPTION: main',
      'elsewhere',
      'elsewhere again',
      'Force finishing',
    ]);
    expect(records[1]?.message.split('\n')).toHaveLength(9);
    expect(records[1]?.message).toContain('Caused by: java.net.SocketTimeoutException: no answer');
  });

  it('keeps two crashes of one thread apart', () => {
    expect(
      heads(all(ringOf(`${androidCrash}\n${androidCrash}`))).filter((head) => head.startsWith('FATAL')),
    ).toHaveLength(2);
  });

  it('groups a logged exception with its header and leaves other lines alone', () => {
    const line = (message: string, tid = 2): string => `1784554596.472 10001 1 ${tid} W Net: ${message}`;
    const ring = ringOf(
      [
        line('begin'),
        line('java.io.IOException: gone'),
        line('\tat a.B.c(B.java:1)'),
        line('same time', 3),
        line('\t... 2 more'),
        line('end'),
      ].join('\n'),
    );
    expect(all(ring).map((record) => record.message)).toEqual([
      'begin',
      'java.io.IOException: gone\n\tat a.B.c(B.java:1)\n\t... 2 more',
      'same time',
      'end',
    ]);
  });

  it('bounds a group', () => {
    const lines = Array.from(
      { length: 5_000 },
      (_, n) => `1784554596.472 10001 1 2 E T: \tat a.B.c(B.java:${n})`,
    );
    const records = all(ringOf(lines.join('\n')));
    expect(records.length).toBe(5);
    expect(Math.max(...records.map((record) => record.message.length))).toBeLessThanOrEqual(64_000);
  });

  it('groups lines without a head of their own', () => {
    expect(all(ringOf('1784554596.472  1  2 I A: one\ntwo\nthree')).map((record) => record.message)).toEqual([
      'one\ntwo\nthree',
    ]);
  });
});

describe('crash summary', () => {
  it('reads a Java crash', () => {
    expect(crashSummary(all(ringOf(androidCrash)))).toEqual([
      expect.objectContaining({
        kind: 'exception',
        process: 'org.demo.kettle',
        pid: 4321,
        exception: 'java.lang.IllegalStateException',
        message: 'kettle: dry',
        cause: 'java.net.SocketTimeoutException: no answer',
        epochMs: 1_784_554_596_480,
        sample: expect.stringMatching(/^FATAL EXCEPTION: main\nProcess: org\.demo\.kettle/),
      }),
    ]);
  });

  it('reads a native crash once, though two programs report it', () => {
    expect(crashSummary(all(ringOf(nativeCrash)))).toEqual([
      expect.objectContaining({
        kind: 'native',
        process: 'org.demo.kettle',
        pid: 4321,
        exception: 'SIGABRT',
        message: 'lid open',
        sample: expect.stringContaining('backtrace'),
      }),
    ]);
  });

  it('reads an ANR from its event and from the report (LOG-11)', () => {
    expect(crashSummary(all(ringOf(anrReport)))).toEqual([
      expect.objectContaining({
        kind: 'anr',
        process: 'org.demo.kettle',
        pid: 4321,
        exception: 'ANR',
        message: 'Input dispatching timed out (waited 5001ms)',
      }),
    ]);
    const [event] = crashSummary(
      all(ringOf('07-20 15:36:36.472  1000  1520  1597 I am_anr  : [0,1480,com.example.app,...]')),
    );
    expect(event).toMatchObject({ kind: 'anr', pid: 1480, process: 'com.example.app' });
  });

  it.each([
    [
      'am_crash : [4321,0,org.demo.kettle,123,java.lang.Error,dry, very dry,K.java,3]',
      'java.lang.Error',
      'org.demo.kettle',
    ],
    [
      'K       : Uncaught Kotlin exception: kotlin.IllegalStateException: dry',
      'kotlin.IllegalStateException',
      null,
    ],
    [
      "App     : *** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 9'",
      'NSRangeException',
      null,
    ],
  ])('reads %j', (tail, exception, process) => {
    expect(crashSummary(all(ringOf(`1784554596.472  1000  7  7 E ${tail}`)))).toEqual([
      expect.objectContaining({ kind: 'exception', exception, process }),
    ]);
  });

  it('finds nothing in lines that only mention crashes', () => {
    const text = ['E AndroidRuntime: VM exiting', 'E T: FATAL EXCEPTION handler installed', 'F DEBUG: signal']
      .map((tail) => `1784554596.472  1000  7  7 ${tail}`)
      .join('\n');
    expect(crashSummary(all(ringOf(text)))).toEqual([]);
  });
});

describe('filters', () => {
  const ring = ringOf(
    [
      '1784554590.000 10001  100  100 D Kettle  : cold',
      '1784554591.000 10001  101  101 W Kettle  : Warm',
      '1784554592.000 10002  200  200 E Other   : broken',
      '1784554593.000  1000  300  300 E ActivityManager: ANR in org.demo.kettle:remote (x)',
      '1784554594.000  1000  300  300 E ActivityManager: ANR in org.demo.kettlecorn (x)',
      '07-20 15:36:36.472  1000  300  300 F Odd     : no known time',
    ].join('\n'),
  );
  const pick = (filter: Parameters<typeof logFilter>[0], limit = 100): string[] =>
    ring
      .newest(logFilter(filter), limit)
      .records.map((record) => `${record.tag}:${record.message.slice(0, 6)}`);

  it.each([
    [
      {},
      [
        'Kettle:cold',
        'Kettle:Warm',
        'Other:broken',
        'ActivityManager:ANR in',
        'ActivityManager:ANR in',
        'Odd:no kno',
      ],
    ],
    [{ minLevel: 'WARN' as const, tag: 'Kettle' }, ['Kettle:Warm']],
    [{ tag: 'kettle' }, []],
    [{ contains: 'arm' }, ['Kettle:Warm']],
    [{ contains: 'ARM' }, []],
    [{ pid: 200 }, ['Other:broken']],
    [{ sinceEpochMs: 1_784_554_593_500 }, ['ActivityManager:ANR in']],
    [
      { app: { appId: 'org.demo.kettle', pids: new Set([101]), uid: null } },
      ['Kettle:Warm', 'ActivityManager:ANR in'],
    ],
    [
      { app: { appId: 'org.demo.kettle', pids: new Set<number>(), uid: 10_001 } },
      ['Kettle:cold', 'Kettle:Warm', 'ActivityManager:ANR in'],
    ],
  ])('%j', (filter, expected) => {
    expect(pick(filter)).toEqual(expected);
  });

  it('gives the newest, oldest first', () => {
    expect(pick({}, 2)).toEqual(['ActivityManager:ANR in', 'Odd:no kno']);
  });

  it('counts what fell out only when it could have been wanted', () => {
    const small = ringOf(
      Array.from({ length: 10 }, (_, n) => `1784554596.00${n}  1  1  ${n} I T: ${n}`).join('\n'),
      4,
    );
    expect(small.size).toBe(4);
    expect(small.newest(() => true, 100)).toMatchObject({ dropped: 6 });
    expect(small.newest(() => true, 3)).toMatchObject({ dropped: 0 });
    expect(small.oldestEpochMs).toBe(1_784_554_596_006);
  });
});

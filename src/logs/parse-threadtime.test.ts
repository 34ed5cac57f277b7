/** logcat lines of every form, and what devices put between them. */

import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../test/cpu-time.ts';
import type { LogRecord } from './log-record.ts';
import { LogcatParser, type ParserOptions } from './parse-threadtime.ts';

const parse = (text: string, options?: ParserOptions): LogRecord[] => {
  const parser = new LogcatParser(options);
  return text.split('\n').flatMap((line) => parser.line(line) ?? []);
};

const one = (line: string, options?: ParserOptions): LogRecord => {
  const [record, ...more] = parse(line, options);
  if (!record || more.length > 0) throw new Error('not one record');
  return record;
};

describe('lines of one message', () => {
  const continued = (...lines: readonly string[]): boolean[] => {
    const parser = new LogcatParser();
    return lines.map((line) => parser.line(line) !== null && parser.continues);
  };
  const head = '1784554596.472123 10123  100  100 E Kettle  : ';

  it('have the head of the message, to the microsecond', () => {
    expect(continued(`${head}boom`, `${head}\tat a.B.c(B.kt:1)`, head, `${head}again`)).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  it.each([
    ['another microsecond', head.replace('.472123', '.472124')],
    ['another thread', head.replace(' 100 E', ' 101 E')],
    ['another process', head.replace(' 100  100', ' 101  100')],
    ['another level', head.replace(' E ', ' W ')],
    ['another tag', head.replace('Kettle', 'Cup')],
  ])('are not those of %s', (_, other) => {
    expect(continued(`${head}boom`, `${other}boom`)).toEqual([false, false]);
  });

  it('are not told apart by milliseconds', () => {
    const coarse = head.replace('.472123', '.472');
    expect(continued(`${coarse}boom`, `${coarse}boom`)).toEqual([false, false]);
  });
});

describe('threadtime', () => {
  it('reads the plain form, whose time is not determined', () => {
    expect(one('07-20 15:36:36.472  1520  1597 I Kettle  : water is hot: 99')).toEqual({
      timestamp: '07-20 15:36:36.472',
      epochMs: null,
      level: 'INFO',
      tag: 'Kettle',
      pid: 1520,
      tid: 1597,
      uid: null,
      process: null,
      buffer: null,
      message: 'water is hot: 99',
    });
  });

  it('reads the uid column before the pid (LOG-11)', () => {
    expect(
      one('07-20 15:36:36.472  1000  1520  1597 I am_anr  : [0,1480,com.example.app,...]'),
    ).toMatchObject({
      uid: 1000,
      pid: 1520,
      tid: 1597,
      tag: 'am_anr',
      message: '[0,1480,com.example.app,...]',
    });
  });

  it.each([
    ['root', 0],
    ['shell', 2000],
    ['u0_a123', 10_123],
    ['u10_a7', 1_010_007],
    ['nobody', null],
  ])('reads the user %s', (name, uid) => {
    expect(one(`07-20 15:36:36.472 ${name}  1520  1597 I T: m`)).toMatchObject({ uid, pid: 1520 });
  });

  const instant = Date.UTC(2026, 6, 20, 13, 36, 36, 472);
  it.each([
    ['year and zone', '2026-07-20 15:36:36.472 +0200 10123  1520  1597 E T: m', instant, 10_123],
    ['zone behind UTC', '2026-07-20 08:06:36.472 -0530  1520  1597 E T: m', instant, null],
    ['microseconds', '2026-07-20 15:36:36.472999 +0200  1520  1597 E T: m', instant, null],
    ['epoch', `${instant / 1000}  1520  1597 E T: m`, instant, null],
    [
      'epoch, uid and nanoseconds',
      `         ${instant / 1000}123456 10123  1520  1597 E T: m`,
      instant,
      10_123,
    ],
    ['monotonic', '   4711.472  1520  1597 E T: m', null, null],
    ['year alone', '2026-07-20 15:36:36.472  1520  1597 E T: m', null, null],
  ])('reads %s', (_what, line, epochMs, uid) => {
    expect(one(line)).toMatchObject({
      epochMs,
      uid,
      pid: 1520,
      tid: 1597,
      level: 'ERROR',
      tag: 'T',
      message: 'm',
    });
  });

  it('fills in a measured year and zone', () => {
    const assumed = { year: 2026, zoneMinutes: 120 };
    expect(one('07-20 15:36:36.472  1520  1597 I T: m', { assumed }).epochMs).toBe(instant);
  });

  it.each([
    ['My Tag  : hello', 'My Tag', 'hello'],
    ['a:b     : c: d', 'a:b', 'c: d'],
    ['        : no tag', '', 'no tag'],
    ['Empty   : ', 'Empty', ''],
    ['Empty   :', 'Empty', ''],
    ['chromium: [INFO:x.cc(3)] "a"', 'chromium', '[INFO:x.cc(3)] "a"'],
    ['T: \u{1f600} \u0000\u0007 \u202e', 'T', '\u{1f600} \u0000\u0007 \u202e'],
  ])('splits %j', (tail, tag, message) => {
    expect(one(`07-20 15:36:36.472  1520  1597 W ${tail}`)).toMatchObject({ tag, message });
  });

  it('survives dividers, carriage returns, junk and lines without a head', () => {
    const text = [
      'nothing before this',
      '--------- beginning of main',
      '07-20 15:36:36.472  1  2 I A: one\r',
      '--------- switch to crash',
      '07-20 15:36:36.473  1  2 E B: two',
      '\u0000\ufffd\u0001 junk',
      'D/looks: like a head',
      '',
      '--------- beginning of system',
      '07-20 15:36:36.474  1  2 I C: three',
    ].join('\n');
    expect(parse(text).map(({ tag, buffer, message }) => [tag, buffer, message])).toEqual([
      ['A', null, 'one'],
      ['B', 'crash', 'two'],
      ['B', 'crash', '\u0000\ufffd\u0001 junk'],
      ['B', 'crash', 'D/looks: like a head'],
      ['C', null, 'three'],
    ]);
  });

  it('says which records go on with the one before', () => {
    const parser = new LogcatParser();
    const marks = [
      'junk',
      '07-20 15:36:36.472  1  2 I A: one',
      'more',
      '07-20 15:36:36.472  1  2 I A: two',
    ].map((line) => [parser.line(line)?.message ?? null, parser.continues]);
    expect(marks).toEqual([
      [null, false],
      ['one', false],
      ['more', true],
      ['two', false],
    ]);
    expect(parser.skipped).toBe(1);
  });
});

describe('other forms', () => {
  it('reads long, with messages of several lines', () => {
    const text =
      '[ 07-20 15:36:36.472 10123: 1520:0x5f3 E/My Tag   ]\nfirst\n07-20 15:36:36.472  9 9 I X: quoted\n\n' +
      '[ 1784554596.472  1520: 1597 I/B ]\nlast\n';
    expect(parse(text).map(({ uid, pid, tid, tag, message }) => [uid, pid, tid, tag, message])).toEqual([
      [10_123, 1520, 0x5f3, 'My Tag', 'first'],
      [10_123, 1520, 0x5f3, 'My Tag', '07-20 15:36:36.472  9 9 I X: quoted'],
      [null, 1520, 1597, 'B', 'last'],
    ]);
  });

  it.each([
    [
      'brief',
      'W/My Tag  ( 1520): m (x): y',
      { level: 'WARN', tag: 'My Tag', pid: 1520, message: 'm (x): y' },
    ],
    ['brief with uid', 'W/T(10123: 1520): m', { uid: 10_123, pid: 1520, message: 'm' }],
    [
      'time',
      '07-20 15:36:36.472 D/T( 1520): m',
      { level: 'DEBUG', timestamp: '07-20 15:36:36.472', pid: 1520 },
    ],
    ['thread', 'F( 1520: 1597) m', { level: 'FATAL', pid: 1520, tid: 1597, message: 'm' }],
    ['process', 'E( 1520) m  (My Tag)', { tag: 'My Tag', pid: 1520, message: 'm' }],
    ['tag', 'V/T: m', { level: 'VERBOSE', tag: 'T', pid: 0, message: 'm' }],
  ])('reads %s', (_form, line, expected) => {
    expect(one(line)).toMatchObject(expected);
  });
});

describe('robustness', () => {
  it('gives back what was printed', () => {
    const word = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n]|: ?/g, '_'));
    fc.assert(
      fc.property(
        word,
        word,
        fc.nat(99_999),
        fc.constantFrom('V', 'D', 'I', 'W', 'E', 'F'),
        (tag, message, pid, level) => {
          const record = one(`1784554596.472 10001 ${pid} 7 ${level} ${tag.padEnd(8)}: ${message}`);
          expect(record).toMatchObject({ pid, tag: tag.trim(), message, epochMs: 1_784_554_596_472 });
        },
      ),
    );
  });

  it('survives any line', () => {
    const parser = new LogcatParser();
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (line) => {
        parser.line(line);
        parser.line(`07-20 15:36:36.472 ${line}`);
        parser.line(`[ 07-20 ${line}`);
      }),
      { numRuns: 2_000 },
    );
  });

  it('does not take long over hostile lines', () => {
    const spent = cpuMs(() => {
      for (const line of [
        '1 '.repeat(50_000),
        `E/${' '.repeat(50_000)}(`,
        `[ ${'1:'.repeat(30_000)}`,
        `V(${' '.repeat(50_000)}`,
      ])
        one(`07-20 15:36:36.472  1  2 I T: ${line}`);
      const parser = new LogcatParser();
      for (const line of [
        `E/${' '.repeat(20_000)}`,
        `E( 1) ${' '.repeat(20_000)}`,
        `[ ${' '.repeat(20_000)} V/`,
      ])
        parser.line(line);
    });
    expect(spent).toBeLessThan(500);
  });
});

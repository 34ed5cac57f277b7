/** Apple's crash reports: what crashed, why, where; and that anything else is none. */

import fc from '@mobile-debug/core/testing/property.ts';
import { expect, it } from 'vitest';
import { crashRecord, crashSummary } from './crash-summary.ts';
import type { LogRecord } from './log-record.ts';
import { parseIps } from './parse-ips.ts';

const header = '{"app_name":"Kettle","timestamp":"2026-10-02 22:17:19.00 +0930","bug_type":"309"}';
const body = {
  pid: 4321,
  procName: 'Kettle',
  captureTime: '2026-10-02 22:17:19.5560 +0930',
  bundleInfo: { CFBundleIdentifier: 'org.demo.kettle' },
  exception: { type: 'EXC_BREAKPOINT', signal: 'SIGTRAP' },
  asi: { 'libswiftCore.dylib': ['Kettle/Boiler.swift:12: Fatal error: lid open'] },
  faultingThread: 0,
  threads: [
    {
      triggered: true,
      frames: [
        { imageIndex: 0, symbol: 'boil()', sourceFile: 'Boiler.swift', sourceLine: 12 },
        { imageIndex: 1, imageOffset: 99 },
      ],
    },
  ],
  usedImages: [{ name: 'Kettle' }, { name: 'UIKitCore' }],
};

it('names app, exception, reason and the failing frames', () => {
  expect(parseIps(`${header}\n${JSON.stringify(body, null, 2)}`)).toEqual({
    kind: 'native',
    process: 'org.demo.kettle',
    pid: 4321,
    exception: 'EXC_BREAKPOINT (SIGTRAP)',
    message: 'Kettle/Boiler.swift:12: Fatal error: lid open',
    cause: null,
    frame: null,
    timestamp: body.captureTime,
    epochMs: Date.UTC(2026, 9, 2, 12, 47, 19, 556),
    sample:
      'EXC_BREAKPOINT: Kettle/Boiler.swift:12: Fatal error: lid open\n  at Kettle boil() (Boiler.swift:12)\n  at UIKitCore 99',
  });
});

it('takes what the watchdog ended for one that hung', () => {
  expect(
    parseIps(
      `${header}\n${JSON.stringify({ ...body, asi: {}, termination: { code: '0x8badf00d', indicator: 'scene-update watchdog' } })}`,
    ),
  ).toMatchObject({ kind: 'anr', message: 'scene-update watchdog' });
});

it('is null for other reports and for what is cut off', () => {
  expect(parseIps('{"bug_type":"298"}\n{}')).toBeNull();
  const whole = `${header}\n${JSON.stringify(body)}`;
  fc.assert(
    fc.property(fc.nat({ max: whole.length - 1 }), (at) => {
      expect(parseIps(whole.slice(0, at))).toBeNull();
    }),
  );
});

it('stands in the log as a record that is summed up as the same crash again', () => {
  const crash = parseIps(`${header}\n${JSON.stringify(body)}`);
  if (!crash) throw new Error('the report was not read');
  for (const each of [
    crash,
    { ...crash, kind: 'anr', message: null, process: 'com.example.kettle' } as const,
  ]) {
    const record = crashRecord(each);
    expect(record).toMatchObject({ level: 'FATAL', tag: 'ReportCrash', epochMs: crash.epochMs });
    expect(crashSummary([record])).toMatchObject([
      {
        kind: each.kind,
        process: each.process,
        pid: each.pid,
        exception: each.exception,
        message: each.message,
      },
    ]);
  }
});

it('is one crash with the exception that the app itself logged, and names it by that', () => {
  const reason =
    "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 3 beyond 2'";
  const report = parseIps(
    `${header}\n${JSON.stringify({ ...body, exception: { type: 'EXC_CRASH', signal: 'SIGABRT' }, asi: { CoreFoundation: [reason] } })}`,
  );
  if (!report) throw new Error('This is a report.');
  const line: LogRecord = {
    ...crashRecord(report),
    timestamp: '2026-10-02 22:17:19.400000+0930',
    epochMs: (report.epochMs ?? 0) - 156,
    level: 'ERROR',
    tag: 'org.demo.kettle:UIKit',
    buffer: null,
    message: reason,
  };
  const one = {
    kind: 'exception',
    process: 'org.demo.kettle',
    pid: 4321,
    exception: 'NSRangeException',
    message: 'index 3 beyond 2',
    timestamp: line.timestamp,
    sample: expect.stringContaining('at Kettle boil() (Boiler.swift:12)') as string,
  };
  expect(crashSummary([line, crashRecord(report)])).toMatchObject([one]);
  expect(crashSummary([crashRecord(report), line])).toMatchObject([one]);
  const later = { ...line, pid: 4400, epochMs: (line.epochMs ?? 0) + 900 };
  expect(crashSummary([line, crashRecord(report), later])).toHaveLength(2);
});

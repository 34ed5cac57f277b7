/** Ends of a process that is killed without a crash: who, why, and whether it was in front. */
import { expect, it } from 'vitest';
import type { LogRecord } from './log-record.ts';
import { processEndIn, processEnds } from './process-ends.ts';

function said(tag: string, message: string, epochMs = 1_000): LogRecord {
  return {
    timestamp: String(epochMs),
    epochMs,
    level: 'INFO',
    tag,
    pid: 1,
    tid: 1,
    uid: 1_000,
    process: null,
    buffer: null,
    message,
  };
}

it.each([
  [
    'lmkd',
    "[pid=300] Reclaim 'org.demo.kettle' (4321), uid 10200, oom_score_adj 0, state 2 to free 100kB rss, 9kB swap; reason: low watermark is breached",
    {
      process: 'org.demo.kettle',
      pid: 4321,
      by: 'lmkd',
      why: 'memory was low: low watermark is breached',
      inFront: true,
    },
  ],
  [
    'lowmemorykiller',
    "Killing 'org.demo.kettle' (4321), adj 906",
    { pid: 4321, by: 'lmkd', why: 'memory was low', inFront: false },
  ],
  [
    'ActivityManager',
    'Process org.demo.kettle:sync (pid 4321) has died: cch+5 CEM ',
    { process: 'org.demo.kettle:sync', by: 'unknown', why: null, inFront: false },
  ],
  ['ActivityManager', 'Process org.demo.kettle (pid 4321) has died', { by: 'unknown', inFront: null }],
  [
    'ActivityManager',
    'Killing 4321:org.demo.kettle/u0a200 (adj 0): bg anr',
    { by: 'system', why: 'bg anr', inFront: true },
  ],
  [
    'Zygote',
    'Process 4321 exited due to signal 9 (Killed)',
    { process: null, by: 'signal', why: 'signal 9 (Killed)' },
  ],
  ['Zygote', 'Process 4321 exited cleanly (0)', { by: 'itself', why: 'exit code 0' }],
])('reads %s: %s', (tag, message, expected) => {
  expect(processEndIn(said(tag, message))).toMatchObject(expected);
});

it('is silent for other lines, and for the words in the mouth of an app', () => {
  expect(processEndIn(said('Kettle', 'Process 4321 exited due to signal 9 (Killed)'))).toBeNull();
  expect(
    processEndIn(said('ActivityManager', 'Start proc 4321:org.demo.kettle/u0a200 for activity')),
  ).toBeNull();
});

it('tells one end once, with who and why', () => {
  const ends = processEnds([
    said('Zygote', 'Process 4321 exited due to signal 9 (Killed)', 1_000),
    said('ActivityManager', 'Process org.demo.kettle (pid 4321) has died: fg  TOP ', 1_002),
    said(
      'lmkd',
      "Reclaim 'org.demo.kettle' (4321), uid 1, oom_score_adj 900, state 2 to free 1kB rss; reason: thrashing",
      1_004,
    ),
    said('ActivityManager', 'Process org.demo.kettle (pid 4321) has died: fg  TOP ', 90_000),
    said('ActivityManager', 'Process org.demo.other (pid 77) has died: vis  BFGS', 1_003),
  ]);
  expect(ends).toMatchObject([
    {
      process: 'org.demo.kettle',
      pid: 4321,
      by: 'lmkd',
      why: 'memory was low: thrashing',
      inFront: true,
      timestamp: '1000',
    },
    { pid: 4321, by: 'unknown', timestamp: '90000' },
    { process: 'org.demo.other', pid: 77, inFront: false },
  ]);
});

/** Which action an event fell to, with the clock of the device off by a known and by an unknown amount. */
import { expect, test } from 'vitest';
import type { LogRecord } from '../logs/log-record.ts';
import type { ActionRecord } from '../session/action-journal.ts';
import { buildTimeline } from './timeline.ts';

const at = (ms: number) => ({ monotonicMs: ms, epochMs: 1_000_000 + ms });

function action(actionId: string, fromMs: number, toMs: number): ActionRecord {
  return {
    actionId,
    sessionId: 'ses_1',
    correlationId: 'cor_1',
    deviceKey: 'android:a',
    actionType: 'tap',
    success: true,
    started: at(fromMs),
    completed: at(toMs),
    dispatchStarted: at(fromMs + 5),
    dispatchCompleted: at(toMs),
    verificationCompleted: null,
  };
}

function logged(ms: number | null, message: string, tag = 'App'): LogRecord {
  return {
    timestamp: String(ms),
    epochMs: ms === null ? null : 1_000_000 + ms,
    level: 'ERROR',
    tag,
    pid: 1,
    tid: 1,
    uid: 1,
    process: null,
    buffer: 'main',
    message,
  };
}

const actions = [action('act_2', 200, 260), action('act_1', 100, 150)];
const nothing = { actions, changes: [], happenings: [], logErrors: [], ends: [], clockOffset: null };

test('actions stand in the order in which they began', () => {
  expect(buildTimeline(nothing).map(({ action_id, line }) => [action_id, line])).toEqual([
    ['act_1', 'tap: success, sent after 5 ms, 50 ms in all'],
    ['act_2', 'tap: success, sent after 5 ms, 60 ms in all'],
  ]);
});

test('an event belongs to the newest action that had begun', () => {
  const logErrors = [logged(50, 'early'), logged(120, 'in'), logged(180, 'between'), logged(300, 'late')];
  const seen = buildTimeline({ ...nothing, logErrors }).filter(({ kind }) => kind === 'log_error');
  expect(seen.map(({ action_id, during_action }) => [action_id, during_action])).toEqual([
    [null, undefined],
    ['act_1', true],
    ['act_1', false],
    ['act_2', false],
  ]);
});

test('the measured offset is taken off, and its error said where it matters', () => {
  const clockOffset = { offsetMs: 1_000, errorMs: 30, measuredAtMs: 0 };
  const logErrors = [logged(1_140, 'sure'), logged(1_190, 'unsure')];
  const seen = buildTimeline({ ...nothing, logErrors, clockOffset }).filter(
    ({ kind }) => kind === 'log_error',
  );
  expect(seen).toMatchObject([{ at_ms: 1_000_140, action_id: 'act_1' }, { action_uncertain: true }]);
  expect(seen[0]).not.toHaveProperty('action_uncertain');
});

test('a change is one line of counts', () => {
  const delta = {
    previous_snapshot_revision: 1,
    added_elements: 2,
    removed_elements: 0,
    mutated_elements: 3,
    total_elements: 9,
  };
  const changes = [
    { revision: 1, seen: at(90), delta: null },
    { revision: 2, seen: at(140), delta },
  ];
  const seen = buildTimeline({ ...nothing, changes }).filter(({ kind }) => kind === 'delta');
  expect(seen.map(({ line, action_id }) => [line, action_id])).toEqual([
    ['revision 1: first reading', null],
    ['revision 1 to 2: 2 added, 0 removed, 3 changed', 'act_1'],
  ]);
});

test('a crash is not listed as an error too; lines are short and harmless; no time, no place', () => {
  const crash = 'FATAL EXCEPTION: main\nProcess: com.example, PID: 1\njava.lang.RuntimeException: boom';
  const logErrors = [
    logged(120, crash, 'AndroidRuntime'),
    logged(130, `${'x'.repeat(500)}\nsecond line`),
    logged(null, 'timeless'),
  ];
  const seen = buildTimeline({ ...nothing, logErrors }).filter(({ kind }) => kind !== 'action');
  expect(seen.map(({ kind }) => kind)).toEqual(['crash', 'log_error']);
  expect(seen[0]?.line).toBe('exception in com.example: java.lang.RuntimeException: boom');
  expect(seen[1]?.line.length).toBeLessThanOrEqual(300);
});

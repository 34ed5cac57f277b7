/** The freshness table case by case, and how little the journal keeps and for how long. */

import type { Moment } from '@mobile-debug/core/clock.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { describe, expect, test } from 'vitest';
import { ActionJournal, type ActionRecord } from './action-journal.ts';
import {
  type Acquisition,
  type Assembly,
  evidenceToWire,
  judgeFreshness,
  observationToWire,
} from './evidence.ts';

const epoch = Date.UTC(2026, 0, 1);
const at = (ms: number): Moment => ({ monotonicMs: ms, epochMs: epoch + ms });

const taken: Acquisition = {
  kind: 'ui_tree',
  status: 'captured',
  started: at(100),
  completed: at(200),
  dispatchesBefore: 3,
  dispatchesAfter: 3,
};

const record: ActionRecord = {
  actionId: 'act_1',
  sessionId: 'ses_1',
  correlationId: 'cor_1',
  deviceKey: 'android:a',
  actionType: 'tap',
  success: true,
  started: at(10),
  completed: at(60),
  dispatchStarted: at(20),
  dispatchCompleted: at(40),
  verificationCompleted: null,
};

const assembly: Assembly = {
  now: at(260),
  dispatchesNow: 3,
  device: { platform: 'android', id: 'a' },
  association: { kind: 'none' },
};

const explicit = (changes: Partial<ActionRecord> = {}): Assembly => ({
  ...assembly,
  association: { kind: 'explicit', record: { ...record, ...changes } },
});

describe('freshness', () => {
  const table: readonly (readonly [string, Partial<Acquisition>, Assembly, string, readonly string[]])[] = [
    ['new, nothing sent since', {}, assembly, 'fresh', []],
    ['after the action it belongs to', {}, explicit(), 'fresh', []],
    [
      'an action that sent nothing',
      {},
      explicit({ dispatchStarted: null, dispatchCompleted: null }),
      'fresh',
      [],
    ],
    [
      'before the action it belongs to',
      {},
      explicit({ dispatchStarted: at(150), dispatchCompleted: at(160) }),
      'stale',
      ['before_associated_action'],
    ],
    [
      "before the end of that action's input",
      {},
      explicit({ dispatchCompleted: at(101) }),
      'stale',
      ['before_associated_action'],
    ],
    ['a later input', {}, { ...assembly, dispatchesNow: 4 }, 'stale', ['superseded_by_later_dispatch']],
    [
      'an input began meanwhile',
      { dispatchesAfter: 4 },
      { ...assembly, dispatchesNow: 4 },
      'unknown',
      ['overlaps_dispatch'],
    ],
    ['an input was on its way', { duringDispatch: true }, assembly, 'unknown', ['overlaps_dispatch']],
    ['taken for something else', { reused: true }, assembly, 'unknown', ['reused']],
    ['failed', { status: 'failed', completed: null }, assembly, 'unknown', ['acquisition_failed']],
    ['never begun', { started: null }, assembly, 'unknown', ['no_acquisition_time']],
    [
      'the clock went back while it was taken',
      { completed: { monotonicMs: 200, epochMs: epoch + 50 } },
      assembly,
      'unknown',
      ['clock_reversal'],
    ],
    [
      'the clock went back since',
      {},
      { ...assembly, now: { monotonicMs: 260, epochMs: epoch } },
      'unknown',
      ['clock_reversal'],
    ],
    [
      'left out',
      { status: 'omitted', started: null, completed: null },
      assembly,
      'not_applicable',
      ['omitted'],
    ],
  ];

  test.each(table)('%s', (_, changes, how, freshness, reasons) => {
    const acquisition = { ...taken, ...changes };
    expect(judgeFreshness(acquisition, how)).toEqual({ freshness, reasons });
    const wire = observationToWire(acquisition, how);
    const known = freshness === 'fresh' || freshness === 'stale';
    expect(wire['age_ms']).toBe(known ? 60 : null);
    expect(wire).toMatchObject({
      freshness,
      reasons,
      device: assembly.device,
      evidence_id: expect.any(String),
    });
  });

  test('the monotonic clock decides order, whatever the epochs say', () => {
    const jumped = explicit({
      dispatchStarted: { monotonicMs: 20, epochMs: epoch + 9_999 },
      dispatchCompleted: null,
    });
    expect(judgeFreshness(taken, jumped).freshness).toBe('fresh');
  });
});

describe('what an answer says of the action', () => {
  test('all phases, null where not reached', () => {
    expect(evidenceToWire([taken], explicit(), { sessionId: 'ses_1' })).toMatchObject({
      session_id: 'ses_1',
      correlation_id: 'cor_1',
      action_id: 'act_1',
      association: 'explicit',
      operation_started_at_ms: epoch + 10,
      operation_completed_at_ms: epoch + 60,
      dispatch_started_at_ms: epoch + 20,
      dispatch_completed_at_ms: epoch + 40,
      verification_completed_at_ms: null,
      trace_context: { supported: false, trace_id: null, markers: [] },
    });
  });

  test('an unknown reference is kept, and is no action', () => {
    const ref = { sessionId: 'ses_1', actionId: 'act_9' };
    const unavailable = { kind: 'unavailable', reason: 'unknown_or_expired' } as const;
    expect(
      evidenceToWire([], { ...assembly, association: unavailable }, { sessionId: 'ses_1', ref }),
    ).toMatchObject({
      action_id: null,
      correlation_id: null,
      association: 'unavailable',
      association_reason: 'unknown_or_expired',
      requested_action_ref: ref,
    });
  });

  test('logged events have times of another clock', () => {
    const logs: Acquisition = {
      ...taken,
      kind: 'logs',
      eventTimes: { earliestMs: 5, latestMs: 9, offset: null },
    };
    const plain = observationToWire(logs, assembly);
    expect(plain).toMatchObject({
      clock: 'device_or_unknown',
      event_time_comparable: false,
      earliest_event_at_ms: 5,
      latest_event_at_ms: 9,
    });
    expect(plain).not.toHaveProperty('clock_offset');
    const offset = { offsetMs: -40, errorMs: 7, measuredAtMs: epoch };
    expect(
      observationToWire({ ...logs, eventTimes: { earliestMs: 5, latestMs: 9, offset } }, assembly),
    ).toMatchObject({
      event_time_comparable: false,
      event_time_comparison: 'estimated',
      clock_offset: { offset_ms: -40, error_ms: 7, measured_at_ms: epoch },
    });
  });
});

describe('the journal', () => {
  const keep = (journal: ActionJournal, actionId: string, completed: Moment): void =>
    journal.add({ ...record, actionId, completed });
  const ref = (actionId: string, sessionId = 'ses_1') => ({ sessionId, actionId });

  test('keeps 1,000 actions', () => {
    const journal = new ActionJournal('ses_1', new ManualClock());
    for (let n = 0; n < 1_001; n++) keep(journal, `act_${n}`, at(0));
    expect(journal.records()).toHaveLength(1_000);
    expect(journal.associate(ref('act_0'), 'android:a')).toEqual({
      kind: 'unavailable',
      reason: 'unknown_or_expired',
    });
    expect(journal.associate(ref('act_1'), 'android:a')).toMatchObject({ kind: 'explicit' });
  });

  test('keeps them for ten minutes', async () => {
    const clock = new ManualClock(epoch);
    const journal = new ActionJournal('ses_1', clock);
    keep(journal, 'act_1', at(0));
    await clock.advance(600_000);
    expect(journal.associate(ref('act_1'), 'android:a').kind).toBe('explicit');
    await clock.advance(1);
    expect(journal.associate(ref('act_1'), 'android:a')).toMatchObject({ kind: 'unavailable' });
    expect(journal.records()).toEqual([]);
  });

  test('tells why a reference does not hold', () => {
    const journal = new ActionJournal('ses_1', new ManualClock());
    keep(journal, 'act_1', at(0));
    expect(journal.associate(undefined, 'android:a')).toEqual({ kind: 'none' });
    expect(journal.associate(ref('act_1', 'ses_2'), 'android:a')).toMatchObject({ reason: 'other_session' });
    expect(journal.associate(ref('act_1'), 'android:b')).toMatchObject({ reason: 'other_device' });
    expect(journal.internal('act_1')).toMatchObject({ kind: 'internal' });
    expect(journal.internal('act_2')).toMatchObject({ kind: 'unavailable' });
  });
});

/** Evidence in answers: what an observation belongs to, how fresh it is, and that nothing of content is kept. */
import { describe, expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';
import { good, refusal } from '../contract/reading.ts';
import { type Answer, makeTestBed, type TestBedOptions } from '../harness.ts';
import { commands, freshForm, freshHome, latency, part } from './phone-side.ts';

const platforms: readonly (readonly [string, TestBedOptions])[] = [
  ['Android', {}],
  ['iOS', { ios: {} }],
];

describe.each(platforms)('%s', (_platform, options) => {
  const bed = oneBed(options);
  /** Where nothing stands. */
  const free = options.ios ? { x: 186, y: 700 } : { x: 500, y: 1_900 };
  const point = { ...free, verificationMode: 'none' } as const;

  type Wire = Record<string, unknown>;

  const observers: readonly (readonly [string, Wire, string])[] = [
    ['get_ui_tree', { responseMode: 'debug' }, 'ui_tree'],
    ['get_screen_fingerprint', {}, 'fingerprint'],
    ['capture_screenshot', {}, 'screenshot'],
    ['capture_debug_snapshot', { includeLogs: false }, 'ui_tree'],
    ['get_logs', { limit: 5 }, 'logs'],
  ];

  function evidenceOf({ data }: Answer): Wire {
    return part(data, 'evidence');
  }

  function first(evidence: Wire): Wire {
    const [observation] = evidence['observations'] as Wire[];
    if (!observation) throw new Error('no observation');
    return observation;
  }

  async function acted(): Promise<{ readonly sessionId: string; readonly actionId: string }> {
    const evidence = part(good(await bed().call('tap', point)), 'evidence');
    return { sessionId: String(evidence['session_id']), actionId: String(evidence['action_id']) };
  }

  describe.each(observers)('%s', (tool, input, kind) => {
    test('belongs to the action that it names', async () => {
      freshHome(bed());
      const actionRef = await acted();
      const evidence = evidenceOf(await bed().call(tool, { ...input, actionRef }));
      expect(evidence).toMatchObject({
        session_id: actionRef.sessionId,
        action_id: actionRef.actionId,
        correlation_id: expect.stringMatching(/^cor_/),
        association: 'explicit',
        requested_action_ref: actionRef,
        dispatch_started_at_ms: expect.any(Number),
        dispatch_completed_at_ms: expect.any(Number),
        verification_completed_at_ms: null,
        trace_context: { supported: false, trace_id: null, markers: [] },
      });
      expect(first(evidence)).toMatchObject({
        evidence_id: expect.any(String),
        kind,
        status: 'captured',
        freshness: 'fresh',
        reasons: [],
        age_ms: expect.any(Number),
        acquisition_started_at_ms: expect.any(Number),
        acquisition_completed_at_ms: expect.any(Number),
      });
    });

    test('without a reference it belongs to none', async () => {
      freshHome(bed());
      const evidence = evidenceOf(await bed().call(tool, input));
      expect(evidence).toMatchObject({ association: 'none', action_id: null, correlation_id: null });
      expect(evidence).not.toHaveProperty('requested_action_ref');
    });

    test.each([
      ['an unknown action', 'act_nowhere', null, 'unknown_or_expired'],
      ['another session', 'act_nowhere', 'ses_of_another', 'other_session'],
    ] as const)('%s: collected all the same', async (_, actionId, otherSession, reason) => {
      freshHome(bed());
      const { sessionId } = await acted();
      const actionRef = { sessionId: otherSession ?? sessionId, actionId };
      const evidence = evidenceOf(await bed().call(tool, { ...input, actionRef }));
      expect(evidence).toMatchObject({
        association: 'unavailable',
        association_reason: reason,
        action_id: null,
        requested_action_ref: actionRef,
      });
      expect(first(evidence)).toMatchObject({ status: 'captured', freshness: 'fresh' });
    });

    test.each([
      ['no action', { sessionId: 's' }],
      ['an empty id', { sessionId: 's', actionId: '' }],
      ['a long id', { sessionId: 's', actionId: 'a'.repeat(129) }],
      ['a field too many', { sessionId: 's', actionId: 'a', deviceId: 'd' }],
      ['a number', { sessionId: 's', actionId: 1 }],
      ['a string', 'act_1'],
    ])('%s is refused before anything is collected', async (_, actionRef) => {
      expect(refusal(await bed().call(tool, { ...input, actionRef })).code).toBe('INVALID_ARGUMENT');
      expect(commands(bed())).toEqual([]);
    });
  });

  test('an action of another device, which the reference never selects', async () => {
    const two = await makeTestBed({ ...options, serials: ['virtual-1', 'virtual-2'] });
    try {
      for (const phone of two.phones) phone.start(latency, null);
      const [one, other] = two.serials;
      const mine = part(good(await two.call('tap', { ...point, deviceId: other })), 'evidence');
      const actionRef = { sessionId: mine['session_id'], actionId: mine['action_id'] };
      const evidence = evidenceOf(await two.call('get_screen_fingerprint', { deviceId: one, actionRef }));
      expect(evidence).toMatchObject({
        device: { platform: two.traits.platform, id: one },
        association: 'unavailable',
        association_reason: 'other_device',
        action_id: null,
      });
    } finally {
      await two.close();
    }
  });

  test('a reading during which an input is sent is of unknown freshness', async () => {
    freshHome(bed());
    await bed().call('get_ui_tree', { responseMode: 'compact' });
    let tapped: Promise<unknown> = Promise.resolve();
    bed().wire.disturb('read', { delayMs: 150 }, { times: 1 });
    bed().wire.onNext('read', 1, () => {
      tapped = bed().call('tap', point);
    });
    const evidence = evidenceOf(await bed().call('get_screen_fingerprint', {}));
    await tapped;
    expect(first(evidence)).toMatchObject({
      freshness: 'unknown',
      reasons: ['overlaps_dispatch'],
      age_ms: null,
    });
  });

  test('so is one that began while an input was on its way', async () => {
    freshHome(bed());
    await bed().call('get_ui_tree', { responseMode: 'compact' });
    let seen: Promise<Answer> | undefined;
    bed().wire.disturb('input', { delayMs: 250 }, { times: 1 });
    bed().wire.onNext('input', 1, () => {
      seen = bed().call('get_screen_fingerprint', {});
    });
    await bed().call('tap', point);
    if (!seen) throw new Error('nothing was sent');
    expect(first(evidenceOf(await seen))).toMatchObject({
      freshness: 'unknown',
      reasons: ['overlaps_dispatch'],
    });
  });

  test('an action is its own evidence: stale before, fresh after', async () => {
    freshHome(bed());
    const data = good(
      await bed().call('tap_element', { selector: { text: 'Open detail' }, verificationMode: 'light' }),
    );
    const evidence = part(data, 'evidence');
    expect(evidence).toMatchObject({ association: 'self', action_id: data['action_id'] });
    expect(evidence['observations']).toMatchObject([
      { kind: 'ui_tree', freshness: 'stale', reasons: ['before_associated_action'] },
      { kind: 'ui_tree', freshness: 'fresh', reasons: [], snapshot_revision: expect.any(Number) },
    ]);
    const phases = [
      'operation_started_at_ms',
      'dispatch_started_at_ms',
      'dispatch_completed_at_ms',
      'verification_completed_at_ms',
      'operation_completed_at_ms',
    ].map((phase) => Number(evidence[phase]));
    expect(phases).toEqual(phases.toSorted((a, b) => a - b));
  });

  test('a look that failed is timed too', async () => {
    freshHome(bed());
    bed().wire.disturb('read', 'refuse');
    const data = good(await bed().call('tap', { ...point, verificationMode: 'light' }));
    expect(part(data, 'evidence')['verification_completed_at_ms']).toEqual(expect.any(Number));
  });

  test('a fingerprint that could not be had says so in its evidence', async () => {
    freshHome(bed());
    bed().wire.disturb('read', 'refuse');
    const answer = await bed().call('get_screen_fingerprint', {});
    if (answer.isError) return;
    expect(answer.data['fingerprint']).toBeNull();
    expect(first(evidenceOf(answer))).toMatchObject({
      status: 'failed',
      freshness: 'unknown',
      age_ms: null,
      error: expect.any(String),
    });
  });

  // A simulator has the clock of its Mac.
  test.skipIf(options.ios)('logged events carry the measured offset of the device clock', async () => {
    const other = await makeTestBed(options);
    try {
      other.phone.clockOffsetMs = 3_600_000;
      other.open(latency);
      const logs = first(evidenceOf(await other.call('get_logs', { limit: 5 })));
      expect(logs).toMatchObject({
        clock: 'device_or_unknown',
        event_time_comparable: false,
        event_time_comparison: 'estimated',
        earliest_event_at_ms: expect.any(Number),
        latest_event_at_ms: expect.any(Number),
      });
      const offset = part(logs, 'clock_offset');
      const [offsetMs, errorMs] = [Number(offset['offset_ms']), Number(offset['error_ms'])];
      expect(Math.abs(offsetMs - 3_600_000)).toBeLessThanOrEqual(errorMs + 1);
      expect(Math.abs(Number(logs['latest_event_at_ms']) - offsetMs - Date.now())).toBeLessThan(60_000);
    } finally {
      await other.close();
    }
  });

  test('nothing of content or arguments is kept', async () => {
    freshForm(bed());
    const secret = 'swordfish-8731';
    good(await bed().call('type_text', { selector: { resource_id: 'password' }, text: secret }));
    await bed().call('tap_element', { selector: { text: secret }, waitFor: { timeoutMs: 100 } });
    const records = bed().pool.journal.records();
    expect(records.length).toBeGreaterThan(1);
    const kept = JSON.stringify(records);
    for (const word of [secret, 'password', 'a@b.c', 'Welcome back']) expect(kept).not.toContain(word);
    const timeline = await bed().call('get_action_timeline', {});
    for (const word of [secret, 'a@b.c']) expect(timeline.texts.join('')).not.toContain(word);
  });

  describe('the timeline', () => {
    interface Entry {
      readonly at_ms: number;
      readonly kind: string;
      readonly action_id: string | null;
      readonly line: string;
    }

    test('actions, changes and a crash in order, each with its action', async () => {
      freshHome(bed());
      const sinceMs = Date.now();
      const opened = good(
        await bed().call('tap_element', { selector: { text: 'Open detail' }, verificationMode: 'light' }),
      );
      bed().phone.crash(latency, { message: 'boom' });
      const quiet = good(await bed().call('tap', point));
      const data = good(await bed().call('get_action_timeline', { sinceMs }));
      const entries = data['entries'] as Entry[];
      expect(entries.map(({ at_ms }) => at_ms)).toEqual(
        entries.map(({ at_ms }) => at_ms).toSorted((a, b) => a - b),
      );
      const ofKind = (kind: string): Entry[] => entries.filter((entry) => entry.kind === kind);
      expect(ofKind('action').map(({ action_id }) => action_id)).toEqual([
        opened['action_id'],
        quiet['action_id'],
      ]);
      expect(ofKind('delta').at(-1)).toMatchObject({
        action_id: opened['action_id'],
        line: expect.stringMatching(/added/),
      });
      expect(ofKind('crash')).toHaveLength(1);
      expect(ofKind('crash')[0]?.line).toContain('boom');
      expect(data['clock']).toMatchObject({ log_times: 'estimated', error_ms: expect.any(Number) });
      const one = good(await bed().call('get_action_timeline', { actionId: quiet['action_id'] }));
      expect((one['entries'] as Entry[]).every(({ action_id }) => action_id === quiet['action_id'])).toBe(
        true,
      );
    });

    test('an action that nobody knows, and a log that cannot be read', async () => {
      bed().faults.add({ when: { service: 'logcat' }, do: { kind: 'refuse' } });
      bed().apple?.faults.add({ when: { command: ' log ' }, do: { kind: 'kill' } });
      const data = good(await bed().call('get_action_timeline', { actionId: 'act_nowhere' }));
      expect(data).toMatchObject({ entries: [], action_reason: 'unknown_or_expired' });
    });
  });
});

/** Guarded inputs: nothing is ever sent on a mismatch, exactly one input on a match, read off the phone's own record. */

import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';
import { codeOf, good, quiet, refusal } from '../contract/reading.ts';
import { type Answer, makeTestBed, type TestBed, type TestBedOptions } from '../harness.ts';
import {
  asked,
  baseline,
  changes,
  commands,
  countOf,
  freshForm,
  freshHome,
  type Guard,
  latency,
  onOpening,
  part,
  tapOnPhone,
} from './phone-side.ts';

const modes = ['none', 'light', 'full'] as const;
const forms = ['compact', 'debug'] as const;
const matrix = modes.flatMap((mode) => forms.map((form) => [mode, form] as const));
const kinds = Object.keys(changes) as (keyof typeof changes)[];
const headline = { resource_id: 'headline' };

const platforms: readonly (readonly [string, TestBedOptions])[] = [
  ['Android', {}],
  ['iOS', { ios: {} }],
];

async function guarded(
  on: TestBed,
  tool: string,
  input: Record<string, unknown>,
  guard: Guard & { readonly timeoutMs?: number },
): Promise<Answer> {
  const deviceId = on.serials[0];
  return await on.call(tool, { platform: on.traits.platform, deviceId, ...input, expectedState: guard });
}

function assertBlocked(answer: Answer, code: string, condition: Record<string, unknown>): void {
  expect(answer.isError).toBe(true);
  expect(answer.data).toMatchObject({
    success: false,
    failure_code: code,
    retryable: false,
    dispatch_started: false,
    delivery_status: 'not_delivered',
    lifecycle_state: 'failed',
    verification: { status: 'not_requested' },
    condition,
  });
  expect(answer.data).not.toHaveProperty('recovery');
}

function treeOf(answer: Answer): Record<string, unknown> {
  return part(part(answer.data, 'condition'), 'observed');
}

describe.each(modes)('text that needs the clipboard, %s', (verificationMode) => {
  const beds: TestBed[] = [];
  afterAll(async () => {
    for (const one of beds) await one.close();
  });

  async function ready(): Promise<{ readonly on: TestBed; readonly guard: Guard }> {
    const on = await makeTestBed({ clipboardCommand: true });
    beds.push(on);
    freshForm(on);
    const guard = await baseline(on);
    on.wire.clear();
    return { on, guard };
  }

  const input = { selector: { resource_id: 'email' }, text: 'ü', verificationMode };

  test.each(kinds)('%s changed while the adapter prepared', async (kind) => {
    const { on, guard } = await ready();
    onOpening(on, /clipboard get text/, 1, () => changes[kind](on));
    const before = on.phone.clipboard;
    const answer = await guarded(on, 'type_text', input, guard);
    assertBlocked(answer, 'PRECONDITION_FAILED', { status: 'mismatch' });
    expect(asked(on)).toEqual(['read', 'other', 'read']);
    expect(on.phone.clipboard).toBe(before);
  });

  test('nothing changed: all finding out lies before the reading', async () => {
    const { on, guard } = await ready();
    good(await guarded(on, 'type_text', input, guard));
    const upTo = asked(on).lastIndexOf('input') + 1;
    expect(asked(on).slice(0, upTo)).toEqual(['read', 'other', 'read', 'input', 'read', 'other', 'input']);
  });
});

describe.each(platforms)('%s', (_platform, options) => {
  const bed = oneBed(options);
  /** A place on which nothing stands, by its share of the width, so that several can be told apart. */
  const spot = (xShare = 0.46) => bed().traits.at(xShare, 0.8);

  describe.each(matrix)('%s, %s', (verificationMode, responseMode) => {
    const how = { verificationMode, responseMode };

    test.each(kinds)('%s changed before the call', async (kind) => {
      freshForm(bed());
      const guard = await baseline(bed());
      changes[kind](bed());
      bed().wire.clear();
      const answer = await guarded(bed(), 'tap_element', { selector: headline, ...how }, guard);
      assertBlocked(answer, 'PRECONDITION_FAILED', { status: 'mismatch' });
      expect(treeOf(answer)['elements']).toEqual(expect.any(Array));
      expect(asked(bed())).toEqual(['read', 'read']);
    });

    test.each(kinds)('%s changed after the target was found', async (kind) => {
      freshForm(bed());
      const guard = await baseline(bed());
      bed().wire.clear();
      bed().wire.onNext('read', 2, () => changes[kind](bed()));
      const answer = await guarded(bed(), 'tap_element', { selector: headline, ...how }, guard);
      assertBlocked(answer, 'PRECONDITION_FAILED', { status: 'mismatch' });
      expect(treeOf(answer)['snapshot_revision']).toBe(guard.snapshotRevision + 1);
      expect(treeOf(answer)['elements']).toEqual(expect.any(Array));
      expect(asked(bed())).toEqual(['read', 'read']);
    });

    test('nothing changed: sent once, with nothing between the reading and the input', async () => {
      freshForm(bed());
      const guard = await baseline(bed());
      bed().wire.clear();
      const answer = await guarded(bed(), 'tap_element', { selector: headline, ...how }, guard);
      const data = good(answer);
      const looks = { none: '', light: ' read', full: '( read){2,}' }[verificationMode];
      expect(asked(bed()).join(' ')).toMatch(new RegExp(`^read read input${looks}$`));
      expect(data).toMatchObject({ success: true, condition: { status: 'matched' } });
      expect(part(data, 'condition')).not.toHaveProperty('reason');
      const observed = treeOf(answer);
      expect(observed).toMatchObject({
        snapshot_session_id: guard.snapshotSessionId,
        snapshot_revision: guard.snapshotRevision,
        captured_at_ms: expect.any(Number),
      });
      if (responseMode === 'compact') expect(Object.keys(observed)).toHaveLength(3);
      else expect(observed['elements']).toEqual(expect.any(Array));
    });
  });

  describe('why a condition could not be checked', () => {
    const unavailable = (reason: string) => ({ status: 'unavailable', reason });

    test.each(matrix)('another session (%s, %s)', async (verificationMode, responseMode) => {
      freshForm(bed());
      const guard = { ...(await baseline(bed())), snapshotSessionId: 'ses_of_another' };
      bed().wire.clear();
      const answer = await guarded(bed(), 'tap', { ...spot(), verificationMode, responseMode }, guard);
      assertBlocked(answer, 'PRECONDITION_UNAVAILABLE', {
        ...unavailable('SESSION_MISMATCH'),
        observed: null,
      });
      expect(commands(bed())).toEqual([]);
    });

    test('a revision that never was, and one that has fallen out', async () => {
      freshForm(bed());
      const guard = await baseline(bed());
      const future = { ...guard, snapshotRevision: guard.snapshotRevision + 900 };
      const never = await guarded(bed(), 'tap', spot(), future);
      assertBlocked(never, 'PRECONDITION_UNAVAILABLE', unavailable('BASELINE_UNAVAILABLE'));
      for (let change = 0; change < 8; change++) {
        tapOnPhone(bed(), 'remember_me');
        await baseline(bed());
      }
      bed().wire.clear();
      const gone = await guarded(bed(), 'tap', spot(), guard);
      assertBlocked(gone, 'PRECONDITION_UNAVAILABLE', unavailable('BASELINE_UNAVAILABLE'));
      expect(commands(bed())).toEqual([]);
    });

    test('a revision older than ten minutes', async () => {
      const clock = new ManualClock();
      const old = await makeTestBed({ ...options, clock });
      try {
        old.open(latency);
        const guard = await baseline(old);
        await clock.advance(9 * 60_000);
        old.wire.clear();
        good(await guarded(old, 'tap', { ...spot(), verificationMode: 'none' }, guard));
        await clock.advance(10 * 60_000 + 1);
        const answer = await guarded(old, 'tap', { ...spot(), verificationMode: 'none' }, guard);
        assertBlocked(answer, 'PRECONDITION_UNAVAILABLE', unavailable('BASELINE_UNAVAILABLE'));
        // A list of devices that has grown old is read anew.
        expect(asked(old).filter((kind) => kind !== 'other')).toEqual(['read', 'input']);
      } finally {
        await old.close();
      }
    });

    test('a revision of another device, also of one that is at the same number', async () => {
      const two = await makeTestBed({ ...options, serials: ['virtual-1', 'virtual-2'] });
      try {
        for (const phone of two.phones) phone.start(latency, null);
        const [first, second] = [await baseline(two, two.serials[0]), await baseline(two, two.serials[1])];
        expect(first.snapshotSessionId).toBe(second.snapshotSessionId);
        two.wire.clear();
        const answer = await guarded(two, 'tap', spot(), second);
        assertBlocked(answer, 'PRECONDITION_UNAVAILABLE', unavailable('DEVICE_MISMATCH'));
        expect(commands(two)).toEqual([]);
      } finally {
        await two.close();
      }
    });

    test.skipIf(options.ios)('a revision from before the device was plugged in anew', async () => {
      const one = await makeTestBed();
      try {
        one.open(latency);
        const guard = await baseline(one);
        const serial = one.phone.serial;
        one.adbServer.setState(serial, 'gone');
        await expect
          .poll(async () => codeOf(await one.call('get_ui_tree', { deviceId: serial })))
          .not.toBeNull();
        one.adbServer.setState(serial, 'device');
        await expect.poll(async () => codeOf(await one.call('get_ui_tree', { deviceId: serial }))).toBeNull();
        one.wire.clear();
        const answer = await guarded(one, 'tap', spot(), guard);
        assertBlocked(answer, 'PRECONDITION_UNAVAILABLE', unavailable('BASELINE_UNAVAILABLE'));
        expect(countOf(one, 'input')).toBe(0);
      } finally {
        await one.close();
      }
    });

    test.each(matrix)('the reading failed (%s, %s)', async (verificationMode, responseMode) => {
      freshForm(bed());
      const guard = await baseline(bed());
      bed().wire.clear();
      bed().wire.disturb('read', 'refuse', { nth: 2 });
      const answer = await guarded(
        bed(),
        'tap_element',
        { selector: headline, verificationMode, responseMode },
        guard,
      );
      assertBlocked(answer, 'PRECONDITION_UNAVAILABLE', {
        ...unavailable('OBSERVATION_FAILED'),
        observed: null,
      });
      expect(asked(bed())).not.toContain('input');
    });

    test.each(matrix)(
      'the reading took too long and is closed (%s, %s)',
      async (verificationMode, responseMode) => {
        freshForm(bed());
        const guard = { ...(await baseline(bed())), timeoutMs: 150 };
        bed().wire.clear();
        const { length } = bed().phone.record;
        bed().wire.disturb('read', 'hang', { nth: 2 });
        const answer = await guarded(
          bed(),
          'tap_element',
          { selector: headline, verificationMode, responseMode },
          guard,
        );
        assertBlocked(answer, 'PRECONDITION_UNAVAILABLE', {
          ...unavailable('CONDITION_TIMEOUT'),
          observed: null,
        });
        await quiet(bed());
        expect(commands(bed()).map(({ ended }) => ended)).toEqual(['answered', 'withdrawn']);
        bed().wire.clearFaults();
        await baseline(bed());
        expect(bed().phone.record).toHaveLength(length);
      },
    );

    test('the target was not there', async () => {
      freshForm(bed());
      const guard = await baseline(bed());
      const request = { selector: { text: 'Nowhere' }, waitFor: { timeoutMs: 100 } };
      const { data } = await guarded(bed(), 'tap_element', request, guard);
      expect(data).toMatchObject({
        failure_code: 'ELEMENT_NOT_FOUND',
        condition: { status: 'not_checked', reason: 'ACTION_NOT_REACHED', observed: null },
      });
      expect(countOf(bed(), 'input')).toBe(0);
    });
  });

  describe('a guard that is no guard is refused before any work', () => {
    const guard = { snapshotSessionId: 'ses_1', snapshotRevision: 1 };
    const platform = options.ios ? 'ios' : 'android';
    const on = { platform, deviceId: 'virtual-1' };
    const refusals: readonly (readonly [string, string, Record<string, unknown>])[] = [
      ['no device', 'tap', { x: 1, y: 1, platform, expectedState: guard }],
      ['no platform', 'tap', { x: 1, y: 1, deviceId: 'virtual-1', expectedState: guard }],
      ['an alias', 'tap', { x: 1, y: 1, platform, deviceId: 'booted', expectedState: guard }],
      ['an empty session', 'tap', { x: 1, y: 1, ...on, expectedState: { ...guard, snapshotSessionId: '' } }],
      ['revision 0', 'tap', { x: 1, y: 1, ...on, expectedState: { ...guard, snapshotRevision: 0 } }],
      ['half a revision', 'tap', { x: 1, y: 1, ...on, expectedState: { ...guard, snapshotRevision: 1.5 } }],
      [
        'an unsafe revision',
        'tap',
        { x: 1, y: 1, ...on, expectedState: { ...guard, snapshotRevision: 2 ** 53 } },
      ],
      ['a field too many', 'tap', { x: 1, y: 1, ...on, expectedState: { ...guard, extra: 1 } }],
      ['too little time', 'tap', { x: 1, y: 1, ...on, expectedState: { ...guard, timeoutMs: 99 } }],
      ['a tool without guards', 'press_key', { key: 'enter', ...on, expectedState: guard }],
      ['a launch', 'start_app', { appId: latency, ...on, expectedState: guard }],
      [
        'a journey default',
        'run_journey',
        { ...on, defaults: { expectedState: guard }, steps: [{ id: 'a', type: 'press_back' }] },
      ],
      [
        'a journey step that is no tap',
        'run_journey',
        { ...on, steps: [{ id: 'a', type: 'press_back', expectedState: guard }] },
      ],
    ];

    test.each(refusals)('%s', async (_, tool, input) => {
      expect(refusal(await bed().call(tool, input)).code).toBe('INVALID_ARGUMENT');
      expect(commands(bed())).toEqual([]);
    });
  });

  test('guarded and unguarded calls at the same time do not see each other', async () => {
    freshHome(bed());
    const guard = await baseline(bed());
    const wrong = { ...guard, snapshotSessionId: 'ses_of_another' };
    bed().wire.clear();
    const from = bed().phone.record.length;
    const at = (x: number) => ({ x, y: spot().y, verificationMode: 'none' });
    const on = { platform: bed().traits.platform, deviceId: bed().serials[0] };
    const answers = await Promise.all([
      guarded(bed(), 'tap', at(101), guard),
      bed().call('tap', { ...on, ...at(102) }),
      guarded(bed(), 'tap', at(103), wrong),
      bed().call('tap', { ...on, ...at(104) }),
      guarded(bed(), 'tap', at(105), guard),
    ]);
    expect(answers.map(({ data }) => data['condition'] && part(data, 'condition')['status'])).toEqual([
      'matched',
      undefined,
      'unavailable',
      undefined,
      'matched',
    ]);
    const taps = bed()
      .phone.record.slice(from)
      .map(({ detail }) => Number(detail['x']) / bed().traits.scale);
    expect(taps).toEqual([101, 102, 104, 105]);
  });

  test('a guarded tap of a journey is checked on the journey device and stops it with its evidence', async () => {
    freshForm(bed());
    const guard = await baseline(bed());
    const steps = [
      { id: 'right', type: 'tap', selector: { resource_id: 'remember_me' }, expectedState: guard },
      { id: 'old', type: 'tap', selector: headline, expectedState: guard },
      { id: 'never', type: 'tap', selector: headline },
    ];
    const { data } = await bed().call('run_journey', { steps, defaults: { verificationMode: 'none' } });
    expect(data).toMatchObject({
      success: false,
      stopped_at_step_id: 'old',
      steps: [
        { status: 'passed', result: { condition: { status: 'matched' } } },
        {
          status: 'failed',
          result: {
            failure_code: 'PRECONDITION_FAILED',
            condition: { observed: { elements: expect.any(Array) } },
          },
        },
        { status: 'not_run', reason: 'PREVIOUS_STEP_FAILED' },
      ],
    });
    expect(countOf(bed(), 'input')).toBe(1);
  });
});

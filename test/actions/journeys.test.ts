/** Journeys: nothing runs unless all of it is sound, a failed step ends it, and readings are shared as they may be. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';
import { good, refusal } from '../contract/reading.ts';
import { answer, makeTestBed } from '../harness.ts';
import {
  asked,
  commands,
  countOf,
  fixtureSteps,
  freshForm,
  freshHome,
  latency,
  login,
  part,
  tapOnPhone,
} from './phone-side.ts';

const bed = oneBed();
const light = { defaults: { verificationMode: 'light' } } as const;

interface Step {
  readonly id: string;
  readonly status: string;
  readonly success: boolean;
  readonly result: Record<string, unknown> | null;
  readonly timing: { readonly total_ms: number };
}

function stepsOf(data: Record<string, unknown>): readonly Step[] {
  return data['steps'] as Step[];
}

/** Five changes of the whole screen in one answer are too long for one: then it lies in a file. */
function whole(data: Record<string, unknown>): Record<string, unknown> {
  const path = data['full_answer'];
  return typeof path === 'string'
    ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>)
    : data;
}

describe('nothing is done unless every step is sound', () => {
  const first = { id: 'first', type: 'press_back' };
  const selector = { text: 'Ready' };
  const visible = { kind: 'element_visible', selector };
  const unsound: readonly (readonly [string, Record<string, unknown>])[] = [
    ['an unknown type', { id: 'x', type: 'dance' }],
    ['the same id again', { id: 'first', type: 'press_back' }],
    ['two targets', { id: 'x', type: 'tap', selector, elementId: 'e1' }],
    ['no target', { id: 'x', type: 'tap' }],
    ['an empty selector', { id: 'x', type: 'tap', selector: {} }],
    ['a field of another type', { id: 'x', type: 'wait', selector, text: 'y' }],
    ['a condition that there is not', { id: 'x', type: 'wait', selector, condition: 'shiny' }],
    [
      'a field of another kind of assertion',
      { id: 'x', type: 'assert', assertion: { ...visible, fingerprint: 'f' } },
    ],
    ['too short a time', { id: 'x', type: 'assert', assertion: visible, timeoutMs: 99 }],
    ['too long a time', { id: 'x', type: 'assert', assertion: visible, timeoutMs: 60_001 }],
    ['polling too often', { id: 'x', type: 'assert', assertion: visible, pollIntervalMs: 49 }],
    ['polling too seldom', { id: 'x', type: 'assert', assertion: visible, pollIntervalMs: 1_001 }],
    [
      'a state without a target',
      { id: 'x', type: 'assert', assertion: { kind: 'state_equals', property: 'checked', expected: true } },
    ],
    [
      'a guard on a wait',
      { id: 'x', type: 'wait', selector, expectedState: { snapshotSessionId: 's', snapshotRevision: 1 } },
    ],
    ['nothing to type', { id: 'x', type: 'type_text', text: '' }],
    ['no app', { id: 'x', type: 'start_app' }],
  ];

  test.each(unsound)('%s', async (_, last) => {
    const fault = refusal(await bed().call('run_journey', { steps: [first, last] }));
    expect(fault.code).toBe('INVALID_ARGUMENT');
    expect(fault.message).toMatch(/Step 2|steps\.1/);
    expect(commands(bed())).toEqual([]);
  });

  test('no steps, too many steps, an unknown field, a trace that is not active', async () => {
    const many = Array.from({ length: 51 }, (_, n) => ({ id: `s${n}`, type: 'press_back' }));
    for (const input of [
      { steps: [] },
      { steps: many },
      { steps: [first], speed: 2 },
      { steps: [first], traceId: 't' },
    ]) {
      expect(refusal(await bed().call('run_journey', input)).code).toBe('INVALID_ARGUMENT');
    }
    expect(commands(bed())).toEqual([]);
  });

  test('a handle of another device sends nothing', async () => {
    const two = await makeTestBed({ serials: ['virtual-android-1', 'virtual-android-2'] });
    try {
      for (const phone of two.phones) phone.start(latency, null);
      const seen = good(await two.call('find_element', { deviceId: two.serials[1], query: 'Ready' }));
      const elementId = part(seen, 'element')['elementId'];
      const inputs = two.phones.map(({ record }) => record.length);
      const steps = [first, { id: 'theirs', type: 'tap', elementId }];
      const fault = refusal(await two.call('run_journey', { deviceId: two.serials[0], steps }));
      expect(fault.code).toBe('STALE_REFERENCE');
      expect(two.phones.map(({ record }) => record.length)).toEqual(inputs);
    } finally {
      await two.close();
    }
  });
});

describe('a step that fails ends the journey', () => {
  const wait = (text: string) => ({ id: text, type: 'wait', selector: { text }, timeoutMs: 5_000 });
  const failing: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ['a wait', { ...wait('Nowhere'), id: 'x', timeoutMs: 100 }, 'TIMEOUT'],
    [
      'a resolution',
      { id: 'x', type: 'tap', selector: { text: 'Nowhere' }, waitFor: { timeoutMs: 100 } },
      'ELEMENT_NOT_FOUND',
    ],
    [
      'an assertion',
      {
        id: 'x',
        type: 'assert',
        assertion: { kind: 'element_visible', selector: { text: 'Nowhere' } },
        timeoutMs: 150,
      },
      'ASSERTION_TIMEOUT',
    ],
    [
      'an absence',
      {
        id: 'x',
        type: 'assert',
        assertion: { kind: 'element_absent', selector: { text: 'Ready' } },
        timeoutMs: 150,
      },
      'ASSERTION_TIMEOUT',
    ],
    [
      'a fingerprint',
      {
        id: 'x',
        type: 'assert',
        assertion: { kind: 'screen_fingerprint', fingerprint: 'f' },
        timeoutMs: 150,
      },
      'ASSERTION_TIMEOUT',
    ],
    ['a launch', { id: 'x', type: 'start_app', appId: 'com.example.nowhere' }, 'APP_NOT_INSTALLED'],
  ];

  test.each(failing)('%s', async (_, step, code) => {
    freshHome(bed());
    const steps = [wait('Ready'), step, { id: 'never', type: 'press_back' }];
    const { data, isError } = await bed().call('run_journey', { steps });
    expect(isError).toBe(false);
    expect(data).toMatchObject({ success: false, stopped_at_step_id: 'x' });
    const [passed, failed, never] = stepsOf(data);
    expect(passed).toMatchObject({
      id: 'Ready',
      type: 'wait',
      status: 'passed',
      success: true,
      result: { matched_count: 1 },
    });
    expect(failed).toMatchObject({ status: 'failed', success: false, result: { failure_code: code } });
    expect(never).toEqual({
      id: 'never',
      type: 'press_back',
      status: 'not_run',
      success: false,
      reason: 'PREVIOUS_STEP_FAILED',
      result: null,
      timing: { total_ms: 0 },
    });
    expect(countOf(bed(), 'input')).toBe(0);
  });

  test('a dispatch that the device refuses', async () => {
    freshHome(bed());
    bed().faults.add({
      when: { service: ':input' },
      do: { kind: 'replace', output: 'Error: Invalid arguments for command: tap', exitCode: 255 },
    });
    const steps = [{ id: 'tap', type: 'tap', selector: { text: 'Open detail' } }, wait('Detail')];
    const { data } = await bed().call('run_journey', { steps, ...light });
    expect(data).toMatchObject({ success: false, stopped_at_step_id: 'tap' });
    expect(stepsOf(data)[0]).toMatchObject({
      result: { failure_code: 'ACTION_REJECTED' },
      message: expect.any(String),
    });
    expect(countOf(bed(), 'read')).toBe(1);
  });

  test('the last value and the last count are told', async () => {
    freshForm(bed());
    const state = {
      kind: 'state_equals',
      selector: { resource_id: 'remember_me' },
      property: 'checked',
      expected: false,
    };
    const { data } = await bed().call('run_journey', {
      steps: [{ id: 'x', type: 'assert', assertion: state, timeoutMs: 300 }],
    });
    expect(stepsOf(data)[0]?.result).toMatchObject({
      failure_code: 'ASSERTION_TIMEOUT',
      observed_value: true,
    });
  });

  test('in debug mode with a snapshot of the failure, tied to the action that failed', async () => {
    freshHome(bed());
    const steps = [{ id: 'x', type: 'tap', selector: { text: 'Nowhere' }, waitFor: { timeoutMs: 100 } }];
    const input = { steps, captureOnFailure: true };
    const { data } = await bed().call('run_journey', { ...input, responseMode: 'debug' });
    const snapshot = part(data, 'failure_snapshot');
    expect(snapshot['elements']).toEqual(expect.any(Array));
    expect(part(snapshot, 'evidence')).toMatchObject({
      association: 'internal',
      action_id: stepsOf(data)[0]?.result?.['action_id'],
      observations: [{ kind: 'ui_tree', status: 'captured', freshness: 'fresh' }],
    });
    expect((await bed().call('run_journey', input)).data).not.toHaveProperty('failure_snapshot');
  });
});

test('a verification that could not be had is a passed step: the next assertion decides', async () => {
  freshHome(bed());
  bed().wire.disturb('read', 'refuse', { nth: 2, times: 1 });
  const steps = [
    { id: 'tap', type: 'tap', selector: { text: 'Open detail' } },
    { id: 'there', type: 'assert', assertion: { kind: 'element_visible', selector: { text: 'Activate' } } },
  ];
  const { data } = await bed().call('run_journey', { steps, ...light });
  expect(data).toMatchObject({ success: true });
  expect(stepsOf(data)[0]?.result).toMatchObject({ verification: { status: 'unavailable' } });
  expect(stepsOf(data)[1]?.result).toMatchObject({ observation: { reads: 1, shared: false } });
});

describe('shared readings', () => {
  const isFresh = (index: number): boolean => {
    const all = commands(bed());
    const reading = all[index];
    const sent = all.slice(0, index).findLast((one) => one.kind !== 'read');
    return reading !== undefined && (!sent || reading.atMs >= sent.atMs + sent.durationMs);
  };

  test('the fixture flow makes six in light mode, each begun after the input before it', async () => {
    bed().phone.clearData(latency);
    good(await bed().call('start_app', { appId: latency, verificationMode: 'none' }));
    bed().phone.clearData(latency);
    bed().wire.clear();
    const debug = { steps: fixtureSteps, responseMode: 'debug', ...light };
    const data = whole(good(await bed().call('run_journey', debug)));
    expect(data).toMatchObject({ success: true, stopped_at_step_id: null });
    const all = asked(bed());
    expect(all).toEqual([
      'launch',
      'read',
      'input',
      'read',
      'input',
      'read',
      'input',
      'read',
      'input',
      'read',
      'read',
    ]);
    expect(stepsOf(data).at(-1)?.result).toMatchObject({ observation: { reads: 1, shared: true } });
    for (const [index, kind] of all.entries()) if (kind === 'read') expect(isFresh(index)).toBe(true);
    const correlation = part(data, 'evidence')['correlation_id'];
    const actions = stepsOf(data).flatMap(({ result }) => (result && 'action_id' in result ? [result] : []));
    expect(actions).toHaveLength(5);
    expect(new Set(actions.map((one) => one['action_id'])).size).toBe(5);
    expect(actions.every((one) => part(one, 'evidence')['correlation_id'] === correlation)).toBe(true);
    for (const { timing, id } of stepsOf(data)) expect(timing.total_ms, id).toBeGreaterThanOrEqual(0);
  });

  test('in none mode each input is followed by the one reading that the next step needs', async () => {
    bed().phone.clearData(latency);
    const { data } = await bed().call('run_journey', {
      steps: fixtureSteps,
      defaults: { verificationMode: 'none' },
    });
    expect(data).toMatchObject({ success: true });
    expect(countOf(bed(), 'read')).toBe(6);
  });

  test('the first step never rests on what was seen before the journey', async () => {
    freshHome(bed());
    await bed().call('get_ui_tree', { responseMode: 'compact' });
    bed().wire.clear();
    const steps = [
      { id: 'a', type: 'wait', selector: { text: 'Ready' } },
      { id: 'b', type: 'assert', assertion: { kind: 'element_visible', selector: { text: 'Open detail' } } },
    ];
    const { data } = await bed().call('run_journey', { steps });
    expect(stepsOf(data).map(({ result }) => result && part(result, 'observation'))).toMatchObject([
      { reads: 1, shared: false },
      { reads: 0, shared: true },
    ]);
    expect(asked(bed())).toEqual(['read']);
  });

  test('a reading that does not satisfy a step is polled on from there', async () => {
    freshHome(bed());
    bed().wire.onNext('read', 2, () => tapOnPhone(bed(), 'open_detail'));
    const steps = [
      { id: 'a', type: 'wait', selector: { text: 'Ready' } },
      { id: 'b', type: 'wait', selector: { text: 'Activate' } },
    ];
    const { data } = await bed().call('run_journey', { steps });
    expect(data).toMatchObject({ success: true });
    expect(asked(bed())).toEqual(['read', 'read']);
  });

  test('the second sample of an absence and of a fingerprint is its own', async () => {
    freshHome(bed());
    const print = good(await bed().call('get_screen_fingerprint'))['fingerprint'];
    bed().wire.clear();
    const steps = [
      { id: 'a', type: 'wait', selector: { text: 'Ready' } },
      { id: 'b', type: 'assert', assertion: { kind: 'element_absent', selector: { text: 'Nowhere' } } },
      { id: 'c', type: 'assert', assertion: { kind: 'screen_fingerprint', fingerprint: print } },
    ];
    const { data } = await bed().call('run_journey', { steps });
    expect(data).toMatchObject({ success: true });
    expect(asked(bed())).toEqual(['read', 'read', 'read']);
    const [one, two, three] = commands(bed());
    if (!(one && two && three)) throw new Error('three readings');
    expect(two.atMs - one.atMs).toBeGreaterThanOrEqual(100);
    expect(three.atMs - two.atMs).toBeGreaterThanOrEqual(100);
  });

  test('not across an input of another call', async () => {
    freshHome(bed());
    const steps = [
      { id: 'a', type: 'wait', selector: { text: 'Ready' } },
      { id: 'b', type: 'assert', assertion: { kind: 'element_absent', selector: { text: 'Nowhere' } } },
      { id: 'c', type: 'wait', selector: { text: 'Ready' } },
    ];
    let other: Promise<unknown> = Promise.resolve();
    bed().wire.onNext('read', 2, () => {
      other = bed().call('tap', { x: 500, y: 1_900, verificationMode: 'none' });
    });
    bed().wire.disturb('read', { delayMs: 120 }, { nth: 2, times: 1 });
    const { data } = await bed().call('run_journey', { steps });
    await other;
    expect(data).toMatchObject({ success: true });
    const shared = stepsOf(data)[2]?.result;
    expect(shared && part(shared, 'observation')).toMatchObject({ shared: false, reads: 1 });
  });
});

test('progress is told per step', async () => {
  const messages: string[] = [];
  freshHome(bed());
  const steps = fixtureSteps.slice(1, 5);
  answer(
    await bed().client.callTool(
      { name: 'run_journey', arguments: { steps, ...light } },
      { onprogress: ({ message }) => void messages.push(message ?? '') },
    ),
  );
  expect(messages).toEqual([
    'step 1 of 4: wait home',
    'step 2 of 4: tap open',
    'step 3 of 4: wait detail',
    'step 4 of 4: tap activate',
  ]);
});

test('text, swipe, scroll, back and a long press as steps', async () => {
  freshForm(bed());
  bed().wire.clear();
  const steps = [
    { id: 'app', type: 'start_app', appId: login },
    { id: 'text', type: 'type_text', selector: { resource_id: 'email' }, text: 'new@b.c', clear: true },
    { id: 'back', type: 'press_back' },
    { id: 'hold', type: 'long_press', selector: { resource_id: 'headline' }, durationMs: 300 },
    { id: 'swipe', type: 'swipe', x1: 500, y1: 1_900, x2: 500, y2: 1_800, duration: 50 },
    { id: 'scroll', type: 'scroll_to', selector: { resourceId: 'headline' } },
  ];
  const { data } = await bed().call('run_journey', { steps, ...light });
  expect(data).toMatchObject({ success: true });
  expect(bed().received().slice(-5)).toContain('swipe');
});

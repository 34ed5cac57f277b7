/**
 * What the fixture journey asks of a phone, warm and by a cold server, counted on the phone's side; and what of it runs
 * beside what. None of it depends on the speed of this computer.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { latency, stepsOn } from '../actions/phone-side.ts';
import { makeTestBed, type TestBed, type TestBedOptions } from '../harness.ts';
import type { Question } from '../wire.ts';

let bed: TestBed;
afterEach(async () => await bed.close());

async function started(options: TestBedOptions): Promise<void> {
  bed = await makeTestBed(options);
}

/** The journey from a cold start of the app, and what the phone was asked for it. */
async function journey(): Promise<readonly Question[]> {
  bed.phone.clearData(latency);
  bed.wire.clear();
  const answer = await bed.call('run_journey', {
    steps: stepsOn(bed.traits),
    defaults: { verificationMode: 'light' },
  });
  expect(answer.data['success']).toBe(true);
  return bed.wire.asked();
}

const names: readonly (readonly [string, RegExp])[] = [
  ['properties', /getprop/],
  ['users', /pm list users/],
  ['packages of the helper', /list.packages/],
  ['launcher', /query-activities/],
  ['start of the helper', /am instrument/],
  ['launch', /am start/],
  ['dump', /uiautomator dump/],
  ['input', /:input |gestures|press_keycode/],
  ['picture', /screencap/],
  ['window state', /:dumpsys window/],
  ['tree', /^GET \/source$/],
  ['session of the helper', /^(?:POST \/session|POST \/appium\/settings)$/],
];

/**
 * How often each was asked. Not counted: connections to the port of the helper, which carry its requests, and how often
 * it was looked at until it was up.
 */
function counted(questions: readonly Question[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { what } of questions) {
    if (what.startsWith('tcp:') || what === 'GET /status') continue;
    const name = names.find(([, pattern]) => pattern.test(what))?.[0] ?? what;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

function one(questions: readonly Question[], pattern: RegExp): Question {
  const found = questions.filter(({ what }) => pattern.test(what));
  const [only] = found;
  if (!only || found.length > 1) throw new Error(`${found.length} of ${pattern}`);
  return only;
}

/** Each began before the other was answered. */
function besides(a: Question, b: Question): boolean {
  return a.atMs < b.atMs + b.durationMs && b.atMs < a.atMs + a.durationMs;
}

describe('with the helper', () => {
  test('a warm journey asks for a launch, four times for the windows, six trees and four inputs', async () => {
    await started({ helper: true });
    await journey();
    const asked = await journey();
    expect(counted(asked)).toEqual({
      launch: 1,
      'window state': 4,
      tree: 6,
      input: 4,
    });
  });

  test('a cold server asks once more for what it has to know, and nothing of it twice', async () => {
    await started({ helper: true, costs: { launchColdMs: 300, pmMs: 60 } });
    const asked = await journey();
    expect(counted(asked)).toEqual({
      properties: 1,
      users: 1,
      'packages of the helper': 1,
      launcher: 1,
      'start of the helper': 1,
      'session of the helper': 2,
      launch: 1,
      'window state': 4,
      tree: 6,
      input: 4,
    });
    const users = one(asked, /pm list users/);
    expect(besides(users, one(asked, /query-activities/))).toBe(true);
    expect(besides(users, one(asked, /list.packages/))).toBe(true);
    const launch = one(asked, /am start/);
    expect(one(asked, /am instrument/).atMs).toBeLessThan(launch.atMs + launch.durationMs);
  });
});

describe('by dumps', () => {
  test('a warm journey asks for a launch, six dumps and four inputs', async () => {
    await started({});
    await journey();
    const asked = await journey();
    expect(counted(asked)).toEqual({ launch: 1, dump: 6, input: 4 });
  });

  test('a cold server asks three things more, two of them beside each other', async () => {
    await started({ costs: { launchColdMs: 300, pmMs: 60 } });
    const asked = await journey();
    expect(counted(asked)).toEqual({ properties: 1, users: 1, launcher: 1, launch: 1, dump: 6, input: 4 });
    expect(besides(one(asked, /pm list users/), one(asked, /query-activities/))).toBe(true);
  });

  test.each([
    ['get_ui_tree', {}, { properties: 1, dump: 1 }],
    ['wait_for_ui', { selector: { text: 'Sign in' } }, { properties: 1, dump: 1 }],
    ['capture_screenshot', {}, { properties: 1, picture: 1 }],
    ['get_current_screen', {}, { properties: 1, 'window state': 1 }],
  ])(
    'the first call of a cold server, %s: the properties of the device and what was asked for',
    async (name, args, expected) => {
      await started({});
      bed.open('com.example.shop');
      const answer = await bed.call(name, args);
      expect(answer.isError).toBe(false);
      expect(counted(bed.wire.asked())).toEqual(expected);
    },
  );
});

describe('on an iPhone', () => {
  /** Programs by the word that says what they do, and calls of the companion by name; points of a reading left out. */
  function asked(questions: readonly Question[]): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { kind, what } of questions) {
      if (kind === 'probe') continue;
      const [name = what] =
        /idb_companion|devicectl|defaults \w+|(?<=simctl )\w+|^accessibility_info$|^hid$|^connect$/.exec(
          what.replace(/simctl spawn \S+ /, ''),
        ) ?? [];
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  }

  test('a warm journey starts one program, and asks the companion for six trees and four touches', async () => {
    await started({ ios: {} });
    await journey();
    expect(asked(await journey())).toEqual({ launch: 1, accessibility_info: 6, hid: 4 });
  });

  test('a cold server asks for each thing once; whether the app is there, beside the accessibility', async () => {
    await started({ ios: {} });
    const slowMs = 300;
    bed.apple?.faults.add({ when: { command: /get_app_container/ }, do: { kind: 'slow', ms: slowMs } });
    const questions = await journey();
    expect(asked(questions)).toEqual({
      list: 1,
      devicectl: 1,
      bootstatus: 1,
      get_app_container: 1,
      'defaults read': 1,
      'defaults write': 2,
      idb_companion: 1,
      connect: 1,
      launch: 1,
      accessibility_info: 6,
      hid: 4,
    });
    const there = one(questions, /get_app_container/);
    for (const beside of [/defaults read/, /^idb_companion/])
      expect(one(questions, beside).atMs).toBeLessThan(there.atMs + slowMs);
  });
});

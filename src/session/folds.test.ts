/** What each wait makes of its readings: given as arrays, without a device and without a clock. */
import { describe, expect, test } from 'vitest';
import { fingerprint } from '../ui/fingerprint.ts';
import { TwiceHeld } from '../workflows/journey/twice-held.ts';
import { Scroll } from '../workflows/scroll.ts';
import { StateProof } from './expect-state.ts';
import { Readiness } from './readiness.ts';
import type { Reading } from './readings.ts';
import { ScreenChange } from './screen-change.ts';
import type { StateExpectation } from './state-sample.ts';
import { cutOff, failed, fold, seen, seenTree } from './testing/given-readings.ts';
import { switchScreen } from './testing/scripted-screen.ts';
import { foreign, page } from './testing/timed-wait.ts';
import { Change, type UiChangeQuery } from './wait-change.ts';
import { MatchFold, type MatchQuery } from './wait-match.ts';

const scope = 'android:scripted#1';

describe('looking for an element', () => {
  const wanted: MatchQuery = {
    selector: { text: 'Done' },
    condition: 'exists',
    index: undefined,
    timeoutMs: 2_000,
    intervalMs: 300,
  };

  test('the first reading in which it holds is enough', () => {
    const ran = fold(new MatchFold(wanted, scope), [
      seen(0, 'Working'),
      failed(300),
      seen(600, 'Done'),
      seen(900),
    ]);
    expect(ran).toMatchObject({ taken: 3, seen: { satisfied: true, polls: 3 } });
  });

  test('without one good reading there is a fault, not an absent element', () => {
    expect(() => fold(new MatchFold(wanted, scope), [failed(0, 'idle'), cutOff(2_000)])).toThrow('idle');
    expect(() => fold(new MatchFold(wanted, scope), [cutOff(2_000)])).toThrow('No screen reading');
  });

  test('settled is judged from the same readings', () => {
    const settled = { ...wanted, settled: true };
    const ran = fold(
      new MatchFold(settled, scope),
      [0, 100, 200, 300].map((atMs) => seen(atMs, 'Done')),
    );
    expect(ran).toMatchObject({ taken: 4, seen: { satisfied: true, readiness: { state: 'settled' } } });
  });
});

describe('proving a state', () => {
  const wanted: StateExpectation = {
    target: { selector: { resource_id: 'light' } },
    property: 'checked',
    expected: true,
    intervalMs: 150,
    windowMs: 1_000,
    maxRechecks: 3,
  };
  const handles = {
    locate: () => {
      throw new Error('no handle is named');
    },
  };
  const proof = () => new StateProof(wanted, { handles, shared: null });
  const on = (atMs: number, checked: boolean) => seenTree(atMs, switchScreen(checked));

  test('two equal readings prove it, one in between that failed breaks the row', () => {
    expect(fold(proof(), [on(0, true), on(150, true)])).toMatchObject({ taken: 2, seen: { success: true } });
    const broken = fold(proof(), [on(0, true), failed(150), on(300, true), on(450, true)]);
    expect(broken).toMatchObject({ taken: 4, seen: { success: true, stableCount: 2 } });
  });

  test('within the window two equal readings do not refute it, past it they do', () => {
    const early = [0, 150, 300, 450].map((atMs) => on(atMs, false));
    expect(fold(proof(), early)).toMatchObject({ taken: 4 });
    const slow = fold(proof(), [on(0, false), on(2_000, false), on(4_000, true)]);
    expect(slow).toMatchObject({ taken: 2, seen: { failure: { code: 'EXPECT_STATE_MISMATCH' } } });
  });

  test('cut off, what was read until then is judged', () => {
    const ran = fold(proof(), [on(0, true), cutOff(3_000, 2_000)]);
    expect(ran.seen).toMatchObject({ success: false, value: true, failure: { code: 'ASSERTION_TIMEOUT' } });
  });
});

describe('waiting for a change', () => {
  const wanted: UiChangeQuery = {
    expected: undefined,
    root: undefined,
    timeoutMs: 5_000,
    stabilityWindowMs: 300,
  };
  const change = (given: readonly Reading[]) => fold(new Change(null, wanted, scope), given);

  test('ends when the change has stood still for the window; a failed reading breaks the quiet', () => {
    const quiet = [
      seen(0, 'Idle'),
      seen(100, 'Done'),
      seen(200, 'Done'),
      seen(400, 'Done'),
      seen(500, 'Done'),
    ];
    expect(change(quiet)).toMatchObject({ taken: 4, seen: { matched: true, stable: true } });
    const broken = quiet.toSpliced(2, 1, failed(200));
    expect(change(broken)).toMatchObject({ taken: 5, seen: { matched: true, stable: false } });
  });

  test('a doubtful reading is no change, one that was cut off says nothing', () => {
    const ran = change([seen(0, 'Idle'), seenTree(100, foreign)]);
    expect(ran.seen).toMatchObject({ matched: false, lastError: expect.stringContaining('suspect') });
    expect(change([seen(0, 'Idle'), cutOff(5_000)]).seen).toMatchObject({ lastError: null });
  });
});

describe('readiness', () => {
  const sampled = (given: readonly Reading[]) => fold(new Readiness(scope, 300), given);

  test('settled once equal readings span the window', () => {
    const ran = sampled([0, 100, 200, 300, 400].map((atMs) => seen(atMs, 'Home')));
    expect(ran).toMatchObject({ taken: 4, seen: { settled: true } });
  });

  test('only a cut-off far slower than the readings before it takes something away', () => {
    const slow = [seenTree(400, page('Home'), 400)];
    expect(sampled([...slow, cutOff(900, 500)]).seen.summary.limitations).toEqual(
      sampled(slow).seen.summary.limitations,
    );
    expect(sampled([...slow, cutOff(2_000, 1_500)]).seen.summary.state).toBe('unknown');
  });
});

describe('another screen', () => {
  const home = fingerprint(page('Home'));
  const wait = (given: readonly Reading[]) => fold(new ScreenChange(home), given);

  test('counts when a second reading confirms it', () => {
    const ran = wait([
      seen(0, 'Home'),
      seen(300, 'Other', 'one'),
      seen(400, 'Other', 'one'),
      seen(500, 'Home'),
    ]);
    expect(ran).toMatchObject({ taken: 3, seen: { confirmed: true } });
  });

  test('a passing frame and a failed reading do not', () => {
    const ran = wait([seen(0, 'Other', 'one'), failed(100), seen(200, 'Other', 'one'), seen(300, 'Home')]);
    expect(ran).toMatchObject({ taken: 4, seen: { confirmed: false, print: home, lastError: null } });
  });

  test('the wait hurries only while a change is to be confirmed', () => {
    const change = new ScreenChange(home);
    change.add(seen(0, 'Home'));
    expect(change.isAwaitingProof).toBe(false);
    change.add(seen(300, 'Other', 'one'));
    expect(change.isAwaitingProof).toBe(true);
    change.add(failed(400));
    expect(change.isAwaitingProof).toBe(false);
  });
});

test('a journey proves by two readings in a row, of which the first may be shared', () => {
  const holds = ({ tree }: { tree: ReturnType<typeof page> }) => ({
    holds: tree.elements.some(({ text }) => text === 'Done'),
    facts: {},
  });
  const shared = seen(0, 'Done');
  const first = shared.kind === 'seen' ? shared.observation : null;
  expect(fold(new TwiceHeld(first, holds), [seen(100, 'Done')])).toMatchObject({ seen: { passed: true } });
  const own = fold(new TwiceHeld(null, holds), [
    seen(0, 'Done'),
    failed(100),
    seen(200, 'Done'),
    seen(300, 'Done'),
  ]);
  expect(own).toMatchObject({ taken: 4, seen: { passed: true } });
});

describe('scrolling', () => {
  const request = {
    selector: { text: 'Done' },
    direction: 'down',
    maxScrolls: 2,
    scrollAmount: 0.7,
  } as const;
  const observation = (...words: string[]) => {
    const reading = seen(0, ...words);
    if (reading.kind !== 'seen') throw new Error('not seen');
    const [first, ...rest] = reading.observation.tree.elements;
    const elements = first ? [{ ...first, scrollable: true }, ...rest] : rest;
    return { ...reading.observation, tree: { ...reading.observation.tree, elements } };
  };

  test('swipes until it is there', () => {
    const scroll = new Scroll(request);
    expect(scroll.next(observation('A'))).toHaveProperty('swipe');
    expect(scroll.next(observation('B'))).toHaveProperty('swipe');
    expect(scroll.next(observation('Done'))).toMatchObject({ scrolls: 2, element: { text: 'Done' } });
  });

  test('gives up when the view stands still, when it has swiped enough, and where nothing scrolls', () => {
    const still = new Scroll(request);
    still.next(observation('A'));
    expect(still.next(observation('A'))).toMatchObject({
      scrolls: 1,
      why: expect.stringMatching(/no longer/),
    });
    const long = new Scroll(request);
    long.next(observation('A'));
    long.next(observation('B'));
    expect(long.next(observation('C'))).toMatchObject({ scrolls: 2, why: 'Not visible after 2 scrolls.' });
    const fixed = seen(0, 'A');
    if (fixed.kind !== 'seen') throw new Error('not seen');
    expect(new Scroll(request).next(fixed.observation)).toMatchObject({ scrolls: 0, element: null });
  });
});

import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, test } from 'vitest';
import {
  accessibilityInfo,
  type HidEvent,
  hidMessage,
  runningApps,
  setValueAction,
} from './companion-messages.ts';
import type { Gesture } from './gesture.ts';
import { keyNames, keyPress, strokesOf } from './hid-keys.ts';
import { deltaOf, hidEvents, releaseEvents } from './hid-recipes.ts';
import { MessageReader, MessageWriter, readFields } from './wire/protobuf.ts';

const told = (gesture: Gesture): readonly string[] =>
  (hidEvents(gesture) ?? []).map((event) => {
    if (event.kind === 'touch') return `touch ${event.at} ${event.direction}`;
    if (event.kind === 'key') return `${event.usage}${event.direction === 'down' ? '↓' : '↑'}`;
    if (event.kind === 'button') return `button ${event.button} ${event.direction}`;
    if (event.kind === 'delay') return `delay ${event.seconds}`;
    if (event.kind === 'swipe') return `swipe ${event.from} ${event.to} ${event.delta} ${event.seconds}`;
    if (event.kind === 'orientation') return `turn ${event.to}`;
    return `pinch ${event.center} ${event.scale} ${event.seconds} ${event.radius}`;
  });

/** Fingers and keys that are down after these events. */
function heldBy(events: readonly HidEvent[]): readonly string[] {
  const held = new Set<string>();
  for (const event of events) {
    if (event.kind !== 'touch' && event.kind !== 'key') continue;
    const name = event.kind === 'touch' ? 'finger' : `key ${event.usage}`;
    if (event.direction === 'down') held.add(name);
    else held.delete(name);
  }
  return [...held];
}

describe('gestures', () => {
  test.each<[string, Gesture, readonly string[]]>([
    [
      'a tap is held',
      { kind: 'tap', at: [10.5, 20], holdMs: 50 },
      ['touch 10.5,20 down', 'delay 0.05', 'touch 10.5,20 up'],
    ],
    [
      'a swipe takes its time',
      { kind: 'swipe', from: [0, 0], to: [0, 300], durationMs: 250 },
      ['swipe 0,0 0,300 10 0.25'],
    ],
    [
      'a short swipe has two steps',
      { kind: 'swipe', from: [0, 0], to: [0, 6], durationMs: 250 },
      ['swipe 0,0 0,6 3 0.25'],
    ],
    [
      'a swipe that stays is a touch',
      { kind: 'swipe', from: [5, 5], to: [5, 5], durationMs: 500 },
      ['touch 5,5 down', 'delay 0.5', 'touch 5,5 up'],
    ],
    [
      'a drag rests before it ends',
      { kind: 'drag', from: [0, 0], to: [10, 0], durationMs: 40 },
      [
        'touch 0,0 down',
        'delay 0.02',
        'touch 5,0 down',
        'delay 0.02',
        'touch 10,0 down',
        'delay 0.2',
        'touch 10,0 up',
      ],
    ],
    ['capital letters hold shift', { kind: 'text', text: 'Ab' }, ['225↓', '4↓', '4↑', '225↑', '5↓', '5↑']],
    ['paste holds command', { kind: 'keys', presses: [keyPress('paste')] }, ['227↓', '25↓', '25↑', '227↑']],
    [
      'clearing selects all and deletes',
      { kind: 'clear', length: 9 },
      ['227↓', '4↓', '4↑', '227↑', '42↓', '42↑'],
    ],
    ['home is a button', { kind: 'keys', presses: [keyPress('HOME')] }, ['button 1 down', 'button 1 up']],
    [
      'a pinch',
      { kind: 'pinch', center: [5, 6], scale: 2, radius: 50, durationMs: 400 },
      ['pinch 5,6 2 0.4 50'],
    ],
  ])('%s', (_, gesture, events) => {
    expect(told(gesture)).toEqual(events);
  });

  test('what no event can do is none', () => {
    expect(hidEvents({ kind: 'set_value', at: [1, 2], value: '3' })).toBeNull();
    expect(hidEvents({ kind: 'text', text: 'é' })).toBeNull();
  });

  test('a swipe never has less than one step', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.5, max: 3_000, noNaN: true }), (length) => {
        expect(deltaOf(length)).toBeGreaterThan(0);
        expect(length / deltaOf(length)).toBeGreaterThanOrEqual(2);
      }),
    );
  });
});

describe('the keyboard', () => {
  test('has every printable character of ASCII, each on its own key', () => {
    const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
    const strokes = printable.map((char) => JSON.stringify(strokesOf(char)));
    expect(new Set(strokes).size).toBe(95);
    expect(strokesOf('aZ1)=+\n\t~?')).toEqual(
      [
        [4, false],
        [29, true],
        [30, false],
        [39, true],
        [46, false],
        [46, true],
        [40, false],
        [43, false],
        [53, true],
        [56, true],
      ].map(([usage, shift]) => ({ usage, shift })),
    );
    expect(strokesOf('a\r\nb')).toHaveLength(3);
  });

  test.each(['é', '“', '😀', '\u00a0', '\u0007'])('does not have %j', (char) => {
    expect(strokesOf(`a${char}`)).toBeNull();
  });

  test('knows keys by name and number, and says what an iPhone has not', () => {
    for (const name of keyNames) expect(keyPress(name.toUpperCase())).toBeDefined();
    expect(keyPress('58')).toEqual({ usage: 58, modifiers: [] });
    expect(() => keyPress('back')).toThrow(expect.objectContaining({ code: 'CAPABILITY_MISSING' }));
    expect(() => keyPress('volume_up')).toThrow(expect.objectContaining({ code: 'CAPABILITY_MISSING' }));
    expect(() => keyPress('camera')).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
    expect(() => keyPress('999')).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  });
});

describe('messages', () => {
  test('of a touch are those of the real client', () => {
    // press{action{touch{point{1,2}}} direction up}
    const point = '09000000000000f03f110000000000000040';
    expect(hidMessage({ kind: 'touch', at: [1, 2], direction: 'up' }).toString('hex')).toBe(
      `0a1a0a160a140a12${point}1001`,
    );
    expect(hidMessage({ kind: 'key', usage: 227, direction: 'down' }).toString('hex')).toBe(
      '0a090a051a0308e3011000',
    );
    expect(hidMessage({ kind: 'delay', seconds: 1 }).toString('hex')).toBe('1a0909000000000000f03f');
  });

  test('of a reading name what is asked', () => {
    const bytes = accessibilityInfo({ format: 2, backend: 3, keys: ['AXLabel', 'frame'], point: [3, 4] });
    const fields = readFields(bytes).map(({ number, value }) => [
      number,
      value instanceof Buffer ? value.length : value,
    ]);
    expect(fields).toEqual([
      [2, 18],
      [3, 2n],
      [6, 10n],
      [7, 7],
      [7, 5],
      [8, 3n],
    ]);
    expect(
      readFields(accessibilityInfo({ format: 1, backend: 0, keys: [] })).map(({ number }) => number),
    ).toEqual([3, 6]);
  });

  test('of an action carry the point and the value', () => {
    const read = new MessageReader(setValueAction([1, 2], '70%'));
    expect(read.message(2)?.number(2)).toBe(2);
    expect(read.number(4)).toBe(10);
    expect(read.message(7)?.text(1)).toBe('70%');
  });

  test('of apps tell those that run', () => {
    const app = (bundle: string, pid: number): MessageWriter =>
      new MessageWriter().text(1, bundle).varint(7, pid);
    const answer = new MessageWriter().message(1, app('com.a', 12)).message(1, app('com.b', 0)).finish();
    expect(runningApps(answer)).toEqual(new Map([[12, 'com.a']]));
    const nameless = new MessageWriter().message(1, app('com.a', 0).varint(5, 2)).finish();
    expect(runningApps(nameless)).toBeNull();
  });
});

describe('a gesture that is broken off anywhere', () => {
  test.each<Gesture>([
    { kind: 'tap', at: [10, 20], holdMs: 50 },
    { kind: 'drag', from: [0, 0], to: [0, 300], durationMs: 700 },
    { kind: 'text', text: 'Aa!\n' },
    { kind: 'clear', length: 3 },
    { kind: 'keys', presses: [keyPress('paste')] },
  ])('leaves nothing down once it is released: %o', (gesture) => {
    const events = hidEvents(gesture) ?? [];
    const lifts = releaseEvents(events);
    expect(heldBy(events)).toEqual([]);
    for (const [length] of [...events, null].entries())
      expect(heldBy([...events.slice(0, length), ...lifts])).toEqual([]);
  });

  test('is lifted where it was to end, and its buttons, which act on their release, are not', () => {
    const swiped = hidEvents({ kind: 'swipe', from: [0, 0], to: [0, 300], durationMs: 200 }) ?? [];
    expect(releaseEvents(swiped)).toEqual([{ kind: 'touch', at: [0, 300], direction: 'up' }]);
    expect(releaseEvents(hidEvents({ kind: 'keys', presses: [keyPress('home')] }) ?? [])).toEqual([]);
  });
});

import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, test } from 'vitest';
import { type HidEvent, inject, touchOutcomes } from './hid-events.ts';
import { usagesOf } from './hid-keys.ts';
import { bare } from './testing/bare-app.ts';
import { type Bed, makeTestBed, UDID } from './testing/bed.ts';
import { byId, flat, show } from './testing/elements.ts';

async function send(bed: Bed, ...events: readonly HidEvent[]): Promise<void> {
  const { mac, simulator, op } = bed;
  const moment = { rpc: 'hid', udid: UDID };
  const sent = (async () => {
    for (const event of events) await inject(op, { mac, simulator, moment }, event);
  })();
  if (mac.clock instanceof ManualClock) await mac.clock.advance(10_000);
  await sent;
}

const down = (x: number, y: number): HidEvent => ({ kind: 'touch', at: { x, y }, down: true });
const up = (x: number, y: number): HidEvent => ({ kind: 'touch', at: { x, y }, down: false });
const wait = (seconds: number): HidEvent => ({ kind: 'delay', seconds });
const press = (usage: number): HidEvent[] => [
  { kind: 'key', usage, down: true },
  { kind: 'key', usage, down: false },
];
const swipe = (from: [number, number], to: [number, number], seconds = 0.2): HidEvent => ({
  kind: 'swipe',
  from: { x: from[0], y: from[1] },
  to: { x: to[0], y: to[1] },
  delta: 0,
  seconds,
});

const newBed = (): Bed => makeTestBed({ clock: new ManualClock() });
const lastOf = (bed: Bed): object | undefined => bed.phone.record.at(-1);

describe('a finger', () => {
  test('is a tap in pixels when it is short, held when it is long, a stroke when it moves', async () => {
    const bed = newBed();
    show(bed, 'TogglesActivity');
    await send(bed, down(60, 485.5), wait(0.05), up(60, 485.5));
    expect(lastOf(bed)).toMatchObject({ kind: 'tap', detail: { x: 180, y: 1457 } });
    await send(bed, down(60, 600), wait(0.8), up(60, 600));
    expect(lastOf(bed)).toMatchObject({ kind: 'long_press', detail: { durationMs: 800 } });
    await send(bed, down(200, 600), wait(0.1), down(200, 400), wait(0.2), up(200, 300));
    expect(lastOf(bed)).toMatchObject({
      kind: 'swipe',
      detail: { x1: 600, y1: 1800, x2: 600, y2: 900, durationMs: 300 },
    });
  });

  test('may be lifted by another stream than the one that put it down', async () => {
    const bed = newBed();
    const before = bed.phone.record.length;
    await send(bed, down(200, 600));
    expect(bed.phone.record).toHaveLength(before);
    await send(bed, up(200, 600));
    expect(lastOf(bed)).toMatchObject({ kind: 'long_press' });
  });

  test.each([
    ['at the thumb, held', 62, 0.05, 'delivered', '1'],
    ['at the thumb of the rule, held', 31, 0.1, 'delivered', '1'],
    ['at the thumb, too short', 31, 0, 'switch_too_short', '0'],
    ['in the middle of the row', 181, 0.1, 'switch_missed', '0'],
  ])('toggles a switch %s', async (_, fromRight, seconds, outcome, value) => {
    const bed = newBed();
    show(bed, 'TogglesActivity');
    const { x, y, width, height } = byId(bed, 'alerts').frame;
    const at: [number, number] = [x + width - fromRight, y + height / 2];
    await send(bed, down(...at), wait(seconds), up(...at));
    expect([touchOutcomes(bed.simulator).at(-1), byId(bed, 'alerts').AXValue]).toEqual([outcome, value]);
  });

  test('a narrow switch takes it anywhere', async () => {
    const bed = newBed();
    show(bed, 'NetworkActivity', 'com.android.settings');
    const wide = byId(bed, 'wifi_switch').frame;
    expect(wide.width).toBeGreaterThan(100);
    show(bed, 'TogglesActivity');
    expect(byId(bed, 'disabled_switch').frame.width).toBeLessThan(100);
  });

  test('does nothing beside an alert', async () => {
    const bed = newBed();
    show(bed, 'DialogActivity');
    const { x, y } = byId(bed, 'open_alert').frame;
    await send(bed, down(x + 5, y + 5), wait(0.05), up(x + 5, y + 5));
    expect(flat(bed)).toHaveLength(5);
    await send(bed, down(200, 820), wait(0.05), up(200, 820));
    await send(bed, swipe([2, 400], [300, 400]));
    expect([flat(bed).length, touchOutcomes(bed.simulator).slice(-2)]).toEqual([
      5,
      ['beside_alert', 'beside_alert'],
    ]);
  });

  test('a dark screen feels nothing', async () => {
    const bed = newBed();
    bed.phone.setScreenOn(false);
    await send(bed, down(60, 200), up(60, 200));
    expect(touchOutcomes(bed.simulator)).toEqual(['screen_off']);
  });
});

describe('the way back', () => {
  const open = (bed: Bed): void => {
    bed.phone.start('com.example.gallery', null);
    show(bed, 'FieldsActivity');
    expect(depth(bed)).toBe(2);
  };
  const depth = (bed: Bed): number => bed.phone.tasks.at(-1)?.activities.length ?? 0;
  const noBackKey = (bed: Bed): void =>
    expect(bed.phone.record.filter(({ kind, detail }) => kind === 'key' && detail['code'] === 4)).toEqual([]);

  test('by its button, also over an open keyboard', async () => {
    const bed = newBed();
    open(bed);
    await send(bed, down(20, 50), wait(0.05), up(20, 50));
    expect(depth(bed)).toBe(1);
    open(bed);
    const { x, y } = byId(bed, 'plain').frame;
    await send(bed, down(x + 20, y + 20), wait(0.05), up(x + 20, y + 20));
    expect(bed.phone.keyboardShown()).toBe(true);
    await send(bed, down(20, 50), wait(0.05), up(20, 50));
    expect([depth(bed), bed.phone.keyboardShown()]).toEqual([1, false]);
    noBackKey(bed);
  });

  test('where the app shows none of its own', async () => {
    const bed = makeTestBed({ clock: new ManualClock(), phone: { apps: [bare] } });
    bed.phone.start('com.example.bare', null);
    bed.phone.start('com.example.bare', '.Two');
    await send(bed, down(30, 50), wait(0.05), up(30, 50));
    expect(flat(bed).map(({ AXLabel }) => AXLabel)).toEqual(['bare', 'One']);
    noBackKey(bed);
  });

  test('by a stroke from the left, and from nowhere else', async () => {
    const bed = newBed();
    open(bed);
    await send(bed, swipe([400, 400], [100, 400]));
    expect(depth(bed)).toBe(2);
    await send(bed, swipe([2, 400], [300, 400]));
    expect(depth(bed)).toBe(1);
    await send(bed, swipe([2, 400], [300, 400]));
    expect([depth(bed), bed.phone.tasks.at(-1)?.packageName]).toEqual([1, 'com.example.gallery']);
    noBackKey(bed);
  });

  test('home is a button, or a stroke up from the bottom', async () => {
    const bed = newBed();
    for (const go of [
      [
        { kind: 'button', button: 'HOME', down: true },
        { kind: 'button', button: 'HOME', down: false },
      ],
      [swipe([200, 870], [200, 400])],
    ] satisfies HidEvent[][]) {
      bed.phone.start('com.example.gallery', null);
      await send(bed, ...go);
      expect(flat(bed)[0]?.AXLabel).toBe(' ');
    }
  });
});

describe('keys', () => {
  async function typed(bed: Bed, ...events: HidEvent[]): Promise<unknown> {
    show(bed, 'FieldsActivity');
    await send(bed, down(200, 126), wait(0.05), up(200, 126), ...events);
    return byId(bed, 'plain').AXValue;
  }
  const shift = (isDown: boolean): HidEvent => ({ kind: 'key', usage: 225, down: isDown });
  const command = (isDown: boolean): HidEvent => ({ kind: 'key', usage: 227, down: isDown });

  test('type by usage, with shift held', async () => {
    expect(await typed(newBed(), shift(true), ...press(4), shift(false), ...press(5))).toBe('Ab');
  });

  test('every character of the layout arrives', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 }), async (text) => {
        const events = usagesOf(text)?.flatMap(({ usage, shift: shifted }) =>
          shifted ? [shift(true), ...press(usage), shift(false)] : press(usage),
        );
        const bed = newBed();
        expect(await typed(bed, ...(events ?? []))).toBe(text);
      }),
      { numRuns: 12 },
    );
    expect(usagesOf('\u00e9')).toBeNull();
  });

  test('a shift that nobody released stays down', async () => {
    const bed = newBed();
    await typed(bed, shift(true));
    await send(bed, ...press(4));
    expect(byId(bed, 'plain').AXValue).toBe('A');
  });

  test('Cmd-V pastes, Cmd-A selects, Backspace and arrows edit', async () => {
    const bed = newBed();
    bed.phone.clipboard = '\u00e9\u00e8!';
    expect(await typed(bed, command(true), ...press(25), command(false))).toBe('\u00e9\u00e8!');
    expect(bed.phone.record.at(-1)).toMatchObject({ kind: 'paste', detail: { text: '\u00e9\u00e8!' } });
    await send(bed, ...press(80), ...press(42));
    expect(byId(bed, 'plain').AXValue).toBe('\u00e9!');
    await send(bed, command(true), ...press(4), command(false), ...press(30));
    expect(byId(bed, 'plain').AXValue).toBe('1');
  });

  test('Enter submits', async () => {
    const bed = newBed();
    show(bed, 'FieldsActivity');
    const { x, y } = byId(bed, 'search').frame;
    await send(bed, down(x + 9, y + 9), wait(0.05), up(x + 9, y + 9), ...press(21), ...press(40));
    expect(byId(bed, 'submitted').AXLabel).toBe('Submitted: r');
  });
});

describe('the device', () => {
  test('locks by its button, and HOME wakes it', async () => {
    const bed = newBed();
    const button = (name: 'LOCK' | 'HOME'): HidEvent[] => [
      { kind: 'button', button: name, down: true },
      { kind: 'button', button: name, down: false },
    ];
    await send(bed, ...button('LOCK'));
    expect(bed.phone.displays[0]?.on).toBe(false);
    await send(bed, ...button('HOME'));
    expect(bed.phone.displays[0]?.on).toBe(true);
  });

  test('turned, touches still count in portrait points', async () => {
    const bed = newBed();
    show(bed, 'LandscapeActivity');
    const { x, y, width, height } = byId(bed, 'right_button').frame;
    const ui = { x: x + width / 2, y: y + height / 2 };
    // The angle 90 of the facts: (W - y, x).
    const at: [number, number] = [402 - ui.y, ui.x];
    await send(bed, down(...at), wait(0.05), up(...at));
    expect(byId(bed, 'pressed').AXLabel).toBe('Pressed: right');
  });

  test.each([1, 2, 3, 0] as const)('follows the orientation it is given: %d', async (rotation) => {
    const bed = newBed();
    await send(bed, { kind: 'orientation', rotation });
    const button = flat(bed).find(({ AXLabel }) => AXLabel === 'Settings')?.frame ?? { x: 0, y: 0 };
    const ui = { x: button.x + 10, y: button.y + 10 };
    const [x, y] = [
      [ui.x, ui.y],
      [402 - ui.y, ui.x],
      [402 - ui.x, 874 - ui.y],
      [ui.y, 874 - ui.x],
    ][rotation] ?? [0, 0];
    await send(bed, down(x ?? 0, y ?? 0), wait(0.05), up(x ?? 0, y ?? 0));
    expect(bed.phone.tasks.at(-1)?.packageName).toBe('com.android.settings');
  });

  test('pinches around a point', async () => {
    const bed = newBed();
    await send(bed, { kind: 'pinch', at: { x: 100, y: 200 }, scale: 2, seconds: 0.5 }, { kind: 'shake' });
    expect(lastOf(bed)).toMatchObject({ kind: 'pinch', detail: { x: 300, y: 600, scale: 2 } });
  });
});

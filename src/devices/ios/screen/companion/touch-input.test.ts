import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { eventsOf, startDispatch } from '@mobile-debug/core/testing/test-dispatch.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { TransportProblem } from '../../../port/transport-problem.ts';
import type { Simctl, SimctlOptions } from '../../ios-types.ts';
import { DeviceOrientation } from '../orientation.ts';
import { AppInFront } from './app-in-front.ts';
import { DriverChain } from './drivers/driver-chain.ts';
import { ScreenReader } from './screen-reader.ts';
import { axApp, axElement, ScriptedDriver } from './testing/driver-bed.ts';
import { TouchInput } from './touch-input.ts';

let clock: ManualClock;
let driver: ScriptedDriver;
let reader: ScreenReader;
let input: TouchInput;
let commands: { args: readonly string[]; options: SimctlOptions | undefined }[];
let dispatch: Dispatch;
/** On the pasteboard. */
let said = '';

function inputWith(simctl: Simctl | null, drivers = [driver]): TouchInput {
  const chain = new DriverChain(drivers, clock);
  const nobody = { byPid: async () => null, byName: async () => null };
  const stdout = Buffer.from('{ UDID = { SimulatorWindowRotationAngle = 90; }; }');
  const run = async () => ({ exitCode: 0, signal: null, stdout, stderr: Buffer.alloc(0) });
  const deviceOrientation = new DeviceOrientation({ udid: 'UDID', environment: {}, run });
  reader = new ScreenReader({
    drivers: chain,
    apps: new AppInFront(nobody),
    orientation: deviceOrientation,
    simctl: null,
  });
  return new TouchInput({ drivers: chain, reader, simctl });
}

beforeEach(() => {
  clock = new ManualClock();
  driver = new ScriptedDriver();
  commands = [];
  dispatch = startDispatch(10_000, { clock });
  input = inputWith({
    udid: 'UDID',
    run: async (_op, args, options) => {
      commands.push({ args, options });
      return await Promise.resolve({ stdout: Buffer.from(args[0] === 'pbpaste' ? said : ''), stderr: '' });
    },
  });
});

test('a tap is held for 50 ms and told to the mark', async () => {
  await input.tap(dispatch, [100.5, 200]);
  expect(driver.gestures).toEqual([{ kind: 'tap', at: [100.5, 200], holdMs: 50 }]);
  expect(eventsOf(dispatch)).toEqual(['sending', 'answered']);
});

describe('the orientation before the first touch', () => {
  test('is found out by one reading, and kept', async () => {
    driver.answers = [axApp({}, axElement('Button', { AXLabel: 'Buy' }))];
    expect(await input.orient(dispatch)).toBeNull();
    expect(await input.orient(dispatch)).toBeNull();
    expect(driver.reads).toBe(1);
  });

  test('that cannot be found out is said, and the touch can be sent all the same', async () => {
    driver.answers = [new TransportProblem('gone', 'not_delivered', 'The companion is gone.')];
    expect(await input.orient(dispatch)).toContain('could not be read');
    await input.tap(dispatch, [100, 200]);
    expect(driver.gestures).toHaveLength(1);
  });
});

describe('a switch', () => {
  const wide = { x: 16, y: 200, width: 370, height: 52 };

  test('is tapped at its thumb and held for 100 ms', async () => {
    const row = axElement('CheckBox', { subrole: 'AXSwitch', AXValue: '0', frame: wide });
    driver.answers = [axApp({}, axElement('Button', { AXLabel: 'Buy' }), row)];
    await reader.read(dispatch);
    await input.tap(dispatch, [201, 226]);
    await input.tap(dispatch, [201, 120]);
    expect(driver.gestures).toEqual([
      { kind: 'tap', at: [355, 226], holdMs: 100 },
      { kind: 'tap', at: [201, 120], holdMs: 50 },
    ]);
  });

  test('that is no row is tapped where it was said', async () => {
    const bare = { x: 10, y: 10, width: 51, height: 31 };
    await input.tap(dispatch, [30, 30]);
    driver.answers = [axApp({}, axElement('CheckBox', { subrole: 'AXSwitch', AXValue: '0', frame: bare }))];
    await reader.read(dispatch);
    await input.tap(dispatch, [30, 30]);
    expect(driver.gestures).toEqual([
      { kind: 'tap', at: [30, 30], holdMs: 50 },
      { kind: 'tap', at: [30, 30], holdMs: 100 },
    ]);
  });
});

test('points of an interface that lies are turned', async () => {
  driver.answers = [
    axApp({ frame: { x: 0, y: 0, width: 874, height: 402 } }, axElement('Button', { AXLabel: 'Buy' })),
  ];
  await reader.read(dispatch);
  await input.tap(dispatch, [100, 30]);
  await input.swipe(dispatch, { from: [100, 30], to: [200, 30], durationMs: 300 });
  expect(driver.gestures).toEqual([
    { kind: 'tap', at: [372, 100], holdMs: 50 },
    { kind: 'swipe', from: [372, 100], to: [372, 200], durationMs: 300 },
  ]);
});

test('presses and swipes take as long as they were told, and slow ones leave things where they end', async () => {
  await input.longPress(dispatch, { at: [10, 20], durationMs: 800 });
  await input.swipe(dispatch, { from: [1, 2], to: [3, 4], durationMs: 599 });
  await input.swipe(dispatch, { from: [1, 2], to: [3, 4], durationMs: 600 });
  expect(driver.gestures).toEqual([
    { kind: 'tap', at: [10, 20], holdMs: 800 },
    { kind: 'swipe', from: [1, 2], to: [3, 4], durationMs: 599 },
    { kind: 'drag', from: [1, 2], to: [3, 4], durationMs: 600 },
  ]);
});

describe('text', () => {
  test('of ASCII is typed in one go', async () => {
    expect(await input.type(dispatch, 'Hello, World!\n')).toEqual({ method: 'hid keys' });
    expect(driver.gestures).toEqual([{ kind: 'text', text: 'Hello, World!\n' }]);
    expect(commands).toEqual([]);
  });

  describe('of any other kind', () => {
    const copied = { stdin: 'mine', env: { LANG: 'en_US.UTF-8' } };
    const wanted = { stdin: 'Gr\u00fc\u00dfe \u{1f600}', env: { LANG: 'en_US.UTF-8' } };
    const field = (value: string) => axApp({}, axElement('TextField', { AXValue: value, AXLabel: 'Name' }));

    async function type(): Promise<unknown> {
      const typed = input.type(dispatch, 'Gr\u00fc\u00dfe \u{1f600}');
      let done = false;
      const settled = typed.finally(() => {
        done = true;
      });
      settled.catch(() => {});
      for (let step = 0; step < 100 && !done; step++) await clock.advance(50);
      return await settled;
    }

    beforeEach(() => {
      said = 'mine';
      driver.answers = [field('')];
    });

    test('is pasted whole, and the pasteboard is as it was once the text is in the field', async () => {
      // The app takes the paste late.
      driver.answers = [field(''), field(''), field(''), field(''), field('Gr\u00fc\u00dfe \u{1f600}')];
      expect(await type()).toEqual({ method: 'pasteboard paste' });
      expect(commands).toEqual([
        { args: ['pbpaste'], options: { env: { LANG: 'en_US.UTF-8' } } },
        { args: ['pbcopy'], options: wanted },
        { args: ['pbcopy'], options: copied },
      ]);
      expect(driver.gestures).toEqual([{ kind: 'keys', presses: [{ usage: 25, modifiers: [227] }] }]);
      expect(eventsOf(dispatch)).toEqual(['sending', 'answered']);
      expect(driver.reads).toBe(5);
    });

    test('is given two seconds to arrive, then the pasteboard is put back all the same', async () => {
      await type();
      expect(clock.monotonicMs()).toBeGreaterThanOrEqual(2_000);
      expect(commands.at(-1)).toEqual({ args: ['pbcopy'], options: copied });
    });

    test('leaves the pasteboard as it was when the keys cannot be sent, or nothing can be read', async () => {
      driver.failures = [new Fault('ACTION_REJECTED', 'no')];
      await expect(type()).rejects.toMatchObject({ code: 'ACTION_REJECTED' });
      expect(commands.at(-1)).toEqual({ args: ['pbcopy'], options: copied });
      driver.answers = [new TransportProblem('gone', 'not_delivered', 'The companion is gone.')];
      await type();
      expect(commands.at(-1)).toEqual({ args: ['pbcopy'], options: copied });
    });
  });

  test('is typed as it is by a way that has all characters', async () => {
    driver.able = ['any_text'];
    expect(await input.type(dispatch, 'é')).toEqual({ method: 'idb keys' });
    expect(driver.gestures).toEqual([{ kind: 'text', text: 'é' }]);
  });

  test('that no way keeps is refused before anything is sent', async () => {
    input = inputWith(null);
    await expect(input.canType(dispatch, 'é')).rejects.toMatchObject({ code: 'CAPABILITY_MISSING' });
    await expect(input.type(dispatch, 'é')).rejects.toMatchObject({ code: 'CAPABILITY_MISSING' });
    await input.canType(dispatch, 'e');
    expect(eventsOf(dispatch)).toEqual([]);
  });

  test('is cleared by its length, and nothing is sent for none', async () => {
    await input.clear(dispatch, 0);
    await input.clear(dispatch, 7);
    expect(driver.gestures).toEqual([{ kind: 'clear', length: 7 }]);
  });
});

describe('special gestures', () => {
  test('are there where a way has them', async () => {
    expect(input.pinch).toBeUndefined();
    expect(input.adjust).toBeUndefined();
    expect('back' in input).toBe(false);
    driver.able = ['pinch', 'set_value'];
    await input.pinch?.(dispatch, { center: [200, 400], area: [0, 200, 402, 600], scale: 2 });
    await input.adjust?.(dispatch, { bounds: [20, 100, 220, 140], resourceId: null, value: 70 });
    expect(driver.gestures).toEqual([
      { kind: 'pinch', center: [200, 400], scale: 2, radius: 180, durationMs: 400 },
      { kind: 'set_value', at: [120, 120], value: '70' },
    ]);
  });

  test('do not speak against a way that has them not', async () => {
    const able = new ScriptedDriver('wda');
    able.able = ['pinch'];
    input = inputWith(null, [driver, able]);
    await input.pinch?.(dispatch, { center: [200, 400], area: [0, 200, 402, 600], scale: 2 });
    await input.tap(dispatch, [1, 2]);
    expect(able.gestures.map(({ kind }) => kind)).toEqual(['pinch']);
    expect(driver.gestures.map(({ kind }) => kind)).toEqual(['tap']);
  });

  test('want room', async () => {
    driver.able = ['pinch'];
    const tight = input.pinch?.(dispatch, { center: [20, 20], area: [10, 10, 30, 30], scale: 4 });
    await expect(tight).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});

test('what can be nowhere is refused before anything is sent', async () => {
  await expect(input.tap(dispatch, [Number.NaN, 1])).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  await expect(input.longPress(dispatch, { at: [1, -1], durationMs: 5 })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  });
  const forever = input.swipe(dispatch, { from: [1, 1], to: [2, 2], durationMs: Number.POSITIVE_INFINITY });
  await expect(forever).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  expect(driver.gestures).toEqual([]);
});

test('a touch that may have arrived is not sent by another way', async () => {
  const next = new ScriptedDriver('axe');
  input = inputWith(null, [driver, next]);
  driver.failures = [
    new TransportProblem('broken', 'unknown', 'gone'),
    new TransportProblem('broken', 'not_delivered', 'gone'),
  ];
  await expect(input.tap(dispatch, [1, 2])).rejects.toMatchObject({
    code: 'DEVICE_UNAVAILABLE',
    retryable: false,
  });
  expect(next.gestures).toEqual([]);
  await input.tap(dispatch, [1, 2]);
  expect(next.gestures).toHaveLength(1);
});

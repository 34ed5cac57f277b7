import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { eventsOf, startDispatch } from '@mobile-debug/core/testing/test-dispatch.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChildRegister } from '../../../../../host/child-register.ts';
import { CompanionLink } from '../companion-link.ts';
import { hidMessage } from '../companion-messages.ts';
import type { Gesture } from '../gesture.ts';
import { axApp, axElement } from '../testing/driver-bed.ts';
import { answer, type Reply, refuse, ScriptedCompanion } from '../testing/scripted-companion.ts';
import { GrpcChannel } from '../wire/grpc-channel.ts';
import { MessageReader, MessageWriter, readFields } from '../wire/protobuf.ts';
import { CompanionDriver } from './companion-driver.ts';

let folder: string;
let companion: ScriptedCompanion;
let driver: CompanionDriver;
let dispatch: Dispatch;
let clock: ManualClock;

const screen = [axApp({}, axElement('Button', { AXLabel: 'Buy' }))];
const complete = {
  elements: [
    { type: 'Application', label: 'Shop', frame: { x: 0, y: 0, width: 402, height: 874 }, children: [] },
  ],
  backend: 'axbridge-persistent',
  screen: { width: 402, height: 874, coordinate_space: 'screen' },
  truncated: false,
  modal: null,
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cd-'));
  companion = await ScriptedCompanion.start(join(folder, 's'));
  clock = new ManualClock();
  dispatch = startDispatch(1_000, { clock });
  const register: Pick<ChildRegister, 'leftovers'> = { leftovers: async () => [] };
  const options = {
    udid: 'U',
    clock,
    environment: {},
    program: async () => null,
    register: register as ChildRegister,
  };
  driver = new CompanionDriver(
    new CompanionLink(options, async (opening) => {
      const channel = await GrpcChannel.open(opening, { path: join(folder, 's') });
      return { channel, how: 'reused', close: () => channel.close() };
    }),
  );
});

afterEach(async () => {
  await driver.close();
  await companion.close();
  await rm(folder, { recursive: true });
});

function json(value: unknown): Reply {
  return (stream) => answer(stream, new MessageWriter().text(1, JSON.stringify(value)).finish());
}

interface Question {
  readonly format: number | null;
  readonly backend: number | null;
  readonly keys: readonly string[];
}

function questions(): readonly Question[] {
  return companion.received
    .filter(({ method }) => method === 'accessibility_info')
    .map(({ messages: [message = Buffer.alloc(0)] }) => {
      const read = new MessageReader(message);
      const keys = readFields(message).filter(({ number }) => number === 7);
      return {
        format: read.number(3),
        backend: read.number(8),
        keys: keys.map(({ value }) => String(value)),
      };
    });
}

describe('a newer companion', () => {
  test('is asked for what is needed, by its fastest backend, and never for traits', async () => {
    companion.on('accessibility_info', json(complete));
    expect((await driver.read(dispatch)).backend).toBe('axbridge-persistent');
    await driver.read(dispatch);
    expect(questions()).toHaveLength(2);
    for (const { format, backend, keys } of questions()) {
      expect([format, backend]).toEqual([2, 3]);
      expect(keys).not.toContain('traits');
      expect(keys).toEqual(expect.arrayContaining(['AXLabel', 'AXValue', 'AXUniqueId', 'frame', 'pid']));
    }
    expect(driver.can('pinch')).toBe(true);
  });

  test('without that backend is asked by the plain one, and then always', async () => {
    companion.on('accessibility_info', (stream, received) => {
      const backend = new MessageReader(received.messages[0] ?? Buffer.alloc(0)).number(8);
      if (backend === 3) refuse(stream, 13, 'The guest bridge could not be started');
      else json({ ...complete, backend: 'ax' })(stream, received);
    });
    expect((await driver.read(dispatch)).backend).toBe('ax');
    await driver.read(dispatch);
    expect(questions().map(({ backend }) => backend)).toEqual([3, 1, 1]);
  });

  test('that knows a key no more still answers', async () => {
    companion.on('accessibility_info', (stream, received) => {
      const asked = questions().at(-1)?.keys ?? [];
      if (asked.includes('pid')) refuse(stream, 3, 'Unknown key pid');
      else json(screen)(stream, received);
    });
    expect((await driver.read(dispatch)).count).toBe(2);
  });

  test('changes the value of what lies at a point', async () => {
    companion.on('accessibility_info', json(complete));
    companion.on('accessibility_action', (stream) => answer(stream, Buffer.alloc(0)));
    await driver.perform(dispatch, { kind: 'set_value', at: [5, 6], value: '70' });
    const sent = new MessageReader(companion.received.at(-1)?.messages[0] ?? Buffer.alloc(0));
    expect(sent.message(7)?.text(1)).toBe('70');
    expect(eventsOf(dispatch)).toEqual(['sending', 'answered']);
  });
});

describe('an old companion', () => {
  test('answers with a list, and is asked the old way from then on', async () => {
    const flat = [axApp(), axElement('Button')].map((element) => ({ ...element, children: undefined }));
    companion.on('accessibility_info', (stream, received) => {
      const nested = new MessageReader(received.messages[0] ?? Buffer.alloc(0)).number(3) === 1;
      json(nested ? screen : flat)(stream, received);
    });
    expect((await driver.read(dispatch)).count).toBe(2);
    await driver.read(dispatch);
    expect(questions().map(({ format, backend }) => [format, backend])).toEqual([
      [2, 3],
      [1, null],
      [1, null],
    ]);
    expect(driver.can('pinch')).toBe(false);
  });

  test('has no two fingers and is not sent any', async () => {
    companion.on('accessibility_info', json(screen));
    const gesture = { kind: 'pinch', center: [1, 2], scale: 2, radius: 50, durationMs: 400 } as const;
    await expect(driver.perform(dispatch, gesture)).rejects.toMatchObject({ code: 'CAPABILITY_MISSING' });
    expect(companion.calls).not.toContain('hid');
    expect(eventsOf(dispatch)).toEqual([]);
  });

  test('says of an empty point that there is nothing', async () => {
    companion.on('accessibility_info', json(screen));
    await driver.read(dispatch);
    const words =
      'No translation object returned for simulator. This means you have likely specified a point…';
    companion.on('accessibility_info', (stream) => refuse(stream, 13, words));
    expect(await driver.at(dispatch, [1, 2])).toBeNull();
    await expect(driver.read(dispatch)).rejects.toMatchObject({
      code: 'OBSERVATION_FAILED',
      message: expect.stringContaining(words),
    });
  });
});

test('a simulator that was shut down is told at once, whatever was asked', async () => {
  const words = 'Cannot run accessibility commands against iPhone 17 as it is not booted';
  companion.on('accessibility_info', (stream) => refuse(stream, 13, words));
  for (const asked of [driver.read(dispatch), driver.at(dispatch, [1, 2])])
    await expect(asked).rejects.toMatchObject({ code: 'DEVICE_UNAVAILABLE', reason: 'wrong_state' });
});

test('a gesture is one stream, told as sending before and as sent after', async () => {
  companion.on('hid', (stream) => {
    expect(eventsOf(dispatch)).toEqual(['sending']);
    answer(stream, Buffer.alloc(0));
  });
  await driver.perform(dispatch, { kind: 'tap', at: [1, 2], holdMs: 50 });
  expect(eventsOf(dispatch)).toEqual(['sending', 'answered']);
  expect(companion.calls).toEqual(['hid']);
  expect(companion.received[0]?.messages).toHaveLength(3);
});

test('an input that was refused is, in its words', async () => {
  companion.on('hid', (stream) => refuse(stream, 13, 'No such button\nInfo: {}'));
  await expect(driver.perform(dispatch, { kind: 'tap', at: [1, 2], holdMs: 50 })).rejects.toMatchObject({
    code: 'ACTION_REJECTED',
    message: 'The companion refused the input: No such button',
  });
  expect(eventsOf(dispatch)).toEqual(['sending']);
});

test('an input for a simulator that was shut down did not reach it', async () => {
  companion.on('hid', (stream) =>
    refuse(stream, 13, 'Simulator must be booted, it is currently Shutdown\nInfo: {}'),
  );
  await expect(driver.perform(dispatch, { kind: 'tap', at: [1, 2], holdMs: 50 })).rejects.toMatchObject({
    code: 'DEVICE_UNAVAILABLE',
    message: 'The simulator is not booted: it is shutdown.',
    delivery: 'not_delivered',
  });
});

test('a companion that cannot inject at all is broken, and nothing was sent', async () => {
  companion.on('hid', (stream) =>
    refuse(stream, 13, 'SimulatorKit is required for HID interactions: … does not exist'),
  );
  const tapped = driver.perform(dispatch, { kind: 'tap', at: [1, 2], holdMs: 50 });
  await expect(tapped).rejects.toMatchObject({
    kind: 'broken',
    delivery: 'not_delivered',
    fix: expect.stringContaining('1.5'),
  });
});

test('what lies on the device is told by other calls', async () => {
  const dimensions = new MessageWriter()
    .varint(1, 1206)
    .varint(2, 2622)
    .double(3, 3)
    .varint(4, 402)
    .varint(5, 874);
  const described = new MessageWriter().message(1, new MessageWriter().message(3, dimensions)).finish();
  companion.on('describe', (stream) => answer(stream, described));
  const app = new MessageWriter().text(1, 'com.example.shop').varint(5, 2).varint(7, 4242);
  companion.on('list_apps', (stream) => answer(stream, new MessageWriter().message(1, app).finish()));
  expect(await driver.points(dispatch)).toEqual({ width: 402, height: 874 });
  expect(await driver.running(dispatch)).toEqual(new Map([[4242, 'com.example.shop']]));
  companion.on('describe', (stream) => answer(stream, Buffer.from([0xff])));
  await expect(driver.points(dispatch)).rejects.toMatchObject({ kind: 'broken' });
});

describe('a gesture that is broken off', () => {
  const press: Gesture = { kind: 'tap', at: [7, 8], holdMs: 5_000 };
  const lift = hidMessage({ kind: 'touch', at: [7, 8], direction: 'up' });

  function hids(): readonly (readonly Buffer[])[] {
    return companion.received.filter(({ method }) => method === 'hid').map(({ messages }) => messages);
  }

  /** The first gesture is not answered, those behind it are. */
  function holdFirst(then: () => void): void {
    let first = true;
    companion.on('hid', (stream) => {
      if (!first) return answer(stream, Buffer.alloc(0));
      first = false;
      then();
    });
  }

  test('by its withdrawal lifts the finger before the fault is told', async () => {
    const controller = new AbortController();
    using own = startDispatch(10_000, { clock, signal: controller.signal });
    holdFirst(() => controller.abort());
    await expect(driver.perform(own, press)).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(hids()).toEqual([[expect.anything(), expect.anything(), lift], [lift]]);
    expect(eventsOf(own)).toEqual(['sending']);
    await driver.perform(dispatch, { kind: 'keys', presses: [] });
    expect(hids().at(-1)).toEqual([]);
  });

  test('by the connection lifts it ahead of the next gesture, which is the first that can', async () => {
    holdFirst(() => companion.breakConnections());
    await expect(driver.perform(dispatch, press)).rejects.toMatchObject({ delivery: 'unknown' });
    expect(hids()).toHaveLength(1);
    await driver.perform(dispatch, { kind: 'tap', at: [1, 2], holdMs: 50 });
    const next = hids().at(-1) ?? [];
    expect(next).toHaveLength(4);
    expect(next[0]).toEqual(lift);
    await driver.perform(dispatch, { kind: 'tap', at: [1, 2], holdMs: 50 });
    expect(hids().at(-1)).toHaveLength(3);
  });

  test('does not wait for a companion that hangs', async () => {
    const controller = new AbortController();
    using own = startDispatch(10_000, { clock, signal: controller.signal });
    let heard = 0;
    companion.on('hid', () => {
      heard += 1;
      if (heard === 1) controller.abort();
      else void clock.advance(500);
    });
    await expect(driver.perform(own, press)).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(heard).toBe(2);
  });

  test('before it was sent owes nothing', async () => {
    using own = startDispatch(10_000, { clock, signal: AbortSignal.abort() });
    await expect(driver.perform(own, press)).rejects.toMatchObject({ code: 'CANCELLED' });
    companion.on('hid', (stream) => answer(stream, Buffer.alloc(0)));
    await driver.perform(dispatch, press);
    expect(hids()).toEqual([[expect.anything(), expect.anything(), lift]]);
  });
});

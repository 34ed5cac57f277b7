import { writeFile } from 'node:fs/promises';
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { expect, it } from 'vitest';
import type { ProcessRequest } from '../../host/process.ts';
import { faultResult } from '../../server/results.ts';
import { SessionPool } from '../../session/session-pool.ts';
import { IosSource } from './ios-source.ts';
import type { OpenInteraction } from './ios-types.ts';
import { type Answer, scripted } from './testing/scripted-xcrun.ts';

const epoch = '2026-01-01T00:00:00Z';
const nothing: OpenInteraction = () => {
  throw new Error('nothing is read here');
};

function listOf(...devices: Record<string, unknown>[]): Answer {
  const all = devices.map((device) => ({ name: 'iPhone 17', isAvailable: true, state: 'Booted', ...device }));
  return {
    stdout: JSON.stringify({ devices: { 'com.apple.CoreSimulator.SimRuntime.iOS-26-3': all }, runtimes: [] }),
  };
}

const realPhone = JSON.stringify({
  result: {
    devices: [
      {
        identifier: 'CORE',
        hardwareProperties: {
          udid: 'REAL',
          platform: 'iOS',
          reality: 'physical',
          marketingName: 'iPhone 13',
        },
        deviceProperties: { osVersionNumber: '18.1', developerModeStatus: 'enabled' },
        connectionProperties: { pairingState: 'paired', tunnelState: 'connected' },
      },
    ],
  },
});

interface SourceSetup {
  readonly lists: Answer[];
  readonly devicectl?: string | 'hang';
  readonly others?: (verb: string) => Answer | undefined;
  readonly openInteraction?: OpenInteraction;
  /** Called while the list of simulators is made, as the parser is. */
  readonly parse?: () => void;
}

function bed({
  lists,
  devicectl = '{}',
  others = () => undefined,
  openInteraction = nothing,
  parse,
}: SourceSetup) {
  const clock = new ManualClock(Date.parse(epoch) + 3_600_000);
  const { xcrun, calls } = scripted((args) =>
    args[0] === 'devicectl'
      ? devicectl === 'hang'
        ? 'hang'
        : {}
      : args[1] === 'list'
        ? lists.length > 1
          ? lists.shift()
          : lists[0]
        : others(args[1] ?? ''),
  );
  const run = async (op: Operation, request: ProcessRequest) => {
    const result = await xcrun.run(op, request);
    if (request.args[0] === 'simctl') parse?.();
    const file = request.args[request.args.indexOf('--json-output') + 1];
    if (request.args[0] === 'devicectl' && file) await writeFile(file, devicectl);
    return result;
  };
  const source = new IosSource({
    environment: { XCRUN_PATH: process.execPath },
    clock,
    driver: 'auto',
    platform: 'darwin',
    run,
    openInteraction,
  });
  const listed = () => calls.filter(([tool, verb]) => tool === 'simctl' && verb === 'list').length;
  return { source, clock, calls, listed };
}

it('costs no process where there is no xcrun', async () => {
  using op = Operation.start(5_000);
  let spawned = 0;
  const source = new IosSource({
    environment: { PATH: '/nowhere' },
    clock: new ManualClock(),
    driver: 'auto',
    platform: 'linux',
    run: async () => {
      spawned++;
      throw new Error('never');
    },
  });
  await expect(source.list(op)).rejects.toMatchObject({ code: 'TOOL_NOT_FOUND' });
  expect([spawned, source.generation('A')]).toEqual([0, null]);
  await source.close();
});

it('names a variable that is wrong', async () => {
  using op = Operation.start(5_000);
  const environment = { XCRUN_PATH: '/nowhere/xcrun' };
  const source = new IosSource({ environment, clock: new ManualClock(), driver: 'auto' });
  await expect(source.list(op)).rejects.toMatchObject({
    code: 'TOOL_NOT_FOUND',
    message: expect.stringContaining('XCRUN_PATH') as string,
  });
});

it('says how Xcode is selected when only the Command Line Tools are', async () => {
  using op = Operation.start(5_000);
  const stderr = 'xcrun: error: unable to find utility "simctl", not a developer tool or in PATH';
  const { source } = bed({ lists: [{ stderr, exitCode: 72 }] });
  await expect(source.list(op)).rejects.toMatchObject({
    code: 'TOOL_NOT_FOUND',
    nextStep: expect.stringContaining('DEVELOPER_DIR') as string,
  });
});

it('shares one list among those who ask at once, and for a second', async () => {
  using op = Operation.start(60_000);
  const { source, clock, listed } = bed({ lists: [listOf({ udid: 'A', lastBootedAt: epoch })] });
  const [one, two] = await Promise.all([source.list(op), source.list(op)]);
  expect([one, listed()]).toEqual([two, 1]);
  await source.list(op);
  expect(listed()).toBe(1);
  await clock.advance(1_001);
  await source.list(op);
  expect(listed()).toBe(2);
});

it('lets one who gives up go without taking the list from the others', async () => {
  using op = Operation.start(60_000);
  const controller = new AbortController();
  using short = Operation.start(60_000, { signal: controller.signal });
  const { source, listed } = bed({ lists: [listOf({ udid: 'A' })] });
  const leaving = source.list(short);
  const staying = source.list(op);
  controller.abort();
  await expect(leaving).rejects.toMatchObject({ code: 'CANCELLED' });
  expect([(await staying).length, listed()]).toEqual([1, 1]);
});

it('counts boots, not lists', async () => {
  using op = Operation.start(60_000);
  const off = listOf({ udid: 'A', state: 'Shutdown' });
  const { source, clock } = bed({
    lists: [
      listOf({ udid: 'A', lastBootedAt: epoch }),
      listOf({ udid: 'A', lastBootedAt: epoch }),
      listOf({ udid: 'A', lastBootedAt: '2026-01-01T00:30:00Z' }),
      off,
      listOf({ udid: 'A', lastBootedAt: '2026-01-01T00:30:00Z' }),
    ],
  });
  const generations: (number | null)[] = [];
  for (let round = 0; round < 5; round++) {
    await source.list(op);
    generations.push(source.generation('A'));
    await clock.advance(2_000);
  }
  expect(generations).toEqual([1, 1, 2, null, 3]);
});

it('lists simulators while devicectl hangs, and real devices as soon as they are known', async () => {
  const hanging = bed({ lists: [listOf({ udid: 'A' })], devicectl: 'hang' });
  using op = Operation.start(60_000, { clock: hanging.clock });
  const list = hanging.source.list(op);
  for (let step = 0; step < 25; step++) await hanging.clock.advance(100);
  expect((await list).map(({ id }) => id)).toEqual(['A']);
  await hanging.source.close();
  const both = bed({ lists: [listOf({ udid: 'A' })], devicectl: realPhone });
  using own = Operation.start(60_000);
  expect((await both.source.list(own)).map(({ id, simulator }) => [id, simulator])).toEqual([
    ['A', true],
    ['REAL', false],
  ]);
  expect(both.source.generation('REAL')).toBe(1);
  const device = await both.source.open(own, 'REAL');
  expect([device.screen, device.apps !== undefined]).toEqual([undefined, true]);
  expect(device.cannot?.screen).toContain('IOS_WDA_URL');
});

it('finds out once a minute that Xcode is not there, for calls that name no device', async () => {
  using op = Operation.start(60_000);
  const without: Answer = {
    exitCode: 72,
    stderr: 'xcrun: error: unable to find utility "simctl", not a developer tool or in PATH',
  };
  const { source, listed: asked, clock } = bed({ lists: [without] });
  const listed = async (recent: boolean) =>
    await expect(source.list(op, { recent })).rejects.toMatchObject({ code: 'TOOL_NOT_FOUND' });
  await listed(true);
  await listed(true);
  expect(asked()).toBe(1);
  await clock.advance(60_000);
  await listed(true);
  expect(asked()).toBe(2);
  await listed(false);
  expect(asked()).toBe(3);
});

it('waits for the system of a simulator that was just started', async () => {
  using op = Operation.start(60_000);
  const young = new Date(Date.parse(epoch) + 3_600_000 - 20_000).toISOString();
  const opened: string[] = [];
  const openInteraction: OpenInteraction = ({ info }) => {
    opened.push(info.id);
    return { screen: {}, input: {}, close: async () => {} } as unknown as ReturnType<OpenInteraction>;
  };
  const { source, calls } = bed({ lists: [listOf({ udid: 'A', lastBootedAt: young })], openInteraction });
  await source.open(op, 'A');
  expect([calls.at(-1), opened]).toEqual([['simctl', 'bootstatus', 'A'], ['A']]);
  await source.close();
});

it.each([
  ['B', 'DEVICE_NOT_FOUND'],
  ['OFF', 'DEVICE_UNAVAILABLE'],
])('does not open %s', async (id, code) => {
  using op = Operation.start(60_000);
  const { source } = bed({ lists: [listOf({ udid: 'A' }, { udid: 'OFF', state: 'Shutdown' })] });
  await expect(source.open(op, id)).rejects.toMatchObject({ code });
});

it('counts the simulators that it does not list', async () => {
  using op = Operation.start(60_000);
  const gone = { state: 'Shutdown', isAvailable: false, availabilityError: 'runtime profile not found' };
  const { source } = bed({ lists: [listOf({ udid: 'A' }, { udid: 'X', ...gone }, { udid: 'Y', ...gone })] });
  expect((await source.list(op)).map(({ id }) => id)).toEqual(['A']);
  await expect(source.open(op, 'X')).rejects.toMatchObject({ details: { unavailable: 2 } });
});

it('tells a client that reading the list is a bug of ours, and not that there are no simulators', async () => {
  const { source } = bed({
    lists: [],
    devicectl: realPhone,
    others: () => ({}),
    parse: () => {
      throw new TypeError('devices.flatMap is not a function');
    },
  });
  using op = Operation.start(60_000);
  const told = await new SessionPool([source], systemClock).list(op).catch(faultResult);
  expect(told).toMatchObject({ isError: true });
  expect(JSON.stringify(told)).toContain('INTERNAL_ERROR');
  expect(JSON.stringify(told)).toContain('flatMap is not a function');
});

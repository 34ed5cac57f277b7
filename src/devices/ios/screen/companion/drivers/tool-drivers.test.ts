import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { eventsOf, startDispatch } from '@mobile-debug/core/testing/test-dispatch.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ProcessRequest } from '../../../../../host/process.ts';
import type { Gesture } from '../gesture.ts';
import { keyPress } from '../hid-keys.ts';
import { axApp, axElement } from '../testing/driver-bed.ts';
import { AxeDriver } from './axe-driver.ts';
import { IdbCliDriver } from './idb-cli-driver.ts';
import { Tool } from './tool-run.ts';

let ran: ProcessRequest[];
let reply: { exitCode: number | null; stdout: string; stderr: string } | Fault;
let installed: string | null;
let dispatch: Dispatch;

beforeEach(() => {
  ran = [];
  reply = { exitCode: 0, stdout: '', stderr: '' };
  installed = '/opt/tool';
  dispatch = startDispatch(1_000, { clock: new ManualClock() });
});

function tool(name: string): Tool {
  return new Tool({
    name,
    path: async () => installed,
    fix: 'Install it.',
    environment: { HOME: '/h' },
    run: async (_op, request) => {
      ran.push(request);
      if (reply instanceof Fault) throw reply;
      const { exitCode, stdout, stderr } = reply;
      return await Promise.resolve({
        exitCode,
        signal: null,
        stdout: Buffer.from(stdout),
        stderr: Buffer.from(stderr),
      });
    },
  });
}

const drivers = { idb: () => new IdbCliDriver('U', tool('idb')), axe: () => new AxeDriver('U', tool('axe')) };
const lines = (): readonly string[] => ran.map(({ args }) => args.join(' '));
const element = JSON.stringify([axApp({}, axElement('Button', { AXLabel: 'Buy' }))]);

describe.each<[keyof typeof drivers, string, string]>([
  ['idb', 'ui describe-all --udid U --nested', 'ui describe-point --udid U 11 20'],
  ['axe', 'describe-ui --udid U', 'describe-ui --point 11,20 --udid U'],
])('%s', (name, whole, point) => {
  test('reads', async () => {
    reply = { exitCode: 0, stdout: element, stderr: 'objc[1]: Class X is implemented in both' };
    expect((await drivers[name]().read(dispatch)).count).toBe(2);
    expect((await drivers[name]().at(dispatch, [10.6, 20.4]))?.type).toBe('Application');
    expect(lines()).toEqual([whole, point]);
    expect(ran[0]).toMatchObject({ command: '/opt/tool', env: { HOME: '/h' } });
  });

  test('is missing where it is not installed, before anything is told', async () => {
    installed = null;
    const tapped = drivers[name]().perform(dispatch, { kind: 'tap', at: [1, 2], holdMs: 50 });
    await expect(tapped).rejects.toMatchObject({ kind: 'missing', fix: 'Install it.' });
    reply = new Fault('TOOL_NOT_FOUND', 'gone');
    installed = '/nowhere';
    await expect(drivers[name]().read(dispatch)).rejects.toMatchObject({ kind: 'missing' });
    expect(eventsOf(dispatch)).toEqual([]);
  });

  test.each([
    "Failed to connect to companion at address DomainSocketAddress(path='/tmp/idb/X_companion.sock'): [Errno 61] Connection refused",
    'SimulatorKit is required for HID interactions: … does not exist',
  ])('does not reach the simulator: %s', async (words) => {
    reply = { exitCode: 1, stdout: '', stderr: words };
    await expect(drivers[name]().read(dispatch)).rejects.toMatchObject({
      kind: 'broken',
      delivery: 'not_delivered',
    });
    const tapped = drivers[name]().perform(dispatch, { kind: 'tap', at: [1, 2], holdMs: 50 });
    await expect(tapped).rejects.toMatchObject({ kind: 'broken', delivery: 'not_delivered' });
  });

  test.each([
    ['Channel disconnected', 1],
    ['grpclib.exceptions.StreamTerminatedError: Connection lost', 1],
    ['', null],
  ])('broke off while it acted (%s, exit %s): what was done is unknown', async (words, exitCode) => {
    reply = { exitCode, stdout: '', stderr: words };
    const tapped = drivers[name]().perform(dispatch, { kind: 'tap', at: [1, 2], holdMs: 50 });
    await expect(tapped).rejects.toMatchObject({ kind: 'broken', delivery: 'unknown' });
    expect(eventsOf(dispatch)).toEqual(['sending']);
  });

  test('says how to free a test daemon that is stuck', async () => {
    reply = { exitCode: 1, stdout: '', stderr: 'Channel disconnected' };
    await expect(drivers[name]().read(dispatch)).rejects.toMatchObject({
      kind: 'broken',
      fix: expect.stringContaining('kickstart -k user/foreground/com.apple.testmanagerd') as string,
    });
  });

  test('refuses in its own words', async () => {
    const words = "Traceback (most recent call last):\n  File 'x'\nException: No keycode found for é\n";
    reply = { exitCode: 1, stdout: '', stderr: words };
    await expect(drivers[name]().perform(dispatch, { kind: 'text', text: 'x' })).rejects.toMatchObject({
      code: 'ACTION_REJECTED',
      message: `${name} refused the input: Exception: No keycode found for é`,
    });
    expect(eventsOf(dispatch)).toEqual(['sending']);
    await expect(drivers[name]().read(dispatch)).rejects.toMatchObject({ code: 'OBSERVATION_FAILED' });
  });
});

const gestures: readonly Gesture[] = [
  { kind: 'tap', at: [10.5, 20.4], holdMs: 50 },
  { kind: 'tap', at: [1, 2], holdMs: 1_200 },
  { kind: 'swipe', from: [0, 0], to: [0, 300.2], durationMs: 250 },
  { kind: 'swipe', from: [0, 0], to: [0, 3], durationMs: 250 },
  { kind: 'drag', from: [0, 0], to: [100, 0], durationMs: 1_000 },
  { kind: 'keys', presses: [keyPress('enter'), keyPress('home')] },
  { kind: 'clear', length: 3 },
];

test('idb is told what every version of it takes', async () => {
  const idb = drivers.idb();
  for (const gesture of gestures) await idb.perform(dispatch, gesture);
  await idb.perform(dispatch, { kind: 'text', text: 'a b' });
  await idb.perform(dispatch, { kind: 'text', text: '-x' });
  expect(lines()).toEqual([
    'ui tap --udid U 11 20 --duration 0.05',
    'ui tap --udid U 1 2 --duration 1.2',
    'ui swipe --udid U 0 0 0 300 --duration 0.25 --delta 10',
    'ui swipe --udid U 0 0 0 3 --duration 0.25 --delta 1',
    'ui swipe --udid U 0 0 100 0 --duration 1 --delta 10',
    'ui key --udid U 40',
    'ui button --udid U HOME',
    'ui key-sequence --udid U 42 42 42',
    'ui text --udid U a b',
    'ui text --udid U -- -x',
  ]);
  expect(ran[8]?.args).toContain('a b');
  const paste: Gesture = { kind: 'keys', presses: [keyPress('paste')] };
  await expect(idb.perform(dispatch, paste)).rejects.toMatchObject({ code: 'CAPABILITY_MISSING' });
  await expect(idb.perform(dispatch, { kind: 'set_value', at: [1, 2], value: '' })).rejects.toMatchObject({
    code: 'CAPABILITY_MISSING',
  });
});

test('axe is told by its flags, and texts by its input', async () => {
  const axe = drivers.axe();
  for (const gesture of gestures) await axe.perform(dispatch, gesture);
  await axe.perform(dispatch, { kind: 'text', text: 'secret' });
  await axe.perform(dispatch, { kind: 'keys', presses: [keyPress('paste')] });
  expect(lines()).toEqual([
    'touch -x 11 -y 20 --down --up --delay 0.05 --udid U',
    'touch -x 1 -y 2 --down --up --delay 1.2 --udid U',
    'swipe --start-x 0 --start-y 0 --end-x 0 --end-y 300 --duration 0.25 --delta 10 --udid U',
    'swipe --start-x 0 --start-y 0 --end-x 0 --end-y 3 --duration 0.25 --delta 1 --udid U',
    'drag --start-x 0 --start-y 0 --end-x 100 --end-y 0 --duration 1 --steps 50 --udid U',
    'key 40 --udid U',
    'button home --udid U',
    'key-combo --modifiers 227 --key 4 --udid U',
    'key 42 --udid U',
    'type --stdin --udid U',
    'key-combo --modifiers 227 --key 25 --udid U',
  ]);
  expect(ran[9]?.stdin).toBe('secret');
});

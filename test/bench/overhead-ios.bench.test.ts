/** What the server adds to the companion's own time on iOS: the same calls over the same socket, without us. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@mobile-debug/core/operation.ts';
import { startDispatch } from '@mobile-debug/core/testing/test-dispatch.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityInfo,
  axBackend,
  hidMessage,
  outputFormat,
} from '../../src/devices/ios/screen/companion/companion-messages.ts';
import {
  type OpenCompanion,
  openCompanion,
} from '../../src/devices/ios/screen/companion/companion-process.ts';
import { hidEvents } from '../../src/devices/ios/screen/companion/hid-recipes.ts';
import { interactionOf } from '../../src/devices/ios/screen/companion/ios-interaction.ts';
import { ChildRegister } from '../../src/host/child-register.ts';
import { busyness, spread } from './spread.ts';
import { type PhoneProcess, type StdioServer, startPhoneProcess, startStdioServer } from './stdio-server.ts';

const udid = 'virtual-ios-1';
const shop = 'com.example.shop';
const point = { x: 201, y: 690 };

const keys = [
  'AXLabel',
  'AXValue',
  'AXUniqueId',
  'type',
  'frame',
  'enabled',
  'subrole',
  'role_description',
  'pid',
  'placeholder',
  'focused',
  'expanded',
  'custom_actions',
];
const tree = accessibilityInfo({ format: outputFormat.complete, backend: axBackend.persistent, keys });
const press = (hidEvents({ kind: 'tap', at: [point.x, point.y], holdMs: 50 }) ?? []).map(hidMessage);

const elsewhere = (): never => {
  throw new Error('A warm reading asks simctl for nothing.');
};

/** One measurement of each in turns, so that both see the same load; the first third warms up. */
async function alternately(
  rounds: number,
  raw: () => Promise<unknown>,
  ours: () => Promise<unknown>,
): Promise<{ readonly device: number[]; readonly calls: number[] }> {
  const [device, calls]: [number[], number[]] = [[], []];
  const timed = async (into: number[], work: () => Promise<unknown>): Promise<void> => {
    const from = performance.now();
    await work();
    into.push(performance.now() - from);
  };
  for (let n = 0; n < rounds; n++) {
    await timed(n < rounds / 3 ? [] : device, raw);
    await timed(n < rounds / 3 ? [] : calls, ours);
  }
  return { device, calls };
}

function told(
  name: string,
  { device, calls }: { readonly device: number[]; readonly calls: number[] },
): void {
  const own = spread(device);
  const above = spread(calls.map((ms) => ms - own.p50));
  const busy = busyness();
  console.log(`iOS ${name}: companion alone`, own, 'above it', above, `busyness ${busy.toFixed(1)}`);
  expect(above.p50).toBeLessThan(3 * busy);
  expect(above.p95).toBeLessThan(10 * busy);
}

describe('overhead on iOS over stdio', () => {
  let phone: PhoneProcess;
  let server: StdioServer;
  let companion: OpenCompanion;
  let folder: string;
  const dispatch = startDispatch(600_000);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bench-'));
    phone = await startPhoneProcess();
    server = await startStdioServer(['--ios-driver', 'idb'], phone.environment);
    companion = await openCompanion(dispatch, {
      udid,
      clock: systemClock,
      environment: phone.environment,
      program,
      register: new ChildRegister({ folder, serverPid: process.pid, env: process.env }),
      stateFiles: [],
    });
    expect((await server.call('start_app', { appId: shop, deviceId: udid })).isError).toBe(false);
  });

  afterAll(async () => {
    dispatch[Symbol.dispose]();
    await companion.close();
    await server.close();
    await phone.close();
    await rm(folder, { recursive: true, force: true });
  });

  const program = async (): Promise<string | null> =>
    await Promise.resolve(new Map(Object.entries(phone.environment)).get('IDB_COMPANION_PATH') ?? null);
  const read = async (): Promise<unknown> =>
    await companion.channel.call(dispatch, { method: 'accessibility_info', messages: [tree] });
  const tap = async (): Promise<unknown> =>
    await companion.channel.call(dispatch, { method: 'hid', messages: press });
  const quick = { deviceId: udid, verificationMode: 'none', responseMode: 'compact' };

  test.each<readonly [string, Record<string, unknown>, readonly (() => Promise<unknown>)[]]>([
    ['tap', { ...point, ...quick }, [tap]],
    ['get_current_screen', { deviceId: udid }, [read]],
    ['get_ui_tree', { deviceId: udid, responseMode: 'outline' }, [read]],
    ['tap_element', { selector: { text: 'Welcome back' }, ...quick }, [read, tap]],
  ])('%s', async (name, args, raw) => {
    const measured = await alternately(
      300,
      async () => {
        for (const ask of raw) await ask();
      },
      async () => expect((await server.call(name, args)).isError).toBe(false),
    );
    told(name, measured);
  });

  /** Without the protocol and the server: what the adapter itself adds to a call, with the model of the screen built. */
  test('the adapter alone: a reading with its model, and a tap', async () => {
    const ours = interactionOf(
      {
        info: {
          id: udid,
          platform: 'ios',
          osVersion: null,
          model: null,
          simulator: true,
          virtual: true,
          state: 'ready',
        },
        simctl: { udid, run: elsewhere },
        tools: { xcrun: '', idb: elsewhere, companion: program, axe: elsewhere },
        clock: systemClock,
        driver: 'idb',
        environment: phone.environment,
        appNames: { byPid: async () => shop, byName: async () => shop },
      },
      { stateFiles: [], registerFolder: join(folder, 'own') },
    );
    try {
      told('adapter, reading', await alternately(600, read, () => ours.screen.read(dispatch)));
      const at = [point.x, point.y] as const;
      told('adapter, tap', await alternately(150, tap, () => ours.input.tap(dispatch, at)));
    } finally {
      await ours.close();
    }
  });
});

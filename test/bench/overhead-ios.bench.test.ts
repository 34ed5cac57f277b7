/** What the server adds to the companion's own time on iOS: the same calls over the same socket, without us. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Operation, systemClock } from '../../src/core/operation.ts';
import {
  accessibilityInfo,
  axBackend,
  hidMessage,
  outputFormat,
} from '../../src/devices/ios/companion/companion-messages.ts';
import { type OpenCompanion, openCompanion } from '../../src/devices/ios/companion/companion-process.ts';
import { hidEvents } from '../../src/devices/ios/companion/hid-recipes.ts';
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

describe('overhead on iOS over stdio', () => {
  let phone: PhoneProcess;
  let server: StdioServer;
  let companion: OpenCompanion;
  let folder: string;
  const op = Operation.start(600_000);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bench-'));
    phone = await startPhoneProcess();
    server = await startStdioServer(['--ios-driver', 'idb'], phone.environment);
    companion = await openCompanion(op, {
      udid,
      clock: systemClock,
      environment: phone.environment,
      program: async () =>
        await Promise.resolve(new Map(Object.entries(phone.environment)).get('IDB_COMPANION_PATH') ?? null),
      register: new ChildRegister({ folder, serverPid: process.pid, env: process.env }),
      stateFiles: [],
    });
    expect((await server.call('start_app', { appId: shop, deviceId: udid })).isError).toBe(false);
  });

  afterAll(async () => {
    op[Symbol.dispose]();
    await companion.close();
    await server.close();
    await phone.close();
    await rm(folder, { recursive: true, force: true });
  });

  const read = async (): Promise<unknown> =>
    await companion.channel.call(op, { method: 'accessibility_info', messages: [tree] });
  const tap = async (): Promise<unknown> =>
    await companion.channel.call(op, { method: 'hid', messages: press });
  const quick = { deviceId: udid, verificationMode: 'none', responseMode: 'compact' };

  test.each<readonly [string, Record<string, unknown>, readonly (() => Promise<unknown>)[]]>([
    ['tap', { ...point, ...quick }, [tap]],
    ['get_current_screen', { deviceId: udid }, [read]],
    ['get_ui_tree', { deviceId: udid, responseMode: 'outline' }, [read]],
    ['tap_element', { selector: { text: 'Welcome back' }, ...quick }, [read, tap]],
  ])('%s', async (name, args, raw) => {
    const [calls, device]: [number[], number[]] = [[], []];
    const timed = async (into: number[], work: () => Promise<unknown>): Promise<void> => {
      const from = performance.now();
      await work();
      into.push(performance.now() - from);
    };
    for (let n = 0; n < 300; n++) {
      // In turns, so that both see the same load of the machine.
      await timed(n < 100 ? [] : device, async () => {
        for (const ask of raw) await ask();
      });
      await timed(n < 100 ? [] : calls, async () => {
        expect((await server.call(name, args)).isError).toBe(false);
      });
    }
    const own = spread(device);
    const above = spread(calls.map((ms) => ms - own.p50));
    const busy = busyness();
    console.log(`iOS ${name}: companion alone`, own, 'above it', above, `busyness ${busy.toFixed(1)}`);
    expect(above.p50).toBeLessThan(3 * busy);
    expect(above.p95).toBeLessThan(10 * busy);
  });
});

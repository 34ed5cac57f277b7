/** What the server adds to the device's own time, what it keeps in memory, and how far devices hinder each other. */
import { readdirSync } from 'node:fs';
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAdbDevice } from '../../src/devices/android/adb/adb-device.ts';
import { AdbServer } from '../../src/devices/android/adb/adb-server.ts';
import type { AdbDevice } from '../../src/devices/android/adb/adb-types.ts';
import { dumpCommand, frameCommand } from '../../src/devices/android/screen/screen-command.ts';
import { startTestPhone } from '../e2e/phone.ts';
import { makeTestBed } from '../harness.ts';
import { busyness, spread } from './spread.ts';
import {
  type PhoneProcess,
  residentMb,
  type StdioServer,
  startPhoneProcess,
  startStdioServer,
} from './stdio-server.ts';

const shop = 'com.example.shop';

describe('overhead over stdio', () => {
  let phone: PhoneProcess;
  let server: StdioServer;
  let adb: AdbDevice;
  const op = Operation.start(600_000);

  beforeAll(async () => {
    phone = await startPhoneProcess();
    server = await startStdioServer(phone.args);
    adb = await openAdbDevice(op, new AdbServer({ address: phone.address, clock: systemClock }), {
      serial: phone.serial,
      transportId: null,
    });
    await server.call('start_app', { appId: shop });
  });

  afterAll(async () => {
    op[Symbol.dispose]();
    await server.close();
    await phone.close();
  });

  const tap = { x: 540, y: 1_900, verificationMode: 'none', responseMode: 'compact' };
  const cases: readonly (readonly [
    string,
    Record<string, unknown>,
    (device: AdbDevice) => Promise<unknown>,
  ])[] = [
    ['tap', tap, async (device) => await device.shell(op, 'input tap 540 1900')],
    ['get_current_screen', {}, async (device) => await device.shell(op, frameCommand(34))],
    [
      'get_ui_tree',
      { responseMode: 'outline' },
      async (device) => {
        const dump = dumpCommand(
          { method: 'tty', compressed: false, windows: true },
          { marker: 'frame_x', file: '' },
        );
        return await device.exec(op, `${dump}; ${frameCommand(34)}`);
      },
    ],
  ];

  test.each(cases)('%s', async (name, args, raw) => {
    const [calls, device]: [number[], number[]] = [[], []];
    const timed = async (into: number[], work: () => Promise<unknown>): Promise<void> => {
      const from = performance.now();
      await work();
      into.push(performance.now() - from);
    };
    for (let n = 0; n < 500; n++) {
      // In turns, so that both see the same load of the machine.
      await timed(n < 100 ? [] : device, async () => await raw(adb));
      await timed(n < 100 ? [] : calls, async () => {
        expect((await server.call(name, args)).isError).toBe(false);
      });
    }
    const own = spread(device);
    const above = spread(calls.map((ms) => ms - own.p50));
    const busy = busyness();
    console.log(`${name}: device alone`, own, 'above it', above, `busyness ${busy.toFixed(1)}`);
    expect(above.p50).toBeLessThan(3 * busy);
    expect(above.p95).toBeLessThan(10 * busy);
  });
});

test('10,000 mixed calls leave memory, sockets and handles as they were', async () => {
  const phone = await startTestPhone();
  phone.open(shop);
  const server = await startStdioServer(phone.args);
  const selector = { text: 'Remember me' };
  const quick = { verificationMode: 'none', responseMode: 'compact' };
  const mixed: readonly (readonly [string, Record<string, unknown>])[] = [
    ['tap', { x: 540, y: 1_900, ...quick }],
    ['get_ui_tree', { responseMode: 'outline' }],
    ['tap_element', { selector, ...quick }],
    ['get_logs', { limit: 5 }],
    ['wait_for_ui', { selector }],
    ['get_ui_tree', {}],
    ['tap_element', { selector: { text: 'Never there' }, waitFor: { timeoutMs: 100 }, ...quick }],
    ['get_current_screen', {}],
    ['find_element', { query: 'sign in' }],
    ['tap', { x: 'wrong' }],
  ];
  const handles = (): number => readdirSync(`/proc/${server.pid}/fd`).length;
  const run = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n++) {
      const [name, args] = mixed[n % mixed.length] ?? ['get_current_screen', {}];
      await server.call(name, args);
      if (n % 500 === 0) phone.adbServer.clearCommands();
    }
  };
  try {
    await run(3_000);
    const before = { handles: handles(), sockets: phone.adbServer.openSockets };
    const along: number[] = [];
    for (let part = 0; part < 40; part++) {
      await run(250);
      along.push(residentMb(server.pid));
    }
    // Resident memory swings by some 40 MB between two collections; what stays is seen in the troughs.
    const [first, second] = [Math.min(...along.slice(0, 20)), Math.min(...along.slice(20))];
    const grownMb = second - first;
    console.log(
      `10,000 calls: least resident ${first.toFixed(1)} MB in the first half, ${second.toFixed(1)} MB in the second,`,
      `along the way ${along.map(Math.round).join(' ')}, grown ${grownMb.toFixed(1)} MB`,
    );
    expect(grownMb).toBeLessThan(20);
    expect(handles()).toBeLessThanOrEqual(before.handles);
    expect(phone.adbServer.openSockets).toBeLessThanOrEqual(before.sockets);
  } finally {
    await server.close();
    await phone.close();
  }
});

test('eight devices at once do at least five times what one does', async () => {
  const serials = Array.from({ length: 8 }, (_, n) => `virtual-android-${n + 1}`);
  const bed = await makeTestBed({ serials, timing: 'emulator' });
  const work = async (deviceId: string): Promise<void> => {
    for (let n = 0; n < 3; n++) {
      const answer = await bed.call('tap', { x: 540, y: 1_900, deviceId, verificationMode: 'light' });
      expect(answer.isError).toBe(false);
    }
  };
  try {
    for (const serial of serials) await bed.call('get_current_screen', { deviceId: serial });
    const alone = performance.now();
    await work('virtual-android-1');
    const oneMs = performance.now() - alone;
    const together = performance.now();
    await Promise.all(serials.map(work));
    const eightMs = performance.now() - together;
    const ratio = (8 * oneMs) / eightMs;
    console.log(
      `one device ${oneMs.toFixed(0)} ms, eight ${eightMs.toFixed(0)} ms: ${ratio.toFixed(1)} times the throughput`,
    );
    expect(ratio).toBeGreaterThanOrEqual(5);
  } finally {
    await bed.close();
  }
});

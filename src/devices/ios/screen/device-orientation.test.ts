/** An interface that stands: how it lies on the device, and what that costs. Those that lie are in screen-reader.test.ts. */

import { Operation } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { beforeEach, expect, test } from 'vitest';
import { parseAx } from './ax/ax-json.ts';
import { axApp, ScriptedDriver } from './companion/testing/driver-bed.ts';
import { DeviceOrientation } from './orientation.ts';

const pad = { x: 0, y: 0, width: 820, height: 1180 };
let clock: ManualClock;
let driver: ScriptedDriver;
/** Null where this computer has none. */
let preferences: string | null;
let asked: number;
let deviceOrientation: DeviceOrientation;

beforeEach(() => {
  clock = new ManualClock();
  driver = new ScriptedDriver('idb');
  asked = 0;
  deviceOrientation = new DeviceOrientation({
    udid: 'UDID',
    environment: {},
    run: async () => {
      asked += 1;
      const stdout = Buffer.from(preferences ?? '');
      const exitCode = preferences === null ? 1 : 0;
      return await Promise.resolve({ exitCode, signal: null, stdout, stderr: Buffer.alloc(0) });
    },
  });
});

async function known(frame?: object) {
  using op = Operation.start(10_000, { clock });
  const found = await deviceOrientation.of(
    op,
    parseAx(JSON.stringify([axApp(frame ? { frame } : {})])),
    driver,
  );
  return [found?.orientation.rotation, found?.qualityWarning];
}

test('an iPad stands on its head where Simulator says so, which is asked once in a while', async () => {
  preferences = '{ UDID = { SimulatorWindowRotationAngle = 180; }; }';
  expect(await known(pad)).toEqual([180, null]);
  preferences = '{ UDID = { SimulatorWindowRotationAngle = 0; }; }';
  expect(await known(pad)).toEqual([180, null]);
  expect(asked).toBe(1);
  await clock.advance(5_000);
  expect(await known(pad)).toEqual([0, null]);
});

test('an iPad of which nobody says anything stands upright, and no point is asked', async () => {
  preferences = null;
  expect(await known(pad)).toEqual([0, null]);
  expect(driver.asked).toEqual([]);
});

test('a phone stands upright without a question', async () => {
  preferences = '{ UDID = { SimulatorWindowRotationAngle = 180; }; }';
  expect(await known()).toEqual([0, null]);
  expect(asked).toBe(0);
});

/** A device that went away is noticed where its faults are made: by simctl, by devicectl, and on the way to its screen. */

import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { beforeEach, expect, it } from 'vitest';
import { devicectlFor } from './real/devicectl.ts';
import { DriverChain } from './screen/companion/drivers/driver-chain.ts';
import { simctlFor } from './simctl/simctl.ts';
import { scripted } from './testing/scripted-xcrun.ts';

let lost: number;
const onLost = (): void => void lost++;

beforeEach(() => {
  lost = 0;
});

it.each([
  ['Unable to lookup in current state: Shutdown', 1],
  ['Invalid device: A', 1],
  ['found nothing to terminate', 0],
])('simctl says %j', async (stderr, times) => {
  const { xcrun } = scripted([{ stderr, exitCode: 149 }]);
  using op = Operation.start(5_000);
  await expect(simctlFor('A', { ...xcrun, onLost }).run(op, ['terminate', 'b'])).rejects.toThrow();
  expect(lost).toBe(times);
});

it.each([
  ['The specified device was not found.', 1],
  ['No such process', 0],
])('devicectl says %j', async (stderr, times) => {
  const { xcrun } = scripted([{ stderr, exitCode: 1 }]);
  using op = Operation.start(5_000);
  await expect(devicectlFor('A', { ...xcrun, onLost }).run(op, ['device', 'info', 'apps'])).rejects.toThrow();
  expect(lost).toBe(times);
});

it.each([
  ['DEVICE_UNAVAILABLE', 1],
  ['ACTION_REJECTED', 0],
] as const)('a driver of the screen fails with %s', async (code, times) => {
  const driver = { name: 'axe', close: async () => {} } as const;
  const drivers = new DriverChain([driver as never], new ManualClock(), onLost);
  using op = Operation.start(5_000);
  const work = async (): Promise<never> => {
    throw new Fault(code, 'gone');
  };
  await expect(drivers.use(op, work)).rejects.toThrow('gone');
  expect(lost).toBe(times);
});

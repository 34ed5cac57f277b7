import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { beforeEach, expect, test } from 'vitest';
import { TransportProblem } from '../../../../port/transport-problem.ts';
import { ScriptedDriver } from '../testing/driver-bed.ts';
import type { ScreenDriver } from './driver.ts';
import { DriverChain } from './driver-chain.ts';

let clock: ManualClock;
let first: ScriptedDriver;
let second: ScriptedDriver;
let drivers: DriverChain;
let tried: string[];
let broken: Map<ScreenDriver, Error>;

beforeEach(() => {
  clock = new ManualClock();
  first = new ScriptedDriver('idb');
  second = new ScriptedDriver('axe');
  drivers = new DriverChain([first, second], clock);
  tried = [];
  broken = new Map();
});

async function use(): Promise<string> {
  using op = Operation.start(1_000, { clock });
  return await drivers.use(op, async (driver, { detail }) => {
    tried.push(driver.name);
    const error = broken.get(driver);
    if (error) throw error;
    return await Promise.resolve([driver.name, ...detail].join('; '));
  });
}

test('the first that works is used', async () => {
  expect(await use()).toBe('idb');
  expect(tried).toEqual(['idb']);
  expect(drivers.advice).toBeNull();
});

test('one that fails twice is passed over for a while, and then tried again', async () => {
  broken.set(first, new TransportProblem('broken', 'not_delivered', 'it is gone'));
  expect(await use()).toBe('axe; idb: it is gone');
  await use();
  expect(tried).toEqual(['idb', 'axe', 'idb', 'axe']);
  await use();
  expect(tried.at(-1)).toBe('axe');
  expect(tried).toHaveLength(5);
  broken.clear();
  await clock.advance(30_000);
  expect(await use()).toBe('idb');
  expect(drivers.advice).toBeNull();
});

test('one that works between its failures stays', async () => {
  for (let turn = 0; turn < 4; turn++) {
    broken.set(first, new TransportProblem('broken', 'not_delivered', 'a hiccup'));
    await use();
    broken.clear();
    expect(await use()).toBe('idb');
  }
});

test('one that is missing is passed over at once, and how to get it is said', async () => {
  broken.set(
    first,
    new TransportProblem('missing', 'not_delivered', 'idb_companion is not installed.', {
      fix: 'Install it.',
    }),
  );
  await use();
  await use();
  expect(tried).toEqual(['idb', 'axe', 'axe']);
  expect(drivers.advice).toBe('idb_companion is not installed. Install it.');
});

test('faults are nobody else’s business', async () => {
  broken.set(first, new Fault('ACTION_REJECTED', 'no'));
  await expect(use()).rejects.toMatchObject({ code: 'ACTION_REJECTED' });
  expect(tried).toEqual(['idb']);
});

test('what may have arrived is not sent by the next', async () => {
  broken.set(first, new TransportProblem('broken', 'unknown', 'it broke off'));
  await expect(use()).rejects.toMatchObject({ code: 'DEVICE_UNAVAILABLE', retryable: false });
  expect(tried).toEqual(['idb']);
});

test('when none is left, all are named', async () => {
  broken.set(
    first,
    new TransportProblem('missing', 'not_delivered', 'No companion.', { fix: 'Install it.' }),
  );
  broken.set(second, new TransportProblem('missing', 'not_delivered', 'No AXe.'));
  await expect(use()).rejects.toMatchObject({
    code: 'TOOL_NOT_FOUND',
    message: 'No iOS driver could reach this simulator. No companion. No AXe.',
    nextStep: 'Install it.',
    details: { delivery: 'not_delivered' },
  });
  broken.set(second, new TransportProblem('broken', 'not_delivered', 'AXe is stuck.'));
  await expect(use()).rejects.toMatchObject({ code: 'DEVICE_UNAVAILABLE' });
  broken.clear();
  expect(await use()).toBe('idb');
});

test('no way at all is a missing capability', async () => {
  drivers = new DriverChain([], clock);
  await expect(use()).rejects.toMatchObject({
    code: 'CAPABILITY_MISSING',
    nextStep: expect.stringContaining('IOS_WDA_URL'),
  });
});

/** Two servers of one user on one device with the helper: an idle one makes way when asked, a busy one is named. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isFault } from '@mobile-debug/core/fault.ts';
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { AndroidSource } from '../../src/devices/android/android-source.ts';
import type { Device } from '../../src/devices/port/device.ts';
import { HandOver } from '../../src/host/hand-over.ts';
import { type HelperBed, helperBed } from './helper-bed.ts';

const helped = 'uiautomator2-server';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turns-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const turns = () => ({ handOver: new HandOver(folder), server: 'same' });

async function secondOf(bed: HelperBed): Promise<Device> {
  const source = new AndroidSource({
    address: { host: bed.adbServer.host, port: bed.adbServer.port },
    clock: systemClock,
    helper: { mode: 'auto', idleReleaseMs: 30_000, turns: turns() },
  });
  using op = Operation.start(10_000);
  const device = await source.open(op, bed.phone.serial);
  onTestFinished(async () => {
    await device.close();
    await source.close();
  });
  return device;
}

async function read(device: Device, budgetMs = 20_000) {
  using op = Operation.start(budgetMs);
  const tree = await device.screen?.read(op);
  return tree?.source.tier;
}

it('an idle server lets go as soon as another one asks, long before its own time', async () => {
  const bed = await helperBed({ turns: turns() });
  expect(await read(bed.device)).toBe(helped);
  const second = await secondOf(bed);
  expect(await read(second)).toBe(helped);
  expect(bed.helper.starts).toBe(2);
  // And back, as often as they like.
  expect(await read(bed.device)).toBe(helped);
  expect(bed.helper.starts).toBe(3);
});

it('one that is in use is left alone, named, and says when it disconnects', async () => {
  const bed = await helperBed({ turns: turns() });
  expect(await read(bed.device)).toBe(helped);
  const second = await secondOf(bed);
  const rested = new AbortController();
  const using = (async () => {
    while (!rested.signal.aborted) await read(bed.device);
  })();
  const shut = await read(second).catch((error: unknown) => error);
  rested.abort();
  await using;
  expect(isFault(shut, 'OBSERVATION_FAILED') && shut.details?.['reason']).toBe('busy');
  expect(isFault(shut) && shut.message).toMatch(
    new RegExp(
      `Another copy of this server \\(process ${process.pid} .*after 30 s without use, or after 1 s once`,
    ),
  );
  expect(bed.helper.starts).toBe(1);
  // Now that it rests, it makes way.
  expect(await read(second)).toBe(helped);
});

it('a server that ends leaves no word of itself', async () => {
  const bed = await helperBed({ turns: turns() });
  await read(bed.device);
  expect(readdirSync(folder).map((name) => name.split('.')[1])).toEqual(['held']);
  await bed.device.close();
  expect(readdirSync(folder)).toEqual([]);
});

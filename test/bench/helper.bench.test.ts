/** Goals of the helper tier: under 5 ms of ours in a warm reading, one request; the fixture journey within 1.3 floors. */

import { timingProfiles } from '@mobile-debug/virtual-phone/phone/timing.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureSteps, latency } from '../actions/phone-side.ts';
import { makeTestBed, type TestBed } from '../harness.ts';
import { floorMs } from './interaction-flows.ts';

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const shown = (ms: number): string => ms.toFixed(1);

let bed: TestBed;

async function journey(): Promise<number> {
  bed.phone.clearData(latency);
  const startedMs = performance.now();
  const answer = await bed.call('run_journey', {
    steps: fixtureSteps,
    defaults: { verificationMode: 'light' },
  });
  const took = performance.now() - startedMs;
  expect(answer.isError, answer.texts[0]?.slice(0, 600)).toBe(false);
  const steps = answer.data['steps'] as { status: string }[];
  expect(steps.map(({ status }) => status)).toEqual(fixtureSteps.map(() => 'passed'));
  return took;
}

describe('on the emulator profile', () => {
  beforeAll(async () => {
    bed = await makeTestBed({ helper: true, timing: 'emulator' });
    bed.open(latency);
    for (let run = 0; run < 3; run++) await journey();
  });
  afterAll(async () => {
    await bed.close();
  });

  it('goes through the fixture journey, light and compact, within 1.3 times its floor', async () => {
    const times: number[] = [];
    for (let run = 0; run < 10; run++) times.push(await journey());
    const p50 = median(times);
    const floor = floorMs(timingProfiles.emulator, 'helper');
    console.log(
      `journey by the helper: p50 ${shown(p50)} ms, floor ${floor} ms, ${(p50 / floor).toFixed(2)} floors`,
    );
    expect(p50).toBeLessThanOrEqual(1.3 * floor);
  });
});

describe('on the instant profile', () => {
  beforeAll(async () => {
    bed = await makeTestBed({ helper: true });
    bed.open('com.example.shop');
  });
  afterAll(async () => {
    await bed.close();
  });

  it('adds under 5 ms to a warm reading, with one request and no device command', async () => {
    const [serial = ''] = bed.serials;
    const session = await bed.call('get_ui_tree', { deviceId: serial });
    expect(session.isError).toBe(false);
    const [helper] = bed.helpers;
    const read = async (): Promise<number> => {
      const startedMs = performance.now();
      await bed.call('get_ui_tree', { deviceId: serial, responseMode: 'outline' });
      return performance.now() - startedMs;
    };
    for (let run = 0; run < 30; run++) await read();
    bed.adbServer.clearCommands();
    helper?.clearRequests();
    const whole: number[] = [];
    const ours: number[] = [];
    for (let run = 0; run < 100; run++) {
      helper?.clearRequests();
      const tookMs = await read();
      const theirs = helper?.tookMs.reduce((sum, ms) => sum + ms, 0) ?? 0;
      whole.push(tookMs);
      ours.push(tookMs - theirs);
      expect(helper?.requests).toEqual(['GET /source']);
    }
    expect(bed.adbServer.commands()).toEqual([]);
    const p50 = median(ours);
    console.log(
      `reading by the helper, phone, server and client in one process: p50 ${shown(median(whole))} ms, of which ours ${shown(p50)} ms`,
    );
    expect(p50).toBeLessThan(5);
  });
});

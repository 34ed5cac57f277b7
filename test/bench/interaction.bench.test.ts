/** What the fixture flow costs in each way of going through it, on a phone as slow as an emulator. */

import { timingProfiles } from '@mobile-debug/virtual-phone/phone/timing.ts';
import { expect, test } from 'vitest';
import { makeTestBed, type TestBed } from '../harness.ts';
import { type Flow, type FlowRun, floorMs, flows, leastReads } from './interaction-flows.ts';
import { type Goal, type Measured, origin, totals, write } from './interaction-report.ts';

const profile = timingProfiles.emulator;

interface Lane {
  readonly flow: Flow;
  readonly tier: Measured['tier'];
  readonly warmUps: number;
  readonly runs: number;
}

const lanes: readonly Lane[] = [
  { flow: flows.separate, tier: 'dump', warmUps: 3, runs: 10 },
  { flow: flows.selectorTaps, tier: 'dump', warmUps: 3, runs: 10 },
  { flow: flows.journeyFull, tier: 'dump', warmUps: 3, runs: 10 },
  { flow: flows.journeyLight, tier: 'dump', warmUps: 3, runs: 10 },
  { flow: flows.journeyNone, tier: 'dump', warmUps: 3, runs: 10 },
  { flow: flows.journeyLight, tier: 'helper', warmUps: 3, runs: 10 },
];

async function measure({ flow, tier, warmUps, runs }: Lane): Promise<Measured> {
  const bed = await makeTestBed({ timing: 'emulator', helper: tier === 'helper' });
  const measured: FlowRun[] = [];
  const failures: string[] = [];
  try {
    for (let n = 0; n < warmUps; n++) await tried(flow, bed, failures);
    for (let n = 0; n < runs; n++) {
      const run = await tried(flow, bed, failures);
      if (run) measured.push(run);
    }
    return { flow, tier, warmUps, runs: measured, failures };
  } finally {
    await bed.close();
  }
}

async function tried(flow: Flow, bed: TestBed, failures: string[]): Promise<FlowRun | null> {
  try {
    return await flow.run(bed);
  } catch (error) {
    failures.push(error instanceof Error ? error.message : String(error));
    return null;
  }
}

/** A run of separate calls takes most of a minute: two phones share them, each with its own warm-ups. */
async function measureByTwo(lane: Lane): Promise<Measured> {
  const half = { ...lane, runs: lane.runs / 2 };
  const [first, second] = await Promise.all([measure(half), measure(half)]);
  return {
    ...first,
    runs: [...first.runs, ...second.runs],
    failures: [...first.failures, ...second.failures],
  };
}

test('the fixture flow', async () => {
  const from = origin();
  const measured = await Promise.all(
    lanes.map((lane) => (lane.flow === flows.separate ? measureByTwo(lane) : measure(lane))),
  );
  const p50 = (name: string, tier: Measured['tier']): number => {
    const found = measured.find(({ flow, tier: of }) => flow.name === name && of === tier);
    return found ? totals(found).p50 : Number.NaN;
  };
  const floorsMs = { dump: floorMs(profile, 'dump'), helper: floorMs(profile, 'helper') };
  const light = p50('journey light', 'dump');
  const separate = p50('separate', 'dump');
  const goals: Goal[] = [
    { what: 'journey light to its floor, dumps', limit: 1.2, least: 1, value: light / floorsMs.dump },
    {
      what: 'journey light to separate calls, dumps',
      limit: 0.25,
      least: floorsMs.dump / separate,
      value: light / separate,
    },
    {
      what: 'journey light to its floor, helper',
      limit: 1.5,
      least: 1,
      value: p50('journey light', 'helper') / floorsMs.helper,
    },
  ];
  write(
    { origin: from, profile: profile.name, floorsMs, floorReads: leastReads, measured, goals },
    'docs/benchmarks',
  );
  for (const { flow, failures } of measured) expect(failures, flow.name).toEqual([]);
  // The cheaper separate calls become, the nearer the floor comes to a quarter of them, and past it.
  for (const { what, limit, least, value } of goals) {
    expect(value, what).toBeLessThanOrEqual(Math.max(limit, least * 1.2));
  }
});

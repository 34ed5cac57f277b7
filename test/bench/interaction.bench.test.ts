/** What the fixture flow costs in each way of going through it, on phones as slow as an emulator: time, readings, characters. */

import { timingProfiles } from '@mobile-debug/virtual-phone/phone/timing.ts';
import { expect, test } from 'vitest';
import { makeTestBed, type TestBed } from '../harness.ts';
import { answerModes, flowCharacters } from './flow-characters.ts';
import { type Flow, type FlowRun, floorMs, flows, helperStartMs, leastReads } from './interaction-flows.ts';
import { origin, write } from './interaction-report.ts';
import { type Characters, type Goal, type Measured, type Tier, totals } from './interaction-types.ts';

const profile = timingProfiles.emulator;

type Lane = Pick<Measured, 'flow' | 'tier' | 'state' | 'warmUps'> & { readonly runs: number };

const warm = { state: 'warm', warmUps: 3, runs: 10 } as const;
/** Each on a phone and with a server of its own; only the program itself has run before. */
const cold = { state: 'cold', warmUps: 1, runs: 5 } as const;

/** A floor of less than a second: nothing else runs beside these. */
const quick: readonly Lane[] = [
  { flow: flows.journeyLight, tier: 'helper', ...warm },
  { flow: flows.journeyLight, tier: 'helper', ...cold },
  { flow: flows.journeyLight, tier: 'companion', ...warm },
  { flow: flows.journeyLight, tier: 'companion', ...cold },
];

const slow: readonly Lane[] = [
  { flow: flows.separate, tier: 'dump', ...warm },
  { flow: flows.selectorTaps, tier: 'dump', ...warm },
  { flow: flows.journeyFull, tier: 'dump', ...warm },
  { flow: flows.journeyLight, tier: 'dump', ...warm },
  { flow: flows.journeyLight, tier: 'dump', ...cold },
  { flow: flows.journeyNone, tier: 'dump', ...warm },
];

const bedOptions = { dump: {}, helper: { helper: true }, companion: { ios: {} } } as const;

async function open(tier: Tier): Promise<TestBed> {
  return await makeTestBed({ timing: 'emulator', ...bedOptions[tier] });
}

async function measure({ flow, tier, state, warmUps, runs }: Lane): Promise<Measured> {
  const measured: FlowRun[] = [];
  const failures: string[] = [];
  let bed: TestBed | null = null;
  try {
    for (let n = 0; n < warmUps + runs; n++) {
      bed ??= await open(tier);
      const run = await tried(flow, bed, failures);
      if (run && n >= warmUps) measured.push(run);
      if (state === 'warm') continue;
      await bed.close();
      bed = null;
    }
    return { flow, tier, state, warmUps, runs: measured, failures };
  } finally {
    await bed?.close();
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

async function charactersOn(tier: Tier): Promise<Characters> {
  const bed = await makeTestBed(bedOptions[tier]);
  try {
    const [outline, compact, debug] = [
      await flowCharacters(bed, 'outline'),
      await flowCharacters(bed, 'compact'),
      await flowCharacters(bed, 'debug'),
    ];
    return { tier, outline, compact, debug };
  } finally {
    await bed.close();
  }
}

const floorsMs = { dump: floorMs(profile, 'dump'), helper: floorMs(profile, 'helper') };

function timeGoals(measured: readonly Measured[]): readonly Goal[] {
  const toFloor = (tier: 'dump' | 'helper', state: Measured['state'], limit: number): Goal => {
    const lane = measured.find(
      (one) => one.flow === flows.journeyLight && one.tier === tier && one.state === state,
    );
    const value = lane ? totals(lane).p50 / floorsMs[tier] : Number.NaN;
    return { what: `journey light to its floor, ${tier}, ${state}`, limit, value };
  };
  const coldHelper = (floorsMs.helper + helperStartMs(profile) + 300) / floorsMs.helper;
  return [
    toFloor('dump', 'warm', 1.2),
    toFloor('dump', 'cold', 1.2),
    toFloor('helper', 'warm', 1.3),
    toFloor('helper', 'cold', coldHelper),
  ];
}

const limits = { outline: [4_500, 1_500], compact: [9_000, 3_500] } as const;

function characterGoals(characters: readonly Characters[]): readonly Goal[] {
  return characters.flatMap((one) =>
    answerModes.flatMap((mode): readonly Goal[] => {
      if (mode === 'debug') return [];
      const [flow, journey] = limits[mode];
      return [
        {
          what: `characters of separate calls, ${mode}, ${one.tier}`,
          limit: flow,
          value: one[mode].separate,
        },
        { what: `characters of the journey, ${mode}, ${one.tier}`, limit: journey, value: one[mode].journey },
      ];
    }),
  );
}

test('the fixture flow', async () => {
  const from = origin();
  const measured: Measured[] = [];
  for (const lane of quick) measured.push(await measure(lane));
  measured.push(
    ...(await Promise.all(
      slow.map((lane) => (lane.flow === flows.separate ? measureByTwo(lane) : measure(lane))),
    )),
  );
  const characters = [
    await charactersOn('dump'),
    await charactersOn('helper'),
    await charactersOn('companion'),
  ];
  const goals = [...timeGoals(measured), ...characterGoals(characters)];
  write(
    { origin: from, profile: profile.name, floorsMs, floorReads: leastReads, measured, characters, goals },
    'docs/benchmarks',
  );
  for (const { flow, failures } of measured) expect(failures, flow.name).toEqual([]);
  for (const { what, limit, value } of goals) expect(value, what).toBeLessThanOrEqual(limit);
});

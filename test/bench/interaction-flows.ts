/** The fixture flow of thirteen steps in the ways in which a client can go through it, and what each costs the phone. */
import { readFileSync } from 'node:fs';
import type { TimingProfile } from '@mobile-debug/virtual-phone/phone/timing.ts';
import { commands, latency, stepsOn } from '../actions/phone-side.ts';
import type { Answer, TestBed } from '../harness.ts';
import type { Question } from '../wire.ts';

export type Purpose = 'resolution' | 'verification' | 'wait' | 'assertion';
export type Parts = Readonly<Record<string, number>>;

export interface FlowRun {
  /** Milliseconds by part; `total` is the whole flow as the client sees it. */
  readonly parts: Parts;
  readonly deviceCommands: number;
  readonly treeReads: Readonly<Record<Purpose, number>>;
  /** What the phone itself took, by its profile; null where it has none, as behind Apple's tools. */
  readonly deviceMs: number | null;
}

export interface Flow {
  readonly name: string;
  readonly about: string;
  run(bed: TestBed): Promise<FlowRun>;
}

type Wire = Record<string, unknown>;
type Step = ReturnType<typeof stepsOn>[number];

/** What the rules of a light journey ask for: a look after each of the five inputs and a second sample of the state. */
export const leastReads = 6;

/** From `am instrument` to a server that answers, by the profile of the phone. */
export function helperStartMs(profile: TimingProfile): number {
  return profile.jvmStartMs * 4;
}

export function floorMs(profile: TimingProfile, tier: 'dump' | 'helper'): number {
  const [readMs, inputMs] =
    tier === 'dump'
      ? [profile.jvmStartMs + profile.dumpIdleMs + profile.dumpMs, profile.tapMs]
      : [profile.helperReadMs, profile.helperInputMs];
  const betweenSamplesMs = tier === 'dump' ? 0 : 100;
  return profile.amMs + profile.launchColdMs + 4 * inputMs + leastReads * readMs + betweenSamplesMs;
}

function fresh(bed: TestBed): void {
  bed.phone.clearData(latency);
  bed.wire.clear();
}

function isRead({ kind }: Question): boolean {
  return kind === 'read';
}

function seen(bed: TestBed): Pick<FlowRun, 'deviceCommands' | 'deviceMs'> {
  const all = commands(bed);
  const { helperReadMs, helperInputMs } = bed.phone.timing;
  const byHelper = ({ kind, what }: Question): number => {
    if (!/^(?:GET|POST) /.test(what)) return 0;
    return kind === 'read' ? helperReadMs : kind === 'input' ? helperInputMs : 0;
  };
  return {
    deviceCommands: all.length,
    deviceMs: bed.apple ? null : all.reduce((sum, one) => sum + one.deviceTimeMs + byHelper(one), 0),
  };
}

function assertGood(answer: Answer, step: string): Wire {
  if (answer.isError || answer.data['success'] === false || answer.data['status'] === 'timeout') {
    const why = answer.data['failure_code'] ?? answer.data['stopped_at_step_id'] ?? answer.texts[0];
    throw new Error(`${step} failed: ${String(why).slice(0, 200)}`);
  }
  return answer.data;
}

/** An answer too long for a client lies in a file. */
function whole(data: Wire): Wire {
  const path = data['full_answer'];
  return typeof path === 'string' ? (JSON.parse(readFileSync(path, 'utf8')) as Wire) : data;
}

interface CallOf {
  readonly tool: string;
  readonly args: Wire;
}

/** The call that does what a step does. */
export function callFor(step: Step, controls: Wire): CallOf {
  switch (step.type) {
    case 'start_app':
      return { tool: 'start_app', args: { appId: step.appId, ...controls } };
    case 'wait': {
      const condition = 'condition' in step ? { condition: step.condition } : {};
      return { tool: 'wait_for_ui', args: { selector: step.selector, ...condition, timeout_ms: 10_000 } };
    }
    case 'tap':
      return {
        tool: 'tap_element',
        args: { selector: step.selector, waitFor: { timeoutMs: 5_000 }, ...controls },
      };
    case 'press_back':
      return { tool: 'press_back', args: controls };
    case 'assert':
      return assertionCall(step);
  }
}

function assertionCall({ assertion }: Extract<Step, { type: 'assert' }>): CallOf {
  if (assertion.kind === 'element_visible') {
    return { tool: 'expect_element_visible', args: { selector: assertion.selector, timeout_ms: 10_000 } };
  }
  const { selector, property, expected } = assertion;
  return { tool: 'expect_state', args: { selector, property, expected } };
}

/** One call for each of these steps, one after the other. */
async function separately(bed: TestBed, steps: readonly Step[], controls: Wire): Promise<FlowRun> {
  fresh(bed);
  const parts: Record<string, number> = { total: 0 };
  const treeReads = { resolution: 0, verification: 0, wait: 0, assertion: 0 };
  for (const step of steps) {
    const from = performance.now();
    const before = commands(bed).length;
    const { tool, args } = callFor(step, controls);
    const data = assertGood(await bed.call(tool, args), step.id);
    const tookMs = performance.now() - from;
    add(parts, 'total', tookMs);
    add(parts, tool, tookMs);
    for (const [part, ms] of Object.entries((data['timing'] ?? {}) as Record<string, number>)) {
      if (part !== 'total_ms') add(parts, part.replace(/_ms$/, ''), ms);
    }
    countReads(treeReads, step, commands(bed).slice(before));
  }
  return { parts, treeReads, ...seen(bed) };
}

function countReads(reads: Record<Purpose, number>, step: Step, mine: readonly Question[]): void {
  const sentAt = mine.findIndex(({ kind }) => kind === 'input' || kind === 'launch');
  mine.forEach((record, index) => {
    if (!isRead(record)) return;
    if (step.type === 'wait') reads.wait++;
    else if (step.type === 'assert') reads.assertion++;
    else if (index < sentAt) reads.resolution++;
    else reads.verification++;
  });
}

function add(parts: Record<string, number>, part: string, ms: number): void {
  parts[part] = (parts[part] ?? 0) + ms;
}

/** The whole flow in one call. Which reading served what is taken from the steps' own words. */
async function asJourney(bed: TestBed, verificationMode: string): Promise<FlowRun> {
  fresh(bed);
  const from = performance.now();
  const answer = await bed.call('run_journey', {
    steps: stepsOn(bed.traits),
    defaults: { verificationMode },
  });
  const total = performance.now() - from;
  const data = whole(assertGood(answer, 'journey'));
  const parts: Record<string, number> = { total };
  const treeReads = { resolution: 0, verification: 0, wait: 0, assertion: 0 };
  for (const step of data['steps'] as { type: string; result: Wire | null; timing: { total_ms: number } }[]) {
    add(parts, `step ${step.type}`, step.timing.total_ms);
    const rests = step.result?.['observation'] as { reads: number } | undefined;
    if (rests) treeReads[step.type === 'wait' ? 'wait' : 'assertion'] += rests.reads;
    else if (verificationMode === 'light') treeReads.verification++;
  }
  const all = commands(bed).filter(isRead).length;
  const left = Math.max(0, all - treeReads.wait - treeReads.assertion - treeReads.verification);
  treeReads[verificationMode === 'full' ? 'verification' : 'resolution'] += left;
  return { parts, treeReads, ...seen(bed) };
}

/** Taps wait for their own targets, and a look is taken only where something is proved. */
const withoutWaits = ({ traits }: TestBed): readonly Step[] =>
  stepsOn(traits).filter(({ type }) => type !== 'wait');

export const flows = {
  separate: {
    name: 'separate',
    about: 'one call a step, full verification, debug results',
    run: (bed) => separately(bed, stepsOn(bed.traits), { verificationMode: 'full', responseMode: 'debug' }),
  },
  selectorTaps: {
    name: 'selector taps',
    about: 'taps by selector that wait for their targets, no verification, compact results; assertions apart',
    run: (bed) => separately(bed, withoutWaits(bed), { verificationMode: 'none', responseMode: 'compact' }),
  },
  journeyFull: {
    name: 'journey full',
    about: 'one call, full verification, compact result',
    run: (bed) => asJourney(bed, 'full'),
  },
  journeyLight: {
    name: 'journey light',
    about: 'one call, light verification, compact result',
    run: (bed) => asJourney(bed, 'light'),
  },
  journeyNone: {
    name: 'journey none',
    about: 'one call, no verification, compact result',
    run: (bed) => asJourney(bed, 'none'),
  },
} as const satisfies Record<string, Flow>;

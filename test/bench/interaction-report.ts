/** The interaction benchmark as JSON and Markdown: figures only, nothing of screens, apps or devices. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, platform, release } from 'node:os';
import type { Flow, FlowRun, Purpose } from './interaction-flows.ts';

export interface Measured {
  readonly flow: Flow;
  readonly tier: 'dump' | 'helper';
  readonly warmUps: number;
  readonly runs: readonly FlowRun[];
  readonly failures: readonly string[];
}

export interface Goal {
  readonly what: string;
  /** What the floor alone would measure: a limit below it cannot be met by anyone. */
  readonly least: number;
  readonly limit: number;
  readonly value: number;
}

export interface Report {
  readonly origin: ReturnType<typeof origin>;
  readonly profile: string;
  readonly floorsMs: Readonly<Record<'dump' | 'helper', number>>;
  readonly floorReads: number;
  readonly measured: readonly Measured[];
  readonly goals: readonly Goal[];
}

export interface Spread {
  readonly p50: number;
  readonly p95: number;
  readonly min: number;
  readonly max: number;
}

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), min: at(0), max: sorted.at(-1) ?? 0 };
}

export function totals({ runs }: Measured): Spread {
  return spread(runs.map(({ parts }) => parts['total'] ?? 0));
}

export function write(report: Report, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const told = { ...report.origin, ...figures(report) };
  writeFileSync(`${folder}/interaction.json`, `${JSON.stringify(told, null, 2)}\n`);
  writeFileSync(`${folder}/interaction.md`, markdown(told, report));
}

/** What is measured, and where; asked before the first run, since the work goes on meanwhile. */
export function origin() {
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  return {
    benchmark: 'interaction',
    commit: git('rev-parse', '--short', 'HEAD'),
    changed_files: git('status', '--porcelain', '--untracked-files=no').split('\n').filter(Boolean).length,
    version,
    at: new Date().toISOString(),
    host: { system: platform(), release: release(), cores: cpus().length, node: process.version },
  };
}

type Told = ReturnType<typeof origin> & ReturnType<typeof figures>;

function figures({ profile, floorsMs, floorReads, measured, goals }: Report) {
  return {
    profile,
    floors_ms: floorsMs,
    floor: `a launch, 4 inputs and ${floorReads} readings by the profile of the phone, nothing else`,
    policy:
      'Every flow on a phone of its own, all at the same time, each run from a cold start of the app; warm-up runs are not counted.',
    flows: measured.map(({ flow, tier, warmUps, runs, failures }) => ({
      name: flow.name,
      about: flow.about,
      tier,
      warm_up_runs: warmUps,
      measured_runs: runs.length,
      failures,
      device_commands: spread(runs.map(({ deviceCommands }) => deviceCommands)),
      tree_reads: readsOf(runs),
      device_ms: rounded(spread(runs.map(({ deviceMs }) => deviceMs))),
      parts_ms: partsOf(runs),
    })),
    goals: goals.map(({ what, limit, value, least }) => ({
      what,
      limit,
      least_possible: thousandths(least),
      value: thousandths(value),
      met: value <= limit,
    })),
  };
}

function readsOf(runs: readonly FlowRun[]): Partial<Record<Purpose | 'all', number>> {
  const [last] = runs.slice(-1);
  if (!last) return {};
  return { ...last.treeReads, all: Object.values(last.treeReads).reduce((a, b) => a + b, 0) };
}

function partsOf(runs: readonly FlowRun[]): Record<string, Spread> {
  const names = new Set(runs.flatMap(({ parts }) => Object.keys(parts)));
  return Object.fromEntries(
    [...names].map((name) => [name, rounded(spread(runs.map(({ parts }) => parts[name] ?? 0)))]),
  );
}

function rounded({ p50, p95, min, max }: Spread): Spread {
  return { p50: tenths(p50), p95: tenths(p95), min: tenths(min), max: tenths(max) };
}

function thousandths(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

function markdown(told: Told, { measured }: Report): string {
  const rows = told.flows.map(
    ({ name, tier, measured_runs, parts_ms, device_commands, tree_reads, failures }) => {
      const total = parts_ms['total'];
      const reads = `${tree_reads.all ?? 0} (${tree_reads.resolution ?? 0}/${tree_reads.verification ?? 0}/${tree_reads.wait ?? 0}/${tree_reads.assertion ?? 0})`;
      return `| ${name} | ${tier} | ${measured_runs} | ${total?.p50} | ${total?.p95} | ${total?.min} | ${total?.max} | ${device_commands.p50} | ${reads} | ${failures.length} |`;
    },
  );
  const parts = told.flows.flatMap(({ name, tier, parts_ms }) => [
    `### ${name}, ${tier}`,
    '',
    '| part | p50 ms | p95 ms | min ms | max ms |',
    '| --- | --- | --- | --- | --- |',
    ...Object.entries(parts_ms).map(
      ([part, { p50, p95, min, max }]) => `| ${part} | ${p50} | ${p95} | ${min} | ${max} |`,
    ),
    '',
  ]);
  return [
    '# Interaction benchmark',
    '',
    `Version ${told.version}, commit ${told.commit} (${told.changed_files} files changed since), ${told.at}, ${told.host.system} ${told.host.release}, ${told.host.cores} cores, Node ${told.host.node}, timing profile \`${told.profile}\`.`,
    '',
    `The fixture flow: launch, four waits, three taps, back, three presence assertions, one state assertion. ${told.policy} Floor: ${told.floor}: ${told.floors_ms.dump} ms with dumps, ${told.floors_ms.helper} ms with the resident helper.`,
    '',
    '| flow | tier | runs | p50 ms | p95 ms | min ms | max ms | device commands | tree readings (resolution/verification/wait/assertion) | failures |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    '| goal | limit | the floor itself | measured | met |',
    '| --- | --- | --- | --- | --- |',
    ...told.goals.map(
      ({ what, limit, value, met, least_possible }) =>
        `| ${what} | ${limit} | ${least_possible} | ${value} | ${met ? 'yes' : least_possible > limit ? 'no: the limit lies below the floor' : 'no'} |`,
    ),
    '',
    ...measured.flatMap(({ flow, tier, warmUps, runs }) => [
      `- ${flow.name}, ${tier}: ${flow.about}; ${warmUps} warm-up and ${runs.length} measured runs`,
    ]),
    '',
    '## Parts',
    '',
    ...parts,
  ].join('\n');
}

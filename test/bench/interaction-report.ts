/** The interaction benchmark as JSON and Markdown: figures only, nothing of screens, apps or devices. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, platform, release } from 'node:os';
import { answerModes } from './flow-characters.ts';
import type { FlowRun, Purpose } from './interaction-flows.ts';
import {
  type Characters,
  type Goal,
  type Measured,
  ownMs,
  type Spread,
  spread,
} from './interaction-types.ts';

export interface Report {
  readonly origin: ReturnType<typeof origin>;
  readonly profile: string;
  readonly floorsMs: Readonly<Record<'dump' | 'helper', number>>;
  readonly floorReads: number;
  readonly measured: readonly Measured[];
  readonly characters: readonly Characters[];
  readonly goals: readonly Goal[];
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

function figures({ profile, floorsMs, floorReads, measured, characters, goals }: Report) {
  return {
    profile,
    floors_ms: floorsMs,
    floor: `a launch, 4 inputs and ${floorReads} readings by the profile of the phone, nothing else`,
    policy:
      'Every flow on a phone of its own, those by dumps at the same time and the others one after the other, each run from a cold start of the app; warm-up runs are not counted. Cold: each run with a server that has never seen the device.',
    flows: measured.map((lane) => ({
      name: lane.flow.name,
      about: lane.flow.about,
      tier: lane.tier,
      server: lane.state,
      warm_up_runs: lane.warmUps,
      measured_runs: lane.runs.length,
      failures: lane.failures,
      device_commands: spread(lane.runs.map(({ deviceCommands }) => deviceCommands)),
      tree_reads: readsOf(lane.runs),
      own_ms: roundedOrNull(ownMs(lane)),
      parts_ms: partsOf(lane.runs),
    })),
    characters: characters.map(({ tier, outline, compact, debug }) => ({ tier, outline, compact, debug })),
    goals: goals.map(({ what, limit, value }) => ({
      what,
      limit: thousandths(limit),
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

function roundedOrNull(value: Spread | null): Spread | null {
  return value && rounded(value);
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

function table(head: readonly string[], rows: readonly (readonly unknown[])[]): readonly string[] {
  const line = (cells: readonly unknown[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}

function markdown(told: Told, { measured, characters }: Report): string {
  return [
    '# Interaction benchmark',
    '',
    `Version ${told.version}, commit ${told.commit} (${told.changed_files} files changed since), ${told.at}, ${told.host.system} ${told.host.release}, ${told.host.cores} cores, Node ${told.host.node}, timing profile \`${told.profile}\`.`,
    '',
    `The fixture flow: launch, four waits, three taps, back, three presence assertions, one state assertion. ${told.policy} Floor: ${told.floor}: ${told.floors_ms.dump} ms with dumps, ${told.floors_ms.helper} ms with the resident helper. Own: what is left of the whole without the phone's own time, the pauses between readings included.`,
    '',
    ...table(
      [
        'flow',
        'tier',
        'server',
        'runs',
        'p50 ms',
        'p95 ms',
        'min ms',
        'max ms',
        'own p50 ms',
        'device commands',
        'tree readings (resolution/verification/wait/assertion)',
        'failures',
      ],
      told.flows.map(flowRow),
    ),
    ...table(
      ['goal', 'limit', 'measured', 'met'],
      told.goals.map(({ what, limit, value, met }) => [what, limit, value, met ? 'yes' : 'no']),
    ),
    ...measured.map(
      ({ flow, tier, state, warmUps, runs }) =>
        `- ${flow.name}, ${tier}, ${state}: ${flow.about}; ${warmUps} warm-up and ${runs.length} measured runs`,
    ),
    '',
    ...charactersTable(characters),
    '## Parts',
    '',
    ...told.flows.flatMap(({ name, tier, server, parts_ms }) => [
      `### ${name}, ${tier}, ${server}`,
      '',
      ...table(
        ['part', 'p50 ms', 'p95 ms', 'min ms', 'max ms'],
        Object.entries(parts_ms).map(([part, { p50, p95, min, max }]) => [part, p50, p95, min, max]),
      ),
    ]),
  ].join('\n');
}

function flowRow(flow: Told['flows'][number]): readonly unknown[] {
  const { parts_ms, tree_reads: reads, own_ms, device_commands } = flow;
  const total = parts_ms['total'];
  const by = [reads.resolution, reads.verification, reads.wait, reads.assertion].map((count) => count ?? 0);
  return [
    flow.name,
    flow.tier,
    flow.server,
    flow.measured_runs,
    ...[total?.p50, total?.p95, total?.min, total?.max],
    own_ms?.p50 ?? '',
    device_commands.p50,
    `${reads.all ?? 0} (${by.join('/')})`,
    flow.failures.length,
  ];
}

/** A row for each step; the way back has another name where there is no key for it. */
function charactersTable(characters: readonly Characters[]): readonly string[] {
  const columns = characters.flatMap((one) =>
    answerModes.map((mode) => ({ tier: one.tier, mode, of: one[mode] })),
  );
  const [first] = columns;
  const rows = (first?.of.steps ?? []).map(({ id }, at) => [
    id,
    ...columns.map(({ of }) => of.steps[at]?.characters ?? ''),
  ]);
  return [
    '## Characters, light verification',
    '',
    ...table(
      ['step', ...columns.map(({ tier, mode }) => `${mode}, ${tier}`)],
      [
        ...rows,
        ['all, one call a step', ...columns.map(({ of }) => of.separate)],
        ['as one journey', ...columns.map(({ of }) => of.journey)],
      ],
    ),
  ];
}

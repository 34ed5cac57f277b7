/** The verdict on a computer: which platform is ready, what is wrong, one concrete fix for each issue. Pure. */
import type { DeviceInfo } from '../devices/port/device.ts';
import type { ToolReport } from '../host-port/computer.ts';
import type { GradleHealth } from '../projects/gradle-java.ts';

export interface Listed {
  readonly devices: readonly DeviceInfo[];
  /** Why they could not be listed. */
  readonly problem: string | null;
  readonly fix: string | null;
}

export interface Facts {
  /** As Node names it. */
  readonly os: string;
  readonly tools: readonly ToolReport[];
  readonly android: Listed;
  readonly ios: Listed;
  readonly gradle: GradleHealth;
}

export type SystemIssue = {
  readonly area: 'android' | 'ios' | 'gradle';
  readonly problem: string;
  readonly fix: string;
};

export interface Area {
  readonly ready: boolean;
  readonly summary: string;
  readonly blockers: readonly string[];
  readonly suggestedFixes: readonly string[];
}

/** Required by their platform; the others are only needed by the tools that use them. */
const needed: Readonly<Record<string, SystemIssue['area']>> = { adb: 'android', xcrun: 'ios' };
const wanted: Readonly<Record<string, SystemIssue['area']>> = { idb_companion: 'ios', xcodebuild: 'ios' };

/** One question about the facts; `found` is what the rules before it said. */
type Rule = (facts: Facts, found: readonly SystemIssue[]) => readonly SystemIssue[];

const rules: readonly Rule[] = [
  brokenTools,
  ({ android }, found) =>
    listingIssue('android', android, { found, fix: 'Run `adb devices` in a terminal.' }),
  (facts, found) =>
    iosPossible(facts)
      ? listingIssue('ios', facts.ios, { found, fix: 'Run `xcrun simctl list` in a terminal.' })
      : [],
  ({ android }) => deviceIssues('android', android),
  ({ ios }) => deviceIssues('ios', ios),
  noAndroid,
  noSimulator,
  ({ gradle }) =>
    gradle.problems.map((problem, at) => ({
      area: 'gradle',
      problem,
      fix: gradle.fixes[at] ?? 'Set GRADLE_JAVA_HOME to a JDK.',
    })),
];

export function issuesOf(facts: Facts): readonly SystemIssue[] {
  const found: SystemIssue[] = [];
  for (const rule of rules) found.push(...rule(facts, found));
  return found;
}

function brokenTools({ tools, android }: Facts): readonly SystemIssue[] {
  return tools.flatMap(({ name, ok, path, problem, fix }) => {
    if (ok || problem === undefined) return [];
    // An optional program is an issue only when it is broken, not when it is absent.
    const area = needed[name] ?? wanted[name] ?? (path === null ? undefined : areaOf(name));
    const running = name === 'adb' && android.problem === null;
    return area && !running ? [{ area, problem, fix: fix ?? `Install ${name}.` }] : [];
  });
}

function listingIssue(
  area: 'android' | 'ios',
  { problem, fix }: Listed,
  usual: { readonly found: readonly SystemIssue[]; readonly fix: string },
): readonly SystemIssue[] {
  if (problem === null || usual.found.some((issue) => issue.area === area)) return [];
  return [{ area, problem, fix: fix ?? usual.fix }];
}

function deviceIssues(area: 'android' | 'ios', { devices }: Listed): readonly SystemIssue[] {
  return devices.flatMap(({ id, state, problem, fix }) =>
    // Being off is not an issue: a Mac has dozens of simulators, and one that runs is enough.
    problem === undefined || state === 'shutdown'
      ? []
      : [{ area, problem: `${id}: ${problem}`, fix: fix ?? 'Call list_devices again.' }],
  );
}

function noAndroid({ os, android, ios }: Facts): readonly SystemIssue[] {
  if (android.problem !== null || android.devices.length > 0 || hasReady(ios)) return [];
  const fix =
    os === 'win32'
      ? 'Start an emulator in Android Studio, or connect a phone (with its USB driver) and turn on USB debugging.'
      : 'Start an emulator (manage_emulator), or connect a phone with USB debugging on.';
  return [{ area: 'android', problem: 'No Android device is connected.', fix }];
}

function noSimulator(facts: Facts): readonly SystemIssue[] {
  const { android, ios } = facts;
  if (ios.problem !== null || !iosPossible(facts) || hasReady(ios) || hasReady(android)) return [];
  return [
    {
      area: 'ios',
      problem: 'No iOS simulator is running.',
      fix: 'Start one with manage_emulator, or in the Simulator app.',
    },
  ];
}

function areaOf(name: string): SystemIssue['area'] {
  if (name === 'java' || name === 'bundletool') return 'gradle';
  return name === 'idb' || name === 'axe' ? 'ios' : 'android';
}

/** On a Mac, or where a variable names an xcrun. */
export function iosPossible({ os, tools }: Pick<Facts, 'os' | 'tools'>): boolean {
  return os === 'darwin' || tools.some(({ name }) => name === 'xcrun');
}

export function hasReady({ devices }: Listed): boolean {
  return devices.some(({ state }) => state === 'ready');
}

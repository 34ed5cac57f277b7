/** The state of this computer in one word for each platform. */
import {
  type Area,
  type Facts,
  hasReady,
  iosPossible,
  issuesOf,
  type Listed,
  type SystemIssue,
} from './system-verdict.ts';

export function summaryOf(facts: Facts): Record<'overall' | 'android' | 'ios' | 'gradle', Area> {
  const issues = issuesOf(facts);
  const android = area('android', hasReady(facts.android), {
    issues,
    yes: `${countReady(facts.android)} Android device(s) ready.`,
    no: 'No Android device can be used.',
  });
  // A ready simulator is proof enough, for example a virtual one.
  const withIos = iosPossible(facts) || hasReady(facts.ios);
  const ios: Area = withIos
    ? area('ios', hasReady(facts.ios), {
        issues,
        yes: `${countReady(facts.ios)} iOS device(s) ready.`,
        no: 'No iOS simulator can be used.',
      })
    : {
        ready: false,
        summary: 'iOS needs macOS with Xcode; this computer has neither.',
        blockers: ['Not macOS.'],
        suggestedFixes: [],
      };
  const gradle = area('gradle', facts.gradle.valid, {
    issues,
    yes: `Gradle builds use ${facts.gradle.javaHome}.`,
    no: 'Gradle builds will not start.',
  });
  const ready = android.ready || ios.ready;
  const blockers = ready ? [] : [...android.blockers, ...(withIos ? ios.blockers : [])];
  return {
    overall: {
      ready,
      summary: ready
        ? [android, ios]
            .filter((one) => one.ready)
            .map((one) => one.summary)
            .join(' ')
        : 'No device can be used.',
      blockers,
      suggestedFixes: ready ? [] : [...android.suggestedFixes, ...ios.suggestedFixes],
    },
    android,
    ios,
    gradle,
  };
}

export function area(
  name: SystemIssue['area'],
  ready: boolean,
  { issues, yes, no }: { readonly issues: readonly SystemIssue[]; readonly yes: string; readonly no: string },
): Area {
  const own = issues.filter((issue) => issue.area === name);
  return {
    ready,
    summary: ready ? yes : no,
    blockers: ready ? [] : own.map(({ problem }) => problem),
    suggestedFixes: own.map(({ fix }) => fix),
  };
}

function countReady({ devices }: Listed): number {
  return devices.filter(({ state }) => state === 'ready').length;
}

/** A journey as one line a step; after a failure the step's reason. */

import type { ActionOutcome } from '../../session/action/action-types.ts';
import { noTouchScreen } from '../../session/action/explain.ts';
import type { Observation } from '../../session/observation.ts';
import { handleOf } from '../../session/observation.ts';
import { elementName } from '../../ui/element-line.ts';
import { named, oneLine } from '../../ui/visible-text.ts';
import { isElsewhere } from '../action-shape.ts';
import type { StepDone, StepRun } from '../journey-step.ts';
import { actionLines, saidOf, targetText, verdictOf } from './action.ts';
import type { Lines } from './screen.ts';
import { candidateLines, firstLine, milliseconds, reasonLines } from './words.ts';

export interface JourneyTold {
  readonly steps: readonly StepRun[];
  readonly totalMs: number;
  readonly correlationId: string;
  /** The screen after the last input; null when nobody has looked since. */
  readonly last: Observation | null;
}

export function journeyLines({ steps, totalMs, correlationId, last }: JourneyTold): Lines {
  const failed = steps.findIndex(({ status }) => status === 'failed');
  const run = steps[failed];
  const figures = [milliseconds(totalMs), correlationId];
  const lines = steps.filter(({ status }) => status !== 'not_run').map(stepLine);
  if (!run?.done) {
    const first = firstLine(['PASSED', 'run_journey'], [`${steps.length} steps`], figures);
    const blind = last ? [] : ['screen: not looked at after the last input'];
    return { lines: [first, ...lines, ...blind], seen: last, screen: last ? 'whole' : 'none' };
  }
  const first = firstLine(
    ['FAILED', 'run_journey', 'at step', String(failed + 1), named(run.id, 60)],
    failureWords(run.done),
    [`${failed} of ${steps.length} passed`, ...figures],
  );
  const notRun = steps.slice(failed + 1).map(({ id }) => named(id, 40));
  const rest = notRun.length > 0 ? [`not run: ${oneLine(notRun.join(', '), 200)}`] : [];
  const seen = seenIn(run.done) ?? last;
  return { lines: [first, ...reasonsOf(run.done), ...lines, ...rest], seen, screen: seen ? 'whole' : 'none' };
}

function stepLine(run: StepRun, index: number): string {
  const { id, type, done, timing } = run;
  const name = id === type ? named(id, 60) : `${named(id, 60)} ${type}`;
  return firstLine([String(index + 1), name, done && subjectOf(done)], done ? saidIn(done) : [], [
    milliseconds(timing.total_ms),
  ]);
}

function subjectOf(done: StepDone): string | null {
  if (done.kind === 'action') return targetText(done.outcome);
  return done.kind === 'check' ? done.check.subject : null;
}

/** Of a step that passed only what is not what every step says. */
function saidIn(done: StepDone): readonly (string | null)[] {
  switch (done.kind) {
    case 'fault':
      return ['FAILED', done.fault.code];
    case 'check':
      return done.check.passed
        ? [done.check.claim === 'exists' ? null : done.check.claim]
        : ['FAILED', done.check.failureCode ?? null, unmet(done.check)];
    case 'action': {
      const { outcome } = done;
      const obstacles = obstacleWords(outcome);
      if (verdictOf(outcome) !== 'OK') return [verdictOf(outcome), ...saidOf(outcome), ...obstacles];
      return outcome.verification.status === 'unavailable' ? [...saidOf(outcome), ...obstacles] : obstacles;
    }
  }
}

/** That the touch went elsewhere than was asked, and what stands before the app. */
function obstacleWords({ touched, inTheWay }: ActionOutcome): readonly string[] {
  if (!isElsewhere(touched)) return inTheWay ? [oneLine(inTheWay.what, 160)] : [];
  const { over, foreignPackage, touchless } = touched;
  return [
    ...(over ? [`touched beside ${oneLine(over, 80)}`] : []),
    ...(foreignPackage === null ? [] : [`touched ${named(foreignPackage)}`]),
    ...(touchless ? [noTouchScreen] : []),
    ...(inTheWay ? [oneLine(inTheWay.what, 160)] : []),
  ];
}

function unmet({ claim }: Extract<StepDone, { kind: 'check' }>['check']): string {
  return claim === 'exists' ? 'not there' : `not ${claim}`;
}

function failureWords(done: StepDone): readonly (string | null)[] {
  if (done.kind === 'action') return saidOf(done.outcome);
  if (done.kind === 'fault') return [done.fault.code];
  return [done.check.failureCode ?? null, unmet(done.check)];
}

function reasonsOf(done: StepDone): readonly string[] {
  if (done.kind === 'action') return actionLines(done).lines.slice(1);
  if (done.kind === 'fault') {
    const { message, nextStep, details } = done.fault;
    return [...reasonLines(message, nextStep), ...candidateLines(details)];
  }
  return [...reasonLines(done.check.reason, done.check.nextStep), ...candidateLines(done.check.near)];
}

function seenIn(done: StepDone): Observation | null {
  if (done.kind === 'action') return actionLines(done).seen;
  return done.kind === 'check' ? done.check.observation : null;
}

/** The element that a check is about, as `elementName` tells it. */
export function namedIn(
  observation: Observation | null,
  element: Parameters<typeof elementName>[0] | null,
): string | null {
  return observation && element ? elementName(element, handleOf(observation, element)) : null;
}

/** The steps of a journey that only read: waits and assertions, on an existing reading where that is valid. */
import type { FaultCode } from '@mobile-debug/core/fault-codes.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { handleOf, type Observation, shareable } from '../../session/observation.ts';
import { foldReadings } from '../../session/readings.ts';
import { judgeMatch, type MatchQuery, type MatchResult, waitForMatch } from '../../session/wait-match.ts';
import { fingerprint } from '../../ui/fingerprint.ts';
import { nextAfter } from '../../ui/not-found.ts';
import { whyUnproved } from '../../ui/quality.ts';
import { named } from '../../ui/visible-text.ts';
import { elementToWire } from '../../ui/wire.ts';
import type { CheckResult } from '../../wire/journey-step.ts';
import { nearToWire, nextAfterMiss, whyUnmet } from '../../wire/missed.ts';
import { namedIn } from '../../wire/outline/journey.ts';
import { askedText } from '../../wire/outline/words.ts';
import { restsOn } from '../../wire/rests-on.ts';
import type { Assertion, StepOf } from './journey-schema.ts';
import { apartMs, type CheckSetting, stateStep } from './journey-state.ts';
import { TwiceHeld, type Verdict } from './twice-held.ts';

export async function waitStep(
  op: Operation,
  setting: CheckSetting,
  step: StepOf<'wait'>,
): Promise<CheckResult> {
  const wanted = {
    selector: step.selector,
    condition: step.condition,
    index: undefined,
    timeoutMs: step.timeoutMs,
    intervalMs: step.pollIntervalMs,
  };
  const seen = await lookShared(op, setting, wanted);
  return seenToResult({ seen, wanted, code: 'TIMEOUT' }, { condition: step.condition });
}

export async function assertStep(
  op: Operation,
  setting: CheckSetting,
  step: StepOf<'assert'>,
): Promise<CheckResult> {
  using own = op.within(step.timeoutMs);
  const { assertion } = step;
  switch (assertion.kind) {
    case 'element_visible': {
      const { timeoutMs, pollIntervalMs } = step;
      const wanted = {
        selector: assertion.selector,
        condition: 'visible',
        index: undefined,
        timeoutMs,
        intervalMs: pollIntervalMs,
      } as const;
      const seen = await lookShared(op, setting, wanted);
      return seenToResult({ seen, wanted, code: 'ASSERTION_TIMEOUT' }, { kind: assertion.kind });
    }
    case 'element_absent':
      return await twice(op, setting, step, (observation) => absence(observation, assertion));
    case 'screen_fingerprint':
      return await twice(op, setting, step, (observation) => {
        const print = fingerprint(observation.tree);
        return { holds: print === assertion.fingerprint, facts: { last_fingerprint: print } };
      });
    case 'state_equals':
      return await stateStep(own, setting, step, assertion);
  }
}

/** Tries the shared reading first, then polls. */
async function lookShared(op: Operation, setting: CheckSetting, wanted: MatchQuery): Promise<MatchResult> {
  if (setting.shared) {
    const seen = judgeMatch(setting.shared, wanted);
    if (seen.satisfied) return { ...seen, polls: 0 };
  }
  return await waitForMatch(op, setting.session, wanted);
}

interface Looked {
  readonly seen: MatchResult;
  readonly wanted: MatchQuery;
  /** Of a failure. */
  readonly code: FaultCode;
}

function seenToResult({ seen, wanted, code }: Looked, facts: Record<string, unknown>): CheckResult {
  const { satisfied, observation, element, matchedCount, polls } = seen;
  const shown =
    observation && element ? elementToWire(observation.tree, element, handleOf(observation, element)) : null;
  const result = {
    ...facts,
    matched_count: matchedCount,
    ...(satisfied
      ? { element: shown && { elementId: shown['elementId'] } }
      : { last_matched_element: shown }),
    observation: restsOn({ observation, reads: polls, shared: polls === 0 ? observation : null }),
  };
  const told = {
    subject: namedIn(observation, element) ?? askedText(wanted.selector),
    claim: wanted.condition === 'not_exists' ? 'gone' : wanted.condition,
    observation,
  };
  if (satisfied) return { passed: true, result, ...told };
  const missed = { reason: whyUnmet(seen, wanted), nextStep: nextAfterMiss(seen, wanted) };
  return { passed: false, failureCode: code, result, ...missed, near: nearToWire(seen, wanted), ...told };
}

function absence(observation: Observation, assertion: Extract<Assertion, { kind: 'element_absent' }>) {
  const wanted = {
    selector: assertion.selector,
    condition: 'not_exists',
    index: undefined,
    timeoutMs: 0,
    intervalMs: 0,
  } as const;
  const seen = judgeMatch(observation, wanted);
  const unproved = seen.matchedCount === 0 ? whyUnproved(observation.tree) : null;
  return {
    holds: seen.satisfied,
    facts: { matched_count: seen.matchedCount, ...(unproved === null ? {} : { unproved }) },
  };
}

/** Holds in two readings in a row at least 100 ms apart, of which only the first may be from before the step. */
async function twice(
  op: Operation,
  { session }: CheckSetting,
  { pollIntervalMs, assertion, timeoutMs }: StepOf<'assert'>,
  judgeOne: (observation: Observation) => Verdict,
): Promise<CheckResult> {
  using own = op.within(timeoutMs);
  const { shared, firstAfterMs } = shareable(own, session.current, Math.max(apartMs, pollIntervalMs));
  const proof = new TwiceHeld(shared, judgeOne);
  const pauseMs = (): number => (proof.held ? Math.max(apartMs, pollIntervalMs) : pollIntervalMs);
  const pace = { timeoutMs, pauseMs, firstAfterMs };
  const { passed, facts } = await foldReadings(op, session, pace, proof);
  const { kind } = assertion;
  const told = { subject: askedOf(assertion), claim: claimOf[kind], observation: proof.last };
  if (passed) return { passed, result: { kind, ...facts }, ...told };
  const result = { kind, timeout_ms: timeoutMs, ...facts };
  const nextStep = proof.last ? nextAfter(proof.last.tree, nextOf[kind]) : nextOf[kind];
  return { passed, failureCode: 'ASSERTION_TIMEOUT', result, reason: lastText(facts), nextStep, ...told };
}

const claimOf = {
  element_visible: 'visible',
  element_absent: 'absent',
  screen_fingerprint: 'in front',
  state_equals: 'so',
} as const satisfies Record<Assertion['kind'], string>;

const look = 'Look at the screen: with capture_screenshot where a reading does not show all of it.';

const nextOf = {
  element_visible: look,
  element_absent: look,
  screen_fingerprint: 'See which screen it is, and go to the other one from there.',
  state_equals: look,
} as const satisfies Record<Assertion['kind'], string>;

function askedOf(assertion: Assertion): string {
  return assertion.kind === 'screen_fingerprint'
    ? `screen ${named(assertion.fingerprint)}`
    : askedText(assertion.selector ?? {});
}

function lastText(facts: Record<string, unknown>): string {
  const { matched_count: count, last_fingerprint: print, unproved } = facts;
  if (typeof count === 'number' && count > 0) return `${count} still match`;
  if (typeof unproved === 'string') return `nothing matches, which does not prove absence: ${unproved}`;
  if (typeof count === 'number') return 'not absent in two readings in a row';
  return typeof print === 'string' ? `the screen is ${print}` : 'nothing could be read';
}

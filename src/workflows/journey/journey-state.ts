/** An assertion of a journey about the state of an element. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { SessionOf } from '../../session/device-session.ts';
import { expectState } from '../../session/expect-state.ts';
import type { Observation } from '../../session/observation.ts';
import { named } from '../../ui/visible-text.ts';
import type { CheckResult } from '../../wire/journey-step.ts';
import { nextAfterState } from '../../wire/missed.ts';
import { namedIn } from '../../wire/outline/journey.ts';
import { askedText, valueText } from '../../wire/outline/words.ts';
import { restsOn } from '../../wire/rests-on.ts';
import type { Assertion, StepOf } from './journey-schema.ts';

export interface CheckSetting {
  readonly session: SessionOf<'screen'>;
  /** A reading of this journey begun after the newest input, if there is one: enough for what one reading proves. */
  readonly shared: Observation | null;
}

export const apartMs = 100;

export async function stateStep(
  op: Operation,
  setting: CheckSetting,
  step: StepOf<'assert'>,
  { property, expected, selector, elementId }: Extract<Assertion, { kind: 'state_equals' }>,
): Promise<CheckResult> {
  const target = elementId === undefined ? { selector: selector ?? {} } : { elementId };
  const seen = await expectState(op, setting.session, {
    target,
    property,
    expected,
    intervalMs: Math.min(200, Math.max(apartMs, step.pollIntervalMs)),
    windowMs: step.timeoutMs,
    maxRechecks: Math.ceil(step.timeoutMs / apartMs),
  });
  const result = {
    kind: 'state_equals',
    property,
    observed_value: seen.element?.secure ? null : seen.value,
    stable_observation_count: seen.stableCount,
    observation: restsOn(seen),
    ...(seen.failure ? { reason: seen.failure.reason } : {}),
  };
  const told = {
    subject:
      namedIn(seen.observation, seen.element) ??
      (elementId === undefined ? askedText(selector) : named(elementId)),
    claim: `${property} = ${valueText(expected)}`,
    observation: seen.observation,
  };
  if (!seen.failure) return { passed: true, result, ...told };
  const { code, reason } = seen.failure;
  const failureCode = code === 'EXPECT_STATE_MISMATCH' ? 'ASSERTION_TIMEOUT' : code;
  return { passed: false, failureCode, result, reason, nextStep: nextAfterState(seen), ...told };
}

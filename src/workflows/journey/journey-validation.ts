/** What is wrong with the steps of a journey before any of them runs. */
import { isFault } from '@mobile-debug/core/fault.ts';
import type { DeviceSession } from '../../session/device-session.ts';
import { assertComparable } from '../../session/state-sample.ts';
import { assertSelector, type Selector } from '../../ui/selector.ts';
import { refusedStep } from './journey-parsing.ts';
import type { Step } from './journey-schema.ts';
import { type ActionStep, isActionStep, targetsOf } from './journey-steps.ts';

/** Everything that can be known to be wrong is refused before the first step: an invalid last one prevents it. */
export function assertSound(steps: readonly Step[], checkAction: (step: ActionStep) => void): void {
  for (const [index, step] of steps.entries()) {
    const { elementId, selector } = targetsOf(step);
    if (selector !== undefined) inStep(step, index, () => assertSelector(selector as Selector));
    if (
      step.type === 'assert' &&
      step.assertion.kind === 'state_equals' &&
      (elementId === undefined) === (selector === undefined)
    ) {
      throw refusedStep(step.id, index, 'give exactly one of selector and elementId');
    }
    if (step.type === 'assert' && step.assertion.kind === 'state_equals') {
      const { property, expected } = step.assertion;
      inStep(step, index, () => assertComparable(property, expected));
    }
    if (isActionStep(step)) inStep(step, index, () => checkAction(step));
  }
}

/** A handle of another device is STALE_REFERENCE before anything is sent. */
export function assertHandles(steps: readonly Step[], session: DeviceSession): void {
  for (const step of steps) {
    const { elementId } = targetsOf(step);
    if (elementId !== undefined) session.assertKnown(elementId);
  }
}

function inStep(step: Step, index: number, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!isFault(error)) throw error;
    throw refusedStep(step.id, index, error.message.replace(/\.$/, ''));
  }
}

/** Properties of a journey step: whether it acts, its input, its targets. Pure. */
import { defined } from '@mobile-debug/core/defined.ts';
import type { ControlsInput } from '../../session/action/action-types.ts';
import type { ExpectedState } from '../../session/action/condition.ts';
import type { Step } from './journey-schema.ts';

export type ActionStep = Exclude<Step, { type: 'wait' | 'assert' }>;

export function isActionStep(step: Step): step is ActionStep {
  return step.type !== 'wait' && step.type !== 'assert';
}

/** The tool's own fields of a step. */
export function inputFor(step: ActionStep): Record<string, unknown> {
  const { id: _id, type: _type, verificationMode: _mode, ...own } = step;
  return defined({ ...own, expectedState: undefined });
}

export function conditionFor(step: ActionStep): ExpectedState | undefined {
  return 'expectedState' in step ? step.expectedState : undefined;
}

/** The step's own mode, else the journey's. */
export function controlsFor({ verificationMode }: ActionStep, journey: ControlsInput): ControlsInput {
  return { ...journey, verificationMode: verificationMode ?? journey.verificationMode };
}

/** All handles and selectors that the steps name, for checks before the first one runs. */
export function targetsOf(step: Step): { readonly elementId?: string; readonly selector?: unknown } {
  const holder = step.type === 'assert' ? step.assertion : step;
  const elementId = 'elementId' in holder ? holder.elementId : undefined;
  const selector = 'selector' in holder && step.type !== 'scroll_to' ? holder.selector : undefined;
  return defined({ elementId, selector });
}

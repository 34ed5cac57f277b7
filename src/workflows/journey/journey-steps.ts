/** What a step of a journey is and names: whether it acts, its input, its targets. Pure. */
import type { ControlsInput } from '../../session/action/controls.ts';
import type { Step } from './journey-schema.ts';

export type ActionStep = Exclude<Step, { type: 'wait' | 'assert' }>;

export function isActionStep(step: Step): step is ActionStep {
  return step.type !== 'wait' && step.type !== 'assert';
}

/** The step's own fields, with the journey's defaults where it has none. */
export function inputFor(step: ActionStep, defaults: ControlsInput): Record<string, unknown> {
  const { id: _id, type: _type, ...own } = step;
  return { ...defaults, ...withoutUndefined(own) };
}

function withoutUndefined(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** All handles and selectors that the steps name, for checks before the first one runs. */
export function targetsOf(step: Step): { readonly elementId?: string; readonly selector?: unknown } {
  const holder = step.type === 'assert' ? step.assertion : step;
  const elementId = 'elementId' in holder ? holder.elementId : undefined;
  const selector = 'selector' in holder && step.type !== 'scroll_to' ? holder.selector : undefined;
  return {
    ...(elementId === undefined ? {} : { elementId }),
    ...(selector === undefined ? {} : { selector }),
  };
}

/** Which tool carries out which step of a journey, and with what input. Pure tables. */
import type { ControlsInput } from '../session/action/controls.ts';
import type { ActionTool } from './define-tool.ts';
import { longPress } from './interact/long-press.ts';
import { pressBack } from './interact/press-back.ts';
import { scrollToElement } from './interact/scroll-to-element.ts';
import { swipe } from './interact/swipe.ts';
import { tapElement } from './interact/tap-element.ts';
import { typeText } from './interact/type-text.ts';
import type { Step } from './journey-schema.ts';
import { startApp } from './manage/start-app.ts';

export type ActionStep = Exclude<Step, { type: 'wait' | 'assert' }>;

const toolOf: Record<ActionStep['type'], ActionTool> = {
  start_app: startApp,
  tap: tapElement,
  type_text: typeText,
  swipe,
  scroll_to: scrollToElement,
  press_back: pressBack,
  long_press: longPress,
};

export function isActionStep(step: Step): step is ActionStep {
  return step.type !== 'wait' && step.type !== 'assert';
}

export function toolFor(step: ActionStep): ActionTool {
  return toolOf[step.type];
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

/** Which tool carries out which step of a journey, and the request for it. */
import type { ActionRequest } from '../session/action/action-types.ts';
import { effectiveControls } from '../session/action/run-action.ts';
import type { StepSetting } from '../workflows/journey/journey-run.ts';
import { type ActionStep, conditionFor, controlsFor, inputFor } from '../workflows/journey/journey-steps.ts';
import { actionRequest } from './action-request.ts';
import type { ActionTool } from './define-tool.ts';
import { longPress } from './interact/long-press.ts';
import { pressBack } from './interact/press-back.ts';
import { scrollToElement } from './interact/scroll-to-element.ts';
import { swipe } from './interact/swipe.ts';
import { tapElement } from './interact/tap-element.ts';
import { typeText } from './interact/type-text.ts';
import { startApp } from './manage/start-app.ts';

const toolOf: Record<ActionStep['type'], ActionTool> = {
  start_app: startApp,
  tap: tapElement,
  type_text: typeText,
  swipe,
  scroll_to: scrollToElement,
  press_back: pressBack,
  long_press: longPress,
};

export function toolFor(step: ActionStep): ActionTool {
  return toolOf[step.type];
}

export function requestOf(step: ActionStep, { session, controls, ...setting }: StepSetting): ActionRequest {
  const tool = toolFor(step);
  return actionRequest(tool, inputFor(step), {
    ...setting,
    session: session.with(tool.needs),
    controls: effectiveControls(controlsFor(step, controls), {
      actionTimeoutMs: tool.actionTimeoutMs,
      responseMode: 'compact',
    }),
    condition: conditionFor(step),
  });
}

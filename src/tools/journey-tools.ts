/** Which tool carries out which step of a journey. */
import type { ActionStep } from '../workflows/journey/journey-steps.ts';
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

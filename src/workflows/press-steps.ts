/** A number that is brought up or down by buttons; one that is far away is typed, where it stands in a field. */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { SessionOf } from '../session/device-session.ts';
import type { Observation } from '../session/observation.ts';
import { tapPoint } from '../ui/target.ts';
import type { UiElement } from '../ui/ui-tree.ts';
import { numberField, stepButtons } from './adjust-plan.ts';
import { sendText, typingInto } from './type-into-field.ts';

const maxStepsAtOnce = 20;

export async function pressSteps(
  dispatch: Dispatch,
  session: SessionOf<'input' | 'screen'>,
  control: { readonly observation: Observation; readonly element: UiElement },
  aim: { readonly now: number; readonly target: number },
): Promise<void> {
  const { observation, element } = control;
  const buttons = stepButtons(observation.tree, element);
  const missing = aim.target - aim.now;
  if (Math.abs(missing) > maxStepsAtOnce || !buttons) {
    const field = numberField(observation.tree, element);
    if (field) return await typeNumber(dispatch, session, { observation, field, target: aim.target });
  }
  if (!buttons) throw new Fault('SEMANTIC_MISMATCH', 'The step buttons are gone.');
  const button = missing > 0 ? buttons.more : buttons.less;
  if (!button.enabled) {
    throw new Fault(
      'CONTROL_CONVERGENCE_FAILED',
      `The control is at its limit: its ${missing > 0 ? 'increase' : 'decrease'} button is disabled.`,
    );
  }
  const presses = Math.min(maxStepsAtOnce, Math.max(1, Math.round(Math.abs(missing))));
  for (let n = 0; n < presses; n++) await session.device.input.tap(dispatch, [...button.center]);
}

/** Enter ends the input: the picker takes the number when its field loses the focus (NumberPicker#validateInputTextView) [A20]. */
async function typeNumber(
  dispatch: Dispatch,
  session: SessionOf<'input' | 'screen'>,
  aim: { readonly observation: Observation; readonly field: UiElement; readonly target: number },
): Promise<void> {
  const { observation, field, target } = aim;
  const at = tapPoint(observation.tree, field);
  if ('why' in at) throw new Fault('ELEMENT_NOT_INTERACTABLE', `The field cannot be touched: ${at.why}`);
  const aimed = { observation, field, touch: at.point, proved: false };
  await sendText(dispatch, session, typingInto(aimed, { text: String(target), clear: true, submit: true }));
}

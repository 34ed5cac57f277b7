/** From an action tool and its checked input to the runner's request; one way for single calls and journey steps. */
import { withFacets } from '../devices/port/with-facets.ts';
import type { ActionRequest, ActionSetting } from '../session/action/action-types.ts';
import type { ExpectedState } from '../session/action/condition.ts';
import { type ControlsInput, effectiveControls } from '../session/action/controls.ts';
import type { ActionTool } from './define-tool.ts';

/** CAPABILITY_MISSING when the device lacks a facet that the tool needs. */
export function actionRequest(
  tool: ActionTool,
  input: Readonly<Record<string, unknown>>,
  setting: ActionSetting,
): ActionRequest {
  const { session, progress, responseMode, correlationId, firstLook } = setting;
  const device = withFacets(session.device, ['screen', ...tool.needs]);
  const defaults = { actionTimeoutMs: tool.actionTimeoutMs, responseMode };
  return {
    type: tool.name,
    sourceModule: tool.sourceModule,
    controls: effectiveControls(input as ControlsInput, defaults),
    selector: tool.target?.(input),
    condition: input['expectedState'] as ExpectedState | undefined,
    explainsNoChange: tool.explainsNoChange,
    ...(correlationId === undefined ? {} : { correlationId }),
    ...(firstLook ? { firstLook } : {}),
    prepare: (preparation) => tool.prepare({ input, device, session, progress }, preparation),
  };
}

/** From an action tool and its checked input to the runner's request; one way for single calls and journey steps. */
import type { ActionRequest } from '../session/action/action-types.ts';
import type { ExpectedState } from '../session/action/condition.ts';
import { type ControlsInput, effectiveControls, type ResponseMode } from '../session/action/controls.ts';
import type { DeviceSession } from '../session/device-session.ts';
import type { Observation } from '../session/observation.ts';
import { type ActionTool, type Progress, withFacets } from './define-tool.ts';

export interface ActionSetting {
  readonly session: DeviceSession;
  readonly progress: Progress;
  readonly responseMode: ResponseMode;
  readonly correlationId?: string;
  /** A reading begun after the newest input, which may serve to find the target. */
  readonly firstLook?: Observation | undefined;
}

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

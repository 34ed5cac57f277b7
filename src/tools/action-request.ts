/** From an action tool and its checked input to the runner's request; the same for single calls and journey steps. */
import type { Progress } from '@mobile-debug/core/progress.ts';
import type { Facet } from '../devices/port/device.ts';
import type { ActionRequest } from '../session/action/action-types.ts';
import type { SessionOf } from '../session/device-session.ts';
import type { ActionTool } from './define-tool.ts';

export interface ActionSetting
  extends Pick<ActionRequest, 'controls' | 'correlationId' | 'firstLook' | 'condition'> {
  readonly session: SessionOf<Facet>;
  readonly progress: Progress;
}

/** What a session must have for an action: every action looks at the screen. */
export function facetsFor(tool: ActionTool): readonly Facet[] {
  return ['screen', ...tool.needs];
}

export function actionRequest(
  tool: ActionTool,
  input: Readonly<Record<string, unknown>>,
  { session, progress, ...setting }: ActionSetting,
): ActionRequest {
  return {
    ...setting,
    type: tool.name,
    sourceModule: tool.sourceModule,
    selector: tool.target?.(input),
    explainsNoChange: tool.explainsNoChange,
    whileAsleep: tool.whileAsleep ?? 'refused',
    prepare: (preparation) => tool.prepare({ input, session, progress }, preparation),
  };
}

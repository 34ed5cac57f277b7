import * as z from 'zod';
import { launchShape } from '../../wire/launch-shape.ts';
import { appId, user } from '../../wire/shapes.ts';
import { heldLaunchSteps, launchApp, launchSteps } from '../../workflows/launch.ts';
import { actionTool } from '../define-tool.ts';

export const startApp = actionTool({
  name: 'start_app',
  title: 'Start an app',
  description: 'Launches an android or ios app or brings it to the front; reports what is in front.',
  effect: 'act',
  toolset: 'core',
  entry: true,
  needs: ['apps'],
  sourceModule: 'manage',
  actionTimeoutMs: 10_000,
  guarded: false,
  explainsNoChange: false,
  whileAsleep: 'allowed',
  input: z.object({
    appId,
    user,
    waitForDebugger: z
      .boolean()
      .default(false)
      .meta({ doc: 'Start it anew and hold it before its first line until a debugger attaches' }),
  }),
  details: launchShape
    .extend({
      waits_for_debugger: z
        .boolean()
        .optional()
        .meta({ doc: 'True when it is held until a debugger attaches' }),
    })
    .meta({ doc: 'Facts about the launch' }),
  examples: [
    { about: 'Start the shop.', input: { appId: 'com.example.shop' } },
    {
      about: 'Hold it for a debugger, whose breakpoints then reach its first lines.',
      input: { appId: 'com.example.shop', waitForDebugger: true },
    },
  ],
  target: ({ appId }) => ({ appId }),
  prepare: async ({ input, session }) =>
    input.waitForDebugger
      ? heldLaunchSteps(session.device, input.appId, input.user)
      : launchSteps(input.appId, (dispatch) =>
          launchApp(dispatch, session.device, input.appId, { user: input.user }),
        ),
});

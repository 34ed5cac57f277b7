import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { isFault } from '@mobile-debug/core/fault.ts';
import * as z from 'zod';
import type { AppOfUser } from '../../devices/port/apps.ts';
import type { DeviceWith } from '../../devices/port/device.ts';
import { launchShape } from '../../wire/launch-shape.ts';
import { appId, user } from '../../wire/shapes.ts';
import { userOfApp } from '../../workflows/app-user.ts';
import { launchApp, launchSteps } from '../../workflows/launch.ts';
import { actionTool } from '../define-tool.ts';

const terminateMs = 5_000;
const launchMs = 10_000;

export const restartApp = actionTool({
  name: 'restart_app',
  title: 'Restart an app',
  description: 'Ends an app and launches it again.',
  effect: 'act',
  toolset: 'core',
  needs: ['apps'],
  sourceModule: 'manage',
  actionTimeoutMs: 15_000,
  guarded: false,
  explainsNoChange: false,
  whileAsleep: 'allowed',
  input: z.object({ appId, user }),
  details: launchShape
    .extend({
      terminated_before_restart: z.boolean().meta({ doc: 'Whether its processes were ended first' }),
      terminate_error: z.string().optional().meta({ doc: 'Why they could not be ended' }),
    })
    .meta({ doc: 'Facts about the launch' }),
  examples: [
    { about: 'From a clean process.', app: 'com.example.notes', input: { appId: 'com.example.notes' } },
  ],
  target: ({ appId }) => ({ appId }),
  prepare: async ({ input, session }) =>
    launchSteps(input.appId, async (dispatch) => {
      // Decided once: when it has ended, it does not run for the user in front any more.
      const whose = await userOfApp(dispatch.unrecorded(), session.device, { ...input, harmless: true });
      const terminated = await terminate(dispatch, session.device, { appId: input.appId, user: whose });
      using launching = dispatch.within(launchMs);
      const options = { user: whose ?? undefined };
      const { details, front } = await launchApp(launching, session.device, input.appId, options);
      return { details: { ...terminated, ...details }, front };
    }),
});

/** A launch is still worth trying when ending the old process failed; the result says that it did. */
async function terminate(
  dispatch: Dispatch,
  device: DeviceWith<'apps'>,
  { appId: app, user: whose }: AppOfUser,
) {
  using own = dispatch.within(terminateMs);
  try {
    await device.apps.terminate(own, app, whose);
    return { terminated_before_restart: true };
  } catch (error) {
    if (dispatch.ended || !isFault(error, 'TIMEOUT', 'ACTION_REJECTED', 'UNKNOWN')) throw error;
    return { terminated_before_restart: false, terminate_error: error.message };
  }
}
